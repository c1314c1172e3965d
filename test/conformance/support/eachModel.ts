import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { ModelError } from '../../../src/core/model/errors.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import type { CorpusModel } from './corpus.ts'
import { quietReference } from './judging.ts'

/** Whether counts/ is to be raised: KINETREE_UPDATE_COUNTS=1. */
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

/** The memory of one instance of the reference only ever grows, so it serves only so many models. */
export const MODELS_PER_REFERENCE = 20

/** What came out for a model. */
export interface Judged<T> {
  readonly name: string
  readonly verdict: T
}

/**
 * Loads models one after the other in both engines, for as long as `use` takes. What does not load, and what `use` gives
 * no verdict on, is left out.
 */
export async function eachModel<T>(
  models: readonly CorpusModel[],
  use: (m: Model, reference: ReferenceModel, name: string) => T | undefined,
): Promise<Judged<T>[]> {
  const all: Judged<T>[] = []
  let mj: ReferenceModule | undefined
  for (const [i, { name, load, source, loadsInReference }] of models.entries()) {
    if (i % MODELS_PER_REFERENCE === 0) mj = await quietReference()
    const m = loadsInReference === false ? undefined : loaded(load)
    if (!m) continue
    const reference = new ReferenceModel(mj!, source)
    try {
      const verdict = use(m, reference, name)
      if (verdict !== undefined) all.push({ name, verdict })
    } finally {
      reference.delete()
    }
  }
  return all
}

function loaded(load: () => Model): Model | undefined {
  try {
    return load()
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

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
