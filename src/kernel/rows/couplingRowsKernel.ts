import { ConstraintType, EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, Num, Table } from '../language/kernelLanguage.ts'
import { appendEntry, type NewRows, noteTendonRow, startRows, writeParameters, writePlace } from '../stage/newRows.ts'

/**
 * The row of an equality of two joints or two tendons, as `addJointCoupling` and `addTendonCoupling`: with x and y their
 * positions or lengths, less those at qpos0, x − polynomial(y) and J = J₁ − slope·J₂. Without a second one, y = 0.
 */
export function couplingRow(rows: NewRows, m: Model, id: Index, kind: number): void {
  const { k } = rows
  const isTendon = kind === EqualityType.tendon
  const name = isTendon ? 'tendon' : 'joint'
  const first = couplingTable(k, m, `${name}1`, m.eq_obj1id, kind, (object) => Math.max(object, 0)).at(id)
  const second = couplingTable(k, m, `${name}2`, m.eq_obj2id, kind, (object) => Math.max(object, 0)).at(id)
  const hasSecond = couplingTable(k, m, `has_${name}2`, m.eq_obj2id, kind, (object) => (object < 0 ? 0 : 1)).at(id)
  const { length, inertia } = isTendon ? tendonScalars(k) : jointScalars(k, m)
  const c = k.numbers('eq_data', 11)
  const residual = k.cell(length(first).minus(c.at(id, 0)))
  const slope = k.cell(0)
  const A = k.cell(inertia(first))
  k.when(hasSecond, () => {
    const y = length(second)
    const power = (n: number): Num => Array.from({ length: n }, () => y).reduce((p, x) => p.times(x), c.at(id, n))
    residual.set(residual.value.minus(power(1).plus(power(2)).plus(power(3)).plus(power(4))))
    slope.set(
      [2, 3, 4].reduce(
        (sum, n) => {
          let term = k.num(n).times(c.at(id, n))
          for (let i = 1; i < n; i++) term = term.times(y)
          return sum.plus(term)
        },
        c.at(id, 1),
      ),
    )
    A.add(inertia(second))
  })

  const at = k.counter(rows.entry.value)
  if (isTendon) {
    tendonEntries(k, m, id, slope.value, (column, value) => appendEntry(k, m, at, column, value))
    noteTendonRow(k, first, rows.row.value)
    k.when(hasSecond, () => noteTendonRow(k, second, rows.row.value))
  } else {
    const dof = k.table('jnt_dofadr', m.jnt_dofadr)
    const follow = (): void =>
      k.when(hasSecond, () => appendEntry(k, m, at, dof.at(second), k.num(0).minus(slope.value)))
    // columns go up
    const isAfter = k.product(hasSecond, k.same(k.less(dof.at(first), dof.at(second)), 0))
    k.when(isAfter, follow)
    appendEntry(k, m, at, dof.at(first), k.num(1))
    k.when(k.same(isAfter, 0), follow)
  }
  const width = k.sum(at.value, k.product(rows.entry.value, -1))
  k.when(width, () => {
    const row = startRows(rows, ConstraintType.equality, id, 1, width)
    writePlace(k, row, residual.value, k.num(0), k.num(0))
    writeParameters(k, row, id, residual.value, 'eq_solref', [A.value])
  })
}

/** A table of equalities of one type; zeros for all others. */
function couplingTable(
  k: Kernel,
  m: Model,
  name: string,
  objects: Int32Array,
  kind: number,
  of: (object: number) => number,
): Table {
  return k.table(
    `eq_${name}`,
    Array.from(objects, (object, id) => (m.eq_type[id] === kind ? of(object) : 0)),
  )
}

/** The position of a joint and the length of a tendon, less those at qpos0, and the inverse inertia they feel. */
interface Scalars {
  length(object: Index): Num
  inertia(object: Index): Num
}

function jointScalars(k: Kernel, m: Model): Scalars {
  const address = k.table('jnt_qposadr', m.jnt_qposadr)
  return {
    length: (joint) =>
      k
        .field('qpos')
        .at(address.at(joint))
        .minus(k.numbers('qpos0').at(address.at(joint))),
    inertia: (joint) => k.numbers('dof_invweight0').at(k.table('jnt_dofadr', m.jnt_dofadr).at(joint)),
  }
}

function tendonScalars(k: Kernel): Scalars {
  return {
    length: (tendon) => k.field('ten_length').at(tendon).minus(k.numbers('tendon_length0').at(tendon)),
    inertia: (tendon) => k.numbers('tendon_invweight0').at(tendon),
  }
}

/** Calls back with the columns of J₁ − slope·J₂ in order, and with their values. */
function tendonEntries(k: Kernel, m: Model, id: Index, slope: Num, use: (column: Index, value: Num) => void): void {
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const row = (tendon: number): number[] =>
    tendon < 0 ? [] : Array.from({ length: ten_J_rownnz[tendon] }, (_, e) => ten_J_rowadr[tendon] + e)
  const starts = [0]
  const columns: number[] = []
  // ends of the entries of each column; a joint that stands twice in a path has two
  const ends: [number[], number[]] = [[0], [0]]
  const entries: [number[], number[]] = [[], []]
  m.eq_type.forEach((type, e) => {
    const rows = type === EqualityType.tendon ? [row(m.eq_obj1id[e]), row(m.eq_obj2id[e])] : [[], []]
    for (const column of [...new Set(rows.flat().map((at) => ten_J_colind[at]))].sort((a, b) => a - b)) {
      columns.push(column)
      rows.forEach((list, side) => {
        entries[side].push(...list.filter((at) => ten_J_colind[at] === column))
        ends[side].push(entries[side].length)
      })
    }
    starts.push(columns.length)
  })
  const start = k.table('eq_tendon_column', starts)
  const dof = k.table('eq_tendon_dof', columns)
  k.repeat(start.at(id), start.at(k.sum(id, 1)), (c) => {
    const value = k.cell(0)
    entries.forEach((list, side) => {
      const end = k.table(`eq_tendon_end${side}`, ends[side])
      const entry = k.table(`eq_tendon_entry${side}`, list)
      k.repeat(end.at(c), end.at(k.sum(c, 1)), (e) => {
        const x = k.field('ten_J').at(entry.at(e))
        value.set(side === 0 ? value.value.plus(x) : value.value.minus(slope.times(x)))
      })
    })
    use(dof.at(c), value.value)
  })
}
