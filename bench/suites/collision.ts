import * as kinetree from '../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import { type CollisionScene, collisionScenes, heap } from '../scenes/collisionScenes.ts'
import type { OpenScene, SceneBench, Suite } from '../suite.ts'

/** The collision stage alone, in both engines, on the same poses. */
export const collision: Suite = {
  name: 'collision',
  summary: 'The collision stage',
  scenes: () => collisionScenes().map(benchOf),
}

/** Numbers of boxes in the heaps of `growth`. */
export const HEAP_SIZES = [50, 100, 200, 500, 1000, 2000, 5000]

/** How the time grows with the number of bodies, where the number of neighbors of each stays the same. */
export const growth: Suite = {
  name: 'collision growth',
  summary: 'The collision stage by number of bodies',
  scenes: () => HEAP_SIZES.map((count) => benchOf(heap(count))),
}

function benchOf(scene: CollisionScene): SceneBench {
  return { name: scene.name, stages: ['collision'], open: (mj) => open(mj, scene) }
}

function open(mj: ReferenceModule, { name, xml, poses }: CollisionScene): OpenScene {
  const m = kinetree.loadModel(xml)
  const d = new kinetree.Data(m)
  const rm = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(rm)
  const qpos = poses(m)
  let turn = 0
  const prepare = () => {
    const pose = qpos[turn++ % qpos.length]
    d.qpos.set(pose)
    rd.set('qpos', pose)
    kinetree.kinematics(m, d)
    kinetree.comPos(m, d)
    rd.call('mj_kinematics')
    rd.call('mj_comPos')
  }
  const ours = () => kinetree.collision(m, d)
  const reference = () => rd.call('mj_collision')
  for (const _ of qpos) {
    prepare()
    ours()
    reference()
    if (d.ncon !== rd.raw.ncon) throw new Error(`'${name}': ${d.ncon} contacts, ${rd.raw.ncon} in the reference`)
  }
  return {
    contests: [{ stage: 'collision', share: 2, prepare, ours, reference, contacts: () => d.ncon }],
    delete: () => {
      rd.delete()
      rm.delete()
    },
  }
}
