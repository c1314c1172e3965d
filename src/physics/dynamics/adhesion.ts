import type { Data } from '../../core/data/data.ts'
import { ContactExclude } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { applyWrench } from '../kinematics/jacobian.ts'

/** A force without torque. */
const pull = new Float64Array(6)

/** Adds the force of contact adhesion: `contact_adhesion` pulls the two bodies together along the normal. */
export function addAdhesion(m: Model, d: Data, target: Float64Array): void {
  const { geom_bodyid } = m
  const { ncon, contact_adhesion, contact_exclude, contact_frame, contact_pos, contact_geom1, contact_geom2 } = d
  for (let i = 0; i < ncon; i++) {
    const force = contact_adhesion[i]
    if (force === 0 || contact_exclude[i] > ContactExclude.inGap) continue
    // the normal points from body 1 to body 2
    for (let k = 0; k < 3; k++) pull[k] = force * contact_frame[9 * i + k]
    applyWrench(m, d, pull, 0, contact_pos, 3 * i, geom_bodyid[contact_geom1[i]], target)
    for (let k = 0; k < 3; k++) pull[k] = -pull[k]
    applyWrench(m, d, pull, 0, contact_pos, 3 * i, geom_bodyid[contact_geom2[i]], target)
  }
}
