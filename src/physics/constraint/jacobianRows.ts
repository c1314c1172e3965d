import type { Data } from '../../core/data/data.ts'
import { chainsOf, type DofChains } from '../../core/model/dofChains.ts'
import { type ConstraintType, JacobianType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Blocks of rows of the sparse constraint Jacobian. All rows of a block have the same columns, stand one after the
 * other, and are written at the end of what is there (from the entry `d.nJ` on) before they count.
 */

/** Up to this many dofs the reference stores the Jacobian as a full matrix, if the choice is left to it. */
const FULL_BELOW = 60

/**
 * Whether the reference would store the Jacobian by its non-zero entries; here it always is. It matters for rows that
 * are all zero, which count only there.
 * MuJoCo: mj_isSparse.
 */
export function isSparse(m: Model): boolean {
  const { jacobian } = m.opt
  return jacobian === JacobianType.sparse || (jacobian === JacobianType.auto && m.nv >= FULL_BELOW)
}

/** Where the dofs of two bodies stand among the columns of a row that joins the bodies. */
export class JoinedChains {
  /** Number of columns. */
  width = 0
  /** Number of dofs that move both bodies. They are the first of both chains, and of the columns if they are kept. */
  common = 0
  /** Column of the first dof that moves body 1 only, and of the first that moves body 2 only. */
  start1 = 0
  start2 = 0

  /**
   * Writes the columns from `efc_J_colind[at]` on. Dofs that move both bodies are left out unless they are to be kept.
   */
  join(chains: DofChains, body1: number, body2: number, keepCommon: boolean, colind: Int32Array, at: number): void {
    const { adr, num, dofs } = chains
    const adr1 = adr[body1]
    const adr2 = adr[body2]
    const num1 = num[body1]
    const num2 = num[body2]
    this.place(chains, body1, body2, keepCommon)
    const { common } = this
    const kept = keepCommon ? common : 0
    for (let k = 0; k < kept; k++) colind[at + k] = dofs[adr1 + k]
    for (let k = common, c = at + this.start1; k < num1; k++, c++) colind[c] = dofs[adr1 + k]
    for (let k = common, c = at + this.start2; k < num2; k++, c++) colind[c] = dofs[adr2 + k]
  }

  /** The same without writing columns. */
  place(chains: DofChains, body1: number, body2: number, keepCommon: boolean): void {
    const { adr, num, dofs } = chains
    const adr1 = adr[body1]
    const adr2 = adr[body2]
    const num1 = num[body1]
    const num2 = num[body2]
    const shorter = Math.min(num1, num2)
    let common = 0
    while (common < shorter && dofs[adr1 + common] === dofs[adr2 + common]) common++

    const kept = keepCommon ? common : 0
    const firstIs2 = common < shorter && dofs[adr2 + common] < dofs[adr1 + common]
    this.common = common
    this.start1 = firstIs2 ? kept + num2 - common : kept
    this.start2 = firstIs2 ? kept : kept + num1 - common
    this.width = kept + num1 + num2 - 2 * common
  }
}

/** The number of entries of a row that joins two bodies is at most this. */
export function mostColumns(m: Model, body1: number, body2: number): number {
  const { num } = chainsOf(m)
  return num[body1] + num[body2]
}

/** Whether a block at the end of the Jacobian would not count: without columns, or all zero in a full matrix. */
export function isEmptyBlock(m: Model, d: Data, size: number, width: number): boolean {
  if (width === 0) return true
  if (isSparse(m)) return false
  const { efc_J, nJ } = d
  const end = nJ + size * width
  for (let k = nJ; k < end; k++) if (efc_J[k] !== 0) return false
  return true
}

/**
 * Takes zeros out of a row at the end of the Jacobian that does not count yet, where the reference stores a full
 * matrix: there a row joins only what it moves at present. Returns how many entries are left.
 */
export function dropZeros(m: Model, d: Data, width: number): number {
  if (isSparse(m)) return width
  const { efc_J, efc_J_colind, nJ } = d
  let left = 0
  for (let k = nJ; k < nJ + width; k++) {
    if (efc_J[k] === 0) continue
    efc_J[nJ + left] = efc_J[k]
    efc_J_colind[nJ + left] = efc_J_colind[k]
    left++
  }
  return left
}

/** Lets a block count: `size` rows of `width` entries. Position, margin and friction loss of its rows become zero. */
export function appendBlock(d: Data, type: ConstraintType, id: number, size: number, width: number): void {
  const { efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_pos, efc_margin, efc_frictionloss } = d
  const first = d.nefc
  const adr = d.nJ
  for (let row = 0; row < size; row++) {
    const i = first + row
    const at = adr + row * width
    efc_type[i] = type
    efc_id[i] = id
    efc_J_rownnz[i] = width
    efc_J_rowadr[i] = at
    efc_pos[i] = 0
    efc_margin[i] = 0
    efc_frictionloss[i] = 0
    if (row > 0) for (let k = 0; k < width; k++) efc_J_colind[at + k] = efc_J_colind[adr + k]
  }
  d.nefc = first + size
  d.nJ = adr + size * width
}

/** Remembers the first row that a tendon takes part in. */
export function noteTendonRow(d: Data, tendon: number, row: number): void {
  if (d.tendon_efcadr[tendon] < 0) d.tendon_efcadr[tendon] = row
}
