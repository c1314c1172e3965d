import type { Model } from '../../../src/core/model/model.ts'
import type { ReferenceModel } from '../../../tools/compare/index.ts'
import type { CorpusModel } from '../support/corpus.ts'

/** A comparison that every model of a corpus goes through. It keeps what it finds until its tests look at it. */
export interface Check {
  readonly name: string
  /** Compares a model that is loaded in both engines. Options of both are as before afterwards. */
  readonly visit: (m: Model, reference: ReferenceModel, model: CorpusModel) => void
  /** What the visits found, in words. */
  readonly report: () => string
  /** Registers the tests about what the visits found. */
  readonly test: () => void
}

/** What came out for a model. */
export interface Judged<T> {
  readonly name: string
  readonly verdict: T
}

/** Options of a model that a check may change. */
const OPTIONS = ['disableflags', 'enableflags', 'integrator', 'tolerance'] as const

/** Runs `use`, which may change options, and puts them back in both engines. */
export function keepingOptions<T>(m: Model, reference: ReferenceModel, use: () => T): T {
  const both = [m.opt, reference.raw.opt]
  const before = both.map((opt) => OPTIONS.map((key) => [key, Reflect.get(opt, key)] as const))
  try {
    return use()
  } finally {
    both.forEach((opt, i) => {
      for (const [key, value] of before[i]) Reflect.set(opt, key, value)
    })
  }
}
