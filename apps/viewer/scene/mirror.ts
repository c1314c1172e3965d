import {
  HalfFloatType,
  Matrix4,
  type Object3D,
  PerspectiveCamera,
  type Scene,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { type Data, GeomType, type Model } from '../../../src/index.ts'
import { colorOf } from './geoms.ts'
import type { MirrorUniforms } from './surface.ts'

/**
 * The reflecting geom of a scene: the first plane, or box (its upper face), with reflectance. As in MuJoCo, there is
 * only one. The reflection is rendered first, from the mirrored pose of the camera.
 */
export class Mirror {
  readonly geom: number
  readonly uniforms: MirrorUniforms
  readonly #m: Model
  readonly #reflectance: number
  readonly #target = new WebGLRenderTarget(1, 1, { type: HalfFloatType })
  readonly #camera = new PerspectiveCamera()
  readonly #toTexture = new Matrix4()

  constructor(m: Model, geom: number) {
    this.#m = m
    this.geom = geom
    this.#reflectance = m.mat_reflectance[m.geom_matid[geom]]
    this.uniforms = {
      mirrorTexture: { value: this.#target.texture },
      mirrorMatrix: { value: this.#toTexture },
      mirrorTexel: { value: 1 },
      reflectance: { value: 0 },
    }
  }

  /** Renders the reflection. Returns false, and renders nothing, when the camera is behind the mirror. */
  draw(renderer: WebGLRenderer, scene: Scene, eye: PerspectiveCamera, d: Data, hidden: readonly Object3D[]): boolean {
    this.uniforms.reflectance.value = 0
    this.#place(d)
    if (offset.subVectors(eye.position, origin).dot(normal) <= 0) return false
    this.uniforms.reflectance.value = this.#reflectance
    this.#reflect(eye)

    renderer.getDrawingBufferSize(size)
    // half the resolution of the picture is enough
    this.#target.setSize(Math.max(1, size.x >> 1), Math.max(1, size.y >> 1))
    this.uniforms.mirrorTexel.value = 1 / Math.max(1, size.x >> 1)
    const visibility = hidden.map(({ visible }) => visible)
    for (const each of hidden) each.visible = false
    renderer.setRenderTarget(this.#target)
    renderer.setClearAlpha(0)
    renderer.clear()
    renderer.render(scene, this.#camera)
    renderer.setRenderTarget(null)
    for (const [i, each] of hidden.entries()) each.visible = visibility[i]
    return true
  }

  dispose(): void {
    this.#target.dispose()
  }

  /** `origin` and `normal` ← those of the reflecting face. */
  #place(d: Data): void {
    const R = 9 * this.geom
    normal.set(d.geom_xmat[R + 2], d.geom_xmat[R + 5], d.geom_xmat[R + 8])
    const p = 3 * this.geom
    origin.set(d.geom_xpos[p], d.geom_xpos[p + 1], d.geom_xpos[p + 2])
    if (this.#m.geom_type[this.geom] === GeomType.box) origin.addScaledVector(normal, this.#m.geom_size[p + 2])
  }

  #reflect(eye: PerspectiveCamera): void {
    const camera = this.#camera
    camera.position.copy(eye.position)
    camera.position.addScaledVector(normal, -2 * offset.dot(normal))
    eye.getWorldDirection(ahead).reflect(normal)
    camera.up.set(0, 1, 0).applyQuaternion(eye.quaternion).reflect(normal)
    camera.lookAt(ahead.add(camera.position))
    camera.near = eye.near
    camera.far = eye.far
    camera.updateMatrixWorld()
    camera.projectionMatrix.copy(eye.projectionMatrix)
    // from the world to texture coordinates, 0 to 1
    this.#toTexture.set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
    this.#toTexture.multiply(camera.projectionMatrix).multiply(camera.matrixWorldInverse)
    this.#clip()
  }

  /**
   * Moves the near plane of the camera onto the mirror, which clips everything behind it (oblique near-plane clipping,
   * Lengyel 2005, https://terathon.com/lengyel/Lengyel-Oblique.pdf). With c the mirror's plane in the camera frame and
   * q the opposite corner of the view frustum, the third row of the projection becomes 2 (c·q)⁻¹ c minus the fourth.
   */
  #clip(): void {
    const P = this.#camera.projectionMatrix
    const view = this.#camera.matrixWorldInverse
    const c = plane.set(normal.x, normal.y, normal.z, -normal.dot(origin))
    // planes transform by the inverse transpose
    c.applyMatrix4(scratch.copy(view).invert().transpose())
    corner.set(Math.sign(c.x), Math.sign(c.y), 1, 1).applyMatrix4(scratch.copy(P).invert())
    c.multiplyScalar(2 / c.dot(corner))
    const e = P.elements
    e[2] = c.x - e[3]
    e[6] = c.y - e[7]
    e[10] = c.z - e[11]
    e[14] = c.w - e[15]
    this.#camera.projectionMatrixInverse.copy(P).invert()
  }
}

/** The reflecting geom of a model; -1: none. */
export function mirrorOf(m: Model): number {
  for (let geom = 0; geom < m.ngeom; geom++) {
    const type = m.geom_type[geom]
    const material = m.geom_matid[geom]
    if (material < 0 || (type !== GeomType.plane && type !== GeomType.box)) continue
    if (m.mat_reflectance[material] > 0 && colorOf(material, m.geom_rgba, geom, m)[3] === 1) return geom
  }
  return -1
}

const size = new Vector2()
const normal = new Vector3()
const origin = new Vector3()
const offset = new Vector3()
const ahead = new Vector3()
const plane = new Vector4()
const corner = new Vector4()
const scratch = new Matrix4()
