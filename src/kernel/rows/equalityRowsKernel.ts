import { MINVAL } from '../../core/math/constants.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { ConstraintType, EqualityType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { equalityBody1, equalityBody2 } from '../../physics/constraint/equalityFrames.ts'
import { equalitySize } from '../../physics/constraint/equalityRows.ts'
import { isSparse, JoinedChains } from '../../physics/constraint/jacobianRows.ts'
import type { Index, Kernel, Num, Table } from '../language/kernelLanguage.ts'
import {
  add,
  cross,
  dot,
  group,
  mulQuat,
  norm,
  type Quat,
  quatAt,
  rotate,
  sub,
  type Vec3,
  vec3At,
} from '../language/vectors.ts'
import { type NewRows, startRows, writeParameters, writePlace } from '../stage/newRows.ts'
import { conjugate } from '../stage/rotationKernel.ts'
import { couplingRow } from './couplingRowsKernel.ts'

/**
 * Rows of equalities, as `addEqualities` and `impedance`: (equality_active, poses, cdof, ten_length, ten_J) → efc_*. A
 * position of zero means that the equality holds.
 */
export function equalityRows(m: Model, rows: NewRows): void {
  const { k } = rows
  if (m.neq === 0) return
  const type = k.table('eq_type', m.eq_type)
  const kinds = equalityKinds(m)
  const pairs = jointPairs(k, m)
  k.repeat(0, m.neq, (id) =>
    k.when(k.integers('equality_active').at(id), () => {
      for (const kind of kinds)
        k.when(kinds.length === 1 ? 1 : k.same(type.at(id), kind), () => {
          if (BODIES.has(kind)) bodyRows(rows, m, id, kind, pairs)
          else couplingRow(rows, m, id, kind)
        })
    }),
  )
}

/** Equalities between points or frames of two bodies. */
const BODIES: ReadonlySet<number> = new Set([EqualityType.connect, EqualityType.weld, EqualityType.distance])
/** Types of equalities that a model has. */
export function equalityKinds(m: Model): number[] {
  return [...new Set(m.eq_type)].filter((kind) => BODIES.has(kind) || COUPLINGS.has(kind))
}

/** Equalities of two numbers: joints or tendons. */
const COUPLINGS: ReadonlySet<number> = new Set([EqualityType.joint, EqualityType.tendon])
/** Where the target of a distance, and the weight of rotations of a weld, stand in `eq_data`. */
const TARGET = 6
const TORQUE_SCALE = 10

/** The dofs that move the two bodies of equalities. */
interface Pairs {
  /** The first column of each equality among all columns, and the end. */
  readonly first: Table
  readonly dof: Table
  /** Whether a dof moves the first body, and the second. */
  readonly moves: readonly [Table, Table]
}

function jointPairs(k: Kernel, m: Model): Pairs {
  const chains = chainsOf(m)
  const joined = new JoinedChains()
  const dofs = new Int32Array(m.nv)
  const first = [0]
  const columns: number[] = []
  const moves: [number[], number[]] = [[], []]
  m.eq_type.forEach((type, id) => {
    const pair = BODIES.has(type) ? [equalityBody1(m, id), equalityBody2(m, id)] : [0, 0]
    joined.join(chains, pair[0], pair[1], true, dofs, 0)
    const found = [...dofs.subarray(0, joined.width)]
    columns.push(...found)
    first.push(columns.length)
    pair.forEach((body, side) => {
      const chain = chains.dofs.subarray(chains.adr[body], chains.adr[body] + chains.num[body])
      moves[side].push(...found.map((dof) => (chain.includes(dof) ? 1 : 0)))
    })
  })
  return {
    first: k.table('eq_column', first),
    dof: k.table('eq_dof', columns),
    moves: [k.table('eq_moves1', moves[0]), k.table('eq_moves2', moves[1])],
  }
}

