import { chainsOf } from '../../core/model/dofChains.ts'
import { JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Counter, Index, Kernel, Num, Table } from '../language/kernelLanguage.ts'
import {
  add,
  cross,
  dot,
  group,
  mulQuat,
  normalize,
  type Quat,
  quatAt,
  rotate,
  rotateBack,
  scale,
  sub,
  turn,
  type Vec3,
  vec3At,
} from '../language/vectors.ts'
import { conjugate, rotationBetween, rotationVector } from './rotationKernel.ts'
import { dotRow } from './sparseRow.ts'

/**
 * Transmissions whose rows of moments vary: which of their entries are not zero depends on the pose. Kernels write where
 * rows are, as `transmission` does, and read it. Lanes take turns.
 */

/** How an actuator acts. */
const KIND = { scalar: 0, tendon: 1, ball: 2, free: 3, site: 4, crank: 5 } as const

function kindOf(m: Model, i: number): number {
  const type = m.actuator_trntype[i]
  if (type === TrnType.tendon) return KIND.tendon
  if (type === TrnType.site) return KIND.site
  if (type === TrnType.slidercrank) return KIND.crank
  const joint = m.jnt_type[m.actuator_trnid[2 * i]]
  return joint === JointType.ball ? KIND.ball : joint === JointType.free ? KIND.free : KIND.scalar
}

/** A table of actuators; zero for those of other kinds. */
function ofActuators(k: Kernel, m: Model, name: string, of: (i: number) => number, kinds: readonly number[]): Table {
  return k.table(
    `moments_${name}`,
    Array.from({ length: m.nactuator }, (_, i) => (kinds.includes(kindOf(m, i)) ? of(i) : 0)),
  )
}

/** Writes the entries of a row, and the length of its transmission. */
type RowWriter = (row: MomentRow) => Num

interface MomentRow {
  readonly k: Kernel
  readonly m: Model
  readonly actuator: Index
  /** Six numbers. */
  readonly gear: readonly Num[]
  readonly entry: Counter
}

const WRITERS: Readonly<Record<number, RowWriter>> = {
  [KIND.scalar]: scalarRow,
  [KIND.tendon]: tendonRow,
  [KIND.ball]: ballRow,
  [KIND.free]: freeRow,
  [KIND.site]: siteRow,
  [KIND.crank]: crankRow,
}

/** Lengths and moments, as `transmission`: → actuator_length, actuator_moment, moment_rowadr and so on. */
export function varyingTransmission(k: Kernel, m: Model): void {
  const entry = k.counter(0)
  const kind = k.table(
    'moments_kind',
    Array.from({ length: m.nactuator }, (_, i) => kindOf(m, i)),
  )
  const kinds = [...new Set(Array.from({ length: m.nactuator }, (_, i) => kindOf(m, i)))]
  k.loop(0, m.nactuator, (i) => {
    const first = entry.value
    k.integers('moment_rowadr').set(i, first)
    const row: MomentRow = { k, m, actuator: i, gear: group(k.numbers('actuator_gear', 6), i, 6), entry }
    for (const one of kinds)
      k.when(kinds.length === 1 ? 1 : k.same(kind.at(i), one), () => {
        k.field('actuator_length').set(i, WRITERS[one](row))
      })
    k.integers('moment_rownnz').set(i, k.sum(entry.value, k.product(first, -1)))
  })
}

/** The row of an actuator: its first entry, and the end. */
function rowOf(k: Kernel, i: Index): { first: Index; count: Index; end: Index } {
  const first = k.integers('moment_rowadr').at(i)
  const count = k.integers('moment_rownnz').at(i)
  return { first, count, end: k.sum(first, count) }
}

