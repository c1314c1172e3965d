import { SCALAR_NCON, SCALAR_NEFC, SCALAR_NISLAND } from '../../core/data/dataScalars.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { LEAST_CAP, MAX_ROW_VISITS } from '../../core/model/option.ts'
import type { Cell, Index, Kernel, KernelStage, Num, Routine } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'
import { conjugateDirections, previousGradient } from './conjugateDirections.ts'
import { contactWrenches, jacobianTimes, jacobianTransposed } from './contactWrenches.ts'
import { changeEnvelope, factorEnvelope, solveEnvelope } from './envelopeHessian.ts'
import { orderEnvelope } from './envelopeOrder.ts'
import { changeFactor } from './factorChange.ts'
import { factorHessian, factorJoining, formHessian, solveHessian } from './hessianKernels.ts'
import { mulInertia } from './inertiaProduct.ts'
import { setAll, setIsland } from './islandRange.ts'
import { foundStep, prepareLine, searchLine } from './lineKernels.ts'
import { updateRows } from './rowKernels.ts'
import {
  both,
  keptIterations,
  MOST_JOINING,
  not,
  SOLVER_INTEGERS,
  SOLVER_NUMBERS,
  type SolverArrays,
  type SolverShape,
} from './solverArrays.ts'
import { type SolverContext, solverContext, solverRoutine } from './solverContext.ts'

/** Dofs up to which the factor of one tree is written out, and solves with it. */
const MOST_UNROLLED = 14
const MOST_UNROLLED_SOLVE = 40
/** Dofs up to which all other loops over bodies and dofs are written out. */
const MOST_UNROLLED_PRODUCTS = 20

function routines(shape: SolverShape) {
  const part = (name: string, run: (s: SolverContext) => void, mostDofs = MOST_UNROLLED_PRODUCTS): Routine =>
    solverRoutine(shape, name, run, shape.oneTree && shape.m.nv <= mostDofs)
  const product = (
    name: string,
    x: 'qacc_smooth' | 'qacc_warmstart' | 'search',
    write: (a: SolverArrays, row: Index, value: Num) => void,
  ): Routine =>
    part(name, (s) =>
      jacobianTimes(
        s,
        (i) => s.a[x].at(i),
        (row, value) => write(s.a, row, value),
      ),
    )
  return {
    wrenches: part('contactWrenches', (s) => contactWrenches(s, s.k.whole(s.k.field('scalar').at(SCALAR_NCON)))),
    smoothResidual: product('smoothResidual', 'qacc_smooth', (a, row, x) => {
      const residual = x.minus(a.aref.at(row))
      a.b.set(row, residual)
      a.jar.set(row, residual)
    }),
    warmResidual: product('warmResidual', 'qacc_warmstart', (a, row, x) => a.jar.set(row, x.minus(a.aref.at(row)))),
    searchProduct: product('searchProduct', 'search', (a, row, x) => a.Jv.set(row, x)),
    inertiaProduct: part('inertiaProduct', (s) => mulInertia(s, 'Mv', 'search')),
    startProduct: part('startProduct', (s) => mulInertia(s, 'Ma', 'qacc')),
    updateRows: part('updateRows', updateRows),
    gradient: part('gradient', gradient),
    formHessian: part('formHessian', formHessian),
    factorHessian: part('factorHessian', factorHessian, MOST_UNROLLED),
    factorJoining: part('factorJoining', factorJoining, 0),
    solveHessian: part('solveHessian', solveHessian, MOST_UNROLLED_SOLVE),
    orderEnvelope: part('orderEnvelope', orderEnvelope),
    factorEnvelope: part('factorEnvelope', factorEnvelope),
    solveEnvelope: part('solveEnvelope', solveEnvelope),
  }
}

/** grad = M a − qfrc_smooth − Jᵀ f. Conjugate gradients keep that of before. */
function gradient(s: SolverContext): void {
  const { k, shape, a, range } = s
  jacobianTransposed(s)
  const previous = shape.conjugate ? previousGradient(k, shape) : undefined
  range.dofs((i) => {
    previous?.set(i, a.grad.at(i))
    const residual = a.Ma.at(i).minus(a.qfrc_smooth.at(i))
    a.residual.set(i, residual)
    a.grad.set(i, residual.minus(a.qfrc_constraint.at(i)))
  })
}

