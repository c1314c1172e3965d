import type { Model } from '../../core/model/model.ts'
import { isSparse } from '../../physics/constraint/jacobianRows.ts'
import type { Counter, Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { regularization, rowSpring, writeDiagonal, writeSpring } from './rowSpring.ts'

/** Where the next constraint row and its entries go. */
export interface NewRows {
  readonly k: Kernel
  readonly row: Counter
  readonly entry: Counter
}

/** Lets rows count whose entries, `width` each, have been written one row after the other. Returns the first. */
export function startRows({ k, row, entry }: NewRows, type: number, id: Index, size: number, width: Index): Index {
  const first = row.value
  for (let i = 0; i < size; i++) {
    const next = k.sum(first, i)
    k.integers('efc_type').set(next, type)
    k.integers('efc_id').set(next, id)
    k.integers('efc_J_rownnz').set(next, width)
    k.integers('efc_J_rowadr').set(next, k.sum(entry.value, k.product(width, i)))
  }
  row.set(k.sum(first, size))
  entry.set(k.sum(entry.value, k.product(width, size)))
  return first
}

export function writePlace(k: Kernel, row: Index, pos: Num, margin: Num, frictionloss: Num): void {
  k.field('efc_pos').set(row, pos)
  k.field('efc_margin').set(row, margin)
  k.field('efc_frictionloss').set(row, frictionloss)
}

/**
 * Spring and regularization of rows that share a violation.
 * @param solref name of the numbers of the model that `object` has; those of `solimp` have the same name
 * @param inertias the inverse inertia that each row feels
 */
export function writeParameters(
  k: Kernel,
  first: Index,
  object: Index,
  violation: Num,
  solref: string,
  inertias: readonly Num[],
  stiffness?: number,
): void {
  const solimp = solref.replace('solref', 'solimp')
  const spring = rowSpring(k, k.numbers(solref, 2), k.numbers(solimp, 5), object, violation)
  inertias.forEach((A, i) => {
    writeSpring(k, k.sum(first, i), spring, stiffness)
    writeDiagonal(k, k.sum(first, i), spring, regularization(k, spring, A))
  })
}

/** Writes an entry of a row that does not count yet, unless it is zero where rows have no zeros. */
export function appendEntry(k: Kernel, m: Model, at: Counter, column: Index, value: Num): void {
  k.when(isSparse(m) ? 1 : k.any(value.equals(0).not()), () => {
    k.field('efc_J').set(at.value, value)
    k.integers('efc_J_colind').set(at.value, column)
    at.set(k.sum(at.value, 1))
  })
}

/** Remembers the first row that a tendon takes part in. */
export function noteTendonRow(k: Kernel, tendon: Index, row: Index): void {
  const first = k.integers('tendon_efcadr')
  k.when(k.less(first.at(tendon), 0), () => first.set(tendon, row))
}
