import { ConstraintType } from '../../core/model/enums.ts'
import type { Index, Kernel, Num, NumArray } from '../language/kernelLanguage.ts'
import { add, cross, put, type Spatial, scale, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { MOST_JOINING, type SolverArrays, type SolverShape } from './solverArrays.ts'
import type { SolverContext, TreeContext } from './solverContext.ts'

/**
 * Contacts as wrenches. The Jacobian of a contact of a moving body with one that does not move is C = W V: V is the
 * twist (ω, v) of the body about the center of mass c of its tree, and a row of W is the wrench of a unit force along a
 * direction a of the contact, (r × a, a) with r = p − c, or of a unit torque, (a, 0). So J v takes six products a
 * direction, however many dofs move the body, and Jᵀ f is a wrench on the body, which is passed on to its parents.
 * Contacts of two moving bodies keep their rows of J.
 */

/**
 * Finds the bodies and the wrenches of all contacts that have rows. Gives up where trees of an island have so many rows
 * between them that other solvers are faster.
 */
export function contactWrenches(s: SolverContext, ncon: Index): void {
  const { k, shape, a, tree } = s
  if (!shape.oneTree) k.repeat(0, shape.m.ntree, (i) => a.between.set(i, 0))
  k.repeat(0, ncon, (contact) =>
    k.when(k.same(k.less(a.contact_efc_address.at(contact), 0), 0), () => {
      const body1 = tree.bodyOfGeom.at(a.contact_geom1.at(contact))
      const body2 = tree.bodyOfGeom.at(a.contact_geom2.at(contact))
      const body = k.counter(-1)
      const sign = k.cell(1)
      k.when(
        k.less(tree.lastDof.at(body1), 0),
        () => body.set(body2),
        () =>
          k.when(k.less(tree.lastDof.at(body2), 0), () => {
            body.set(body1)
            sign.set(-1)
          }),
      )
      a.moving.set(contact, body.value)
      k.when(
        k.less(body.value, 0),
        () => {
          if (!shape.oneTree) countBetween(s, contact)
        },
        () => writeWrenches(s, contact, tree.root.at(body.value), sign.value),
      )
    }),
  )
}

/** Counts the rows of a contact of two moving bodies for its island. */
function countBetween(s: SolverContext, contact: Index): void {
  const { k } = s
  const { elliptic } = s.shape
  const { between, ...a } = s.a
  const island = k.integers('efc_island').at(a.contact_efc_address.at(contact))
  const dim = a.contact_dim.at(contact)
  const rows = k.counter(dim)
  if (!elliptic) k.when(k.less(1, dim), () => rows.set(k.sum(k.product(dim, 2), -2)))
  const sum = k.sum(between.at(island), rows.value)
  between.set(island, sum)
  k.when(k.less(MOST_JOINING, sum), () => k.giveUp(k.num(0).equals(0)))
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

/** Twists of all bodies for the velocities `x` of the dofs, from the root on. */
export function twists(s: TreeContext, x: (i: Index) => Num): void {
  const { k, a, tree, range } = s
  range.bodies((body) => {
    const twist = Array.from({ length: 6 }, () => k.cell(0))
    const above = tree.movingParent.at(body)
    k.when(
      k.less(above, 0),
      () => {},
      () =>
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
  })
}

/** What is done with the rows of an island. Contacts are given by their first row. */
export interface RowVisitor {
  /** A row of its own. */
  single(row: Index): void
  /** A contact of `dim` dimensions of one moving body, in form of wrenches. */
  contact(row: Index, contact: Index, dim: number): void
  /** A contact of two moving bodies, with rows of the Jacobian. */
  between(row: Index, contact: Index, dim: number): void
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
          const isWrench = k.same(k.less(a.moving.at(contact), 0), 0)
          const step = k.counter(1)
          for (const d of shape.dims)
            k.when(k.same(dim, d), () => {
              k.when(
                isWrench,
                () => visit.contact(row, contact, d),
                () => visit.between(row, contact, d),
              )
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
    between: (row, _contact, dim) => {
      k.repeat(0, rowsOf(shape, dim), (r) => out(k.sum(row, r), rowTimes(k, a, k.sum(row, r), x)))
    },
    contact: (row, contact, dim) => {
      const motion = group6(a.twist, a.moving.at(contact))
      const directions = Array.from({ length: dim }, (_, i) => dot(wrenchAt(a, contact, i), motion))
      edges(shape, a, contact, directions).forEach((value, i) => {
        out(k.sum(row, i), value)
      })
    },
  })
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
  const { qfrc_constraint } = s.a
  clearForces(s, qfrc_constraint)
  scatterForces(s, qfrc_constraint)
  gatherForces(s, (dof, along) => qfrc_constraint.set(dof, qfrc_constraint.at(dof).plus(along)))
}

/** No forces on dofs and no wrenches on bodies so far. */
export function clearForces({ k, a, range }: TreeContext, out: NumArray): void {
  const zero = Array.from({ length: 6 }, () => k.num(0))
  range.bodies((body) => put(a.wrenchOnBody, body, zero))
  range.dofs((i) => out.set(i, 0))
}

/** Adds the forces of rows: those of contacts as wrenches on bodies, the others to `out`. */
export function scatterForces(s: SolverContext, out: NumArray): void {
  const { k, shape, a, range } = s
  const { wrenchOnBody, force } = a
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
    between: (row, _contact, dim) => k.repeat(0, rowsOf(shape, dim), (r) => addForce(k.sum(row, r))),
    contact: (row, contact, dim) => {
      const rows = Array.from({ length: rowsOf(shape, dim) }, (_, r) => force.at(k.sum(row, r)))
      const [normal, ...slides] = directionForces(shape, a, contact, rows)
      // without a normal force there is no other
      k.when(k.any(normal.equals(0).not()), () => {
        const wrench = slides.reduce<Spatial>(
          (sum, f, i) => add(sum, scale(wrenchAt(a, contact, i + 1), f)),
          scale(wrenchAt(a, contact, 0), normal),
        )
        const body = a.moving.at(contact)
        put(wrenchOnBody, body, add(group6(wrenchOnBody, body), wrench))
      })
    },
  })
}

/** Sums wrenches on bodies up to the root, and takes them along the axes of the dofs. */
export function gatherForces({ k, a, tree, range }: TreeContext, addAlong: (dof: Index, along: Num) => void): void {
  const { wrenchOnBody } = a
  range.bodiesDown((body) => {
    const wrench = group6(wrenchOnBody, body)
    const first = tree.firstDof.at(body)
    k.loop(first, k.sum(first, tree.dofs.at(body)), (dof) => addAlong(dof, dot(group6(a.cdof, dof), wrench)))
    const above = tree.movingParent.at(body)
    k.when(
      k.less(above, 0),
      () => {},
      () => put(wrenchOnBody, above, add(group6(wrenchOnBody, above), wrench)),
    )
  })
}

export function group6(array: { at(index: Index, part?: number): Num }, index: Index): Spatial {
  return Array.from({ length: 6 }, (_, part) => array.at(index, part))
}

/** Σ a_i b_i */
export function dot(a: readonly Num[], b: readonly Num[]): Num {
  return a.slice(1).reduce((sum, x, i) => sum.plus(x.times(b[i + 1])), a[0].times(b[0]))
}
