import type { Data } from '../../../core/data/data.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import type { IslandOrder } from '../factor/eliminationOrder.ts'
import { type Problem, reserveWork, SCALE } from '../problem/primalProblem.ts'

const none: Int32Array = new Int32Array(0)

/**
 * M and J of islands: columns counted within the island, in the order in which its trees are eliminated. M, and J of
 * islands that keep their order, stay where they are in `Data`; only their columns are numbered anew.
 */
export class IslandColumns {
  /** Number of a dof within its island. */
  local: Int32Array = none
  M_colind: Int32Array = none
  J_colind: Int32Array = none
  /** Entries of J for islands whose trees change places: at the same addresses, columns ascending again. */
  J: Float64Array = new Float64Array(0)
  /** Columns of a row in ascending order: where they stand in it. */
  sorted: Int32Array = none
  /** Work space, one number for each tree. */
  treePlace: Int32Array = none
}

/** Islands with fewer trees are not worth a search for an order. */
export const LEAST_TREES = 3

/** Numbers the dofs of an island, after finding places for its trees where a matrix will be factored. */
export function orderIsland(
  o: IslandOrder,
  c: IslandColumns,
  m: Model,
  d: Data,
  island: number,
  factored: boolean,
): void {
  const { island_ntree, island_itreeadr, map_itree2tree } = d
  const { tree_dofadr, tree_dofnum } = m
  const count = island_ntree[island]
  const first = island_itreeadr[island]
  if (c.local.length < m.nv) c.local = new Int32Array(m.nv)
  if (c.treePlace.length < m.ntree) c.treePlace = new Int32Array(m.ntree)
  // rows of the inertia that hold dofs of several trees must find them in their order
  if (!factored || count < LEAST_TREES || d.effectiveInertia.joinsTrees) o.forget()
  else o.find(m, d, island, c.treePlace)
  const { local } = c
  const { order } = o.elimination
  let at = 0
  for (let k = 0; k < count; k++) {
    const tree = map_itree2tree[first + (o.permuted ? order[k] : k)]
    for (let i = 0; i < tree_dofnum[tree]; i++) local[tree_dofadr[tree] + i] = at++
  }
}

