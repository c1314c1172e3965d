import { type PerspectiveCamera, Vector3 } from 'three'
import type { Model } from '../../../src/index.ts'

const RADIANS = Math.PI / 180

/** An orbit camera as in MuJoCo: angles in degrees, z up. At azimuth 0 it looks along x, at elevation −90 down. */
export class FreeCamera {
  azimuth = 90
  elevation = -45
  distance = 2
  readonly lookat = new Vector3()

  /** Looks at the whole model, in the direction that the model gives. */
  frame(m: Model): void {
    const { azimuth, elevation } = m.vis.global
    this.azimuth = azimuth
    this.elevation = elevation
    const [x, y, z] = m.stat.center
    this.lookat.set(x, y, z)
    this.distance = 1.5 * m.stat.extent
  }

  /**
   * Looks in its direction so that points just fit into the picture.
   * @param points three numbers each; world frame
   * @param fovy degrees
   * @param aspect width over height of the picture
   */
  fit(points: ArrayLike<number>, fovy: number, aspect: number): void {
    const slope = Math.tan((fovy * RADIANS) / 2)
    const forward = this.#forward(axis)
    const side = across.set(forward.y, -forward.x, 0).normalize()
    const up = upward.crossVectors(side, forward)
    // the middle of the picture depends on the distance, and the other way around
    for (let pass = 0; pass < 6; pass++) {
      let [right, left, top, bottom] = [-Infinity, Infinity, -Infinity, Infinity]
      for (let i = 0; i < points.length; i += 3) {
        const from = offset.set(points[i], points[i + 1], points[i + 2]).sub(this.lookat)
        const depth = Math.max(this.distance + from.dot(forward), 0.1 * this.distance)
        const [x, y] = [from.dot(side) / depth, from.dot(up) / depth]
        ;[right, left] = [Math.max(right, x), Math.min(left, x)]
        ;[top, bottom] = [Math.max(top, y), Math.min(bottom, y)]
      }
      this.lookat.addScaledVector(side, (this.distance * (left + right)) / 2)
      this.lookat.addScaledVector(up, (this.distance * (top + bottom)) / 2)
      let distance = 0
      for (let i = 0; i < points.length; i += 3) {
        const from = offset.set(points[i], points[i + 1], points[i + 2]).sub(this.lookat)
        const far = Math.max(Math.abs(from.dot(side)) / (slope * aspect), Math.abs(from.dot(up)) / slope)
        distance = Math.max(distance, far - from.dot(forward))
      }
      this.distance = distance
    }
  }

  /** Orbits the look-at point. @param right, down in heights of the picture */
  orbit(right: number, down: number): void {
    this.azimuth -= 180 * right
    this.elevation = Math.min(90, Math.max(-90, this.elevation - 180 * down))
  }

  /** Zooms in, or, where negative, out. @param amount logarithm of the ratio of distances */
  zoom(amount: number): void {
    this.distance *= Math.exp(-amount)
  }

  /** Moves the look-at point, in the plane of the picture or, with `level`, over the ground. */
  pan(right: number, down: number, level: boolean, fovy: number): void {
    const reach = 2 * this.distance * Math.tan((fovy * RADIANS) / 2)
    const forward = this.#forward(axis)
    const side = across.set(-forward.y, forward.x, 0).normalize() // to the left
    const away = level
      ? upward.set(forward.x, forward.y, 0).normalize()
      : upward.crossVectors(side, forward).negate().normalize()
    this.lookat.addScaledVector(side, reach * right).addScaledVector(away, reach * down)
  }

  /** Gives a three.js camera this pose. */
  place(camera: PerspectiveCamera): void {
    const forward = this.#forward(axis)
    camera.position.copy(this.lookat).addScaledVector(forward, -this.distance)
    // when it looks straight down, up is the direction of the azimuth
    const [a, e] = [this.azimuth * RADIANS, this.elevation * RADIANS]
    camera.up.set(-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e))
    camera.lookAt(this.lookat)
  }

  #forward(out: Vector3): Vector3 {
    const [a, e] = [this.azimuth * RADIANS, this.elevation * RADIANS]
    return out.set(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e))
  }
}

const axis = new Vector3()
const across = new Vector3()
const upward = new Vector3()
const offset = new Vector3()
