/** The array and the enumeration that `idioms.mjs` imports. */
export const imported = new Float64Array(64)
export const Kind = { plane: 0, sphere: 2, box: 6 }