/** Numbers the columns of the rows of M and J that belong to an island, and puts them in order. */
export function numberColumns(c: IslandColumns, d: Data, island: number, permuted: boolean): void {
  const { rowadr: M_rowadr, rownnz: M_rownnz, colind } = d.effectiveInertia.H
  const { island_nv, island_idofadr, map_idof2dof, island_nefc, island_iefcadr, map_iefc2efc } = d
  const { efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  if (c.M_colind.length < colind.length) c.M_colind = new Int32Array(colind.length)
  if (c.J_colind.length < efc_J_colind.length) c.J_colind = new Int32Array(efc_J_colind.length)
  const { M_colind, J_colind, local } = c
  for (let k = island_idofadr[island]; k < island_idofadr[island] + island_nv[island]; k++) {
    const dof = map_idof2dof[k]
    const end = M_rowadr[dof] + M_rownnz[dof]
    for (let e = M_rowadr[dof]; e < end; e++) M_colind[e] = local[colind[e]]
  }
  if (permuted) {
    sortColumns(c, d, island)
    return
  }
  const lastRow = island_iefcadr[island] + island_nefc[island]
  for (let k = island_iefcadr[island]; k < lastRow; k++) {
    const first = efc_J_rowadr[map_iefc2efc[k]]
    let end = first + efc_J_rownnz[map_iefc2efc[k]]
    // rows that follow each other
    for (; k + 1 < lastRow && efc_J_rowadr[map_iefc2efc[k + 1]] === end; k++) end += efc_J_rownnz[map_iefc2efc[k + 1]]
    for (let e = first; e < end; e++) J_colind[e] = local[efc_J_colind[e]]
  }
}

/**
 * Copies the rows of J of an island with their columns in ascending order, which all rows of a contact have in common.
 */
function sortColumns(c: IslandColumns, d: Data, island: number): void {
  const { island_nefc, island_iefcadr, map_iefc2efc, efc_type, efc_id, efc_J, efc_J_rowadr, efc_J_rownnz } = d
  if (c.J.length < efc_J.length) c.J = new Float64Array(efc_J.length)
  if (c.sorted.length < c.local.length) c.sorted = new Int32Array(c.local.length)
  const { J, J_colind, sorted } = c
  const lastRow = island_iefcadr[island] + island_nefc[island]
  let before = -1
  for (let k = island_iefcadr[island]; k < lastRow; k++) {
    const i = map_iefc2efc[k]
    const from = efc_J_rowadr[i]
    const nnz = efc_J_rownnz[i]
    if (before >= 0 && efc_type[i] >= CONTACT && efc_type[before] >= CONTACT && efc_id[i] === efc_id[before]) {
      const columns = efc_J_rowadr[before]
      for (let e = 0; e < nnz; e++) J_colind[from + e] = J_colind[columns + e]
    } else {
      sortRow(c, d.efc_J_colind, from, nnz)
    }
    for (let e = 0; e < nnz; e++) J[from + e] = efc_J[from + sorted[e]]
    before = i
  }
}

/** Types of rows from here on are contacts. */
const CONTACT = ConstraintType.contactFrictionless

/** Numbers the columns of a row, in ascending order, and says in `sorted` which entries they come from. */
function sortRow(c: IslandColumns, colind: Int32Array, from: number, nnz: number): void {
  const { J_colind, local, sorted } = c
  for (let e = 0; e < nnz; e++) {
    const column = local[colind[from + e]]
    let at = e
    for (; at > 0 && J_colind[from + at - 1] > column; at--) {
      J_colind[from + at] = J_colind[from + at - 1]
      sorted[at] = sorted[at - 1]
    }
    J_colind[from + at] = column
    sorted[at] = e
  }
}

/** Makes the problem that of one island, at the acceleration at which the problem of all islands has been evaluated. */
export function poseIsland(
  p: Problem,
  all: Problem,
  d: Data,
  columns: IslandColumns,
  island: number,
  permuted: boolean,
): void {
  p.nv = d.island_nv[island]
  p.all[1] = p.nv
  p.span = p.all
  p.nspan = 1
  p.nefc = d.island_nefc[island]
  p.ne = d.island_ne[island]
  p.nf = d.island_nf[island]
  reserveIsland(p)
  reserveWork(p)

  const { H, factor, preconditioner } = d.effectiveInertia
  p.M.colind = columns.M_colind
  p.M.values = H.values
  p.inertiaFactor.setPattern(p.M)
  p.inertiaFactor.values = factor.values
  p.preconditioner.setPattern(p.M)
  p.preconditioner.values = preconditioner.values
  p.J = permuted ? columns.J : d.efc_J
  p.J_colind = columns.J_colind
  p.contact_dim = d.contact_dim
  p.contact_mu = d.contact_mu
  p.contact_friction = d.contact_friction

  placeDofs(p, d, columns, island)
  gatherDofs(p, all, d)
  gatherRows(p, all, d, d.island_iefcadr[island])
}

/** Which dofs the problem has, and where their rows of M are. */
function placeDofs(p: Problem, d: Data, { local, M_colind }: IslandColumns, island: number): void {
  const { map_idof2dof } = d
  const { rowadr: inertiaRow, rownnz: inertiaLength, values: M } = d.inertia
  const { rowadr, rownnz } = d.effectiveInertia.H
  const { dofs } = p
  const { rowadr: M_rowadr, rownnz: M_rownnz, parent } = p.M
  const first = d.island_idofadr[island]
  let inertia = 0
  for (let k = first; k < first + p.nv; k++) {
    const dof = map_idof2dof[k]
    const i = local[dof]
    const nnz = rownnz[dof]
    dofs[i] = dof
    M_rowadr[i] = rowadr[dof]
    M_rownnz[i] = nnz
    parent[i] = nnz > 1 ? M_colind[rowadr[dof] + nnz - 2] : -1
    inertia += M[inertiaRow[dof] + inertiaLength[dof] - 1]
  }
  p.register[SCALE] = 1 / inertia
}

/** Gathers what there is a number of for each dof; a few arrays at a time, so that they all stay at hand. */
function gatherDofs(p: Problem, all: Problem, d: Data): void {
  const { nv, dofs } = p
  const { factor, preconditioner, force } = d.effectiveInertia
  gather(p.inertiaFactor.diagInv, factor.diagInv, p.qacc_smooth, d.qacc_smooth, dofs, 0, nv)
  gather(p.qfrc_smooth, force, p.qacc, d.qacc, dofs, 0, nv)
  gather(p.Ma, all.Ma, p.preconditioner.diagInv, preconditioner.diagInv, dofs, 0, nv)
}

/** The same for rows. Only rows of friction have bounds. */
function gatherRows(p: Problem, all: Problem, d: Data, first: number): void {
  const { nefc } = p
  const { map_iefc2efc } = d
  gather(p.aref, d.efc_aref, p.D, d.efc_D, map_iefc2efc, first, nefc)
  gather(p.jar, all.jar, p.force, d.efc_force, map_iefc2efc, first, nefc)
  if (p.nf > 0) gather(p.R, d.efc_R, p.frictionloss, d.efc_frictionloss, map_iefc2efc, first, p.ne + p.nf)
  const { type, id, state, J_rowadr, J_rownnz } = p
  const { efc_type, efc_id, efc_state, efc_J_rowadr, efc_J_rownnz } = d
  for (let i = 0; i < nefc; i++) {
    const row = map_iefc2efc[first + i]
    type[i] = efc_type[row]
    id[i] = efc_id[row]
    state[i] = efc_state[row]
  }
  for (let i = 0; i < nefc; i++) {
    const row = map_iefc2efc[first + i]
    J_rowadr[i] = efc_J_rowadr[row]
    J_rownnz[i] = efc_J_rownnz[row]
  }
}

/** out1[i] = from1[j], out2[i] = from2[j] with j = index[first + i], for the first n numbers. */
function gather(
  out1: Float64Array,
  from1: Float64Array,
  out2: Float64Array,
  from2: Float64Array,
  index: Int32Array,
  first: number,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const j = index[first + i]
    out1[i] = from1[j]
    out2[i] = from2[j]
  }
}

