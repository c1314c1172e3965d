import { Data, type DataMemory } from '../core/data/data.ts'
import type { EffectiveInertia } from '../core/data/effectiveInertia.ts'
import { LdlFactor, SparseSymmetric } from '../core/math/sparseSymmetric.ts'
import { Arena, type ArenaMemory } from '../core/memory/arena.ts'
import { ModelSizes, SIZE_NAMES } from '../core/model/fields/modelSizes.ts'
import { Model } from '../core/model/model.ts'
import { usesImplicitInertia } from '../core/model/option.ts'
import type { DualProblem } from '../physics/solver/dual/dualProblem.ts'
import { IslandResults } from '../physics/solver/island/islandResults.ts'
import type { Problem } from '../physics/solver/problem/primalProblem.ts'

/** What workers need to solve islands of a state: the structure of the model, and memory locations. */

/** What solvers read of a model. None of it changes during a simulation. */
const STRUCTURE = [
  'M_rowadr',
  'M_rownnz',
  'M_colind',
  'dof_parentid',
  'dof_treeid',
  'tree_dofadr',
  'tree_dofnum',
] as const

type Structure = Record<(typeof STRUCTURE)[number], Int32Array>

export interface StructureMessage {
  readonly sizes: Readonly<Record<string, number>>
  readonly arrays: Structure
}

/** The structure of a model, in memory that all workers share. */
export function structureMessage(m: Model): StructureMessage {
  const arrays: Partial<Structure> = {}
  for (const name of STRUCTURE) {
    const array = new Int32Array(new SharedArrayBuffer(m[name].byteLength))
    array.set(m[name])
    arrays[name] = array
  }
  return { sizes: Object.fromEntries(SIZE_NAMES.map((name) => [name, m[name]])), arrays: arrays as Structure }
}

/** A model that has this structure and nothing else. */
export function structureModel({ sizes, arrays }: StructureMessage): Model {
  const m = new Model(Object.assign(new ModelSizes(), sizes), new Arena())
  return Object.assign(m, arrays)
}

const DUAL = [
  'Y_rowadr',
  'Y_rownnz',
  'Y_colind',
  'Y',
  'blockOfRow',
  'blockMatrix',
  'u',
] as const satisfies readonly (keyof DualProblem)[]

/** Current memory locations. */
export interface MemoryMessage {
  readonly generation: number
  readonly data: DataMemory
  /** M a and J a − aref at which the problem of all islands has been evaluated. */
  readonly Ma: Float64Array
  readonly jar: Float64Array
  readonly dual: Pick<DualProblem, (typeof DUAL)[number]>
  /** Undefined: M. */
  readonly effectiveInertia: Pick<EffectiveInertia, 'H' | 'factor' | 'preconditioner' | 'force'> | undefined
  readonly list: Int32Array
  readonly results: { readonly capacity: number; readonly records: Int32Array; readonly statistics: Float64Array }
}

/** Everything whose memory may be replaced between steps, on the stepping thread. */
export interface PoolState {
  readonly m: Model
  readonly d: Data
  readonly whole: Problem
  readonly dual: DualProblem
  readonly list: Int32Array
  readonly results: IslandResults
}

/** Message to workers when memory has been replaced. */
export function memoryMessage(generation: number, { d, whole, dual, list, results }: PoolState): MemoryMessage {
  return {
    generation,
    data: d.memory,
    Ma: whole.Ma,
    jar: whole.jar,
    dual: pick(dual, DUAL),
    effectiveInertia: d.effectiveInertia.implicit ? viewOf(d.effectiveInertia) : undefined,
    list,
    results: { capacity: results.capacity, records: results.records, statistics: results.statistics },
  }
}

/** Whether workers that received a message have all current locations. */
export function isCurrent(message: MemoryMessage, { d, whole, dual, list, results }: PoolState): boolean {
  const { data, effectiveInertia: told } = message
  const { contacts, constraints, jacobian } = data
  if (!isOver(contacts, d.contactArena) || !isOver(constraints, d.efcArena)) return false
  if (!isOver(jacobian, d.jacobianArena)) return false
  if (message.Ma !== whole.Ma || message.jar !== whole.jar) return false
  if (message.list !== list || message.results.records !== results.records) return false
  const known = message.dual
  if (known.u !== dual.u || known.Y !== dual.Y || known.Y_rowadr !== dual.Y_rowadr) return false
  const { implicit, H, preconditioner } = d.effectiveInertia
  if (!implicit) return true
  return told !== undefined && told.H.values === H.values && told.preconditioner.values === preconditioner.values
}

/** Whether an arena is laid over this memory; where it is part of a buffer, a state has one place in it. */
function isOver(memory: ArenaMemory, { buffer }: Arena): boolean {
  return ('buffer' in memory ? memory.buffer : memory) === buffer
}

/** State and solver memory on a worker. */
export function poolState(m: Model, message: MemoryMessage, whole: Problem, dual: DualProblem): PoolState {
  const d = new Data(m, message.data)
  whole.Ma = message.Ma
  whole.jar = message.jar
  Object.assign(dual, message.dual)
  const { capacity } = message.results
  return { m, d, whole, dual, list: message.list, results: new IslandResults(capacity, message.results) }
}

/** Sets the effective inertia of a worker's state to that of the stepping thread. */
export function takeEffectiveInertia({ m, d }: PoolState, message: MemoryMessage, joinsTrees: boolean): void {
  const { effectiveInertia } = d
  const given = message.effectiveInertia
  if (!given || !usesImplicitInertia(m)) {
    effectiveInertia.setToM(d)
    return
  }
  effectiveInertia.H.view(given.H)
  effectiveInertia.factor.view(given.factor)
  effectiveInertia.preconditioner.view(given.preconditioner)
  effectiveInertia.force = given.force
  effectiveInertia.implicit = true
  effectiveInertia.joinsTrees = joinsTrees
}

/** The arrays as they are now. */
function viewOf({ H, factor, preconditioner, force }: EffectiveInertia): MemoryMessage['effectiveInertia'] {
  return {
    H: new SparseSymmetric(H, H.values),
    factor: new LdlFactor(factor, factor.values, factor.diagInv),
    preconditioner: new LdlFactor(preconditioner, preconditioner.values, preconditioner.diagInv),
    force,
  }
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}
