import { comPos, Data, kinematics, loadModel, multiRay, RayHit, RayHits, ray } from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import type { OpenScene, Suite } from '../suite.ts'

const RAYS = 200
const STAGES = [`ray × ${RAYS}`, `multiRay × ${RAYS}`]

/** Rays in both engines: one at a time, and many from one point. */
export const rays: Suite = {
  name: 'rays',
  summary: `${RAYS} rays, one by one and from one point`,
  scenes: () => rayScenes().map(({ name, xml }) => ({ name, stages: STAGES, open: (mj) => open(mj, xml) })),
}

/** Scenes that rays are sent through: few and many boxes, meshes, hills. */
function rayScenes(): { readonly name: string; readonly xml: string }[] {
  const random = new Random(3)
  const vector = (size: number): string => [0, 0, 0].map(() => random.uniform(-size, size)).join(' ')
  const bodies = (count: number, geom: string): string =>
    Array.from(
      { length: count },
      () => `<body pos="${vector(3)}" euler="${vector(90)}"><freejoint/><geom ${geom}/></body>`,
    ).join('')
  const heights = Array.from({ length: 10_000 }, () => random.uniform(0, 1).toFixed(3)).join(' ')
  const scene = (content: string): string => `
    <mujoco>
      <asset>
        <mesh name="ball" builtin="sphere" params="4" scale=".5 .5 .5"/>
        <hfield name="hills" nrow="100" ncol="100" size="5 5 .5 .1" elevation="${heights}"/>
      </asset>
      <worldbody><geom type="plane" size="0 0 1" pos="0 0 -4"/>${content}</worldbody>
    </mujoco>`
  return [
    { name: '30 boxes', xml: scene(bodies(30, 'type="box" size=".2 .2 .2"')) },
    { name: '1000 boxes', xml: scene(bodies(1000, 'type="box" size=".07 .07 .07"')) },
    { name: '20 fine meshes', xml: scene(bodies(20, 'type="mesh" mesh="ball"')) },
    { name: '10,000 hills', xml: scene('<geom type="hfield" hfield="hills"/>') },
  ]
}

function open(mj: ReferenceModule, xml: string): OpenScene {
  const m = loadModel(xml)
  const d = new Data(m)
  kinematics(m, d)
  comPos(m, d)
  const rm = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(rm)
  rd.call('mj_kinematics')
  rd.call('mj_comPos')
  const [model, data] = [rm.raw, rd.raw]

  const random = new Random(5)
  const point = [0.1, 0.2, 1.5]
  const vectors = Array.from({ length: 3 * RAYS }, () => random.uniform(-1, 1))
  const single = Array.from({ length: RAYS }, (_, i) => vectors.slice(3 * i, 3 * i + 3))
  const hit = new RayHit()
  const hits = new RayHits(RAYS)
  const groups = [1, 1, 1, 1, 1, 1]
  const [geom, geoms] = [new mj.IntBuffer(1), new mj.IntBuffer(RAYS)]
  const [normal, normals, distances] = [3, 3 * RAYS, RAYS].map((length) => new mj.DoubleBuffer(length))
  const prepare = () => {}
  const [one, many] = STAGES
  return {
    contests: [
      {
        stage: one,
        prepare,
        ours: () => {
          for (const vector of single) ray(m, d, hit, point, vector)
        },
        reference: () => {
          for (const vector of single) mj.mj_ray(model, data, point, vector, groups, true, -1, geom, normal)
        },
      },
      {
        stage: many,
        prepare,
        ours: () => multiRay(m, d, hits, point, vectors),
        reference: () =>
          mj.mj_multiRay(model, data, point, vectors, groups, true, -1, geoms, distances, normals, RAYS, 1e10),
      },
    ],
    delete: () => {
      for (const memory of [geom, geoms, normal, normals, distances, rd, rm]) memory.delete()
    },
  }
}
