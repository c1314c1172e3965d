import { SCALAR_NE, SCALAR_NF, SCALAR_NL } from '../../core/data/dataScalars.ts'
import { ConstraintType } from '../../core/model/enums.ts'
import type { Index, Kernel, LaneKernel, Mask, Num, NumArray } from '../language/kernelLanguage.ts'
import { add, cross, put, type Spatial, scale, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { refuseOtherDims } from '../stage/contactRowsKernel.ts'
import type { SolverArrays, SolverShape, TreeArrays } from './solverArrays.ts'
import { isOnBranch, type SolverContext, type TreeContext } from './solverContext.ts'

/**
 * Contacts as wrenches. The Jacobian of a contact of a moving body with one that does not move is C = W V: V is the
 * twist (ω, v) of the body about the center of mass c of its tree, and a row of W is the wrench of a unit force along a
 * direction a of the contact, (r × a, a) with r = p − c, or of a unit torque, (a, 0). So J v takes six products a
 * direction, however many dofs move the body, and Jᵀ f is a wrench on the body, which is passed on to its parents.
 * Where both bodies move, V is the twist of one relative to the other: with d = c − c′, that of the other is
 * (ω, v + ω × d) about c, and the wrench (τ, f) is (τ + d × f, f) about c′.
 */

/** Finds the bodies and the wrenches of all contacts that have rows, and counts the rows that join branches. */
export function contactWrenches(s: SolverContext, ncon: Index): void {
  const { k, shape, a, tree } = s
  const { nbody } = shape.m
  k.loop(0, nbody, (body) => a.carries.set(body, 0))
  k.repeat(0, shape.m.ntree, (i) => a.between.set(i, 0))
  countSingle(s)
  k.repeat(0, ncon, (contact) => {
    const row = a.contact_efc_address.at(contact)
    k.when(k.same(k.less(row, 0), 0), () => {
      refuseOtherDims(k, shape.m, contact)
      const body1 = tree.bodyOfGeom.at(a.contact_geom1.at(contact))
      const body2 = tree.bodyOfGeom.at(a.contact_geom2.at(contact))
      const body = k.counter(body2)
      const other = k.counter(-1)
      const sign = k.cell(1)
      k.when(
        k.less(tree.lastDof.at(body2), 0),
        () => {
          body.set(body1)
          sign.set(-1)
        },
        () =>
          k.when(k.same(k.less(tree.lastDof.at(body1), 0), 0), () => {
            other.set(body1)
            countBetween(s, contact, row)
          }),
      )
      a.moving.set(contact, body.value)
      a.other.set(contact, other.value)
      a.carries.set(body.value, 1)
      writeWrenches(s, contact, tree.root.at(body.value), sign.value)
      k.when(isBetween(s, contact), () => {
        a.carries.set(body1, 1)
        if (!shape.oneTree) writeArm(s, contact, body.value, body1)
      })
    })
  })
  k.down(nbody - 1, 1, (body) =>
    k.when(k.any(isTrue(a.carries.at(body))), () => {
      const above = tree.movingParent.at(body)
      k.when(k.same(k.less(above, 0), 0), () => a.carries.set(above, 1))
    }),
  )
}

/** Of a truth in memory, 1 or 0. */
export function isTrue(x: Num): Mask {
  return x.equals(0).not()
}

/** Counts rows of equalities, joints and tendons that join branches. */
function countSingle(s: SolverContext): void {
  const { k, a } = s
  const scalar = k.field('scalar')
  const rows = [SCALAR_NE, SCALAR_NF, SCALAR_NL].map((at) => k.whole(scalar.at(at)))
  k.repeat(
    0,
    rows.reduce((sum, n) => k.sum(sum, n)),
    (row) =>
      k.when(k.less(1, a.J_rownnz.at(row)), () => k.when(k.same(isOnBranch(s, row), 0), () => addBetween(s, row, 1))),
  )
}

/** Counts the rows of a contact of two moving bodies for its island. */
function countBetween(s: SolverContext, contact: Index, row: Index): void {
  const { k, a, shape } = s
  const dim = a.contact_dim.at(contact)
  const rows = k.counter(dim)
  if (!shape.elliptic) k.when(k.less(1, dim), () => rows.set(k.sum(k.product(dim, 2), -2)))
  addBetween(s, row, rows.value)
}

function addBetween({ k, a, shape }: SolverContext, row: Index, rows: Index): void {
  const island = shape.oneTree ? 0 : k.integers('efc_island').at(row)
  a.between.set(island, k.sum(a.between.at(island), rows))
}

/** d = c − c′ */
function writeArm({ k, a, tree }: SolverContext, contact: Index, body: Index, other: Index): void {
  const centers = [body, other].map((b) => vec3At(k.field('subtree_com', 3), tree.root.at(b)))
  sub(centers[0], centers[1]).forEach((x, part) => {
    a.arm.set(contact, x, part)
  })
}

/** Whether both bodies of a contact move. */
export function isBetween({ k, a }: SolverContext, contact: Index): Index {
  return k.same(k.less(a.other.at(contact), 0), 0)
}

/** A motion of the other body of a contact, about the center of mass of the first one's tree. */
export function shiftMotion({ a, shape }: SolverContext, contact: Index, motion: Spatial): Spatial {
  if (shape.oneTree) return motion
  const omega = motion.slice(0, 3) as unknown as Vec3
  const v = motion.slice(3) as unknown as Vec3
  return [...omega, ...add(v, cross(omega, vec3At(a.arm, contact)))]
}

/** A wrench on the first body of a contact, about the center of mass of the other one's tree. */
export function shiftWrench({ a, shape }: SolverContext, contact: Index, wrench: Spatial): Spatial {
  if (shape.oneTree) return wrench
  const torque = wrench.slice(0, 3) as unknown as Vec3
  const force = wrench.slice(3) as unknown as Vec3
  return [...add(torque, cross(vec3At(a.arm, contact), force)), ...force]
}

function writeWrenches(s: SolverContext, contact: Index, root: Index, sign: Num): void {
  const { k, a } = s
  const { dims } = s.shape
  const arm = sub(vec3At(a.contact_pos, contact), vec3At(k.field('subtree_com', 3), root))
  const axes = [0, 3, 6].map(
    (at): Vec3 =>
      scale(
        [
          a.contact_frame.at(contact, at),
          a.contact_frame.at(contact, at + 1),
          a.contact_frame.at(contact, at + 2),
        ] as Vec3,
        sign,
      ),
  )
  axes.forEach((axis, i) => {
    put6(a, contact, i, [...cross(arm, axis), ...axis])
  })
  if (dims.some((dim) => dim > 3)) {
    const zero = k.num(0)
    k.when(k.less(3, a.contact_dim.at(contact)), () =>
      axes.forEach((axis, i) => {
        put6(a, contact, 3 + i, [...axis, zero, zero, zero])
      }),
    )
  }
}

function put6(a: SolverArrays, contact: Index, direction: number, wrench: Spatial): void {
  wrench.forEach((x, part) => {
    a.wrench.set(contact, x, 6 * direction + part)
  })
}

/** The wrench of direction `i` of a contact. */
export function wrenchAt(a: SolverArrays, contact: Index, i: number): Spatial {
  return Array.from({ length: 6 }, (_, part) => a.wrench.at(contact, 6 * i + part))
}

/** Twists of all bodies that carry contacts in some lane, for the velocities `x` of the dofs, from the root on. */
export function twists(s: TreeContext, x: (i: Index) => Num): void {
  const { k, a, tree, range } = s
  range.bodies((body) =>
    k.when(k.any(isTrue(a.carries.at(body))), () => {
      const twist = Array.from({ length: 6 }, () => k.cell(0))
      const above = tree.movingParent.at(body)
      k.when(k.same(k.less(above, 0), 0), () =>
        twist.forEach((part, i) => {
          part.set(a.twist.at(above, i))
        }),
      )
      const first = tree.firstDof.at(body)
      k.loop(first, k.sum(first, tree.dofs.at(body)), (dof) => {
        const rate = x(dof)
        twist.forEach((part, i) => {
          part.add(a.cdof.at(dof, i).times(rate))
        })
      })
      put(
        a.twist,
        body,
        twist.map((part) => part.value),
      )
    }),
  )
}

/** What is done with the rows of an island. Contacts are given by their first row. */
export interface RowVisitor {
  /** A row of its own. */
  single(row: Index): void
  /** A contact of `dim` dimensions. */
  contact(row: Index, contact: Index, dim: number): void
}

/** Number of rows of a contact. */
export function rowsOf({ elliptic }: SolverShape, dim: number): number {
  return elliptic || dim === 1 ? dim : 2 * (dim - 1)
}

/** Visits rows from number `first` to `end` of an island, and contacts as a whole. */
export function visitRows(s: SolverContext, first: Index, end: Index, visit: RowVisitor): void {
  const { k, shape, a, range } = s
  const i = k.counter(first)
  k.while(
    () => k.less(i.value, end),
    () => {
      const row = range.row(i.value)
      k.when(
        k.less(a.type.at(row), ConstraintType.contactFrictionless),
        () => {
          visit.single(row)
          i.set(k.sum(i.value, 1))
        },
        () => {
          const contact = a.id.at(row)
          const dim = a.contact_dim.at(contact)
          const step = k.counter(1)
          for (const d of shape.dims)
            k.when(k.same(dim, d), () => {
              visit.contact(row, contact, d)
              step.set(rowsOf(shape, d))
            })
          i.set(k.sum(i.value, step.value))
        },
      )
    },
  )
}

/** Σ J_e x_e over the entries of a row. */
function rowTimes(k: Kernel, a: SolverArrays, row: Index, x: (i: Index) => Num): Num {
  const sum = k.cell(0)
  const first = a.J_rowadr.at(row)
  k.repeat(first, k.sum(first, a.J_rownnz.at(row)), (e) => sum.add(a.J.at(e).times(x(a.J_colind.at(e)))))
  return sum.value
}

/** J x for all rows, written by `out`; twists of x are computed on the way. */
export function jacobianTimes(s: SolverContext, x: (i: Index) => Num, out: (row: Index, value: Num) => void): void {
  twists(s, x)
  rowsTimes(s, x, out)
}

/** J x for all rows, from the twists of x. */
export function rowsTimes(s: SolverContext, x: (i: Index) => Num, out: (row: Index, value: Num) => void): void {
  const { k, shape, a, range } = s
  visitRows(s, range.firstRow, range.endRow, {
    single: (row) => out(row, rowTimes(k, a, row, x)),
    contact: (row, contact, dim) => {
      const motion = relativeTwist(s, contact)
      const directions = Array.from({ length: dim }, (_, i) => dot(wrenchAt(a, contact, i), motion))
      edges(shape, a, contact, directions).forEach((value, i) => {
        out(k.sum(row, i), value)
      })
    },
  })
}

/** The twist of the moving body of a contact, relative to the other one. */
function relativeTwist(s: SolverContext, contact: Index): Spatial {
  const { k, a } = s
  const twist = group6(a.twist, a.moving.at(contact)).map((x) => k.cell(x))
  k.when(isBetween(s, contact), () =>
    shiftMotion(s, contact, group6(a.twist, a.other.at(contact))).forEach((x, i) => {
      twist[i].set(twist[i].value.minus(x))
    }),
  )
  return twist.map((cell) => cell.value)
}

/** Rows of a contact from its directions: themselves, or the edges C₀ ± μ_i C_i of the pyramid. */
function edges({ elliptic }: SolverShape, a: SolverArrays, contact: Index, C: readonly Num[]): Num[] {
  if (elliptic || C.length === 1) return [...C]
  return C.slice(1).flatMap((direction, i) => {
    const slide = a.contact_friction.at(contact, i).times(direction)
    return [C[0].plus(slide), C[0].minus(slide)]
  })
}

/** Forces along the directions of a contact, from those of its rows. */
export function directionForces({ elliptic }: SolverShape, a: SolverArrays, contact: Index, f: readonly Num[]): Num[] {
  if (elliptic || f.length === 1) return [...f]
  const normal = f.reduce((sum, x) => sum.plus(x))
  const slides = Array.from({ length: f.length / 2 }, (_, i) =>
    a.contact_friction.at(contact, i).times(f[2 * i].minus(f[2 * i + 1])),
  )
  return [normal, ...slides]
}

/** qfrc_constraint = Jᵀ f */
export function jacobianTransposed(s: SolverContext): void {
  const { k, a, tree, range } = s
  const { wrenchOnBody, loaded, qfrc_constraint: out } = a
  clearForces(s, out)
  scatterForces(s, out)
  range.bodiesDown((body) =>
    k.when(k.any(isTrue(loaded.at(body))), () => {
      const wrench = group6(wrenchOnBody, body)
      forDofs(s, body, (dof) => out.set(dof, out.at(dof).plus(dot(group6(a.cdof, dof), wrench))))
      const above = tree.movingParent.at(body)
      k.when(k.same(k.less(above, 0), 0), () => load(k, a, above, wrench))
    }),
  )
}

/** No forces on dofs and no wrenches on bodies so far. */
export function clearForces({ a, range }: TreeContext, out: NumArray): void {
  range.bodies((body) => a.loaded.set(body, 0))
  range.dofs((i) => out.set(i, 0))
}

/** Adds a wrench to those on a body. */
function load(k: LaneKernel, { wrenchOnBody, loaded }: TreeArrays, body: Index, wrench: Spatial): void {
  k.when(
    k.any(isTrue(loaded.at(body))),
    () => put(wrenchOnBody, body, add(group6(wrenchOnBody, body), wrench)),
    () => {
      put(wrenchOnBody, body, wrench)
      loaded.set(body, 1)
    },
  )
}

/** Adds the forces of rows: those of contacts as wrenches on bodies, the others to `out`. */
export function scatterForces(s: SolverContext, out: NumArray): void {
  const { k, shape, a, range } = s
  const { force } = a
  const addForce = (row: Index): void => {
    const f = force.at(row)
    k.when(k.any(f.equals(0).not()), () => {
      const first = a.J_rowadr.at(row)
      k.repeat(first, k.sum(first, a.J_rownnz.at(row)), (e) => {
        const column = a.J_colind.at(e)
        out.set(column, out.at(column).plus(a.J.at(e).times(f)))
      })
    })
  }
  visitRows(s, range.firstRow, range.endRow, {
    single: addForce,
    contact: (row, contact, dim) => {
      const rows = Array.from({ length: rowsOf(shape, dim) }, (_, r) => force.at(k.sum(row, r)))
      const [normal, ...slides] = directionForces(shape, a, contact, rows)
      // without a normal force there is no other
      k.when(k.any(normal.equals(0).not()), () => {
        const wrench = slides.reduce<Spatial>(
          (sum, f, i) => add(sum, scale(wrenchAt(a, contact, i + 1), f)),
          scale(wrenchAt(a, contact, 0), normal),
        )
        load(k, a, a.moving.at(contact), wrench)
        k.when(isBetween(s, contact), () =>
          load(k, a, a.other.at(contact), scale(shiftWrench(s, contact, wrench), k.num(-1))),
        )
      })
    },
  })
}

/**
 * Sums wrenches on bodies up to the root, in lanes: bodies differ in whether they carry some.
 * @param addAlong takes the force along the axis of a dof, 0 where there is no wrench
 */
export function gatherForces(s: TreeContext, addAlong: (dof: Index, along: Num) => void): void {
  const { k, a, tree, range } = s
  const { wrenchOnBody, loaded } = a
  range.bodiesDown((body) => {
    const here = isTrue(loaded.at(body))
    k.when(
      k.any(here),
      () => {
        const wrench = group6(wrenchOnBody, body).map((x) => k.choose(here, x, 0))
        forDofs(s, body, (dof) => addAlong(dof, dot(group6(a.cdof, dof), wrench)))
        const above = tree.movingParent.at(body)
        k.when(k.same(k.less(above, 0), 0), () => {
          const there = isTrue(loaded.at(above))
          const sum = group6(wrenchOnBody, above).map((x, i) => k.choose(there, x, 0).plus(wrench[i]))
          put(wrenchOnBody, above, sum)
          loaded.set(above, k.choose(here.or(there), 1, 0))
        })
      },
      () => forDofs(s, body, (dof) => addAlong(dof, k.num(0))),
    )
  })
}

function forDofs({ k, tree }: TreeContext, body: Index, visit: (dof: Index) => void): void {
  const first = tree.firstDof.at(body)
  k.loop(first, k.sum(first, tree.dofs.at(body)), visit)
}

export function group6(array: { at(index: Index, part?: number): Num }, index: Index): Spatial {
  return Array.from({ length: 6 }, (_, part) => array.at(index, part))
}

/** Σ a_i b_i */
export function dot(a: readonly Num[], b: readonly Num[]): Num {
  return a.slice(1).reduce((sum, x, i) => sum.plus(x.times(b[i + 1])), a[0].times(b[0]))
}