/**
 * The constraint solver, as `solveConstraints` with Newton's method or conjugate gradients: (rows, contacts,
 * qacc_smooth, qfrc_smooth, qacc_warmstart) → qacc, qfrc_constraint, efc_b, efc_force, efc_state, solver_niter.
 */
export function solveKernel(shape: SolverShape): KernelStage {
  const isSmall = shape.oneTree && shape.m.nv <= MOST_UNROLLED_PRODUCTS
  return (k) => {
    k.call(routines(shape).wrenches)
    k.when(not(k, k.gaveUp()), () => {
      k.call({ name: 'startSolve', stage: startSolve(shape), unroll: isSmall })
      const minimize: Routine = { name: 'minimize', stage: minimizeCost(shape, isSmall), unroll: isSmall }
      const integers = k.integerWorkspace('solver_integers', SOLVER_INTEGERS.COUNT)
      if (!shape.oneTree) setUnconstrained(k, shape.m.nv)
      k.repeat(0, shape.oneTree ? 1 : k.whole(k.field('scalar').at(SCALAR_NISLAND)), (island) => {
        integers.set(SOLVER_INTEGERS.ISLAND, island)
        k.call({ name: 'prepareIsland', stage: prepareIsland(shape) })
        k.when(not(k, k.gaveUp()), () => k.call(minimize))
      })
    })
  }
}

/** Dofs that are in no island have the smooth acceleration. */
function setUnconstrained(k: Kernel, nv: number): void {
  const island = k.integers('dof_island')
  k.repeat(0, nv, (i) => k.when(k.less(island.at(i), 0), () => k.field('qacc').set(i, k.field('qacc_smooth').at(i))))
}

/**
 * Where the solver starts, as `startFromAcceleration`: (rows, contacts, qacc_smooth, qacc_warmstart) → qacc,
 * efc_b, wrenches of contacts, and M a, J a − aref in the workspace.
 */
function startSolve(shape: SolverShape): KernelStage {
  return (k) => {
    const scalar = k.field('scalar')
    setAll(k, shape, k.whole(scalar.at(SCALAR_NEFC)))
    const { a, range } = solverContext(k, shape)
    const parts = routines(shape)
    k.call(parts.smoothResidual)
    const start = (from: 'qacc_smooth' | 'qacc_warmstart'): void =>
      range.dofs((i) => {
        a.qacc.set(i, a[from].at(i))
        a.qfrc_constraint.set(i, 0)
      })
    const warm = k.counter(0)
    k.when(k.any(k.numbers('options').at(Option.warmstart).equals(0).not()), () => {
      k.call(parts.updateRows)
      const smooth = a.numbers.at(SOLVER_NUMBERS.COST)
      start('qacc_warmstart')
      k.call(parts.startProduct)
      k.call(parts.warmResidual)
      k.call(parts.updateRows)
      const cost = k.cell(a.numbers.at(SOLVER_NUMBERS.COST))
      range.dofs((i) =>
        cost.add(
          a.Ma.at(i)
            .minus(a.qfrc_smooth.at(i))
            .times(a.qacc.at(i).minus(a.qacc_smooth.at(i)))
            .times(0.5),
        ),
      )
      warm.set(k.any(cost.value.atMost(smooth)))
    })
    k.when(not(k, warm.value), () => {
      start('qacc_smooth')
      k.call(parts.startProduct)
      k.repeat(0, range.endRow, (row) => a.jar.set(row, a.b.at(row)))
      k.call(parts.updateRows)
    })
  }
}

/** Notes trees and rows of the island `ISLAND`, and orders its dofs if its Hessian is to be factored with its fill. */
function prepareIsland(shape: SolverShape): KernelStage {
  return (k) => {
    setIsland(k, shape)
    if (shape.conjugate) return
    const s = solverContext(k, shape)
    const { a } = s
    const filled = isFilled(s, a.integers.at(SOLVER_INTEGERS.ISLAND))
    a.integers.set(SOLVER_INTEGERS.FILLED, filled)
    k.when(filled, () => {
      refuseStiff(s)
      k.call(routines(shape).orderEnvelope)
    })
  }
}

