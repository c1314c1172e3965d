import type { SolvedIslands } from '../../core/data/stageKernels.ts'
import type { Arena } from '../../core/memory/arena.ts'
import type { KernelLayout } from '../record/kernelLayout.ts'

/**
 * Numbers of an iteration that are kept: fall of the cost, gradient, slope of the line search, rows that act and that
 * changed, points of the line search.
 */
export const STATISTICS = 6

/** How the solver's kernel went, as it noted in its workspace. */
export class SolvedByKernel implements SolvedIslands {
  readonly #iterations: Int32Array
  readonly #converged: Int32Array
  readonly #statistics: Float64Array
  readonly #most: number

  constructor(layout: KernelLayout, { buffer, byteOffset }: Arena) {
    const find = (name: string): { at: number; length: number } => {
      const part = layout.findWorkspace(name)
      return { at: byteOffset + (part?.byteOffset ?? 0), length: part?.length ?? 0 }
    }
    const iterations = find('solver_iterations')
    const converged = find('solver_converged')
    const statistics = find('solver_statistics')
    this.#iterations = new Int32Array(buffer!, iterations.at, iterations.length)
    this.#converged = new Int32Array(buffer!, converged.at, converged.length)
    this.#statistics = new Float64Array(buffer!, statistics.at, statistics.length)
    this.#most = statistics.length / STATISTICS / Math.max(1, iterations.length)
  }

  iterations(island: number): number {
    return this.#iterations[island]
  }
  converged(island: number): boolean {
    return this.#converged[island] !== 0
  }
  kept(island: number): number {
    return Math.min(this.#most, this.#iterations[island])
  }
  number(island: number, iteration: number, part: number): number {
    return this.#statistics[STATISTICS * (island * this.#most + iteration) + part]
  }
}
