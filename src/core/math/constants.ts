/** Largest magnitude of a number of a state, control or length: mjMAXVAL. Anything beyond it, and NaN, is bad. */
export const MAXVAL = 1e10
