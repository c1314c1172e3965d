import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintState, ConstraintType } from '../../core/model/enums.ts'
import type { Counter, Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { rowsOf, visitRows } from './contactWrenches.ts'
import { SOLVER_INTEGERS, SOLVER_NUMBERS, type SolverArrays } from './solverArrays.ts'
import type { SolverContext } from './solverContext.ts'

const { satisfied, quadratic, linearNeg, linearPos, cone } = ConstraintState

/**
 * Cost, force and state of every row, as `updateRows`: (jar) → efc_force, efc_state, COST, how many rows changed their
 * state, act, or slide, and those that became springs or ceased to be.
 */
export function updateRows(s: SolverContext): void {
  const { k, shape, a, range } = s
  const cost = k.cell(0)
  const changed = k.counter(0)
  const active = k.counter(0)
  const sliding = k.counter(0)
  const count = (counter: Counter, truth: Index): void => counter.set(k.sum(counter.value, truth))
  const changes = k.counter(0)
  const noteChange = (row: Index): void => {
    a.changes.set(changes.value, row)
    count(changes, 1)
  }
  const write = (row: Index, force: Num, state: number): void => {
    const before = a.state.at(row)
    count(changed, k.same(k.same(before, state), 0))
    const wasSpring = k.same(before, quadratic)
    k.when(state === quadratic ? k.same(wasSpring, 0) : wasSpring, () => noteChange(row))
    a.force.set(row, force)
    a.state.set(row, state)
    if (state !== satisfied) count(active, 1)
    if (state === cone) count(sliding, 1)
  }
  /** ½ D x² */
  const spring = (row: Index): void => {
    const x = a.jar.at(row)
    const f = a.D.at(row).negated().times(x)
    write(row, f, quadratic)
    cost.add(f.times(x).times(-0.5))
  }
  /** ½ D x² below zero. Without a branch, since it would be hard to predict. */
  const unilateral = (row: Index): void => {
    const x = a.jar.at(row)
    const below = x.min(0)
    const force = a.D.at(row).times(below).negated()
    // 1 is the state of a spring, 0 that of a row that does not act
    const state = k.any(x.below(0))
    const change = k.same(k.same(a.state.at(row), state), 0)
    a.force.set(row, force)
    a.state.set(row, state)
    cost.add(force.times(below).times(-0.5))
    count(active, state)
    count(changed, change)
    k.when(change, () => noteChange(row))
  }
  const friction = (row: Index): void => {
    const x = a.jar.at(row)
    const loss = a.frictionloss.at(row)
    const knee = a.R.at(row).times(loss)
    k.when(
      k.any(x.atMost(knee.negated())),
      () => {
        write(row, loss, linearNeg)
        cost.add(loss.times(knee.times(0.5).plus(x)).negated())
      },
      () =>
        k.when(
          k.any(knee.atMost(x)),
          () => {
            write(row, loss.negated(), linearPos)
            cost.add(loss.times(knee.times(0.5).minus(x)).negated())
          },
          () => spring(row),
        ),
    )
  }
  const contactRows = (row: Index, contact: Index, dim: number): void => {
    if (shape.elliptic && dim > 1) {
      ellipticRows(k, a, row, contact, dim, { write, spring, cost: (x) => cost.add(x) })
      return
    }
    k.repeat(0, rowsOf(shape, dim), (r) => unilateral(k.sum(row, r)))
  }
  visitRows(s, range.firstRow, range.endRow, {
    single: (row) => {
      const type = a.type.at(row)
      k.when(
        k.less(ConstraintType.frictionTendon, type),
        () => unilateral(row),
        () =>
          k.when(
            k.same(type, ConstraintType.equality),
            () => spring(row),
            () => friction(row),
          ),
      )
    },
    contact: contactRows,
  })
  a.numbers.set(SOLVER_NUMBERS.COST, cost.value)
  a.integers.set(SOLVER_INTEGERS.CHANGED, changed.value)
  a.integers.set(SOLVER_INTEGERS.CHANGES, changes.value)
  a.integers.set(SOLVER_INTEGERS.ACTIVE, active.value)
  a.integers.set(SOLVER_INTEGERS.SLIDING, sliding.value)
}

/** An elliptic contact by the zone of its cone, see `frictionCone.ts`. */
function ellipticRows(
  k: Kernel,
  a: SolverArrays,
  row: Index,
  contact: Index,
  dim: number,
  rows: {
    write(row: Index, force: Num, state: number): void
    spring(row: Index): void
    cost(x: Num): void
  },
): void {
  const { N, T, mu, friction, x } = coneNumbers(k, a, row, contact, dim)
  const all = Array.from({ length: dim }, (_, i) => k.sum(row, i))
  const flat = T.atMost(0)
  const separated = mu
    .times(T)
    .atMost(N)
    .or(flat.and(k.num(0).atMost(N)))
  k.when(
    k.any(separated),
    () => {
      for (const i of all) rows.write(i, k.num(0), satisfied)
    },
    () =>
      k.when(
        k.any(
          mu
            .times(N)
            .plus(T)
            .atMost(0)
            .or(flat.and(N.below(0))),
        ),
        () => {
          for (const i of all) rows.spring(i)
        },
        () => {
          const Dm = coneStiffness(k, a.D.at(row), mu)
          const e = N.minus(mu.times(T))
          const normal = Dm.negated().times(e).times(mu)
          rows.write(row, normal, cone)
          const ratio = normal.negated().over(T)
          for (let j = 1; j < dim; j++)
            rows.write(
              all[j] as Index,
              ratio
                .times(x[j])
                .times(friction[j - 1])
                .times(friction[j - 1]),
              cone,
            )
          rows.cost(Dm.times(0.5).times(e).times(e))
        },
      ),
  )
}

/** N = μ x₀, U_j = φ_j x_j and T = |U| of an elliptic contact. */
export function coneNumbers(k: Kernel, a: SolverArrays, row: Index, contact: Index, dim: number) {
  const mu = a.contact_mu.at(contact)
  const x = Array.from({ length: dim }, (_, i) => a.jar.at(k.sum(row, i)))
  const friction = Array.from({ length: dim - 1 }, (_, j) => a.contact_friction.at(contact, j))
  const U = friction.map((phi, j) => x[j + 1].times(phi))
  const TT = U.slice(1).reduce((sum, u) => sum.plus(u.times(u)), U[0].times(U[0]))
  return { mu, x, friction, U, TT, N: mu.times(x[0]), T: TT.sqrt() }
}

/** Dm = D₀ / (μ² (1 + μ²)) */
export function coneStiffness(k: Kernel, D: Num, mu: Num): Num {
  const square = mu.times(mu)
  const size = square.times(square.plus(1))
  return D.over(k.choose(size.below(MINVAL), MINVAL, size))
}

/** The second derivative of the cost of a sliding contact, as `coneHessian`: symmetric, dim × dim. */
export function coneHessian(k: Kernel, a: SolverArrays, row: Index, contact: Index, dim: number): Num[][] {
  const { mu, friction, U, TT, N, T } = coneNumbers(k, a, row, contact, dim)
  const Dm = coneStiffness(k, a.D.at(row), mu)
  const diagonal = mu.times(mu).minus(mu.times(N).over(T))
  const outer = mu.times(N).over(T.times(TT))
  const B: Num[][] = Array.from({ length: dim }, () => [])
  B[0][0] = Dm.times(mu).times(mu)
  for (let i = 1; i < dim; i++) {
    const mixed = Dm.times(mu)
      .times(friction[i - 1])
      .times(
        mu
          .negated()
          .times(U[i - 1])
          .over(T),
      )
    B[0][i] = mixed
    B[i][0] = mixed
    const scaled = Dm.times(friction[i - 1])
    for (let j = 1; j <= i; j++) {
      const product = outer.times(U[i - 1]).times(U[j - 1])
      B[i][j] = scaled.times(friction[j - 1]).times(i === j ? product.plus(diagonal) : product)
      B[j][i] = B[i][j]
    }
  }
  return B
}
