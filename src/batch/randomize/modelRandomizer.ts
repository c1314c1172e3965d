import { Data } from '../../core/data/data.ts'
import { normalize4 } from '../../core/math/quat.ts'
import { normalize3 } from '../../core/math/vec3.ts'
import { checkType, kindOf } from '../../core/model/argumentChecks.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Random } from '../../core/random/philox.ts'
import { setConst } from '../../format/mjcf/compile/constants/setConst.ts'
import { refreshBounds } from '../../physics/collision/refreshGeoms.ts'
import { CheckedDistribution, type Distribution, DrawMode } from './distribution.ts'
import { BOUNDS, CONSTANTS } from './fields.ts'
import { checkLimits, limitsOf, outcome, type Varying } from './limits.ts'
import { LOOSE_CONSTANTS, looseNumber, STATISTICS, setLooseNumber } from './looseNumbers.ts'
import { ModelPatch } from './modelPatch.ts'
import { findTarget, refusal, type Target } from './targets.ts'

/**
 * Numbers of a model that differ between environments, by name, and how each varies: `body_mass` (of all bodies),
 * `body_mass(torso)`, `geom_friction(foot*)[0]`, `actuator_gainprm(hip)[0:2]`, `opt.gravity[2]`.
 */
export type Randomization = Readonly<Record<string, Distribution>>

/**
 * Gives environments models of their own. A sample holds the draws of an environment. A patch holds all numbers of the
 * model that can differ between environments: those that vary, and what follows from them. Environments take turns on
 * one model; `apply` writes the patch of the next one.
 *
 * A model with a patch has the bits of a model that was loaded, changed, and brought up to date by `refreshBounds` and
 * `setConst`, but for two things. Statistics that the model gives stay as given. Positive numbers in
 * `actuator_biasprm` stay numbers: they are not taken for damping ratios.
 *
 * A body keeps its shape and its distribution of mass: with `body_mass`, `body_inertia` changes by the same factor,
 * unless it varies itself. Sizes of geoms do not change masses.
 */
export class ModelRandomizer {
  /** Names of the draws, in the order of samples: `body_mass(torso)`; the key, where one draw decides several numbers. */
  readonly names: readonly string[]
  /** Numbers drawn for an environment. */
  readonly sampleSize: number
  /** Numbers of the model that can differ between environments. */
  readonly patchSize: number
  /** Arrays of the model that these are in. */
  readonly fields: readonly string[]
  /** These numbers, but for zeros that stay zero: `body_mass`, or `body_mass[3]` where not all of an array are. */
  readonly varying: readonly string[]

  readonly #numbers: readonly Varying[]
  readonly #distributions: readonly CheckedDistribution[]
  readonly #massive: readonly Massive[]
  readonly #unit: readonly UnitRow[]
  readonly #hasConstants: boolean
  readonly #hasBounds: boolean
  readonly #patch: ModelPatch
  /** The patch of the model as it was. */
  readonly #original: Float64Array
  /** Statistics that the model gives. */
  readonly #given: readonly number[]

