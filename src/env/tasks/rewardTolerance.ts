import { exp } from '../../core/math/functions.ts'

/**
 * Reward in [0, 1] that is 1 where a value is within bounds and falls to 0.1 at a distance `margin` from them, like a
 * Gaussian: exp(−½ (x / σ)²) with σ = margin / √(2 ln 10).
 * https://arxiv.org/abs/1801.00690 (Tassa et al. 2018, DeepMind control suite)
 */
export function gaussianTolerance(value: number, low: number, high: number, margin: number): number {
  const x = distanceOutside(value, low, high) / margin
  return exp(-Math.LN10 * x * x)
}

/** The same with a straight line that is 0 at the margin and beyond. */
export function linearTolerance(value: number, low: number, high: number, margin: number): number {
  return Math.max(0, 1 - distanceOutside(value, low, high) / margin)
}

/** The same with a parabola that is 0 at the margin and beyond. */
export function quadraticTolerance(value: number, low: number, high: number, margin: number): number {
  const x = distanceOutside(value, low, high) / margin
  return Math.max(0, 1 - x * x)
}

function distanceOutside(value: number, low: number, high: number): number {
  return Math.max(low - value, value - high, 0)
}

/** Mean over all actions of a reward for small ones: 1 for 0, 0 for ±1. */
export function smallActions(action: Float64Array): number {
  let sum = 0
  for (let i = 0; i < action.length; i++) sum += quadraticTolerance(action[i], 0, 0, 1)
  return sum / action.length
}
