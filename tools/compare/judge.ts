import { ModelError } from '../../src/core/model/errors.ts'
import type { Model } from '../../src/core/model/model.ts'
import { collision } from '../../src/physics/collision/collision.ts'
import { type ContactRollout, judgeContactRollout } from './compareContactRollout.ts'
import { compareData, type DataOptions } from './compareData.ts'
import { compareModel } from './compareModel.ts'
import { compareRollout, type RolloutOptions, type RolloutResult } from './compareRollout.ts'
import { compareSolver, type SolverVerdict } from './compareSolver.ts'
import { type FieldResult, matches } from './fields.ts'
import { type ContactVerdict, judgeContacts } from './judgeContacts.ts'
import { type ModelFiles, ReferenceModel, type ReferenceModule, RefusedByReference } from './reference.ts'

/**
 * Outcome for a model: both load it and agree or differ; ours does not support it yet; both reject it; only one rejects
 * it.
 */
export const OUTCOMES = [
  'matched',
  'different',
  'unsupported',
  'refused by both',
  'refused by us',
  'accepted by us',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Verdict {
  readonly name: string
  readonly outcome: Outcome
  /** The message of the engine that rejects the model. */
  readonly message?: string
  /** The element that is not supported yet, as `<tendon>`. */
  readonly element?: string
  /** Every field that was compared. */
  readonly model: readonly FieldResult[]
  readonly data: readonly FieldResult[]
  readonly rollouts: readonly RolloutResult[]
  /** Contacts, if requested. */
  readonly contacts?: ContactVerdict
  /** Solvers, and a simulation with contacts, if requested. */
  readonly constraints?: ConstraintVerdict
}

export interface ConstraintVerdict {
  readonly solver: SolverVerdict
  readonly rollout: ContactRollout
}

/** A model that both engines can be given. */
export interface Subject {
  readonly name: string
  /** Loads the model into our engine. */
  readonly load: () => Model
  /** The same model for the reference. */
  readonly source: string | ModelFiles
  /** Whether the reference loads it, where that is known: saves loading it there when ours does not. */
  readonly loadsInReference?: boolean
}

export interface JudgeOptions {
  readonly data?: DataOptions | false
  readonly rollouts?: readonly RolloutOptions[]
  /** Whether to compare contacts too, in states in which geoms touch. */
  readonly contacts?: boolean
  /** Whether to compare constraint rows and solvers too, and so many steps with all constraints. */
  readonly constraints?: { readonly steps: number }
  /** Called during rollouts with the part of them that is done, 0 to 1. */
  readonly progress?: (done: number) => void
  /** Called at the end with the model in both engines, for further comparisons without loading it again. */
  readonly afterward?: (m: Model, reference: ReferenceModel) => void
}

/** Loads a model in both engines and compares model, states and rollouts. */
export function judge(mj: ReferenceModule, subject: Subject, options: JudgeOptions = {}): Verdict {
  const empty = { name: subject.name, model: [], data: [], rollouts: [] }
  const ours = attempt(subject.load, ModelError)
  if (ours instanceof ModelError) {
    if (ours.unsupported) return { ...empty, outcome: 'unsupported', element: elementOf(ours), message: ours.message }
    const loads = subject.loadsInReference ?? loadsInReference(mj, subject)
    return { ...empty, outcome: loads ? 'refused by us' : 'refused by both', message: ours.message }
  }

  const reference = attempt(() => new ReferenceModel(mj, subject.source), RefusedByReference)
  if (reference instanceof RefusedByReference)
    return { ...empty, outcome: 'accepted by us', message: reference.message }
  try {
    const model = compareModel(ours, reference)
    const sameShape = model.every((result) => Number.isFinite(result.error))
    const data = sameShape && options.data !== false ? compareData(ours, reference, options.data) : []
    const wanted = sameShape ? (options.rollouts ?? []) : []
    const rollouts = wanted.map((rollout, i) => {
      const progress = (done: number) => options.progress?.((i + done) / wanted.length)
      return compareRollout(ours, reference, { ...rollout, progress })
    })
    const contacts = sameShape && options.contacts ? judgeContacts(collision, ours, reference) : undefined
    const constraints =
      sameShape && options.constraints && ours.nv > 0
        ? {
            solver: compareSolver(ours, reference),
            rollout: judgeContactRollout(ours, reference, options.constraints.steps),
          }
        : undefined
    const agree =
      model.every(matches) &&
      data.every(matches) &&
      rollouts.every((rollout) => rollout.matches) &&
      (contacts?.differences ?? []).length === 0 &&
      (constraints?.solver.differences ?? []).length === 0 &&
      constraints?.rollout.strayedAt === undefined
    const verdict = { ...empty, outcome: agree ? 'matched' : 'different', model, data, rollouts } as const
    options.afterward?.(ours, reference)
    return { ...verdict, ...(contacts ? { contacts } : {}), ...(constraints ? { constraints } : {}) }
  } finally {
    reference.delete()
  }
}

function loadsInReference(mj: ReferenceModule, { source }: Subject): boolean {
  const reference = attempt(() => new ReferenceModel(mj, source), RefusedByReference)
  if (reference instanceof RefusedByReference) return false
  reference.delete()
  return true
}

function elementOf(error: ModelError): string {
  return error.element === undefined ? error.reason : `<${error.element}>`
}

/** The value, or the error if it is of the expected kind; other errors are rethrown. */
function attempt<T, E extends Error>(run: () => T, Expected: new (...args: never[]) => E): T | E {
  try {
    return run()
  } catch (error) {
    if (error instanceof Expected) return error
    throw error
  }
}
