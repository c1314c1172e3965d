import { ModelError } from '../../../src/core/model/errors.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import { collision } from '../../../src/physics/collision/collision.ts'
import { compareSensors } from '../../../tools/compare/compareSensors.ts'
import { compareSteps } from '../../../tools/compare/compareSteps.ts'
import { contactStates } from '../../../tools/compare/contactStates.ts'
import {
  type ContactVerdict,
  compareData,
  compareModel,
  compareSolver,
  fieldLine,
  judgeContactRollout,
  judgeContacts,
  type ModelFiles,
  matches,
  modelFromReference,
  ReferenceModel,
  type ReferenceModule,
  RefusedByReference,
} from '../../../tools/compare/index.ts'
import { fileOf, type Robot } from '../../../tools/robots/robot.ts'
import { afterSaving } from '../support/roundTrip.ts'

/** What a robot is examined for, in this order. */
export const AREAS = ['loading', 'fields', 'state', 'contacts', 'solver', 'sensors', 'rollout', 'saving'] as const
export type Area = (typeof AREAS)[number]

/** A difference between the engines. */
export interface Finding {
  readonly area: Area
  readonly text: string
}

/** What came out for a robot. */
export interface Examination {
  readonly robot: Robot
  /** Both engines load it, or both refuse it; otherwise there is a finding about loading. */
  readonly loaded: boolean
  /** What was said by who refuses it. */
  readonly message: string
  readonly findings: readonly Finding[]
  /** Areas that were reached. */
  readonly examined: readonly Area[]
  readonly contacts: ContactVerdict | undefined
}

/** Steps of the rollout. */
const STEPS = 40
/** Lines of an area. */
const MOST = 4

/**
 * Loads a robot in both engines and compares everything.
 * @param areas what to look at, besides loading
 */
export function examine(mj: ReferenceModule, robot: Robot, areas: readonly Area[] = AREAS): Examination {
  const ours = load(robot)
  const reference = loadInReference(mj, robot)
  const empty = { robot, message: '', findings: [], examined: ['loading'], contacts: undefined } as const
  try {
    if (typeof ours !== 'string' && reference instanceof ReferenceModel) return compare(robot, ours, reference, areas)
    const message = typeof ours === 'string' ? ours : String(reference)
    if (typeof ours === 'string' && !(reference instanceof ReferenceModel)) {
      const text = ours.startsWith(NO_MODEL_ERROR) ? [{ area: 'loading', text: ours } as const] : []
      return { ...empty, loaded: false, message: `${ours} | ${reference}`, findings: text }
    }
    const who = typeof ours === 'string' ? 'refused by us alone' : 'accepted by us alone'
    return { ...empty, loaded: false, message, findings: [{ area: 'loading', text: `${who}: ${message}` }] }
  } finally {
    if (reference instanceof ReferenceModel) reference.delete()
  }
}

/** Starts the text about an error that is not for users. */
const NO_MODEL_ERROR = 'not a ModelError:'

function load(robot: Robot): Model | string {
  try {
    return loadModel(String(fileOf(robot, robot.path, 'ours')), {
      files: (path) => fileOf(robot, path, 'ours'),
      fileName: robot.path,
    })
  } catch (error) {
    if (error instanceof ModelError) return error.message
    return `${NO_MODEL_ERROR} ${error instanceof Error ? error.stack : error}`
  }
}

function loadInReference(mj: ReferenceModule, robot: Robot): ReferenceModel | string {
  try {
    return new ReferenceModel(mj, { path: robot.path, files: (path) => fileOf(robot, path, 'reference') })
  } catch (error) {
    if (error instanceof RefusedByReference) return error.message
    throw error
  }
}

function compare(robot: Robot, m: Model, reference: ReferenceModel, areas: readonly Area[]): Examination {
  const findings: Finding[] = []
  const examined: Area[] = ['loading']
  let contacts: ContactVerdict | undefined
  const look = (area: Area, compared: () => readonly string[]) => {
    if (!areas.includes(area)) return
    examined.push(area)
    for (const text of compared().slice(0, MOST)) findings.push({ area, text })
  }
  const fields = compareModel(m, reference)
  look('fields', () => fields.filter((field) => !matches(field)).map(fieldLine))
  if (fields.every(({ error }) => Number.isFinite(error))) {
    look('state', () => {
      const different = stateDifferences(m, reference)
      return different.length > 0 && m.nmesh > 0
        ? stateDifferences(modelFromReference(reference), reference)
        : different
    })
    look('contacts', () => {
      contacts = judgeContacts(collision, m, reference, { states: contactStates(m, 1, 2) })
      return contacts.differences.map(({ state, text }) => `${state}: ${text}`)
    })
  }
  if (fields.every(({ error }) => Number.isFinite(error)) && m.nv > 0) {
    look('solver', () => compareSolver(m, reference, contactStates(m, 1, 1).slice(1, 2)).differences)
    look('sensors', () => (m.nsensor > 0 ? compareSensors(m, reference, contactStates(m, 1, 1)).differences : []))
    // one that strays is followed step by step: contacts are judged above, and their differences may have reasons
    look('rollout', () =>
      judgeContactRollout(m, reference, STEPS).strayedAt === undefined
        ? []
        : compareSteps(m.nmesh > 0 ? modelFromReference(reference) : m, reference, STEPS).differences,
    )
  }
  const source: ModelFiles = { path: robot.path, files: (path) => fileOf(robot, path, 'ours') }
  look('saving', () => afterSaving(m, source).differences)
  return { robot, loaded: true, message: '', findings, examined, contacts }
}

/**
 * Fields of states that differ. Where there are meshes, a model filled with the numbers of the reference decides: its
 * compiled numbers are judged above, and two differences that are allowed there grow. A flat face of a hull may be cut
 * into other triangles, which are not exactly in a plane in single precision, so that a ray ends 1e-9 m elsewhere. And
 * axes of a mass that is almost symmetric turn by 1e-9 where its inertia is off by rounding.
 */
function stateDifferences(m: Model, reference: ReferenceModel): string[] {
  return compareData(m, reference, { states: 1 })
    .filter((field) => !matches(field))
    .map(fieldLine)
}
