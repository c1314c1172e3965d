/**
 * The judge: compares this engine with the official build of MuJoCo, number by number. It is not part of the engine;
 * the tests and `kinetree compare` use it. The caller loads the reference and passes it in.
 */

export { type ContactRollout, compareContactRollout, judgeContactRollout } from './compareContactRollout.ts'
export { compareContacts, type PairResult, pairLine, pairMatches } from './compareContacts.ts'
export { compareData, type DataOptions } from './compareData.ts'
export { compareModel } from './compareModel.ts'
export { type Checkpoint, compareRollout, type RolloutOptions, type RolloutResult } from './compareRollout.ts'
export { type Disturbance, followSleep, type Sleeper, type SleepVerdict } from './compareSleep.ts'
export { compareSolver, type SolverVerdict, solverReport, solverTotals } from './compareSolver.ts'
export { type FieldResult, fieldLine, matches } from './fields.ts'
export type { FileLookup } from './files.ts'
export { type JudgeOptions, judge, type Outcome, type Subject, type Verdict } from './judge.ts'
export {
  type CollisionStage,
  type ContactDifference,
  type ContactTally,
  type ContactVerdict,
  contactReport,
  judgeContacts,
  pairsLine,
  totalOf,
} from './judgeContacts.ts'
export {
  type ModelFiles,
  modelFromReference,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
  RefusedByReference,
} from './reference.ts'
export { ContactList, type Contacts, listOf, referenceContacts } from './referenceContacts.ts'
export { type Counts, countsOf, reportJson, reportTable, summaryLine } from './report.ts'
