import { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { ContactBuffer } from '../../src/physics/collision/contact/contactBuffer.ts'
import type { PairFunction } from '../../src/physics/collision/pair/pairTable.ts'
import { kinematics } from '../../src/physics/kinematics/kinematics.ts'

/** A contact as a test looks at it. */
export interface TouchPoint {
  readonly dist: number
  readonly pos: number[]
  readonly normal: number[]
  readonly tangent: number[]
}

/** Two geoms, each fixed where its attributes say; a pair function looks at them. */
export class TwoGeoms {
  readonly m: Model
  readonly d: Data
  /** Attributes of the two geoms. */
  readonly first: string
  readonly second: string
  readonly #collide: PairFunction
  readonly #touch = new ContactBuffer()

  /** @param before elements that belong before the geoms: assets, options */
  constructor(collide: PairFunction, first: string, second: string, before = '') {
    this.m = loadModel(`<mujoco>${before}<worldbody><geom ${first}/><geom ${second}/></worldbody></mujoco>`)
    this.d = new Data(this.m)
    this.first = first
    this.second = second
    this.#collide = collide
    kinematics(this.m, this.d)
  }

  /** Contacts within a margin, from the first geom to the second or, swapped, the other way round. */
  contacts(margin = 0, swapped = false): TouchPoint[] {
    const contacts = this.#touch
    contacts.margin[0] = margin
    contacts.count = 0
    this.#collide(this.m, this.d, swapped ? 1 : 0, swapped ? 0 : 1, contacts)
    return Array.from({ length: contacts.count }, (_, i) => ({
      dist: contacts.dist[i],
      pos: vector(contacts.pos, i),
      normal: vector(contacts.normal, i),
      tangent: vector(contacts.tangent, i),
    }))
  }
}

/** The contacts of two geoms that are fixed where their attributes say. */
export function contactsOf(collide: PairFunction, first: string, second: string, margin = 0): TouchPoint[] {
  return new TwoGeoms(collide, first, second).contacts(margin)
}

/** Without negative zeros, and without the last digits. */
function vector(array: Float64Array, i: number): number[] {
  return Array.from(array.subarray(3 * i, 3 * i + 3), (x) => Math.round(x * 1e12) / 1e12 + 0)
}

/** Positions in the order of their coordinates, for contacts whose order does not matter. */
export function places(contacts: readonly TouchPoint[]): number[][] {
  return contacts.map(({ pos }) => pos).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
}
