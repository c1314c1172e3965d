import { checkType } from '../core/model/argumentChecks.ts'

/** Throws where options have a name that is not known. */
export function checkKnown(options: object, known: readonly string[]): void {
  checkType(typeof options === 'object' && options !== null, 'the options', options, 'an object')
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`unknown option '${name}'; there are ${known.join(', ')}`)
}

/** Throws unless a value can be the seed of random numbers. */
export function checkSeed(seed: number): void {
  checkType(Number.isSafeInteger(seed) && seed >= 0, 'the seed', seed, 'a nonnegative integer below 2⁵³')
}

/** Throws unless a value counts steps, or is infinite. */
export function checkTimeLimit(name: string, limit: number): void {
  const counts = limit === Infinity || (Number.isInteger(limit) && limit > 0)
  checkType(counts, name, limit, 'a positive integer, or Infinity')
}