/** Velocities of transmissions, as `actuatorVelocity`. */
export function varyingVelocities(k: Kernel, m: Model): void {
  const tendon = ofActuators(k, m, 'tendon', (i) => m.actuator_trnid[2 * i], [KIND.tendon])
  const isTendon = ofActuators(k, m, 'istendon', () => 1, [KIND.tendon])
  const velocity = k.field('actuator_velocity')
  const column = k.integers('moment_colind')
  k.loop(0, m.nactuator, (i) =>
    k.when(
      isTendon.at(i),
      () =>
        velocity.set(
          i,
          k
            .numbers('actuator_gear', 6)
            .at(i)
            .times(k.field('ten_velocity').at(tendon.at(i))),
        ),
      () => {
        const { first, count, end } = rowOf(k, i)
        const term = (e: Index): Num =>
          k
            .field('actuator_moment')
            .at(e)
            .times(k.field('qvel').at(column.at(e)))
        velocity.set(i, dotRow(k, first, k.half(k.half(count)), end, term))
      },
    ),
  )
}

/** qfrc_actuator = momentᵀ·actuator_force */
export function varyingForces(k: Kernel, m: Model): void {
  const force = k.field('qfrc_actuator')
  k.repeat(0, m.nv, (i) => force.set(i, 0))
  k.loop(0, m.nactuator, (i) => {
    const { first, end } = rowOf(k, i)
    const own = k.field('actuator_force').at(i)
    k.repeat(first, end, (e) => {
      const dof = k.integers('moment_colind').at(e)
      force.set(dof, force.at(dof).plus(k.field('actuator_moment').at(e).times(own)))
    })
  })
}

function append({ k, entry }: MomentRow, dof: Index, moment: Num): void {
  k.field('actuator_moment').set(entry.value, moment)
  k.integers('moment_colind').set(entry.value, dof)
  entry.set(k.sum(entry.value, 1))
}

function appendAll(row: MomentRow, dof: Index, moments: readonly Num[]): void {
  moments.forEach((x, i) => {
    append(row, row.k.sum(dof, i), x)
  })
}

/** Where the numbers of an actuator's joint are. */
function jointOf({ k, m, actuator }: MomentRow): { position: Index; dof: Index; inParent: Index } {
  const kinds = [KIND.scalar, KIND.ball, KIND.free]
  const of = (name: string, values: Int32Array): Index =>
    ofActuators(k, m, name, (i) => values[m.actuator_trnid[2 * i]], kinds).at(actuator)
  const isInParent = (i: number): number => (m.actuator_trntype[i] === TrnType.jointinparent ? 1 : 0)
  return {
    position: of('qposadr', m.jnt_qposadr),
    dof: of('dofadr', m.jnt_dofadr),
    inParent: ofActuators(k, m, 'inparent', isInParent, kinds).at(actuator),
  }
}

function scalarRow(row: MomentRow): Num {
  const { position, dof } = jointOf(row)
  append(row, dof, row.gear[0])
  return row.gear[0].times(row.k.field('qpos').at(position))
}

function tendonRow(row: MomentRow): Num {
  const { k, m, actuator, gear } = row
  const tendon = ofActuators(k, m, 'tendon', (i) => m.actuator_trnid[2 * i], [KIND.tendon]).at(actuator)
  const first = k.table('ten_J_rowadr', m.ten_J_rowadr).at(tendon)
  const column = k.table('ten_J_colind', m.ten_J_colind)
  k.repeat(first, k.sum(first, k.table('ten_J_rownnz', m.ten_J_rownnz).at(tendon)), (e) =>
    append(row, column.at(e), gear[0].times(k.field('ten_J').at(e))),
  )
  return gear[0].times(k.field('ten_length').at(tendon))
}

/** A quaternion of `qpos`, of unit length. */
function unitAt(k: Kernel, first: Index): Quat {
  const [w, x, y, z] = [0, 1, 2, 3].map((i) => k.field('qpos').at(k.sum(first, i)))
  return normalize(k, [w, x, y, z])
}

