/** Longer words get no suggestion, and of many candidates only so many are compared: hints must cost nothing. */
const SUGGESTED = { characters: 80, candidates: 20_000 } as const

/** `did you mean 'x'?` for the candidate nearest to a misspelled word; undefined when none is near. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > SUGGESTED.characters) return undefined
  const lower = word.toLowerCase()
  let nearest: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  let compared = 0
  for (const candidate of candidates) {
    if (candidate === '' || Math.abs(candidate.length - word.length) >= least) continue
    if (++compared > SUGGESTED.candidates) break
    const distance = editDistance(lower, candidate.toLowerCase(), least)
    if (distance >= least || distance >= Math.max(word.length, candidate.length)) continue
    least = distance
    nearest = candidate
  }
  return nearest === undefined ? undefined : `did you mean '${nearest}'?`
}

/**
 * Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps (https://doi.org/10.1145/363958.363994).
 * @param most distances from here on need not be exact
 */
function editDistance(a: string, b: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2] + 1)
      row.push(least)
      smallest = Math.min(smallest, least)
    }
    // no row below can be smaller, except by a swap across this one
    if (smallest > most) return smallest
    before = above
    above = row
  }
  return above[b.length]
}
