import type { Data, Model } from '../../../../src/index.ts'
import type { Perturbation } from '../../simulation/commands.ts'
import type { Marks } from '../marks.ts'
import type { Shown } from '../shown.ts'
import { drawActuators } from './actuators.ts'
import { drawContacts } from './contacts.ts'
import { drawCameras, drawLights } from './devices.ts'
import { drawEqualities } from './equality.ts'
import { drawFrames } from './frames.ts'
import { drawCentres, drawInertias } from './inertia.ts'
import { drawJoints, drawSkeleton } from './joints.ts'
import { drawAppliedForces, drawPull } from './pulls.ts'
import { drawRangefinders } from './rangefinders.ts'
import { drawBodyVolumes, drawMeshVolumes } from './volumes.ts'

/** Adds all signs that are asked for; sizes and colours are those of `Model.vis`. */
export function drawDecor(m: Model, d: Data, marks: Marks, shown: Shown, pull: Perturbation | undefined): void {
  const { decor, groups, volumeDepth } = shown
  if (decor.contactPoints || decor.contactForces) drawContacts(m, d, marks, decor)
  if (decor.joints) drawJoints(m, d, marks, groups.joint)
  if (decor.actuators) drawActuators(m, d, marks, groups.actuator, decor.activations)
  if (decor.centres) drawCentres(m, d, marks)
  if (decor.inertias) drawInertias(m, d, marks, decor.scaledInertias)
  if (decor.constraints) drawEqualities(m, d, marks)
  if (decor.connections) drawSkeleton(m, d, marks)
  if (decor.rangefinders) drawRangefinders(m, d, marks)
  if (decor.cameras) drawCameras(m, d, marks)
  if (decor.lights) drawLights(m, d, marks)
  if (decor.bodyVolumes) drawBodyVolumes(m, d, marks, volumeDepth)
  if (decor.meshVolumes) drawMeshVolumes(m, d, marks, volumeDepth)
  if (decor.appliedForces) drawAppliedForces(m, d, marks)
  if (decor.pulls && pull) drawPull(m, d, marks, pull)
  drawFrames(m, d, marks, shown.frames, groups)
}