/** Beyond this stiffness, entries of a Hessian with fill have no digits left of the inertia. */
const STIFF = 1e12

/** Gives up where a row has next to no regularization. */
function refuseStiff({ k, a, range }: SolverContext): void {
  k.repeat(range.firstRow, range.endRow, (i) => k.giveUp(k.num(STIFF).below(a.D.at(range.row(i)))))
}

/**
 * The iterations for the island `ISLAND`, as `solvePrimal`: (what `startSolve` leaves) → qacc, qfrc_constraint,
 * efc_force, efc_state, solver_niter.
 */
function minimizeCost(shape: SolverShape, unroll: boolean): KernelStage {
  return (k) => {
    const s = solverContext(k, shape)
    const { a, range, tree } = s
    const parts = routines(shape)
    const options = k.numbers('options')
    const tolerance = options.at(Option.tolerance)
    const inertia = k.cell(0)
    range.dofs((i) => inertia.add(a.M.at(tree.M.diagonal.at(i))))
    const scale = k.num(1).over(inertia.value)
    const gradientSize = (): Num => scale.times(range.dot(a.grad, a.grad).sqrt())
    const isSmall = (x: Num): Index =>
      k.any(
        scale
          .times(0.5)
          .times(k.choose(x.below(0), 0, x))
          .below(tolerance),
      )

    const iteration = k.counter(0)
    const going = k.counter(1)
    const descent = k.cell(0)
    const island = a.integers.at(SOLVER_INTEGERS.ISLAND)
    const directions = shape.conjugate ? conjugateDirections(s, unroll, descent) : newtonDirections(s, parts, descent)

    // forces and states of rows are those of the start; with cones, it counts what slides in the island
    if (shape.elliptic && !shape.oneTree) k.call(parts.updateRows)
    k.call(parts.gradient)
    directions.start()
    const small = isSmall(descent.value)
    k.when(shape.conjugate ? small : both(k, k.any(gradientSize().below(tolerance)), small), () => going.set(0))
    const most = mostIterations(s)
    const converged = k.counter(k.less(0, k.sum(most, not(k, going.value))))
    k.when(k.gaveUp(), () => going.set(0))
    k.while(
      () => both(k, going.value, k.less(iteration.value, most)),
      () => {
        const length = range.dot(a.search, a.search).sqrt()
        k.when(
          k.any(length.below(MINVAL)),
          () => going.set(0),
          () => {
            k.call(parts.inertiaProduct)
            k.call(parts.searchProduct)
            a.numbers.set(
              SOLVER_NUMBERS.FLAT,
              tolerance.times(options.at(Option.ls_tolerance)).times(length).over(scale),
            )
            prepareLine(s, range.dot(a.search, a.residual), range.dot(a.search, a.Mv))
            searchLine(s, descent.value, k.whole(options.at(Option.ls_iterations)))
            const { alpha, fall, slope } = foundStep(a)
            k.when(
              k.any(alpha.equals(0)),
              () => going.set(0),
              () => {
                takeStep(s, alpha)
                k.call(parts.updateRows)
                k.call(parts.gradient)
                const improvement = scale.times(fall)
                const gradient = gradientSize()
                record(s, iteration.value, improvement, gradient, slope.times(scale).over(length))
                iteration.set(k.sum(iteration.value, 1))
                const done = k.num(0).below(improvement).and(improvement.below(tolerance)).or(gradient.below(tolerance))
                k.when(
                  k.any(done),
                  () => going.set(0),
                  () => {
                    directions.next()
                    k.when(
                      shape.conjugate ? 0 : k.sum(isSmall(descent.value), k.gaveUp()),
                      () => going.set(0),
                      () => converged.set(k.less(iteration.value, most)),
                    )
                  },
                )
              },
            )
          },
        )
      },
    )
    k.when(k.less(island, SOLVER_ISLANDS), () => k.integers('solver_niter').set(island, iteration.value))
    a.iterations.set(island, iteration.value)
    a.converged.set(island, k.sum(converged.value, 0))
  }
}

