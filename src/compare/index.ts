/**
 * The live judge: compares this engine with the official build of MuJoCo, number by number. Not part of the engine;
 * the tests and `kinetree compare` use it. Whoever calls loads the reference and hands it in.
 */
export { compareContacts, type PairResult, pairLine, pairMatches } from './compareContacts.ts'
export { compareData, type DataOptions } from './compareData.ts'
export { compareModel } from './compareModel.ts'
export { type Checkpoint, compareRollout, type RolloutOptions, type RolloutResult } from './compareRollout.ts'
export { type FieldResult, matches } from './fields.ts'
export type { FileLookup } from './files.ts'
export { type JudgeOptions, judge, type Outcome, type Subject, type Verdict } from './judge.ts'
export {
  type CollisionStage,
  type ContactDifference,
  type ContactTally,
  type ContactVerdict,
  contactReport,
  judgeContacts,
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
export { type Counts, countsOf, fieldLine, reportJson, reportTable, summaryLine } from './report.ts'
