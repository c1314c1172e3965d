import { ObjType, SleepState } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'
import { sleepState } from './sleepState.ts'

/** Initial value of `tree_asleep` of an awake tree. It counts up to −1, where the tree may sleep. */
export const WIDE_AWAKE = -11

const { static: STATIC, asleep: ASLEEP, awake: AWAKE } = SleepState

/** Wakes all trees. */
export function wakeAll(m: Model, d: Data): void {
  d.tree_asleep.fill(WIDE_AWAKE)
  updateAwake(m, d)
}

/** Updates the sets of awake bodies, dofs, tendons, … from `tree_asleep`. Call after each change of it. */
export function updateAwake(m: Model, d: Data): void {
  markTrees(m, d)
  markBodies(m, d)
  listAwake(m, d)
  listSpans(m, d)
  sumSleeping(m, d)
  findDamping(m, d)
  const { actuator_awake, sensor_awake } = d
  markTendons(m, d)
  for (let i = 0; i < m.nactuator; i++) actuator_awake[i] = sleepState(m, d, ObjType.actuator, i) === ASLEEP ? 0 : 1
  for (let i = 0; i < m.nsensor; i++) sensor_awake[i] = sleepState(m, d, ObjType.sensor, i) === ASLEEP ? 0 : 1
  d.sleepChanged = 1
}

/** Makes stages visit everything, including sleeping trees, until `visitAwake`. */
export function visitAll(m: Model, d: Data): void {
  if (d.ntree_awake === m.ntree) return
  d.body_awake.fill(AWAKE)
  d.tendon_awake.fill(1)
  listSpans(m, d)
}

/** Makes stages visit only awake trees again. */
export function visitAwake(m: Model, d: Data): void {
  if (d.ntree_awake === m.ntree) return
  markBodies(m, d)
  markTendons(m, d)
  listSpans(m, d)
}

/** Whether any of these joints and dofs is damped. Counts joints on which actuators add inertia or damping. */
export function areDamped(m: Model, joint: number, jointEnd: number, dof: number, dofEnd: number): boolean {
  const { dof_damping, dof_dampingpoly, jnt_actuatorid } = m
  for (let i = dof; i < dofEnd; i++)
    if (dof_damping[i] > 0 || dof_dampingpoly[2 * i] !== 0 || dof_dampingpoly[2 * i + 1] !== 0) return true
  for (let j = joint; j < jointEnd; j++) if (jnt_actuatorid[j] !== -1) return true
  return false
}

/** Whether a sleeping tree is damped. */
function findDamping(m: Model, d: Data): void {
  const { nspan, span_jnt, span_dof } = d
  d.sleepDamped = 0
  for (let s = 1; s < 2 * nspan; s += 2) {
    const last = s + 1 === 2 * nspan
    const jointEnd = last ? m.njnt : span_jnt[s + 1]
    const dofEnd = last ? m.nv : span_dof[s + 1]
    if (areDamped(m, span_jnt[s], jointEnd, span_dof[s], dofEnd)) d.sleepDamped = 1
  }
}

function markTrees(m: Model, d: Data): void {
  const { tree_asleep, tree_awake } = d
  let awake = 0
  for (let t = 0; t < m.ntree; t++) {
    tree_awake[t] = tree_asleep[t] < 0 ? 1 : 0
    awake += tree_awake[t]
  }
  d.ntree_awake = awake
}

/** Sleep state of bodies: that of their tree; mocap bodies are awake, other bodies static. */
function markBodies(m: Model, d: Data): void {
  const { body_treeid, body_rootid, body_mocapid } = m
  const { tree_awake, body_awake } = d
  for (let b = 0; b < m.nbody; b++) {
    const tree = body_treeid[b]
    if (tree >= 0) body_awake[b] = tree_awake[tree] === 1 ? AWAKE : ASLEEP
    else body_awake[b] = body_mocapid[body_rootid[b]] >= 0 ? AWAKE : STATIC
  }
}

function markTendons(m: Model, d: Data): void {
  const { tendon_awake } = d
  for (let i = 0; i < m.ntendon; i++)
    tendon_awake[i] = m.tendon_treenum[i] > 0 ? sleepState(m, d, ObjType.tendon, i) : 1
}

function listAwake(m: Model, d: Data): void {
  const { body_parentid, dof_treeid } = m
  const { tree_awake, body_awake, body_awake_ind, parent_awake_ind, dof_awake_ind } = d
  let bodies = 0
  let children = 0
  let dofs = 0
  for (let b = 0; b < m.nbody; b++) {
    if (body_awake[b] !== ASLEEP) body_awake_ind[bodies++] = b
    if (b > 0 && body_awake[body_parentid[b]] !== ASLEEP) parent_awake_ind[children++] = b
  }
  for (let i = 0; i < m.nv; i++) if (tree_awake[dof_treeid[i]] === 1) dof_awake_ind[dofs++] = i
  d.nbody_awake = bodies
  d.nparent_awake = children
  d.nv_awake = dofs
}

/** Trees, joints, dofs, geoms and sites are numbered by body, so a range of bodies is a range of each. */
function listSpans(m: Model, d: Data): void {
  const { nbody, nsite, body_treeid, body_jntnum, body_dofnum, body_geomnum, site_bodyid } = m
  const { body_awake, span_body, span_tree, span_jnt, span_dof, span_geom, span_site } = d
  let tree = 0
  let joint = 0
  let dof = 0
  let geom = 0
  let site = 0
  // current bound: even for the start of a range, odd for its end
  let bound = 0
  for (let b = 0; b <= nbody; b++) {
    const outside = b === nbody || body_awake[b] === ASLEEP
    if ((bound & 1) === (outside ? 1 : 0)) {
      span_body[bound] = b
      span_tree[bound] = tree
      span_jnt[bound] = joint
      span_dof[bound] = dof
      span_geom[bound] = geom
      span_site[bound] = site
      bound++
    }
    if (b === nbody) break
    tree = Math.max(tree, body_treeid[b] + 1)
    joint += body_jntnum[b]
    dof += body_dofnum[b]
    geom += body_geomnum[b]
    while (site < nsite && site_bodyid[site] <= b) site++
  }
  d.nspan = bound >> 1
}

/**
 * Contribution of sleeping trees to the center of mass of the world, summed once instead of in every step, and the
 * list of sleeping trees that are fixed to other bodies.
 */
function sumSleeping(m: Model, d: Data): void {
  const { ntree, tree_bodyadr, body_parentid, body_subtreemass } = m
  const { tree_awake, subtree_com, sleep_com, sleep_root } = d
  sleep_com.fill(0)
  let roots = 0
  for (let t = ntree - 1; t >= 0; t--) {
    const root = tree_bodyadr[t]
    if (tree_awake[t] === 1) continue
    if (body_parentid[root] !== 0) {
      sleep_root[roots++] = root
      continue
    }
    const mass = body_subtreemass[root]
    for (let k = 0; k < 3; k++) sleep_com[k] += mass * subtree_com[3 * root + k]
  }
  d.nsleep_root = roots
}
