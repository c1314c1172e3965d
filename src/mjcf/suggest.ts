/** Help for misspelt names. */

/**
 * The name closest to `wrong`, by the number of letters to insert, remove, change or swap; undefined when none is
 * close enough to be meant.
 */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  // a third of the letters may be wrong
  let least = Math.max(1, Math.floor(wrong.length / 3)) + 1
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase())
    if (distance < least) {
      least = distance
      best = name
    }
  }
  return best
}

/** `did you mean 'x'?`, or nothing. */
export function didYouMean(wrong: string, names: Iterable<string>): string | undefined {
  const name = nearest(wrong, names)
  return name === undefined ? undefined : `did you mean '${name}'?`
}

/** The names as a list for a message; undefined when there are too many to read. */
export function listed(names: readonly string[], most = 12): string | undefined {
  return names.length > 0 && names.length <= most ? names.join(', ') : undefined
}

/** Text as it is shown in a message: quoted, and cut when long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
}

/** Least number of insertions, removals, changes and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(change, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
