/** What the module `measure.mjs` imports: an array, and an enumeration. */
export const imported = new Float64Array(64)
export const Kind = { plane: 0, sphere: 2, box: 6 }
