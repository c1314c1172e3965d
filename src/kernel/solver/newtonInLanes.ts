import { SCALAR_NEFC } from '../../core/data/dataScalars.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { LaneKernel, LaneRoutine, LaneStage, Mask, Num, Routine } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'
import { clearForces, gatherForces, scatterForces, twists } from './contactWrenches.ts'
import { compositeStiffness, factorJoining, solveTree } from './hessianKernels.ts'
import { mulInertia } from './inertiaProduct.ts'
import { isSet, Lane, laneNumbers, truth } from './laneNumbers.ts'
import { evaluateInLanes, searchInLanes } from './lineInLanes.ts'
import { factorInLanes, factorWrittenOut, productWrittenOut } from './matricesInLanes.ts'
import { firstResponses, moveRowsInLanes, smoothCost, startCold, warmCost } from './rowsInLanes.ts'
import {
  change,
  coldRows,
  coneLine,
  contactsOfLane,
  firstForces,
  rowForces,
  rowsOfHessian,
  searchProducts,
  share,
  smoothRows,
  warmRows,
  writeStates,
} from './rowsInTurn.ts'
import { both, not, SOLVER_NUMBERS, type SolverShape } from './solverArrays.ts'
import { type SolverContext, solverContext, type TreeContext, treeContext } from './solverContext.ts'

/**
 * Newton's method for several states at once, each with the operations that `newtonKernel.ts` has for one, so that a
 * state has the bits that it has alone. Dofs and bodies are the same in all lanes: products with M, twists, wrenches,
 * the Hessian, its factor, and solutions of its system are computed together. Rows and contacts differ: lanes take
 * turns. All take an iteration at the same time; those that have ended keep qacc, and forces and states of their rows.
 */

/** Dofs up to which parts are written out: M x; sums over dofs and the factor; solutions with it. */
const MOST_UNROLLED_PRODUCT = 20
const MOST_UNROLLED = 30
const MOST_UNROLLED_SOLVE = 40

/** A part that lanes do together. */
function together(shape: SolverShape, name: string, part: (s: TreeContext) => void, mostDofs = 0): LaneRoutine {
  return { name, unroll: shape.m.nv <= mostDofs, stage: (k: LaneKernel) => part(treeContext(k, shape)) }
}

/** A part for each lane for which a number is not 0. */
function inTurn(shape: SolverShape, name: string, condition: number, part: (s: SolverContext) => void): Routine {
  return { name, stage: (k) => k.when(k.any(isSet(k, condition)), () => part(solverContext(k, shape))) }
}

function partsOf(shape: SolverShape) {
  const { nv } = shape.m
  const product = nv <= MOST_UNROLLED_PRODUCT ? productWrittenOut : mulInertia
  const factor = nv <= MOST_UNROLLED ? factorWrittenOut : factorInLanes
  return {
    // together
    smoothTwists: together(shape, 'laneSmoothTwists', (s) => twists(s, (i) => s.a.qacc_smooth.at(i))),
    warmTwists: together(shape, 'laneWarmTwists', (s) => twists(s, (i) => s.a.qacc_warmstart.at(i))),
    searchTwists: together(shape, 'laneSearchTwists', (s) => twists(s, (i) => s.a.search.at(i))),
    startProduct: together(shape, 'laneStartProduct', (s) => product(s, 'Ma', 'qacc')),
    searchProduct: together(shape, 'laneSearchProduct', (s) => product(s, 'Mv', 'search')),
    clearForces: together(shape, 'laneClearForces', (s) => clearForces(s, rowForces(s))),
    gradient: together(shape, 'laneGradient', gradient),
    stiffness: together(shape, 'laneStiffness', (s) => compositeStiffness(s, isSet(s.k, Lane.refactor))),
    factor: together(shape, 'laneFactor', (s) => factor(s, isSet(s.k, Lane.refactor))),
    solve: together(
      shape,
      'laneSolve',
      (s) =>
        solveTree(s, () =>
          s.k.when(s.k.any(isSet(s.k, Lane.joins)), () => s.k.eachLane(inTurn(shape, 'laneShare', Lane.going, share))),
        ),
      MOST_UNROLLED_SOLVE,
    ),
    // in turn
    contacts: inTurn(shape, 'laneContacts', Lane.going, contactsOfLane),
    smoothRows: inTurn(shape, 'laneSmoothRows', Lane.going, smoothRows),
    warmRows: inTurn(shape, 'laneWarmRows', Lane.going, warmRows),
    coldRows: inTurn(shape, 'laneColdRows', Lane.refactor, coldRows),
    forces: inTurn(shape, 'laneForces', Lane.going, firstForces),
    coneLine: inTurn(shape, 'laneConeLine', Lane.going, coneLine),
    products: inTurn(shape, 'laneProducts', Lane.going, searchProducts),
    line: together(shape, 'laneLine', (s) =>
      searchInLanes(s, () => s.k.call(together(shape, 'lanePoint', evaluateInLanes))),
    ),
    smoothCost: together(shape, 'laneSmoothCost', smoothCost),
    warmCost: together(shape, 'laneWarmCost', warmCost),
    startCold: together(shape, 'laneStartCold', startCold),
    firstResponses: together(shape, 'laneFirstResponses', firstResponses),
    moveRows: together(shape, 'laneMoveRows', moveRowsInLanes),
    scatter: inTurn(shape, 'laneScatter', Lane.alpha, (s) => scatterForces(s, rowForces(s))),
    states: inTurn(shape, 'laneStates', Lane.iterations, writeStates),
    change: inTurn(shape, 'laneChange', Lane.going, change),
    rows: inTurn(shape, 'laneRows', Lane.refactor, rowsOfHessian),
    joining: inTurn(shape, 'laneJoining', Lane.rejoins, factorJoining),
  }
}
type Parts = ReturnType<typeof partsOf>

