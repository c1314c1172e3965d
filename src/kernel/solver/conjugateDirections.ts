import { MINVAL } from '../../core/math/constants.ts'
import type { Cell, Kernel, NumArray } from '../language/kernelLanguage.ts'
import { solveRows } from '../stage/inertiaKernels.ts'
import type { SolverShape } from './solverArrays.ts'
import { type SolverContext, solverRoutine } from './solverContext.ts'

/** The gradient of the last iteration. */
export function previousGradient(k: Kernel, { m }: SolverShape): NumArray {
  return k.workspace('previous_grad', m.nv)
}

/**
 * Directions of nonlinear conjugate gradients, with M as preconditioner, as `primalSolver.ts` has them.
 * @param descent becomes −search·grad
 */
export function conjugateDirections({ k, shape, a, range }: SolverContext, unroll: boolean, descent: Cell) {
  const precondition = solverRoutine(shape, 'precondition', preconditioned, unroll)
  return {
    /** The first one: (grad) → z = M⁻¹ grad, search = −z. */
    start(): void {
      k.call(precondition)
      range.dofs((i) => a.search.set(i, a.z.at(i).negated()))
      descent.set(range.dot(a.grad, a.z))
    },
    /** The next one: (grad, and that of before, search) → z, search = β search − z. */
    next(): void {
      k.call(precondition)
      k.call(solverRoutine(shape, 'conjugate', conjugated, unroll))
      descent.set(range.dot(a.search, a.grad).negated())
    },
  }
}

/** z = M⁻¹ grad; the last one is kept. */
function preconditioned({ k, shape: { m }, a, range }: SolverContext): void {
  const previous = k.workspace('previous_z', m.nv)
  range.dofs((i) => {
    previous.set(i, a.z.at(i))
    a.z.set(i, a.grad.at(i))
  })
  solveRows(k, m, k.field('qLD'), k.field('qLDiagInv'), a.z, range)
}

/**
 * search ← β search − z, with y and Y the changes of grad and z:
 * β = (y·z − 2 (y·Y / s·y) (s·g)) / s·y, not below −1 / (|s| min(0.01, |g|)).
 * Hager and Zhang, A new conjugate gradient method with guaranteed descent and an efficient line search, 2005,
 * https://doi.org/10.1137/030601880
 */
function conjugated({ k, shape, a, range }: SolverContext): void {
  const { grad, z, search } = a
  const lastGrad = previousGradient(k, shape)
  const lastZ = k.workspace('previous_z', shape.m.nv)
  const [sy, yz, yY, sg, ss, gg] = Array.from({ length: 6 }, () => k.cell(0))
  range.dofs((i) => {
    const s = search.at(i)
    const g = grad.at(i)
    const y = g.minus(lastGrad.at(i))
    ss.add(s.times(s))
    gg.add(g.times(g))
    sy.add(s.times(y))
    yz.add(y.times(z.at(i)))
    yY.add(y.times(z.at(i).minus(lastZ.at(i))))
    sg.add(s.times(g))
  })
  const share = yz.value.minus(yY.value.over(sy.value).times(2).times(sg.value)).over(sy.value)
  const least = k.num(-1).over(ss.value.sqrt().times(gg.value.sqrt().min(0.01)).max(MINVAL))
  const beta = k.choose(sy.value.below(MINVAL), 0, share.max(least))
  range.dofs((i) => search.set(i, beta.times(search.at(i)).minus(z.at(i))))
}
