import { ModelError } from '../core/model/errors.ts'

/** Why a file that a model names is not read although it may exist. */
export interface Refusal {
  readonly reason: string
  readonly suggestion?: string
}

/**
 * `loadModel` only learns that a file is missing. This replaces that error by the actual reason, at the same place in
 * the model.
 *
 * @param refusal of the last requested file; undefined if it was not refused
 */
export function explainRefusal(error: unknown, refusal: Refusal | undefined): unknown {
  if (refusal === undefined || !(error instanceof ModelError) || !error.missingFile) return error
  const { file, line = 1, column = 1, element = '', attribute } = error
  const source = file === undefined ? undefined : { file, line, column, element }
  return new ModelError(refusal.reason, { source, attribute, suggestion: refusal.suggestion })
}