/** A vector of the gear, which may be given in the frame of the parent. */
function axisOf({ k, gear }: MomentRow, at: number, inParent: Index, unit: () => Quat): Num[] {
  const vector: Vec3 = [gear[at], gear[at + 1], gear[at + 2]]
  const cells = vector.map((x) => k.cell(x))
  k.when(inParent, () =>
    turn(conjugate(unit()), vector).forEach((x, i) => {
      cells[i].set(x)
    }),
  )
  return cells.map((cell) => cell.value)
}

/** Along a ball joint's rotation vector. */
function ballRow(row: MomentRow): Num {
  const { position, dof, inParent } = jointOf(row)
  const unit = unitAt(row.k, position)
  const axis = axisOf(row, 0, inParent, () => unit)
  appendAll(row, dof, axis)
  return dot(axis, rotationVector(row.k, unit))
}

/** Translations along world axes, rotations along body axes. */
function freeRow(row: MomentRow): Num {
  const { k } = row
  const { position, dof, inParent } = jointOf(row)
  const turned = axisOf(row, 3, inParent, () => unitAt(k, k.sum(position, 3)))
  appendAll(row, dof, [...row.gear.slice(0, 3), ...turned])
  return k.num(0)
}

/** A force and torque at a site. */
interface SiteWrench {
  readonly force: readonly Num[]
  readonly torque: readonly Num[]
  readonly point: Vec3
  readonly body: Index
}

/** Appends the moments of a wrench on one body, and of another on a second one, where they are not zero. */
function appendWrenches(row: MomentRow, wrenches: readonly SiteWrench[]): void {
  const { k, m, actuator } = row
  const { starts, dofs, moves } = siteColumns(m)
  const start = k.table('moments_column', starts)
  const dof = k.table('moments_dof', dofs)
  const arms = wrenches.map(({ point, body }) => {
    const root = k.table('body_rootid', m.body_rootid).at(body)
    return sub(point, vec3At(k.field('subtree_com', 3), root))
  })
  k.repeat(start.at(actuator), start.at(k.sum(actuator, 1)), (c) => {
    const [wx, wy, wz, ...linear] = group(k.field('cdof', 6), dof.at(c), 6)
    const moment = k.cell(0)
    wrenches.forEach(({ force, torque }, side) => {
      k.when(k.table(`moments_moves${side}`, moves[side]).at(c), () => {
        const v = add<readonly Num[]>(linear, cross([wx, wy, wz], arms[side]))
        moment.set(moment.value.plus(dot(v, force)).plus(dot([wx, wy, wz], torque)))
      })
    })
    k.when(k.any(moment.value.equals(0).not()), () => append(row, dof.at(c), moment.value))
  })
}

/**
 * Dofs that the wrenches of an actuator on sites may move: of two sites, dofs that move both cancel, except with a
 * slider-crank, whose wrenches are not opposite.
 */
function siteColumns(m: Model): { starts: number[]; dofs: number[]; moves: [number[], number[]] } {
  const chains = chainsOf(m)
  const chainOf = (site: number): number[] => {
    if (site < 0) return []
    const body = m.site_bodyid[site]
    return [...chains.dofs.subarray(chains.adr[body], chains.adr[body] + chains.num[body])]
  }
  const starts = [0]
  const dofs: number[] = []
  const moves: [number[], number[]] = [[], []]
  for (let i = 0; i < m.nactuator; i++) {
    const kind = kindOf(m, i)
    const sited = kind === KIND.site || kind === KIND.crank
    const [a, b] = [0, 1].map((side) => (sited ? chainOf(m.actuator_trnid[2 * i + side]) : []))
    const columns = [...new Set([...a, ...b])].sort((x, y) => x - y)
    for (const dof of columns) {
      if (kind === KIND.site && a.includes(dof) && b.includes(dof)) continue
      dofs.push(dof)
      moves[0].push(a.includes(dof) ? 1 : 0)
      moves[1].push(b.includes(dof) ? 1 : 0)
    }
    starts.push(dofs.length)
  }
  return { starts, dofs, moves }
}

