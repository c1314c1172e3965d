import type { Box, NumberArray } from './box.ts'

/** Clips actions to the bounds of a space; returns `out`. */
export function clipActions(out: NumberArray, actions: ArrayLike<number>, { low, high }: Box): NumberArray {
  for (let i = 0; i < out.length; i++) out[i] = Math.min(Math.max(actions[i], low[i]), high[i])
  return out
}

/** Scales actions from the bounds of one space to those of another, also outside of them; returns `out`. */
export function rescaleActions(out: NumberArray, actions: ArrayLike<number>, from: Box, to: Box): NumberArray {
  for (let i = 0; i < out.length; i++) {
    const part = (actions[i] - from.low[i]) / (from.high[i] - from.low[i])
    out[i] = to.low[i] + part * (to.high[i] - to.low[i])
  }
  return out
}

/** Throws where the bounds of a space cannot be scaled to others. */
export function checkRescalable(name: string, { low, high, size }: Box): void {
  for (let i = 0; i < size; i++) {
    const width = high[i] - low[i]
    if (!(width > 0 && width < Infinity))
      throw new RangeError(
        `action ${i} of ${name} is from ${low[i]} to ${high[i]}; rescaling needs finite bounds with low < high`,
      )
  }
}
