/** Whether all cases are run: `npm run test:long`. */
const isLong = process.env['KINETREE_LONG'] === '1'

/** How many damaged inputs are tried: all of them in the long run, the first fifth otherwise. */
export function fuzzRuns(all: number): number {
  return isLong ? all : Math.ceil(all / 5)
}
