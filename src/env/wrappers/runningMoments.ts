/**
 * Mean and variance of a stream of arrays, number by number. As in Gymnasium, it begins with mean 0 and variance 1 that
 * count as 10⁻⁴ arrays. https://en.wikipedia.org/wiki/Algorithms_for_calculating_variance#Parallel_algorithm
 */
export class RunningMoments {
  readonly mean: Float64Array
  readonly variance: Float64Array
  count = 1e-4

  constructor(size: number) {
    this.mean = new Float64Array(size)
    this.variance = new Float64Array(size).fill(1)
  }

  add(values: ArrayLike<number>): void {
    const { mean, variance, count } = this
    const total = count + 1
    for (let i = 0; i < mean.length; i++) {
      const delta = values[i] - mean[i]
      mean[i] += delta / total
      variance[i] = (variance[i] * count + (delta * delta * count) / total) / total
    }
    this.count = total
  }
}
