import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Whether counts/ is to be raised: KINETREE_UPDATE_COUNTS=1. */
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

/** Holds counts against those in counts/, which may only grow. */
export function holdCounts<T extends { readonly [K in keyof T]: number }>(file: string, of: T): void {
  const counts: Readonly<Record<string, number>> = { ...of }
  const url = new URL(`../counts/${file}.json`, import.meta.url)
  const recorded = JSON.parse(readFileSync(url, 'utf8')) as Record<string, number>
  const keys = Object.keys(counts)
  if (update) {
    const grown = keys.map((key) => [key, Math.max(counts[key], recorded[key] ?? 0)])
    writeFileSync(url, `${JSON.stringify(Object.fromEntries(grown), null, 2)}\n`)
  }
  for (const key of keys)
    expect(counts[key], `${key} in counts/${file}.json`).toBeGreaterThanOrEqual(recorded[key] ?? 0)
}
