import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { DisableBit, TrnType, WrapType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { tendonInertiaForce } from '../tendon/tendonPath.ts'
import { tendonPassiveForce } from '../tendon/tendonSpring.ts'
import { tendonConstraintForces } from './tendonConstraintForce.ts'

// numbers of a tendon: the force along it, N, positive pushes its ends apart; the same along the present branch of a
// pulley; the force on a body at a point of its path, world frame
const FORCE = 0
const BRANCH = 1
const PUSH = 2

/** Register of the tendon. V8: boxed otherwise. */
const tendonForce = new Float64Array(5)

/**
 * Adds the forces that spatial tendons exert on bodies, by springs, dampers, armature, actuators and constraints, to
 * wrenches (torque, force) about c: (ten_length, ten_velocity, wrap_xpos, qacc, actuator_force, efc_force) → out. The
 * world takes none.
 */
export function addTendonWrenches(m: Model, d: Data, out: Float64Array): void {
  const { ntendon, tendon_adr, wrap_type } = m
  const flags = m.opt.disableflags
  const springs = (flags & DisableBit.spring) === 0
  const dampers = (flags & DisableBit.damper) === 0
  if (ntendon === 0) return
  const { tendonWrenches_force: outerForce } = d.scratch
  tendonConstraintForces(m, d, outerForce)
  addActuatorForces(m, d, outerForce)
  for (let t = 0; t < ntendon; t++) {
    if (wrap_type[tendon_adr[t]] === WrapType.joint) continue
    tendonForce[FORCE] = 0
    tendonPassiveForce(m, d, t, springs, dampers, tendonForce)
    tendonInertiaForce(m, d, t, tendonForce)
    tendonForce[FORCE] += outerForce[t]
    if (tendonForce[FORCE] !== 0) addPathWrenches(tendonForce, m, d, t, out)
  }
}

/** Adds what actuators exert along tendons. */
function addActuatorForces(m: Model, d: Data, out: Float64Array): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_gear } = m
  const { actuator_force } = d
  for (let i = 0; i < nactuator; i++) {
    if (actuator_trntype[i] !== TrnType.tendon) continue
    const output = actuator_outadr[i]
    out[actuator_trnid[2 * i]] += actuator_gear[6 * output] * actuator_force[output]
  }
}

/** Walks along the points of a path; each straight part pushes on the bodies at its ends. */
function addPathWrenches(v: Float64Array, m: Model, d: Data, t: number, out: Float64Array): void {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid, geom_bodyid } = m
  const { ten_wrapadr, wrap_obj } = d
  const end = tendon_adr[t] + tendon_num[t]
  v[BRANCH] = v[FORCE]
  let point = ten_wrapadr[t]
  let w = tendon_adr[t]
  while (w < end - 1) {
    if (wrap_type[w] === WrapType.pulley) {
      v[BRANCH] = v[FORCE] / wrap_prm[w]
      point++
      w++
      continue
    }
    if (wrap_type[w + 1] === WrapType.pulley) {
      point++
      w++
      continue
    }
    const around = wrap_type[w + 1] !== WrapType.site
    const first = site_bodyid[wrap_objid[w]]
    const last = site_bodyid[wrap_objid[around ? w + 2 : w + 1]]
    if (around && wrap_obj[point + 1] >= 0) {
      const middle = geom_bodyid[wrap_objid[w + 1]]
      pushApart(v, m, d, point, first, middle, out)
      pushApart(v, m, d, point + 2, middle, last, out)
      point += 3
    } else {
      pushApart(v, m, d, point, first, last, out)
      point++
    }
    w += around ? 2 : 1
  }
}

/** Pushes the bodies of a point and of the next one apart, each at its point. */
function pushApart(v: Float64Array, m: Model, d: Data, point: number, a: number, b: number, out: Float64Array): void {
  if (a === b) return
  const { wrap_xpos: x } = d
  const p = 3 * point
  const dx = x[p + 3] - x[p]
  const dy = x[p + 4] - x[p + 1]
  const dz = x[p + 5] - x[p + 2]
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const s = length < MINVAL ? 0 : v[BRANCH] / length
  v[PUSH] = length < MINVAL ? v[BRANCH] : s * dx
  v[PUSH + 1] = s * dy
  v[PUSH + 2] = s * dz
  addForce(v, m, d, b, p + 3, out)
  v[PUSH] = -v[PUSH]
  v[PUSH + 1] = -v[PUSH + 1]
  v[PUSH + 2] = -v[PUSH + 2]
  addForce(v, m, d, a, p, out)
}

/** Adds the force PUSH at the point wrap_xpos[p] of a body, as a wrench about c. */
function addForce(v: Float64Array, m: Model, d: Data, body: number, p: number, out: Float64Array): void {
  if (body === 0) return
  const { wrap_xpos, subtree_com } = d
  const c = 3 * m.body_rootid[body]
  const rx = wrap_xpos[p] - subtree_com[c]
  const ry = wrap_xpos[p + 1] - subtree_com[c + 1]
  const rz = wrap_xpos[p + 2] - subtree_com[c + 2]
  const o = 6 * body
  out[o] += ry * v[PUSH + 2] - rz * v[PUSH + 1]
  out[o + 1] += rz * v[PUSH] - rx * v[PUSH + 2]
  out[o + 2] += rx * v[PUSH + 1] - ry * v[PUSH]
  out[o + 3] += v[PUSH]
  out[o + 4] += v[PUSH + 1]
  out[o + 5] += v[PUSH + 2]
}
