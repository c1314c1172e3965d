import type { Data, Model } from '../../../../src/index.ts'
import type { Perturbation } from '../../simulation/commands.ts'
import type { DecorBatches } from '../decorBatches.ts'
import type { VisFlags } from '../visFlags.ts'
import { drawActuators } from './actuators.ts'
import { drawContacts } from './contacts.ts'
import { drawCameras, drawLights } from './devices.ts'
import { drawEqualities } from './equality.ts'
import { drawFrames } from './frames.ts'
import { drawCenters, drawInertias } from './inertia.ts'
import { drawJoints, drawSkeleton } from './joints.ts'
import { drawAppliedForces, drawPerturbation } from './perturbations.ts'
import { drawRangefinders } from './rangefinders.ts'
import { drawBodyVolumes, drawMeshVolumes } from './volumes.ts'

/** Draws all decoration that the flags ask for, with the sizes and colors of `Model.vis`. */
export function drawDecor(
  m: Model,
  d: Data,
  batches: DecorBatches,
  flags: VisFlags,
  perturbation: Perturbation | undefined,
): void {
  const { decor, groups, volumeDepth } = flags
  if (decor.contactPoints || decor.contactForces) drawContacts(m, d, batches, decor)
  if (decor.joints) drawJoints(m, d, batches, groups.joint)
  if (decor.actuators) drawActuators(m, d, batches, groups.actuator, decor.activations)
  if (decor.centers) drawCenters(m, d, batches)
  if (decor.inertias) drawInertias(m, d, batches, decor.scaledInertias)
  if (decor.constraints) drawEqualities(m, d, batches)
  if (decor.connections) drawSkeleton(m, d, batches)
  if (decor.rangefinders) drawRangefinders(m, d, batches)
  if (decor.cameras) drawCameras(m, d, batches)
  if (decor.lights) drawLights(m, d, batches)
  if (decor.bodyVolumes) drawBodyVolumes(m, d, batches, volumeDepth)
  if (decor.meshVolumes) drawMeshVolumes(m, d, batches, volumeDepth)
  if (decor.appliedForces) drawAppliedForces(m, d, batches)
  if (decor.perturbations && perturbation) drawPerturbation(m, d, batches, perturbation)
  drawFrames(m, d, batches, flags.frames, groups)
}
