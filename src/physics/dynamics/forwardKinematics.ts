import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { addActuatorInertia } from '../actuation/actuatorLoad.ts'
import { camlight } from '../kinematics/camlight.ts'
import { comPos } from '../kinematics/comPos.ts'
import { kinematics } from '../kinematics/kinematics.ts'
import { addTendonInertia, tendon } from '../tendon/tendonPath.ts'
import { massMatrix } from './crba.ts'

/** Parts of the position stage, for users who need no more. */

/**
 * Positions: poses of bodies, geoms, sites, cameras and lights, centers of mass, tendons.
 * MuJoCo: mj_fwdKinematics.
 */
export function forwardKinematics(m: Model, d: Data): void {
  kinematics(m, d)
  comPos(m, d)
  camlight(m, d)
  tendon(m, d)
}

/**
 * The inertia matrix M, including actuators and tendons; `massMatrix` includes bodies only.
 * MuJoCo: mj_makeM.
 */
export function makeM(m: Model, d: Data): void {
  massMatrix(m, d)
  addActuatorInertia(m, d)
  addTendonInertia(m, d)
}
