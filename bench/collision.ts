import { comPos, Data, kinematics, loadModel, ModelError } from '../src/index.ts'
import { collision } from '../src/physics/collision/collision.ts'
import type { Pair } from '../tools/compare/compareData.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import { type Contest, measure, type Timing } from './measure.ts'
import { heap, type Scene } from './scenes.ts'

/** The collision stage alone, in both engines, on the same poses in turn. */
export class CollisionBench {
  readonly #pair: Pair
  readonly #poses: readonly Float64Array[]
  #turn = 0

  constructor(mj: ReferenceModule, { name, xml, poses }: Scene) {
    const m = loadModel(xml)
    const rm = new ReferenceModel(mj, xml)
    this.#pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
    this.#poses = poses(m)
    for (const _ of this.#poses) {
      this.#next()
      this.#collide()
      const [ours, reference] = this.contacts
      if (ours !== reference) throw new ModelError(`'${name}' has ${ours} contacts here, ${reference} in the reference`)
    }
  }

  /** Contacts in the present pose: ours, the reference's. */
  get contacts(): [number, number] {
    return [this.#pair.d.ncon, this.#pair.rd.raw.ncon]
  }

  get contest(): Contest {
    const { m, d, rd } = this.#pair
    return { prepare: () => this.#next(), ours: () => collision(m, d), reference: () => rd.call('mj_collision') }
  }

  /** Sets the next pose. */
  #next(): void {
    const { m, d, rd } = this.#pair
    const qpos = this.#poses[this.#turn++ % this.#poses.length]
    d.qpos.set(qpos)
    rd.set('qpos', qpos)
    kinematics(m, d)
    comPos(m, d)
    rd.call('mj_kinematics')
    rd.call('mj_comPos')
  }

  #collide(): void {
    const { m, d, rd } = this.#pair
    collision(m, d)
    rd.call('mj_collision')
  }

  delete(): void {
    this.#pair.rd.delete()
    this.#pair.rm.delete()
  }
}

export interface GrowthPoint extends Timing {
  readonly bodies: number
  readonly contacts: number
}

/** Sizes of heaps to measure. */
const SIZES = [50, 100, 200, 500, 1000, 2000, 5000] as const

/**
 * How the time of the collision stage grows with the number of bodies: heaps of boxes, each with as many neighbours.
 *
 * @param loadReference gives a fresh reference, because the memory of one only ever grows
 */
export async function measureGrowth(
  loadReference: () => Promise<ReferenceModule>,
  seconds: number,
  log: (point: GrowthPoint) => void,
): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = []
  for (const bodies of SIZES) {
    const bench = new CollisionBench(await loadReference(), heap(bodies))
    const timing = measure(bench.contest, seconds)
    const point = { bodies, contacts: bench.contacts[0], ...timing }
    bench.delete()
    points.push(point)
    log(point)
  }
  return points
}