/** The two bodies of a connect, a weld, or a distance. */
export function equalityBodies(k: Kernel, m: Model, id: Index): readonly [Index, Index] {
  const of = (bodyOf: typeof equalityBody1): number[] =>
    Array.from(m.eq_type, (type, e) => (BODIES.has(type) ? bodyOf(m, e) : 0))
  return [k.table('eq_body1', of(equalityBody1)).at(id), k.table('eq_body2', of(equalityBody2)).at(id)]
}

/** Rows of a connect, a weld, or a distance. */
function bodyRows(rows: NewRows, m: Model, id: Index, kind: number, pairs: Pairs): void {
  const { k } = rows
  const isDistance = kind === EqualityType.distance
  const size = equalitySize(kind)
  const data = k.numbers('eq_data', 11)
  const { points, apart, length, direction, quats, turn } = equalityFrames(k, m, id, kind)
  const bodies = equalityBodies(k, m, id)
  const arms = points.map((p, side) => {
    const root = k.table('body_rootid', m.body_rootid).at(bodies[side])
    return sub(p, vec3At(k.field('subtree_com', 3), root))
  })
  const first = pairs.first.at(id)
  const end = pairs.first.at(k.sum(id, 1))
  const width = k.sum(end, k.product(first, -1))
  const entry = rows.entry.value
  const total = k.cell(0)
  k.repeat(first, end, (c) => {
    const dof = pairs.dof.at(c)
    const [wx, wy, wz, ...linear] = group(k.field('cdof', 6), dof, 6)
    const share = pairs.moves.map((moves) => k.real(moves.at(c)))
    const [v1, v2] = arms.map((arm, side) =>
      add<readonly Num[]>(linear, cross([wx, wy, wz], arm)).map((x) => x.times(share[side])),
    )
    const v = sub<readonly Num[]>(v1, v2)
    // what moves both bodies does not turn them against each other
    const omega = [wx, wy, wz].map((x) => x.times(share[0].minus(share[1])))
    const along = dot(direction, v)
    const values = isDistance ? [along] : turn ? [...v, ...turn.map((row) => dot(row, omega))] : v
    const at = k.sum(entry, k.sum(c, k.product(first, -1)))
    values.forEach((x, i) => {
      const place = k.sum(at, k.product(width, i))
      k.field('efc_J').set(place, x)
      k.integers('efc_J_colind').set(place, dof)
      total.add(x.abs())
    })
  })
  // rows that are all zero count only where the reference stores entries one by one
  k.when(k.product(k.less(0, width), isSparse(m) ? 1 : k.any(total.value.equals(0).not())), () => {
    const weights = k.numbers('body_invweight0', 2)
    const [tran, rot] = [0, 1].map((part) => weights.at(bodies[0], part).plus(weights.at(bodies[1], part)))
    const turned = quats && mulQuat(conjugate(quats[1]), quats[0])
    const pos = isDistance
      ? [length.minus(data.at(id, TARGET))]
      : turned
        ? [...apart, ...turned.slice(1).map((x) => data.at(id, TORQUE_SCALE).times(x))]
        : apart
    const row = startRows(rows, ConstraintType.equality, id, size, width)
    pos.forEach((x, i) => {
      writePlace(k, k.sum(row, i), x, k.num(0), k.num(0))
    })
    const violation = size === 1 ? pos[0] : norm(pos)
    const inertias = pos.map((_, i) => (i < 3 ? tran : rot))
    writeParameters(k, row, id, violation, 'eq_solref', inertias)
  })
}

