import type { UnstoredFields } from '../../core/data/stageKernels.ts'

/** A field that lean steps do not store, or the entries that they do not store: plain data. */
export interface UnstoredField {
  readonly name: string
  /** From the start of the state, bytes. */
  readonly byteOffset: number
  readonly length: number
  readonly entries: readonly number[] | undefined
}

/** What lean steps of a state do not store: NaN, until another pass writes it. */
export class LeanState implements UnstoredFields {
  readonly #fields: readonly { readonly values: Float64Array; readonly entries: readonly number[] | undefined }[]
  #isWritten = true

  constructor(fields: readonly UnstoredField[], memory: ArrayBufferLike, address: number) {
    this.#fields = fields.map(({ byteOffset, length, entries }) => ({
      values: new Float64Array(memory, address + byteOffset, length),
      entries,
    }))
  }

  noteWritten(): void {
    this.#isWritten = true
  }

  forget(): void {
    if (!this.#isWritten) return
    this.#isWritten = false
    for (const { values, entries } of this.#fields) {
      if (entries === undefined) values.fill(Number.NaN)
      else for (const entry of entries) values[entry] = Number.NaN
    }
  }
}
