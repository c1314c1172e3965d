/** Scratch: a double and its bits, lower word first. */
export const doubleWord = new Float64Array(1)
export const doubleBits = new Uint32Array(doubleWord.buffer)

/** A double with its lower 32 bits cleared. */
export function withoutLowWord(x: number): number {
  doubleWord[0] = x
  doubleBits[0] = 0
  return doubleWord[0]
}
