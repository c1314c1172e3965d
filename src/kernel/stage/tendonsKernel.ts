import { MINVAL } from '../../core/math/constants.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { WrapType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Cell, Counter, Index, Kernel, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { add, cross, dot, group, norm, put, rotate, rotateBack, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { wrap } from './wrapKernel.ts'

/**
 * Tendons, as `tendon`: (qpos, poses of sites and geoms, cdof) → ten_length, ten_J, and the points of spatial ones:
 * ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos.
 */
export function tendonsKernel(m: Model): LaneStage {
  return (k) => {
    k.repeat(0, m.nJten, (e) => k.field('ten_J').set(e, 0))
    fixedTendons(k, m)
    if (pathsOf(m).items.length > 0) k.eachLane({ name: 'spatialTendons', stage: (one) => spatialTendons(one, m) })
  }
}

export function tendonsUnsupported(m: Model): string | undefined {
  if (m.ntendon === 0) return 'there are no tendons'
  const { columns } = pathsOf(m)
  return columns.includes(-1) ? 'a tendon pulls on a dof that is not in its row of ten_J' : undefined
}

function isFixed(m: Model, t: number): boolean {
  return m.wrap_type[m.tendon_adr[t]] === WrapType.joint
}

/** Length Σ coefficient · position. Jacobians of fixed tendons are constant. */
function fixedTendons(k: LaneKernel, m: Model): void {
  const fixed = [...m.tendon_adr.keys()].filter((t) => isFixed(m, t))
  const J = k.field('ten_J')
  const tendon = k.table('fixed_tendon', fixed)
  const wraps = k.table('tendon_adr', m.tendon_adr)
  const joints = k.table('tendon_num', m.tendon_num)
  const entries: number[] = []
  const addresses: number[] = []
  for (const t of fixed)
    for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
      entries[w] = columnOf(m, t, m.jnt_dofadr[m.wrap_objid[w]], 'first')
      addresses[w] = m.jnt_qposadr[m.wrap_objid[w]]
    }
  const address = k.table(
    'wrap_qposadr',
    Array.from(addresses, (a) => a ?? 0),
  )
  const entry = k.table(
    'wrap_entry',
    Array.from(entries, (e) => e ?? 0),
  )
  k.loop(0, fixed.length, (f) => {
    const t = tendon.at(f)
    const length = k.cell(0)
    const first = wraps.at(t)
    k.loop(first, k.sum(first, joints.at(t)), (w) => {
      const coefficient = k.numbers('wrap_prm').at(w)
      length.add(coefficient.times(k.field('qpos').at(address.at(w))))
      J.set(entry.at(w), J.at(entry.at(w)).plus(coefficient))
    })
    k.field('ten_length').set(t, length.value)
  })
}

/** The first or last entry of ten_J where a tendon has a dof; -1: nowhere. */
function columnOf(m: Model, t: number, dof: number, which: 'first' | 'last'): number {
  const row = m.ten_J_rowadr[t]
  const columns = m.ten_J_colind.subarray(row, row + m.ten_J_rownnz[t])
  const found = which === 'first' ? columns.indexOf(dof) : columns.lastIndexOf(dof)
  return found < 0 ? -1 : row + found
}

/** A part of a path: the start of a branch, or what leads from one site to the next. */
interface PathItem {
  readonly isPulley: boolean
  /** Number of the pulley, or of the geom that the tendon may touch, in the path; -1: none. */
  readonly wrap: number
  readonly first: number
  readonly last: number
  /** Whether the branch ends there. */
  readonly isEnd: boolean
  /** Its pulls: straight; to the geom; and from there. */
  readonly pull: number
}

/** Paths of the spatial tendons, and the dofs that change the distance of points on two bodies. */
interface Paths {
  /** The first item of each tendon, and the end. */
  readonly starts: readonly number[]
  readonly items: readonly PathItem[]
  /** The bodies of each pull, the dofs that move one of them alone, those of the first body first, and their columns. */
  readonly bodies: readonly (readonly [number, number])[]
  readonly ends: readonly number[]
  readonly dofs: readonly number[]
  readonly columns: readonly number[]
}

