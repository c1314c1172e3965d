import { SCALAR_NE, SCALAR_NEFC, SCALAR_NF, SCALAR_NJ, SCALAR_NL } from '../../core/data/dataScalars.ts'
import type { Model } from '../../core/model/model.ts'
import { mostFixedRows } from '../../physics/constraint/makeConstraint.ts'
import type { KernelStage } from '../language/kernelLanguage.ts'
import { contactRows, type RowRoom } from '../stage/contactRowsKernel.ts'
import type { NewRows } from '../stage/newRows.ts'
import { equalityRows } from './equalityRowsKernel.ts'
import { allFrictionRows, allLimitRows } from './jointRowsKernel.ts'

/**
 * All constraint rows, as `addRows`: equalities, friction loss, limits, contacts, without entries of the Jacobian of
 * contacts. Gives up if there is no room.
 */
export function rowsKernel(m: Model, room: RowRoom): KernelStage {
  return (k) => {
    const scalar = k.field('scalar')
    const rows: NewRows = { k, row: k.counter(0), entry: k.counter(0) }
    const count = (at: number, add: () => void): void => {
      const before = rows.row.value
      add()
      scalar.set(at, k.real(k.sum(rows.row.value, k.product(before, -1))))
    }
    k.repeat(0, m.ntendon, (t) => k.integers('tendon_efcadr').set(t, -1))
    const fixed = mostFixedRows(m)
    if (fixed.rows > room.rows || fixed.entries > room.entries) k.giveUp(k.num(0).equals(0))
    else {
      count(SCALAR_NE, () => equalityRows(m, rows))
      count(SCALAR_NF, () => allFrictionRows(m, rows))
      count(SCALAR_NL, () => allLimitRows(m, rows))
      contactRows(m, rows, room)
    }
    scalar.set(SCALAR_NEFC, k.real(rows.row.value))
    scalar.set(SCALAR_NJ, k.real(rows.entry.value))
  }
}
