const LEAST = -(2 ** 31)
const MOST = 2 ** 31 - 1

/** The whole number that a number is: towards 0, the nearest that there is, and 0 for NaN. */
export function toWhole(x: number): number {
  return x < LEAST ? LEAST : x > MOST ? MOST : x | 0
}