function pathsOf(m: Model): Paths {
  const { wrap_type, wrap_objid, site_bodyid, geom_bodyid } = m
  const chains = chainsOf(m)
  const chainOf = (body: number): number[] => [
    ...chains.dofs.subarray(chains.adr[body], chains.adr[body] + chains.num[body]),
  ]
  const starts = [0]
  const items: PathItem[] = []
  const bodies: [number, number][] = []
  const ends = [0]
  const dofs: number[] = []
  const columns: number[] = []
  const addPull = (t: number, a: number, b: number): void => {
    bodies.push([a, b])
    const [chainA, chainB] = [chainOf(a), chainOf(b)]
    for (const own of [chainA.filter((i) => !chainB.includes(i)), chainB.filter((i) => !chainA.includes(i))]) {
      dofs.push(...own)
      columns.push(...own.map((dof) => columnOf(m, t, dof, 'last')))
      ends.push(dofs.length)
    }
  }
  for (let t = 0; t < m.ntendon; t++) {
    const end = m.tendon_adr[t] + m.tendon_num[t]
    let w = isFixed(m, t) ? end : m.tendon_adr[t]
    while (w < end - 1) {
      if (wrap_type[w] === WrapType.pulley)
        items.push({ isPulley: true, wrap: w, first: 0, last: 0, isEnd: false, pull: 0 })
      if (wrap_type[w] === WrapType.pulley || wrap_type[w + 1] === WrapType.pulley) {
        w++
        continue
      }
      const isAround = wrap_type[w + 1] !== WrapType.site
      const [first, last] = [wrap_objid[w], wrap_objid[isAround ? w + 2 : w + 1]]
      const next = w + (isAround ? 2 : 1)
      const isEnd = next === end - 1 || wrap_type[next + 1] === WrapType.pulley
      items.push({ isPulley: false, wrap: isAround ? w + 1 : -1, first, last, isEnd, pull: bodies.length })
      addPull(t, site_bodyid[first], site_bodyid[last])
      if (isAround) {
        const body = geom_bodyid[wrap_objid[w + 1]]
        addPull(t, site_bodyid[first], body)
        addPull(t, body, site_bodyid[last])
      }
      w = next
    }
    starts.push(items.length)
  }
  return { starts, items, bodies, ends, dofs, columns }
}

/** Values of `wrap_obj` for points that are not on a geom. */
const ON_SITE = -1
const PULLEY = -2

/** The path in the making. */
interface Path {
  readonly k: Kernel
  readonly m: Model
  readonly paths: Paths
  /** Number of points so far. */
  readonly points: Counter
  /** Divisor of the branch. */
  readonly divisor: Cell
  /** Length of the segment. */
  readonly length: Cell
}

/** Follows paths from site to site. */
function spatialTendons(k: Kernel, m: Model): void {
  const paths = pathsOf(m)
  const points = k.counter(0)
  const start = k.table('path_start', paths.starts)
  const of = (name: keyof PathItem) =>
    k.table(
      `path_${name}`,
      paths.items.map((item) => Number(item[name])),
    )
  const isSpatial = k.table(
    'tendon_isspatial',
    Array.from(m.tendon_adr.keys(), (t) => (isFixed(m, t) ? 0 : 1)),
  )
  k.loop(0, m.ntendon, (t) => {
    const before = points.value
    k.integers('ten_wrapadr').set(t, before)
    k.when(isSpatial.at(t), () => {
      const total = k.cell(0)
      const path: Path = { k, m, paths, points, divisor: k.cell(1), length: k.cell(0) }
      k.loop(start.at(t), start.at(k.sum(t, 1)), (i) =>
        k.when(
          of('isPulley').at(i),
          () => {
            path.divisor.set(k.numbers('wrap_prm').at(of('wrap').at(i)))
            addPoint(path, PULLEY, [k.num(0), k.num(0), k.num(0)])
          },
          () => {
            segment(path, i, of)
            total.add(path.length.value.over(path.divisor.value))
          },
        ),
      )
      k.field('ten_length').set(t, total.value)
    })
    k.integers('ten_wrapnum').set(t, k.sum(points.value, k.product(before, -1)))
  })
}

/** From one site to the next: straight, or straight–curved–straight. */
function segment(path: Path, i: Index, of: (name: keyof PathItem) => { at(i: Index): Index }): void {
  const { k } = path
  const site = k.field('site_xpos', 3)
  const [first, last] = [vec3At(site, of('first').at(i)), vec3At(site, of('last').at(i))]
  const pull = of('pull').at(i)
  addPoint(path, ON_SITE, first)
  path.length.set(0)
  const isStraight = k.counter(1)
  k.when(k.less(-1, of('wrap').at(i)), () => {
    const { geom, length, touched } = wrapped(path, of('wrap').at(i), first, last)
    isStraight.set(k.any(length.below(0)))
    k.when(k.same(isStraight.value, 0), () => {
      const [leave, arrive] = touched()
      path.length.set(length)
      addStraight(path, k.sum(pull, 1), first, leave)
      addStraight(path, k.sum(pull, 2), arrive, last)
      addPoint(path, geom, leave)
      addPoint(path, geom, arrive)
    })
  })
  k.when(isStraight.value, () => addStraight(path, pull, first, last))
  // the last site of a branch has no segment of its own
  k.when(of('isEnd').at(i), () => addPoint(path, ON_SITE, last))
}