/** What a connect, a weld, or a distance relates, in the world frame, as `equalityFrames.ts`. */
export function equalityFrames(k: Kernel, m: Model, id: Index, kind: number) {
  const isWeld = kind === EqualityType.weld
  const points = [point(k, m, id, 1, isWeld ? 3 : 0), point(k, m, id, 2, isWeld ? 0 : 3)] as const
  const apart = sub(points[0], points[1])
  const length = norm(apart)
  const far = k.num(MINVAL).atMost(length)
  const quats = isWeld ? weldQuats(k, m, id) : undefined
  return {
    points,
    apart,
    length,
    /** From the second point to the first; along x where they coincide. */
    direction: apart.map((x, i) => k.choose(far, x.over(length), i === 0 ? 1 : 0)),
    quats,
    /** Of a weld: the matrix from the relative angular velocity to the rate of its rotation. */
    turn: quats && rotationRate(k, quats, k.numbers('eq_data', 11).at(id, TORQUE_SCALE)),
  }
}

/** A site, or the point of a body whose local coordinates stand in `eq_data` from `at` on; in the world frame. */
function point(k: Kernel, m: Model, id: Index, side: 1 | 2, at: number): Vec3 {
  const object = objects(k, m, side).at(id)
  const data = k.numbers('eq_data', 11)
  return bySite(
    k,
    m,
    id,
    () => vec3At(k.field('site_xpos', 3), object),
    () => {
      const local: Vec3 = [data.at(id, at), data.at(id, at + 1), data.at(id, at + 2)]
      return add<readonly Num[]>(
        rotate(group(k.field('xmat', 9), object, 9), local),
        vec3At(k.field('xpos', 3), object),
      )
    },
  ) as unknown as Vec3
}

/** The orientations that a weld holds together. */
function weldQuats(k: Kernel, m: Model, id: Index): readonly [Quat, Quat] {
  const data = k.numbers('eq_data', 11)
  const xquat = k.field('xquat', 4)
  const relative: Quat = [data.at(id, 6), data.at(id, 7), data.at(id, 8), data.at(id, 9)]
  const of = (side: 1 | 2): Quat => {
    const object = objects(k, m, side).at(id)
    return bySite(
      k,
      m,
      id,
      () =>
        mulQuat(
          quatAt(xquat, k.table('site_bodyid', m.site_bodyid).at(object)),
          quatAt(k.numbers('site_quat', 4), object),
        ),
      () => (side === 1 ? mulQuat(quatAt(xquat, object), relative) : quatAt(xquat, object)),
    ) as unknown as Quat
  }
  return [of(1), of(2)]
}

/** Rows of the matrix of ω → ½ s vec(q̄₂·(0, ω)·q₁). */
function rotationRate(k: Kernel, [q1, q2]: readonly [Quat, Quat], scale: Num): readonly Num[][] {
  const half = scale.times(0.5)
  const columns = [0, 1, 2].map((axis) => {
    const unit = [0, 1, 2, 3].map((i) => k.num(i === axis + 1 ? 1 : 0)) as unknown as Quat
    return mulQuat(mulQuat(conjugate(q2), unit), q1).map((x) => half.times(x))
  })
  return [1, 2, 3].map((part) => columns.map((column) => column[part]))
}

/** The objects of equalities; where there is none, the world. */
function objects(k: Kernel, m: Model, side: 1 | 2): Table {
  return k.table(
    `eq_object${side}`,
    Array.from(side === 1 ? m.eq_obj1id : m.eq_obj2id, (id) => Math.max(id, 0)),
  )
}

/** Numbers that depend on whether an equality is one of sites. Where all are alike, without a branch. */
function bySite(k: Kernel, m: Model, id: Index, ofSite: () => readonly Num[], ofBody: () => readonly Num[]): Num[] {
  const isSite = Array.from(m.eq_objtype, (type) => (type === ObjType.site ? 1 : 0))
  const alike = isSite.filter((_, i) => BODIES.has(m.eq_type[i]))
  if (!alike.includes(0)) return [...ofSite()]
  if (!alike.includes(1)) return [...ofBody()]
  const numbers = ofBody().map((x) => k.cell(x))
  k.when(k.table('eq_issite', isSite).at(id), () =>
    ofSite().forEach((x, i) => {
      numbers[i].set(x)
    }),
  )
  return numbers.map((cell) => cell.value)
}
