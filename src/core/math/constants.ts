/** Largest magnitude of a number of a state, control or length: mjMAXVAL. Anything beyond it, and NaN, is bad. */
export const MAXVAL = 1e10

/** The smallest number to divide by, and the smallest length of a vector that has a direction. MuJoCo: mjMINVAL. */
export const MINVAL = 1e-15

/** Scratch: a double and its bits, lower word first. */
export const doubleWord: Float64Array = new Float64Array(1)
export const doubleBits: Uint32Array = new Uint32Array(doubleWord.buffer)
