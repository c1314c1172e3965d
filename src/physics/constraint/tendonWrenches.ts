import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { DisableBit, TrnType, WrapType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { tendonInertiaForce } from '../tendon/tendonPath.ts'
import { tendonPassiveForce } from '../tendon/tendonSpring.ts'
import { tendonConstraintForces } from './tendonConstraintForce.ts'

/** Force along a tendon, N; positive pushes its ends apart. */
const force = new Float64Array(1)

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
    force[0] = 0
    tendonPassiveForce(m, d, t, springs, dampers, force)
    tendonInertiaForce(m, d, t, force)
    force[0] += outerForce[t]
    if (force[0] !== 0) addPathWrenches(m, d, t, out)
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
function addPathWrenches(m: Model, d: Data, t: number, out: Float64Array): void {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid, geom_bodyid } = m
  const { ten_wrapadr, wrap_obj } = d
  const end = tendon_adr[t] + tendon_num[t]
  const whole = force[0]
  let point = ten_wrapadr[t]
  let w = tendon_adr[t]
  while (w < end - 1) {
    if (wrap_type[w] === WrapType.pulley) {
      force[0] = whole / wrap_prm[w]
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
      pushApart(m, d, point, first, middle, out)
      pushApart(m, d, point + 2, middle, last, out)
      point += 3
    } else {
      pushApart(m, d, point, first, last, out)
      point++
    }
    w += around ? 2 : 1
  }
}

/** Pushes the bodies of a point and of the next one apart, each at its point. */
function pushApart(m: Model, d: Data, point: number, a: number, b: number, out: Float64Array): void {
  if (a === b) return
  const { wrap_xpos: x } = d
  const p = 3 * point
  const dx = x[p + 3] - x[p]
  const dy = x[p + 4] - x[p + 1]
  const dz = x[p + 5] - x[p + 2]
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const s = length < MINVAL ? 0 : force[0] / length
  push[0] = length < MINVAL ? force[0] : s * dx
  push[1] = s * dy
  push[2] = s * dz
  addForce(m, d, b, p + 3, out)
  push[0] = -push[0]
  push[1] = -push[1]
  push[2] = -push[2]
  addForce(m, d, a, p, out)
}

const push = new Float64Array(3)

/** Adds the force `push` at the point wrap_xpos[p] of a body, as a wrench about c. */
function addForce(m: Model, d: Data, body: number, p: number, out: Float64Array): void {
  if (body === 0) return
  const { wrap_xpos, subtree_com } = d
  const c = 3 * m.body_rootid[body]
  const rx = wrap_xpos[p] - subtree_com[c]
  const ry = wrap_xpos[p + 1] - subtree_com[c + 1]
  const rz = wrap_xpos[p + 2] - subtree_com[c + 2]
  const o = 6 * body
  out[o] += ry * push[2] - rz * push[1]
  out[o + 1] += rz * push[0] - rx * push[2]
  out[o + 2] += rx * push[1] - ry * push[0]
  out[o + 3] += push[0]
  out[o + 4] += push[1]
  out[o + 5] += push[2]
}