/**
 * The constraint solver for a model with one tree, also for states without rows: (rows, contacts, qacc_smooth,
 * qfrc_smooth, qacc_warmstart) → qacc, qfrc_constraint, efc_b, efc_force, efc_state, solver_niter.
 */
export function solveInLanes(shape: SolverShape): LaneStage {
  return (k) => {
    const { a, range } = treeContext(k, shape)
    const lane = laneNumbers(k)
    range.dofs((i) => {
      a.qacc.set(i, a.qacc_smooth.at(i))
      a.qfrc_constraint.set(i, 0)
    })
    const hasRows = k.field('scalar').at(SCALAR_NEFC).equals(0).not()
    lane.set(Lane.going, truth(k, hasRows))
    lane.set(Lane.iterations, 0)
    k.when(k.any(hasRows), () =>
      k.call({ name: 'laneNewton', stage: newton(shape), unroll: shape.m.nv <= MOST_UNROLLED }),
    )
    k.eachLane({
      name: 'laneIterations',
      stage: (one) => one.integers('solver_niter').set(0, one.whole(laneNumbers(one).at(Lane.iterations))),
    })
  }
}

/** Newton's method, as `newtonKernel`. */
function newton(shape: SolverShape): LaneStage {
  return (k) => {
    const s = treeContext(k, shape)
    const { a, range, tree } = s
    const parts = partsOf(shape)
    const lane = laneNumbers(k)
    const options = k.numbers('options')
    const tolerance = options.at(Option.tolerance)
    const going = (): Mask => isSet(k, Lane.going)
    const goOn = (mask: Mask): void => lane.set(Lane.going, truth(k, mask))

    start(s, parts)
    const inertia = k.cell(0)
    range.dofs((i) => inertia.add(a.M.at(tree.M.diagonal.at(i))))
    const scale = k.num(1).over(inertia.value)
    const gradientSize = (): Num => scale.times(range.dot(a.grad, a.grad).sqrt())
    const isSmall = (x: Num): Mask =>
      scale
        .times(0.5)
        .times(k.choose(x.below(0), 0, x))
        .below(tolerance)
    const solve = (): Num => {
      k.call(parts.solve)
      // grad·z: twice what a full step would gain
      const descent = range.dot(a.grad, a.z)
      lane.set(Lane.descent, descent)
      return descent
    }

    lane.set(Lane.refactor, lane.at(Lane.going))
    lane.set(Lane.joins, 0)
    lane.set(Lane.rejoins, 0)
    k.call(parts.clearForces)
    k.eachLane(parts.forces)
    k.call(parts.gradient)
    factor(s, parts)
    const first = solve()
    goOn(going().and(gradientSize().below(tolerance).and(isSmall(first)).not()))

    const most = options.at(Option.iterations)
    k.while(
      () => {
        const length = range.dot(a.z, a.z).sqrt()
        goOn(going().and(lane.at(Lane.iterations).below(most)).and(length.below(MINVAL).not()))
        const flat = tolerance.times(options.at(Option.ls_tolerance)).times(length).over(scale)
        a.numbers.set(SOLVER_NUMBERS.FLAT, flat.max(options.at(Option.ls_relative).times(lane.at(Lane.descent))))
        return both(k, k.any(going()), not(k, k.gaveUp()))
      },
      () => {
        k.call(parts.searchProduct)
        k.call(parts.searchTwists)
        lane.set(Lane.slope, range.dot(a.search, a.residual))
        lane.set(Lane.bend, range.dot(a.search, a.Mv))
        lane.set(Lane.alpha, 0)
        k.call(parts.clearForces)
        if (shape.elliptic) k.eachLane(parts.coneLine)
        else {
          k.eachLane(parts.products)
          k.call(parts.line)
          k.when(k.any(isSet(k, Lane.alpha)), () => {
            k.call(parts.moveRows)
            k.eachLane(parts.scatter)
          })
        }
        const alpha = lane.at(Lane.alpha)
        const steps = alpha.equals(0).not()
        goOn(steps)
        k.when(k.any(steps), () => {
          range.dofs((i) => {
            a.qacc.set(i, k.choose(steps, a.qacc.at(i).plus(alpha.times(a.search.at(i))), a.qacc.at(i)))
            a.Ma.set(i, a.Ma.at(i).plus(alpha.times(a.Mv.at(i))))
          })
          lane.set(Lane.iterations, lane.at(Lane.iterations).plus(truth(k, steps)))
          k.call(parts.gradient)
          const improvement = scale.times(lane.at(Lane.fall))
          const converged = k.num(0).below(improvement).and(improvement.below(tolerance))
          goOn(steps.and(converged.or(gradientSize().below(tolerance)).not()))
          k.when(k.any(going()), () => {
            lane.set(Lane.refactor, 0)
            lane.set(Lane.rejoins, 0)
            k.eachLane(parts.change)
            factor(s, parts)
            goOn(going().and(isSmall(solve()).not()))
          })
        })
      },
    )
    if (!shape.elliptic) k.eachLane(parts.states)
  }
}