/** A site of an actuator, and its pose. */
function siteOf({ k, m, actuator }: MomentRow, side: 0 | 1) {
  const kinds = [KIND.site, KIND.crank]
  const idOf = (i: number): number => Math.max(0, m.actuator_trnid[2 * i + side])
  const site = ofActuators(k, m, `site${side}`, idOf, kinds).at(actuator)
  return {
    site,
    body: ofActuators(k, m, `body${side}`, (i) => m.site_bodyid[idOf(i)], kinds).at(actuator),
    point: vec3At(k.field('site_xpos', 3), site),
    axes: group(k.field('site_xmat', 9), site, 9),
  }
}

/** A wrench at a site, in its axes or in those of a reference site, against which it acts. */
function siteRow(row: MomentRow): Num {
  const { k, m, actuator, gear } = row
  const [push, twist]: [Vec3, Vec3] = [
    [gear[0], gear[1], gear[2]],
    [gear[3], gear[4], gear[5]],
  ]
  const own = siteOf(row, 0)
  const length = k.cell(0)
  const hasReference = ofActuators(k, m, 'hasreference', (i) => (m.actuator_trnid[2 * i + 1] < 0 ? 0 : 1), [KIND.site])
  k.when(
    hasReference.at(actuator),
    () => {
      const reference = siteOf(row, 1)
      const wrench = { force: rotate(reference.axes, push), torque: rotate(reference.axes, twist) }
      const opposite = { force: wrench.force.map((x) => x.negated()), torque: wrench.torque.map((x) => x.negated()) }
      appendWrenches(row, [
        { ...own, ...wrench },
        { ...reference, ...opposite },
      ])
      const isSome = (v: Vec3): Index =>
        k.any(
          v
            .map((x) => x.equals(0))
            .reduce((a, b) => a.and(b))
            .not(),
        )
      k.when(isSome(push), () => length.set(dot(rotateBack(reference.axes, sub(own.point, reference.point)), push)))
      k.when(isSome(twist), () => {
        const [p, q] = [own, reference].map(({ site, body }) =>
          mulQuat(quatAt(k.numbers('site_quat', 4), site), quatAt(k.field('xquat', 4), body)),
        )
        const rotation = rotationBetween(k, p, q)
        rotation.forEach((x, i) => {
          length.add(x.times(twist[i]))
        })
      })
    },
    () => appendWrenches(row, [{ ...own, force: rotate(own.axes, push), torque: rotate(own.axes, twist) }]),
  )
  return length.value
}

/** A rod joins a pin on a crank with a slider; see `sliderCrankRow`. */
function crankRow(row: MomentRow): Num {
  const { k, actuator } = row
  const gear = row.gear[0]
  const [crank, slider] = [siteOf(row, 0), siteOf(row, 1)]
  const axis: Vec3 = [slider.axes[2], slider.axes[5], slider.axes[8]]
  const v = sub(crank.point, slider.point)
  const rod = k.numbers('actuator_cranklength').at(actuator)
  const along = dot(axis, v)
  const determinant = along.times(along).plus(rod.times(rod)).minus(dot(v, v))
  // derivatives of the length by v and by the axis
  const reaches = k.num(0).below(determinant)
  const root = determinant.sqrt()
  const length = k.choose(reaches, along.minus(root), along)
  const byAxis = k.choose(reaches, k.num(1).minus(along.over(root)), 1)
  const byVector = k.choose(reaches, k.num(1).over(root), 0)
  const force = add(scale(axis, byAxis), scale(v, byVector)).map((x) => gear.times(x))
  const none = [0, 1, 2].map(() => k.num(0))
  // rotating the slider's site rotates its axis
  const torque = cross(axis, scale(v, gear.times(byAxis)))
  appendWrenches(row, [
    { ...crank, force, torque: none },
    { ...slider, force: force.map((x) => x.negated()), torque },
  ])
  return gear.times(length)
}
