/** Pieces of error messages. */
export { suggestion } from '../../../core/model/suggestion.ts'

/** The names as a list for a message; undefined when there are none, or too many to read. */
export function listed(names: readonly string[], most = 12): string | undefined {
  return names.length > 0 && names.length <= most ? names.join(', ') : undefined
}

/** Text as it is shown in a message: quoted, and cut when long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
}
