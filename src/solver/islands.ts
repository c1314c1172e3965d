import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'
import { type Problem, poseProblem, reserveWork } from './problem.ts'

const none: Int32Array = new Int32Array(0)

/**
 * Columns of M and J counted within islands. The entries themselves stay where they are in `Data`; only the numbers of
 * their columns are different ones.
 */
export class IslandColumns {
  M_colind: Int32Array = none
  J_colind: Int32Array = none
}

/** Numbers the columns of all rows of M and J that belong to islands. */
export function numberColumns(c: IslandColumns, m: Model, d: Data): void {
  const { nv, M_rowadr, M_rownnz } = m
  const { dof_island, island_idofadr, map_dof2idof, efc_island, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  const { nefc } = d
  if (c.M_colind.length < m.nC) c.M_colind = new Int32Array(m.nC)
  if (c.J_colind.length < efc_J_colind.length) c.J_colind = new Int32Array(efc_J_colind.length)
  const { M_colind, J_colind } = c
  for (let i = 0; i < nv; i++) {
    if (dof_island[i] < 0) continue
    const first = island_idofadr[dof_island[i]]
    const end = M_rowadr[i] + M_rownnz[i]
    for (let e = M_rowadr[i]; e < end; e++) M_colind[e] = map_dof2idof[m.M_colind[e]] - first
  }
  for (let i = 0; i < nefc; i++) {
    const first = island_idofadr[efc_island[i]]
    const end = efc_J_rowadr[i] + efc_J_rownnz[i]
    for (let e = efc_J_rowadr[i]; e < end; e++) J_colind[e] = map_dof2idof[efc_J_colind[e]] - first
  }
}

/** Makes the problem that of one island, starting from the acceleration in `d.qacc`. */
export function poseIsland(p: Problem, m: Model, d: Data, columns: IslandColumns, island: number): void {
  const { island_nv, island_idofadr, map_idof2dof, island_nefc, island_iefcadr, map_iefc2efc } = d
  const nv = island_nv[island]
  const nefc = island_nefc[island]
  p.nv = nv
  p.nefc = nefc
  p.ne = d.island_ne[island]
  p.nf = d.island_nf[island]
  reserveIsland(p)
  reserveWork(p)

  p.M = d.M
  p.qLD = d.qLD
  p.M_colind = columns.M_colind
  p.J = d.efc_J
  p.J_colind = columns.J_colind
  p.contact_dim = d.contact_dim
  p.contact_mu = d.contact_mu
  p.contact_friction = d.contact_friction

  const { dofs, qLDiagInv, qacc_smooth, qfrc_smooth, qacc } = p
  const { M_rowadr: rowadr, M_rownnz: rownnz, parent } = p
  const firstDof = island_idofadr[island]
  let inertia = 0
  for (let i = 0; i < nv; i++) {
    const dof = map_idof2dof[firstDof + i]
    dofs[i] = dof
    const adr = m.M_rowadr[dof]
    const nnz = m.M_rownnz[dof]
    rowadr[i] = adr
    rownnz[i] = nnz
    parent[i] = nnz > 1 ? columns.M_colind[adr + nnz - 2] : -1
    inertia += d.M[adr + nnz - 1]
    qLDiagInv[i] = d.qLDiagInv[dof]
    qacc_smooth[i] = d.qacc_smooth[dof]
    qfrc_smooth[i] = d.qfrc_smooth[dof]
    qacc[i] = d.qacc[dof]
  }
  p.scale[0] = 1 / inertia

  const { type, id, aref, D, R, frictionloss, J_rowadr, J_rownnz } = p
  const firstRow = island_iefcadr[island]
  for (let i = 0; i < nefc; i++) {
    const row = map_iefc2efc[firstRow + i]
    type[i] = d.efc_type[row]
    id[i] = d.efc_id[row]
    aref[i] = d.efc_aref[row]
    D[i] = d.efc_D[row]
    R[i] = d.efc_R[row]
    frictionloss[i] = d.efc_frictionloss[row]
    J_rowadr[i] = d.efc_J_rowadr[row]
    J_rownnz[i] = d.efc_J_rownnz[row]
  }
}

/** Poses the only island there is, which holds all dofs: the arrays of `Data` will do, with the scale of an island. */
export function poseWholeIsland(p: Problem, m: Model, d: Data): void {
  poseProblem(p, m, d)
  let inertia = 0
  for (let i = 0; i < m.nv; i++) inertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
  p.scale[0] = 1 / inertia
}

/** Writes the answer for an island back. */
export function scatterIsland(p: Problem, d: Data, island: number): void {
  const { nv, nefc, dofs, qacc, qfrc_constraint, force, state } = p
  const { map_iefc2efc, efc_force, efc_state } = d
  for (let i = 0; i < nv; i++) {
    d.qacc[dofs[i]] = qacc[i]
    d.qfrc_constraint[dofs[i]] = qfrc_constraint[i]
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
    p.M_rowadr = new Int32Array(n)
    p.M_rownnz = new Int32Array(n)
    p.parent = new Int32Array(n)
    p.qLDiagInv = new Float64Array(n)
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