/** Wraps a segment around the geom of a path: the length of the curve, and where it starts and ends. */
function wrapped({ k, m }: Path, w: Index, first: Vec3, last: Vec3) {
  const isWrap = (w: number): boolean => m.wrap_type[w] === WrapType.sphere || m.wrap_type[w] === WrapType.cylinder
  const geom = k
    .table(
      'wrap_geom',
      Array.from(m.wrap_objid, (id, i) => (isWrap(i) ? id : 0)),
    )
    .at(w)
  const isSphere = k
    .table(
      'wrap_issphere',
      Array.from(m.wrap_type, (type) => (type === WrapType.sphere ? 1 : 0)),
    )
    .at(w)
  const center = vec3At(k.field('geom_xpos', 3), geom)
  const R = group(k.field('geom_xmat', 9), geom, 9)
  const side = k.numbers('wrap_prm').at(w)
  const sided = k.any(k.num(0).atMost(side))
  // a number that is no site
  const isSite = side.below(m.nsite).and(side.equals(side.floor()))
  k.giveUp(k.num(0).atMost(side).and(isSite.not()))
  const beside = [0, 1, 2].map(() => k.cell(0))
  const toLocal = (p: Vec3): Vec3 => rotateBack(R, sub(p, center))
  k.when(sided, () =>
    toLocal(vec3At(k.field('site_xpos', 3), k.whole(k.choose(isSite, side, 0)))).forEach((x, axis) => {
      beside[axis].set(x)
    }),
  )
  const found = wrap(k, {
    isSphere,
    point0: toLocal(first),
    point1: toLocal(last),
    side: beside.map((cell) => cell.value) as unknown as Vec3,
    sided,
    radius: k.numbers('geom_size', 3).at(geom, 0),
  })
  const touched = (): Vec3[] => [found.first, found.last].map((p) => add<Vec3>(rotate(R, p), center))
  return { geom, length: found.length, touched }
}

function addPoint({ k, points }: Path, object: Index, p: Vec3): void {
  k.integers('wrap_obj').set(points.value, object)
  put(k.field('wrap_xpos', 3), points.value, p)
  points.set(k.sum(points.value, 1))
}

/**
 * A straight part of a path, from a to b: adds its length, and to the tendon's row, for each dof that moves one of the
 * ends, pull · (motion of b − motion of a), where pull is the unit direction over the divisor.
 */
function addStraight({ k, m, paths, divisor, length }: Path, pull: Index, a: Vec3, b: Vec3): void {
  const d = sub(b, a)
  const straight = norm(d)
  length.add(straight)
  const share = k.num(1).over(divisor.value)
  const none = straight.below(MINVAL)
  const inverse = k.choose(none, 0, k.num(1).over(straight))
  const f = d.map((x, i) => (i === 0 ? k.choose(none, 1, x.times(inverse)) : x.times(inverse)))
  const end = k.table('pull_end', paths.ends)
  const dofs = k.table('pull_dof', paths.dofs)
  const columns = k.table('pull_column', paths.columns)
  const points = [a, b]
  points.forEach((point, side) => {
    const root = k.table(
      `pull_root${side}`,
      paths.bodies.map((pair) => m.body_rootid[pair[side]]),
    )
    const first = k.sum(k.product(pull, 2), side)
    const arm = sub(point, vec3At(k.field('subtree_com', 3), root.at(pull)))
    k.loop(end.at(first), end.at(k.sum(first, 1)), (e) => {
      const [wx, wy, wz, ...linear] = group(k.field('cdof', 6), dofs.at(e), 6)
      const v = add<readonly Num[]>(linear, cross([wx, wy, wz], arm))
      const change = dot(v, f)
      const J = k.field('ten_J')
      const column = columns.at(e)
      J.set(column, J.at(column).plus((side === 0 ? change.negated() : change).times(share)))
    })
  })
}
