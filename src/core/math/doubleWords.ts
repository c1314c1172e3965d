/** Scratch: a double and its bits, lower word first. */
export const doubleWord = new Float64Array(1)
export const doubleBits = new Uint32Array(doubleWord.buffer)
