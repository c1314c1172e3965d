import { DirectionalLight, LightProbe, Object3D, type PerspectiveCamera, Vector3 } from 'three'
import type { Model } from '../../../src/index.ts'
import { FULL } from './lights.ts'

/**
 * The headlight. With `specular` it is a directional light behind the camera, which makes highlights. Without, it only
 * lights surfaces by how much they face the camera, and is a light probe: cos θ in spherical harmonics.
 */
export class HeadLight {
  readonly object = new Object3D()
  readonly #sun = new DirectionalLight()
  readonly #probe: LightProbe | undefined
  readonly #color: Vector3

  constructor({ diffuse, specular }: Model['vis']['headlight']) {
    this.#color = new Vector3(diffuse[0], diffuse[1], diffuse[2])
    if (specular.some((x) => x > 0)) {
      this.#sun.color.setRGB(diffuse[0], diffuse[1], diffuse[2])
      this.#sun.intensity = FULL
      this.object.add(this.#sun, this.#sun.target)
    } else {
      this.#probe = new LightProbe(undefined, FULL)
      this.object.add(this.#probe)
    }
  }

  update(camera: PerspectiveCamera): void {
    camera.getWorldDirection(ahead)
    if (this.#probe) facing(this.#probe, ahead.negate(), this.#color)
    else {
      this.#sun.position.copy(camera.position)
      this.#sun.target.position.copy(camera.position).add(ahead)
    }
  }

  dispose(): void {
    this.#sun.dispose()
  }
}

const ahead = new Vector3()

/** Factors by which three.js multiplies the bands of a light probe. */
const BAND0 = 0.886227
const BAND1 = 2 * 0.511664
const BAND2 = 2 * 0.429043
const BAND2_Z = 0.247708

/**
 * Makes a probe light surfaces by how much their normal n faces a direction v. With c = n·v, max(0, c) is approximately
 * 1/4 + c/2 + 5/32 (3c² − 1), and 3c² − 1 is a sum of products of the same function of n and of v.
 */
function facing(probe: LightProbe, { x, y, z }: Vector3, color: Vector3): void {
  const sh = probe.sh.coefficients
  for (let i = 0; i < 9; i++) sh[i].copy(color)
  sh[0].multiplyScalar(0.25 / BAND0)
  sh[1].multiplyScalar((0.5 * y) / BAND1)
  sh[2].multiplyScalar((0.5 * z) / BAND1)
  sh[3].multiplyScalar((0.5 * x) / BAND1)
  const k = 5 / 32
  sh[4].multiplyScalar((6 * k * x * y) / BAND2)
  sh[5].multiplyScalar((6 * k * y * z) / BAND2)
  sh[6].multiplyScalar((0.5 * k * (3 * z * z - 1)) / BAND2_Z)
  sh[7].multiplyScalar((6 * k * x * z) / BAND2)
  sh[8].multiplyScalar((3 * k * (x * x - y * y)) / BAND2)
}
