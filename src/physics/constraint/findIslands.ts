import type { Data } from '../../core/data/data.ts'
import { ConstraintType, DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { joinTied, tiesDofs } from '../implicit/implicitCoupling.ts'

/**
 * Islands: sets of kinematic trees that constraint rows connect, directly or through others. Within a step islands do
 * not influence each other, so each is a problem of its own for the solvers. Trees without rows belong to no island and
 * are unconstrained. Trees that are asleep belong to no island either; they come last in the maps, where only the step
 * after a change puts them.
 *
 * The sets are found by union–find over trees with path halving: Tarjan, Efficiency of a good but not linear set union
 * algorithm, 1975, https://doi.org/10.1145/321879.321884
 *
 * (efc_*, contact_*) → nisland, nidof, island_*, tree_island, dof_island, efc_island and the maps between orders.
 * Islands are numbered by their first tree; dofs, trees and rows keep their order inside an island.
 * MuJoCo: mj_island.
 */
export function findIslands(m: Model, d: Data): void {
  d.nisland = 0
  d.nidof = 0
  if (d.sleepChanged) forgetSleeping(m, d)
  if (d.nefc === 0 || m.opt.disableflags & DisableBit.island) return
  // a row with entries touches some tree: the only one
  if (m.ntree === 1 && d.ntree_awake === 1 && d.nJ > 0) {
    writeOnlyIsland(d, m.nv)
    return
  }
  if (d.kernels.now(m, d).islands?.(d.kernels.address) === 0) return
  joinTrees(m, d)
  numberIslands(d)
  if (d.nisland === 0) return
  listTrees(d)
  listDofs(m, d)
  listRows(d)
}

/** One island, with the only tree, all dofs and all rows: all maps are the identity. */
function writeOnlyIsland(d: Data, nv: number): void {
  const { nefc, dof_island, map_dof2idof, map_idof2dof, efc_island, map_efc2iefc, map_iefc2efc } = d
  d.nisland = 1
  d.nidof = nv
  d.tree_island[0] = 0
  d.map_itree2tree[0] = 0
  d.island_ntree[0] = 1
  d.island_itreeadr[0] = 0
  d.island_nv[0] = nv
  d.island_idofadr[0] = 0
  d.island_dofadr[0] = 0
  d.island_ne[0] = d.ne
  d.island_nf[0] = d.nf
  d.island_nefc[0] = nefc
  d.island_iefcadr[0] = 0
  for (let i = 0; i < nv; i++) {
    dof_island[i] = 0
    map_dof2idof[i] = i
    map_idof2dof[i] = i
  }
  for (let i = 0; i < nefc; i++) {
    efc_island[i] = 0
    map_efc2iefc[i] = i
    map_iefc2efc[i] = i
  }
}

function forgetSleeping(m: Model, d: Data): void {
  d.tree_island.fill(-1)
  d.dof_island.fill(-1)
  let tree = d.ntree_awake
  let dof = d.nv_awake
  for (let t = 0; t < m.ntree; t++) if (d.tree_awake[t] === 0) d.map_itree2tree[tree++] = t
  for (let i = 0; i < m.nv; i++) {
    if (d.tree_awake[m.dof_treeid[i]] === 1) continue
    d.map_dof2idof[i] = dof
    d.map_idof2dof[dof++] = i
  }
}

/** Union and find over trees in `tree_island`: the root of a set is its first tree; -1: no row touches the tree. */
function joinTrees(m: Model, d: Data): void {
  const { efc_type, efc_id, efc_J_rowadr, efc_J_rownnz, writtenColind, efc_island, tree_island } = d
  const { dof_treeid, body_treeid, geom_bodyid } = m
  const { nefc, nspan, span_tree } = d
  for (let s = 0; s < 2 * nspan; s += 2) tree_island.fill(-1, span_tree[s], span_tree[s + 1])
  for (let i = 0; i < nefc; i++) {
    const type = efc_type[i]
    if (i > 0 && type === efc_type[i - 1] && efc_id[i] === efc_id[i - 1]) {
      efc_island[i] = efc_island[i - 1]
      continue
    }
    let tree = -1
    if (type >= ConstraintType.contactFrictionless) {
      const contact = efc_id[i]
      tree = body_treeid[geom_bodyid[d.contact_geom1[contact]]]
      const other = body_treeid[geom_bodyid[d.contact_geom2[contact]]]
      if (tree < 0) tree = other
      touch(tree_island, tree)
      if (other >= 0 && other !== tree) join(tree_island, tree, other)
    } else {
      const end = efc_J_rowadr[i] + efc_J_rownnz[i]
      for (let e = efc_J_rowadr[i]; e < end; e++) {
        const other = dof_treeid[writtenColind[e]]
        if (other === tree) continue
        if (tree < 0) {
          tree = other
          touch(tree_island, tree)
        } else {
          join(tree_island, tree, other)
        }
      }
    }
    efc_island[i] = tree // for now a tree of the island
  }
  if (tiesDofs(m)) joinTied(m, d, tree_island, join)
}

function touch(parent: Int32Array, tree: number): void {
  if (parent[tree] < 0) parent[tree] = tree
}

function rootOf(parent: Int32Array, tree: number): number {
  let root = tree
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]]
    root = parent[root]
  }
  return root
}

