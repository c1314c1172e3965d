import { comPos, Data, kinematics, loadModel, multiRay, RayHit, RayHits, ray } from '../src/index.ts'
import { Random } from '../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import type { Contest } from './measure.ts'

/** Rays in both engines: one at a time, and many from one point. */

const RAYS = 200

interface RayScene {
  readonly name: string
  readonly xml: string
}

/** Scenes that rays are sent through: few and many boxes, meshes, hills. */
export function rayScenes(): RayScene[] {
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

/** Both ways to send rays, each with the time of `RAYS` rays. */
export class RayBench {
  readonly #reference: ReferenceData
  readonly #buffers: { delete(): void }[]
  readonly contests: readonly (readonly [stage: string, contest: Contest])[]

  constructor(mj: ReferenceModule, { xml }: RayScene) {
    const m = loadModel(xml)
    const d = new Data(m)
    kinematics(m, d)
    comPos(m, d)
    const rd = new ReferenceData(new ReferenceModel(mj, xml))
    rd.call('mj_kinematics')
    rd.call('mj_comPos')
    this.#reference = rd
    const rm = rd.model.raw
    const data = rd.raw

    const random = new Random(5)
    const point = [0.1, 0.2, 1.5]
    const vectors = Array.from({ length: 3 * RAYS }, () => random.uniform(-1, 1))
    const single = Array.from({ length: RAYS }, (_, i) => vectors.slice(3 * i, 3 * i + 3))
    const hit = new RayHit()
    const hits = new RayHits(RAYS)
    const groups = [1, 1, 1, 1, 1, 1]
    const [geom, geoms] = [new mj.IntBuffer(1), new mj.IntBuffer(RAYS)]
    const [normal, normals, distances] = [3, 3 * RAYS, RAYS].map((length) => new mj.DoubleBuffer(length))
    this.#buffers = [geom, geoms, normal, normals, distances]
    const prepare = (): void => {}
    this.contests = [
      [
        `ray × ${RAYS}`,
        {
          prepare,
          ours: () => {
            for (const vector of single) ray(m, d, point, vector, hit)
          },
          reference: () => {
            for (const vector of single) mj.mj_ray(rm, data, point, vector, groups, true, -1, geom, normal)
          },
        },
      ],
      [
        `multiRay × ${RAYS}`,
        {
          prepare,
          ours: () => multiRay(m, d, point, vectors, hits),
          reference: () =>
            mj.mj_multiRay(rm, data, point, vectors, groups, true, -1, geoms, distances, normals, RAYS, 1e10),
        },
      ],
    ]
  }

  delete(): void {
    for (const buffer of this.#buffers) buffer.delete()
    this.#reference.delete()
    this.#reference.model.delete()
  }
}
