/**
 * Elementary functions with the same bits on every JavaScript engine. `+ - * /` and `Math.sqrt` are exact by
 * the language's definition; `Math.sin` and similar functions are not, and differ between browsers. All code that runs
 * in a simulation takes its functions from here instead.
 *
 * All but `log` and `tanhInPlace` also have the bits of the reference's C library, musl, so that poses have the
 * reference's bits. Their errors are below one unit in the last place.
 */
export { acos, asin, atan2, atan2InPlace } from './arcs.ts'
export { tanhInPlace } from './hyperbolic.ts'
export { exp, expInPlace, log, logInPlace, pow, powInPlace } from './powers.ts'
export { cos, sin, sinCosInPlace, tanInPlace } from './sine.ts'
