import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { measureAlone } from '../alone.ts'
import type { Engine } from '../engine.ts'
import { motionOf } from '../scenes/drivenRun.ts'
import { type DrivenScene, drivenScenes } from '../scenes/drivenScenes.ts'
import type { OpenScene, Suite } from '../suite.ts'

type Ours = Exclude<Engine, 'mujoco'>

/** Steps under random controls, in turn with those of the reference. */
function inTurn(name: string, engine: Ours, summary: string): Suite {
  const open = (mj: ReferenceModule, scene: DrivenScene): OpenScene => {
    const ours = motionOf(engine, scene, mj)
    const reference = motionOf('mujoco', scene, mj)
    const contest = { prepare: () => {}, ours: ours.run, reference: reference.run }
    return { contests: [{ stage: STAGE, share: 2, per: scene.steps, ...contest }], delete: () => reference.delete() }
  }
  return { name, summary, scenes: () => scenesOf(open) }
}

/** The same, each engine in processes of its own. */
function alone(name: string, engine: Ours, summary: string): Suite {
  const open = (_: ReferenceModule, scene: DrivenScene): OpenScene => ({
    contests: [],
    elsewhere: [{ stage: STAGE, measure: (seconds) => measureAlone(scene, engine, 'mujoco', seconds) }],
    delete: () => {},
  })
  return { name, summary, scenes: () => scenesOf(open) }
}

const STAGE = 'step'

function scenesOf(open: (mj: ReferenceModule, scene: DrivenScene) => OpenScene) {
  return drivenScenes().map((scene) => ({
    name: scene.name,
    stages: [STAGE],
    open: (mj: ReferenceModule) => open(mj, scene),
  }))
}

export const withoutKernels = inTurn('without kernels', 'typescript', 'steps under random controls, in TypeScript')
export const kernels = inTurn('kernels', 'kernels', 'steps under random controls, with kernels')
export const withoutKernelsAlone = alone(
  'without kernels, own process',
  'typescript',
  'steps under random controls, in TypeScript, each engine in processes of its own',
)
export const kernelsAlone = alone(
  'kernels, own process',
  'kernels',
  'steps under random controls, with kernels, each engine in processes of its own',
)