  /** @param m the model as it is without randomization; it is left as it was */
  constructor(m: Model, randomization: Randomization) {
    checkType(m?.opt !== undefined, 'the model of a randomization', m, 'a Model, as loadModel gives it')
    if (typeof randomization !== 'object' || randomization === null || Array.isArray(randomization))
      throw new TypeError(
        `the randomization is ${kindOf(randomization)}; expected an object of distributions by name, ` +
          "such as { 'body_mass(torso)': { uniform: [0.8, 1.2], scale: true } }",
      )
    const names: string[] = []
    const numbers: Varying[] = []
    const distributions: CheckedDistribution[] = []
    const targets = Object.entries(randomization).map(([key, given]) => {
      const target = findTarget(m, key)
      const distribution = new CheckedDistribution(key, given)
      addDraws(target, distribution, names, distributions, numbers)
      return target
    })
    refuseOverlaps(numbers)
    checkLimits(m, numbers)

    this.names = names
    this.sampleSize = names.length
    this.#numbers = numbers
    this.#distributions = distributions
    this.#massive = massiveOf(m, numbers)
    this.#unit = unitRowsOf(m, numbers)
    this.#hasConstants = targets.some(({ consequence }) => consequence === 'constants' || consequence === 'both')
    this.#hasBounds = targets.some(({ consequence }) => consequence === 'bounds' || consequence === 'both')
    const changing = this.#changing(m)
    this.fields = [...changing.keys()].filter((name) => name !== 'loose')
    this.varying = this.fields.flatMap((name) => this.#varyingOf(m, name, changing.get(name)!))
    this.#patch = new ModelPatch(m, changing)
    this.patchSize = this.#patch.size
    this.#original = new Float64Array(this.patchSize)
    this.#patch.read(m, this.#original, 0)
    this.#given = this.#hasConstants ? this.#givenStatistics(m) : []
  }

  /** Draws numbers for an environment into samples[o .. o + sampleSize). */
  sample(random: Random, samples: Float64Array, o: number): void {
    for (let i = 0; i < this.sampleSize; i++) samples[o + i] = this.#distributions[i].draw(random)
  }

  /**
   * Sets the model to the numbers of a sample, computes what follows from them, and stores the patch.
   * @param m the model of the constructor or a copy of it, with any patch
   * @param d a state of it to compute with; reset it, or set all of its state, before stepping it
   * @throws RangeError for a sample that the model cannot have
   */
  derive(m: Model, d: Data, samples: Float64Array, s: number, patch: Float64Array, o: number): void {
    this.restore(m)
    for (const number of this.#numbers) setNumber(m, number, samples[s + number.draw])
    for (const { body, mass, inertia } of this.#massive) {
      const factor = m.body_mass[body] / mass
      for (let k = 0; k < 3; k++) m.body_inertia[3 * body + k] = inertia[k] * factor
    }
    for (const { array, start, length } of this.#unit) {
      const values = m[array as keyof Model] as unknown as Float64Array
      if (length === 4) normalize4(values, start)
      else normalize3(values, start)
    }
    if (this.#hasBounds) refreshBounds(m)
    if (this.#hasConstants) this.#setConstants(m, d)
    this.#patch.read(m, patch, o)
  }

  /** Writes a patch into the model of the constructor, or into a copy of it. Allocates nothing. */
  apply(m: Model, patch: Float64Array, o: number): void {
    this.#patch.write(m, patch, o)
  }

  /** Writes the original numbers back. */
  restore(m: Model): void {
    this.#patch.write(m, this.#original, 0)
  }

  #setConstants(m: Model, d: Data): void {
    const biasprm = m.actuator_biasprm.slice()
    placeMocapBodies(m, d)
    setConst(m, d)
    m.actuator_biasprm.set(biasprm)
    const statistics = this.#given
    for (let k = 0; k < statistics.length; k += 2) setLooseNumber(m, statistics[k], statistics[k + 1])
  }

  /** Statistics that `setConst` would not give, as pairs of place and number. */
  #givenStatistics(m: Model): readonly number[] {
    const before = STATISTICS.map((place) => looseNumber(m, place))
    const biasprm = m.actuator_biasprm.slice()
    setConst(m, new Data(m))
    const given = STATISTICS.flatMap((place, k) => (looseNumber(m, place) === before[k] ? [] : [place, before[k]]))
    m.actuator_biasprm.set(biasprm)
    this.restore(m)
    return given
  }

  #varyingOf(m: Model, name: string, changing: ReadonlySet<number>): string[] {
    const zeros = new Set<number>()
    for (const { value, distribution, places } of this.#numbers)
      for (const { array, index } of places)
        if (array === name && value === 0 && distribution.mode === DrawMode.scale) zeros.add(index)
    const varying = [...changing].filter((index) => !zeros.has(index))
    const { length } = m[name as keyof Model] as unknown as Float64Array
    return varying.length === length ? [name] : varying.map((index) => `${name}[${index}]`)
  }

  /** All numbers that can change, by array. */
  #changing(m: Model): ReadonlyMap<string, ReadonlySet<number>> {
    const changing = new Map<string, Set<number>>()
    const add = (array: string, first: number, end: number): void => {
      const indices = changing.get(array) ?? new Set()
      for (let i = first; i < end; i++) indices.add(i)
      changing.set(array, indices)
    }
    for (const { places } of this.#numbers) for (const { array, index } of places) add(array, index, index + 1)
    for (const { body } of this.#massive) add('body_inertia', 3 * body, 3 * body + 3)
    for (const { array, start, length } of this.#unit) add(array, start, start + length)
    if (this.#hasConstants) {
      for (const name of CONSTANTS) add(name, 0, m[name].length)
      for (const place of LOOSE_CONSTANTS) add('loose', place, place + 1)
    }
    if (this.#hasBounds)
      for (const name of BOUNDS) add(name, 0, name === 'bvh_aabb' ? 6 * bodyNodes(m) : m[name].length)
    return changing
  }
}

/** Puts mocap bodies where a reset does: constants are those of the reference pose. */
function placeMocapBodies(m: Model, d: Data): void {
  for (let body = 0; body < m.nbody; body++) {
    const id = m.body_mocapid[body]
    if (id < 0) continue
    d.mocap_pos.set(m.body_pos.subarray(3 * body, 3 * body + 3), 3 * id)
    d.mocap_quat.set(m.body_quat.subarray(4 * body, 4 * body + 4), 4 * id)
  }
}

/** Assigns draws to the numbers of a target: one each, one for an object, or one for all. */
function addDraws(
  { key, field, numbers }: Target,
  distribution: CheckedDistribution,
  names: string[],
  distributions: CheckedDistribution[],
  varying: Varying[],
): void {
  const { shared } = distribution
  let owner: number | undefined
  for (const [i, number] of numbers.entries()) {
    const isNew = shared === undefined || i === 0 || (shared === 'object' && number.object !== owner)
    owner = number.object
    if (isNew) {
      names.push(shared === undefined ? number.name : shared === true ? key : nameOfObject(number.name, field))
      distributions.push(distribution)
    }
    varying.push({ ...number, key, distribution, draw: names.length - 1 })
  }
}

/** The name of a number without its index. */
function nameOfObject(name: string, field: string): string {
  return name.endsWith(']') && name.length > field.length ? name.slice(0, name.lastIndexOf('[')) : name
}

function refuseOverlaps(numbers: readonly Varying[]): void {
  const keys = new Map<string, string>()
  for (const { key, name, places } of numbers) {
    for (const { array, index } of places) {
      const other = keys.get(`${array}[${index}]`)
      if (other !== undefined)
        throw refusal(key, `${name} varies already by '${other}'`, 'name the objects, so that none is in both')
      keys.set(`${array}[${index}]`, key)
    }
  }
}

/** Sets a number to what a draw makes of it. */
function setNumber(m: Model, number: Varying, draw: number): void {
  const x = outcome(number.distribution.mode, number.value, draw)
  const [least, most] = limitsOf(number)
  if (!(Number.isFinite(x) && x >= least && x <= most))
    throw new RangeError(`the sample ${draw} makes ${number.name} ${x}, which the model cannot have`)
  for (const { array, index, factor } of number.places) {
    if (array === 'loose') setLooseNumber(m, index, x)
    else (m[array as keyof Model] as unknown as Float64Array)[index] = factor * x
  }
}

/** A body whose inertia follows its mass. */
interface Massive {
  readonly body: number
  /** In the model. */
  readonly mass: number
  readonly inertia: Float64Array
}

function massiveOf(m: Model, numbers: readonly Varying[]): Massive[] {
  const own = new Set(numbers.filter(({ rule }) => rule === 'inertia').map(({ object }) => object))
  return numbers
    .filter(({ places, object }) => places[0].array === 'body_mass' && !own.has(object))
    .map(({ object }) => ({
      body: object,
      mass: m.body_mass[object],
      inertia: m.body_inertia.slice(3 * object, 3 * object + 3),
    }))
}

/** Three or four numbers that have length 1. */
interface UnitRow {
  readonly array: string
  readonly start: number
  readonly length: 3 | 4
}

/** Quaternions, axes, and directions that vary. */
function unitRowsOf(m: Model, numbers: readonly Varying[]): UnitRow[] {
  const rows = new Map<string, UnitRow>()
  for (const { rule, object, places } of numbers) {
    if (rule !== 'unit') continue
    const { array, index } = places[0]
    const row = array.startsWith('qpos') ? quaternionOf(m, array, object, index) : rowAt(array, index)
    if (row !== undefined) rows.set(`${row.array}[${row.start}]`, row)
  }
  return [...rows.values()]
}

function rowAt(array: string, index: number): UnitRow {
  const length = array.endsWith('quat') ? 4 : 3
  return { array, start: index - (index % length), length }
}

/** The quaternion of a ball or free joint that a position belongs to. */
function quaternionOf(m: Model, array: string, joint: number, index: number): UnitRow | undefined {
  const type = m.jnt_type[joint]
  if (type !== JointType.ball && type !== JointType.free) return undefined
  const start = m.jnt_qposadr[joint] + (type === JointType.free ? 3 : 0)
  return index < start ? undefined : { array, start, length: 4 }
}

/** Nodes of the bounding volume hierarchies of bodies, which come before those of meshes. */
function bodyNodes(m: Model): number {
  return m.body_bvhnum.reduce((sum, count) => sum + count, 0)
}
