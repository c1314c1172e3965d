import type { Cameras } from '../view/cameras.ts'
import type { ViewerCamera } from './types.ts'

/** The camera of a viewer, as pages see it. */
export function cameraOf({ free, mode }: Cameras): ViewerCamera {
  const { azimuth, elevation, distance, lookat } = free
  return {
    azimuth,
    elevation,
    distance,
    lookat: [lookat.x, lookat.y, lookat.z],
    ...(mode.kind === 'tracking' ? { tracking: mode.body } : {}),
    ...(mode.kind === 'fixed' ? { fixed: mode.camera } : {}),
  }
}

/** Moves the camera of a viewer. */
export function aim(cameras: Cameras, { azimuth, elevation, distance, lookat, tracking, fixed }: ViewerCamera): void {
  Object.assign(cameras.free, { azimuth, elevation, distance })
  cameras.free.lookat.set(...lookat)
  if (fixed !== undefined) cameras.mode = { kind: 'fixed', camera: fixed }
  else if (tracking !== undefined) cameras.mode = { kind: 'tracking', body: tracking }
  else cameras.mode = { kind: 'free' }
}