/** Narrows the problem of the whole model to the only island there is, which holds all dofs or the first ones. */
export function poseWholeIsland(p: Problem, d: Data): void {
  const { rowadr, rownnz, values: M } = d.inertia
  p.nv = d.nidof
  p.all[1] = p.nv
  p.span = p.all
  p.nspan = 1
  let inertia = 0
  for (let i = 0; i < p.nv; i++) inertia += M[rowadr[i] + rownnz[i] - 1]
  p.register[SCALE] = 1 / inertia
}

/** Writes the answer for an island back. */
export function scatterIsland(p: Problem, d: Data, island: number): void {
  const { nv, nefc, dofs, qacc, qfrc_constraint, force, state } = p
  const { map_iefc2efc, efc_force, efc_state, qacc: allAcc, qfrc_constraint: allForce } = d
  for (let i = 0; i < nv; i++) {
    allAcc[dofs[i]] = qacc[i]
    allForce[dofs[i]] = qfrc_constraint[i]
  }
  const firstRow = d.island_iefcadr[island]
  for (let i = 0; i < nefc; i++) {
    const row = map_iefc2efc[firstRow + i]
    efc_force[row] = force[i]
    efc_state[row] = state[i]
  }
}

/** Makes room for what is gathered; it doubles, and then stays. */
function reserveIsland(p: Problem): void {
  if (p.dofs.length < p.nv) {
    const n = Math.max(p.nv, 2 * p.dofs.length)
    p.dofs = new Int32Array(n)
    p.M.rowadr = new Int32Array(n)
    p.M.rownnz = new Int32Array(n)
    p.M.parent = new Int32Array(n)
    p.inertiaFactor.diagInv = new Float64Array(n)
    p.preconditioner.diagInv = new Float64Array(n)
    p.qacc_smooth = new Float64Array(n)
    p.qfrc_smooth = new Float64Array(n)
    p.qacc = new Float64Array(n)
    p.qfrc_constraint = new Float64Array(n)
  }
  if (p.type.length < p.nefc) {
    const n = Math.max(16, p.nefc, 2 * p.type.length)
    p.type = new Int32Array(n)
    p.id = new Int32Array(n)
    p.aref = new Float64Array(n)
    p.D = new Float64Array(n)
    p.R = new Float64Array(n)
    p.frictionloss = new Float64Array(n)
    p.J_rowadr = new Int32Array(n)
    p.J_rownnz = new Int32Array(n)
    p.force = new Float64Array(n)
    p.state = new Int32Array(n)
  }
}