/** qacc, M a, and J a − aref where the method starts, as `startSolve`. */
function start({ k, shape, a, range }: TreeContext, parts: Parts): void {
  const lane = laneNumbers(k)
  /** What lanes do together, unless elliptic contacts may be among the rows. */
  const call = (part: LaneRoutine): void => {
    if (!shape.elliptic) k.call(part)
  }
  k.eachLane(parts.contacts)
  k.call(parts.smoothTwists)
  k.eachLane(parts.smoothRows)
  k.when(
    k.any(k.numbers('options').at(Option.warmstart).equals(0)),
    () => k.call(parts.startProduct),
    () => {
      range.dofs((i) => a.qacc.set(i, k.choose(isSet(k, Lane.going), a.qacc_warmstart.at(i), a.qacc.at(i))))
      k.call(parts.startProduct)
      k.call(parts.warmTwists)
      k.eachLane(parts.warmRows)
      call(parts.smoothCost)
      call(parts.warmCost)
      const cost = k.cell(a.numbers.at(SOLVER_NUMBERS.COST))
      range.dofs((i) =>
        cost.add(
          a.Ma.at(i)
            .minus(a.qfrc_smooth.at(i))
            .times(a.qacc.at(i).minus(a.qacc_smooth.at(i)))
            .times(0.5),
        ),
      )
      const isCold = isSet(k, Lane.going).and(cost.value.atMost(lane.at(Lane.smoothCost)).not())
      lane.set(Lane.refactor, truth(k, isCold))
      k.when(k.any(isCold), () => {
        range.dofs((i) => a.qacc.set(i, k.choose(isCold, a.qacc_smooth.at(i), a.qacc.at(i))))
        k.call(parts.startProduct)
        if (shape.elliptic) k.eachLane(parts.coldRows)
        else k.call(parts.startCold)
      })
    },
  )
  call(parts.firstResponses)
}

/** Makes and factors the Hessian of lanes that need it, and the system of rows that join branches. */
function factor({ k }: TreeContext, parts: Parts): void {
  k.when(k.any(isSet(k, Lane.refactor)), () => {
    k.call(parts.stiffness)
    k.eachLane(parts.rows)
    k.call(parts.factor)
  })
  k.when(k.any(isSet(k, Lane.rejoins)), () => k.eachLane(parts.joining))
}

/** qfrc_constraint = Jᵀ f of lanes that go on, and grad = M a − qfrc_smooth − Jᵀ f */
function gradient(s: TreeContext): void {
  const { k, a, range } = s
  const forces = rowForces(s)
  const going = isSet(k, Lane.going)
  gatherForces(s, (dof, along) => {
    const force = forces.at(dof).plus(along)
    a.qfrc_constraint.set(dof, k.choose(going, force, a.qfrc_constraint.at(dof)))
  })
  range.dofs((i) => {
    const residual = a.Ma.at(i).minus(a.qfrc_smooth.at(i))
    a.residual.set(i, residual)
    a.grad.set(i, residual.minus(a.qfrc_constraint.at(i)))
  })
}