function join(parent: Int32Array, a: number, b: number): void {
  touch(parent, b)
  const rootA = rootOf(parent, a)
  const rootB = rootOf(parent, b)
  if (rootA < rootB) parent[rootB] = rootA
  else parent[rootA] = rootB
}

/** Turns roots into numbers of islands. A root stands before the other trees of its set. */
function numberIslands(d: Data): void {
  const { tree_island, efc_island, island_ntree } = d
  const { nefc, nspan, span_tree } = d
  let nisland = 0
  // a tree's parent stands before it
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) {
      const parent = tree_island[t]
      if (parent >= 0) tree_island[t] = parent === t ? nisland++ : tree_island[parent]
    }
  // a row that moves nothing may be solved with any island
  for (let i = 0; i < nefc; i++) efc_island[i] = efc_island[i] < 0 ? 0 : tree_island[efc_island[i]]
  island_ntree.fill(0, 0, nisland)
  d.nisland = nisland
}

function listTrees(d: Data): void {
  const { tree_island, island_ntree, island_itreeadr, map_itree2tree } = d
  const { nisland, nspan, span_tree } = d
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) if (tree_island[t] >= 0) island_ntree[tree_island[t]]++
  let rest = 0
  for (let k = 0; k < nisland; k++) {
    island_itreeadr[k] = rest
    rest += island_ntree[k]
    island_ntree[k] = 0
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) {
      const island = tree_island[t]
      if (island >= 0) map_itree2tree[island_itreeadr[island] + island_ntree[island]++] = t
      else map_itree2tree[rest++] = t
    }
  }
}

function listDofs(m: Model, d: Data): void {
  const { dof_treeid } = m
  const { nspan, span_dof } = d
  const { tree_island, dof_island, island_nv, island_idofadr, island_dofadr, map_dof2idof, map_idof2dof } = d
  const { nisland } = d
  island_nv.fill(0, 0, nisland)
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      const island = tree_island[dof_treeid[i]]
      dof_island[i] = island
      if (island >= 0 && island_nv[island]++ === 0) island_dofadr[island] = i
    }
  }
  let rest = 0
  for (let k = 0; k < nisland; k++) {
    island_idofadr[k] = rest
    rest += island_nv[k]
    island_nv[k] = 0
  }
  d.nidof = rest
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      const island = dof_island[i]
      const at = island >= 0 ? island_idofadr[island] + island_nv[island]++ : rest++
      map_dof2idof[i] = at
      map_idof2dof[at] = i
    }
  }
}

function listRows(d: Data): void {
  const { efc_island, island_ne, island_nf, island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc } = d
  const { nisland, nefc, ne, nf } = d
  island_ne.fill(0, 0, nisland)
  island_nf.fill(0, 0, nisland)
  island_nefc.fill(0, 0, nisland)
  for (let i = 0; i < nefc; i++) {
    const island = efc_island[i]
    island_nefc[island]++
    if (i < ne) island_ne[island]++
    else if (i < ne + nf) island_nf[island]++
  }
  let start = 0
  for (let k = 0; k < nisland; k++) {
    island_iefcadr[k] = start
    start += island_nefc[k]
    island_nefc[k] = 0
  }
  for (let i = 0; i < nefc; i++) {
    const island = efc_island[i]
    const at = island_iefcadr[island] + island_nefc[island]++
    map_efc2iefc[i] = at
    map_iefc2efc[at] = i
  }
}
