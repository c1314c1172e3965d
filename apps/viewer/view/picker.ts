import { type PerspectiveCamera, Vector3 } from 'three'
import { type Data, type Model, RayHit, ray } from '../../../src/index.ts'

/** The geom and body under the mouse. */
export interface Picked {
  readonly geom: number
  readonly body: number
  /** World frame. */
  readonly point: readonly [number, number, number]
  /** The same point in the frame of the body. */
  readonly local: readonly [number, number, number]
}

const from = new Float64Array(3)
const along = new Float64Array(3)
const start = new Vector3()
const direction = new Vector3()
const hit = new RayHit()

/**
 * Picks the geom at a point of the picture, by a ray cast of the engine.
 * @param x, y from −1 to 1, right and up
 * @param groups visible geom groups
 */
export function pick(
  m: Model,
  d: Data,
  camera: PerspectiveCamera,
  x: number,
  y: number,
  groups: readonly boolean[],
): Picked | undefined {
  // from the near plane: with an orthographic projection, rays do not start at the camera
  start.set(x, y, -1).unproject(camera)
  direction.set(x, y, 0.5).unproject(camera).sub(start).normalize()
  from.set([start.x, start.y, start.z])
  along.set([direction.x, direction.y, direction.z])
  if (!ray(m, d, hit, from, along, { geomgroup: groups })) return undefined
  const { distance, geom } = hit
  const body = m.geom_bodyid[geom]
  const point = [0, 1, 2].map((k) => from[k] + distance * along[k]) as [number, number, number]
  const local = [0, 1, 2].map((column) => {
    let sum = 0
    for (let row = 0; row < 3; row++) sum += d.xmat[9 * body + 3 * row + column] * (point[row] - d.xpos[3 * body + row])
    return sum
  }) as [number, number, number]
  return { geom, body, point, local }
}
