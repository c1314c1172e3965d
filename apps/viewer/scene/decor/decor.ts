import type { Data, Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'
import { drawVolumes } from './bounds.ts'
import { drawContacts } from './contacts.ts'
import { drawCameras, drawLights } from './devices.ts'
import { drawCentres, drawInertias } from './inertia.ts'
import { drawBodyFrames, drawConnections, drawJoints } from './joints.ts'

/** Signs that explain a picture; all are off at first, as in MuJoCo's viewer. */
export interface DecorShown {
  contactPoints: boolean
  contactForces: boolean
  joints: boolean
  frames: boolean
  centres: boolean
  inertias: boolean
  cameras: boolean
  lights: boolean
  constraints: boolean
  volumes: boolean
}

export function decorAtFirst(): DecorShown {
  return {
    contactPoints: false,
    contactForces: false,
    joints: false,
    frames: false,
    centres: false,
    inertias: false,
    cameras: false,
    lights: false,
    constraints: false,
    volumes: false,
  }
}

/** Adds all signs that are asked for. */
export function drawDecor(m: Model, d: Data, marks: Marks, shown: DecorShown): void {
  if (shown.contactPoints || shown.contactForces) drawContacts(m, d, marks, shown.contactPoints, shown.contactForces)
  if (shown.joints) drawJoints(m, d, marks)
  if (shown.frames) drawBodyFrames(m, d, marks)
  if (shown.centres) drawCentres(m, d, marks)
  if (shown.inertias) drawInertias(m, d, marks)
  if (shown.cameras) drawCameras(m, d, marks)
  if (shown.lights) drawLights(m, d, marks)
  if (shown.constraints) drawConnections(m, d, marks)
  if (shown.volumes) drawVolumes(m, d, marks)
}
