import { type Attributes, individual, int, kept, reals, reference, required, text, within } from './attributes.ts'

/** Attributes of the elements that make copies of others: they are gone when the model is compiled. */

const name = individual(text())
const className = individual(text())

/** Most copies of one element; a model of more elements than is sensible is refused anyway. */
const MAX_COPIES = 1_000_000

export const replicate = {
  /** These have no meaning: copies are frames without a name, and their names get a suffix. */
  name: kept(name),
  prefix: kept(text()),
  childclass: className,
  count: required(within(-MAX_COPIES, MAX_COPIES, int(1))),
  /** From each copy to the next, in the frame of the former. */
  offset: reals(0, 0, 0),
  /** Turn from each copy to the next: angles of copy i are i times these. */
  euler: reals(0, 0, 0),
  /** Stands between a name and the number of the copy. */
  sep: text(),
}

export const attach = {
  model: reference('model'),
  body: reference('body'),
  frame: reference('frame'),
  prefix: required(text()),
}

export const modelAsset = { name, file: required(text()), content_type: kept(text()) }

export type ReplicateAttributes = Attributes<typeof replicate>
export type AttachAttributes = Attributes<typeof attach>
export type ModelAssetAttributes = Attributes<typeof modelAsset>
