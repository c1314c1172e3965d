import type { Data } from '../../core/data/data.ts'
import { grow } from '../../core/memory/grow.ts'
import { BiasType, DisableBit, GainType, Integrator, Solver, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Tendons and actuators that are part of the effective inertia (`implicitInertia.ts`) couple trees like constraint
 * rows, whether or not they act in this step.
 */

/**
 * Whether tendons and actuators are part of the effective inertia. `ImplicitSpringDamper` is about joints. As in
 * MuJoCo, `discrete` excludes them with Gauss–Seidel.
 */
export function tiesDofs(m: Model): boolean {
  const { integrator, solver } = m.opt
  return integrator === Integrator.ImplicitEuler || (integrator === Integrator.discrete && solver !== Solver.PGS)
}

/** Whether a tendon has an enabled spring or damper, its own or an actuator's. */
function isElastic(m: Model, t: number): boolean {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_damping, tendon_dampingpoly, tendon_actuatorid, opt } = m
  if (!(opt.disableflags & DisableBit.spring))
    if (tendon_stiffness[t] !== 0 || tendon_stiffnesspoly[2 * t] !== 0 || tendon_stiffnesspoly[2 * t + 1] !== 0)
      return true
  if (opt.disableflags & DisableBit.damper) return false
  return (
    tendon_damping[t] !== 0 ||
    tendon_dampingpoly[2 * t] !== 0 ||
    tendon_dampingpoly[2 * t + 1] !== 0 ||
    tendon_actuatorid[t] !== -1
  )
}

/** Whether the force of an actuator depends on the length or velocity of its transmission. */
function isElasticActuator(m: Model, i: number): boolean {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm } = m
  const gain = actuator_gaintype[i]
  const bias = actuator_biastype[i]
  const o = 10 * i
  if (gain === GainType.muscle || gain === GainType.dcmotor || bias === BiasType.muscle) return true
  if (gain === GainType.affine && (actuator_gainprm[o + 1] !== 0 || actuator_gainprm[o + 2] !== 0)) return true
  return (
    (bias === BiasType.affine || bias === BiasType.so3) &&
    (actuator_biasprm[o + 1] !== 0 || actuator_biasprm[o + 2] !== 0)
  )
}

/** Trees that an element couples, each once. */
class TreeSet {
  count = 0
  tree: Int32Array = new Int32Array(8)
}

const tied = new TreeSet()

function note(set: TreeSet, tree: number): void {
  if (tree < 0) return
  for (let k = 0; k < set.count; k++) if (set.tree[k] === tree) return
  set.tree = grow(set.tree, set.count + 1)
  set.tree[set.count++] = tree
}

/**
 * Calls `join` for each pair of trees that an element couples, if one of them is `touched` (not negative), until no
 * such pair is left.
 */
export function joinTied(
  m: Model,
  d: Data,
  touched: Int32Array,
  join: (touched: Int32Array, a: number, b: number) => void,
): void {
  const elements = m.ntendon + (m.opt.disableflags & DisableBit.actuation ? 0 : m.nactuator)
  for (let changed = true; changed; ) {
    changed = false
    for (let element = 0; element < elements; element++) {
      treesOf(tied, m, element)
      const { count, tree: trees } = tied
      if (count < 2) continue
      let anchor = -1
      for (let k = 0; k < count; k++) if (touched[trees[k]] >= 0) anchor = trees[k]
      if (anchor < 0) continue
      for (let k = 0; k < count; k++) {
        if (trees[k] === anchor || d.tree_awake[trees[k]] === 0) continue
        if (touched[trees[k]] < 0) changed = true
        join(touched, anchor, trees[k])
      }
    }
  }
}

/** Trees of a tendon or, from `ntendon` on, of an actuator; none if it is not elastic. */
function treesOf(out: TreeSet, m: Model, element: number): void {
  out.count = 0
  if (element < m.ntendon) {
    if (isElastic(m, element)) noteTendon(out, m, element)
    return
  }
  const i = element - m.ntendon
  if (!isElasticActuator(m, i)) return
  const type = m.actuator_trntype[i]
  const id = m.actuator_trnid[2 * i]
  const other = m.actuator_trnid[2 * i + 1]
  if (type === TrnType.tendon) noteTendon(out, m, id)
  else if (other >= 0 && (type === TrnType.site || type === TrnType.slidercrank || type === TrnType.so3)) {
    note(out, m.body_treeid[m.site_bodyid[id]])
    note(out, m.body_treeid[m.site_bodyid[other]])
  }
}

function noteTendon(out: TreeSet, m: Model, t: number): void {
  const end = m.ten_J_rowadr[t] + m.ten_J_rownnz[t]
  for (let e = m.ten_J_rowadr[t]; e < end; e++) note(out, m.dof_treeid[m.ten_J_colind[e]])
}