/**
 * Directions of Newton's method: (grad, rows) → z = H⁻¹ grad, search = −z.
 * @param descent becomes grad·z: twice what a full step would gain
 */
function newtonDirections(s: SolverContext, parts: ReturnType<typeof routines>, descent: Cell) {
  const { k, a, range } = s
  const byFill = (yes: Routine, no: Routine): void =>
    k.when(
      a.integers.at(SOLVER_INTEGERS.FILLED),
      () => k.call(yes),
      () => k.call(no),
    )
  const factor = (): void => {
    k.call(parts.formHessian)
    byFill(parts.factorEnvelope, parts.factorHessian)
    a.integers.set(SOLVER_INTEGERS.SLID, a.integers.at(SOLVER_INTEGERS.SLIDING))
  }
  const factorRest = (): void => k.when(a.integers.at(SOLVER_INTEGERS.JOINING), () => k.call(parts.factorJoining))
  const solve = (): void => {
    byFill(parts.solveEnvelope, parts.solveHessian)
    // grad·z: twice what a full step would gain
    descent.set(range.dot(a.grad, a.z))
  }
  return {
    start(): void {
      factor()
      factorRest()
      solve()
    },
    next(): void {
      const changed = k.sum(a.integers.at(SOLVER_INTEGERS.CHANGED), a.integers.at(SOLVER_INTEGERS.SLIDING))
      k.when(changed, () => {
        k.when(
          a.integers.at(SOLVER_INTEGERS.FILLED),
          () => k.when(changeEnvelope(s), factor, () => k.call(parts.factorEnvelope)),
          () => k.when(changeFactor(s), factor),
        )
        factorRest()
      })
      solve()
    },
  }
}

/** Iterations that the options allow, as `cappedSolve`: fewer over many rows. */
function mostIterations({ k, range }: SolverContext): Index {
  const rows = k.real(k.sum(range.endRow, k.product(range.firstRow, -1)))
  const cap = k.num(MAX_ROW_VISITS).over(rows).max(LEAST_CAP)
  return k.whole(k.numbers('options').at(Option.iterations).min(cap))
}

/** Whether more rows join branches of an island than its trees have dofs on average, or than there is room for. */
export function isFilled({ k, a, range, shape }: SolverContext, island: Index): Index {
  const between = a.between.at(shape.oneTree ? 0 : island)
  const dofs = shape.oneTree ? shape.m.nv : k.integers('island_nv').at(island)
  return k.less(0, k.sum(k.less(MOST_JOINING, between), k.less(dofs, k.product(between, range.treeCount))))
}

/** Islands whose iterations `Data` remembers. */
const SOLVER_ISLANDS = 20

/** a += α·search, and with it M a and J a. */
function takeStep(s: SolverContext, alpha: Num): void {
  const { k, a, range } = s
  const { oneTree } = s.shape
  const { firstRow, endRow } = range
  range.addScaled(a.qacc, alpha, a.search)
  range.addScaled(a.Ma, alpha, a.Mv)
  if (oneTree) k.addScaled(a.jar, 0, alpha, a.Jv, 0, endRow)
  else
    k.repeat(firstRow, endRow, (i) => {
      const row = range.row(i)
      a.jar.set(row, a.jar.at(row).plus(alpha.times(a.Jv.at(row))))
    })
}

/** Statistics of an iteration, see `SolverStatistics`. */
function record(s: SolverContext, iteration: Index, improvement: Num, gradient: Num, slope: Num): void {
  const { k, shape, a } = s
  const most = keptIterations(shape)
  const at = k.sum(k.product(a.integers.at(SOLVER_INTEGERS.ISLAND), most), iteration)
  k.when(k.less(iteration, most), () => {
    const counts = [SOLVER_INTEGERS.ACTIVE, SOLVER_INTEGERS.CHANGED, SOLVER_INTEGERS.EVALUATIONS].map((at) =>
      k.real(a.integers.at(at)),
    )
    ;[improvement, gradient, slope, ...counts].forEach((x, part) => {
      a.statistics.set(at, x, part)
    })
  })
}
