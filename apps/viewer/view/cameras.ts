import { Matrix4, PerspectiveCamera } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { FreeCamera } from './freeCamera.ts'

/** From where one looks: freely, freely while a body stays in the middle, or through a camera of the model. */
export type CameraMode =
  | { readonly kind: 'free' }
  | { readonly kind: 'tracking'; readonly body: number }
  | { readonly kind: 'fixed'; readonly camera: number }

/** The camera of a picture. */
export class Cameras {
  readonly free = new FreeCamera()
  readonly camera = new PerspectiveCamera()
  mode: CameraMode = { kind: 'free' }
  readonly #m: Model
  readonly #frame = new Matrix4()

  constructor(m: Model) {
    this.#m = m
    this.free.frame(m)
    const { cameraid } = m.vis.global
    if (cameraid >= 0 && cameraid < m.ncam) this.mode = { kind: 'fixed', camera: cameraid }
    // near and far are given in extents of the model
    this.camera.near = m.vis.map.znear * m.stat.extent
    this.camera.far = Math.max(m.vis.map.zfar, 100) * m.stat.extent
  }

  /** Vertical field of view, degrees. */
  get fovy(): number {
    return this.mode.kind === 'fixed' ? this.#m.cam_fovy[this.mode.camera] : this.#m.vis.global.fovy
  }

  /** The modes that a model has, in the order in which keys go through them. */
  modes(selectedBody: number | undefined): CameraMode[] {
    const fixed = Array.from({ length: this.#m.ncam }, (_, camera) => ({ kind: 'fixed', camera }) as const)
    const tracking = selectedBody === undefined ? [] : [{ kind: 'tracking', body: selectedBody } as const]
    return [{ kind: 'free' }, ...tracking, ...fixed]
  }

  /** Moves the camera to where the state has it. */
  update(d: Data, aspect: number): void {
    const { camera, mode } = this
    camera.fov = this.fovy
    camera.aspect = aspect
    camera.updateProjectionMatrix()
    if (mode.kind === 'fixed') {
      const [x, y, z] = d.cam_xpos.subarray(3 * mode.camera, 3 * mode.camera + 3)
      const [a, b, c, e, f, g, h, i, j] = d.cam_xmat.subarray(9 * mode.camera, 9 * mode.camera + 9)
      camera.position.set(x, y, z)
      camera.quaternion.setFromRotationMatrix(this.#frame.set(a, b, c, 0, e, f, g, 0, h, i, j, 0, 0, 0, 0, 1))
    } else {
      if (mode.kind === 'tracking') {
        const [x, y, z] = d.subtree_com.subarray(3 * mode.body, 3 * mode.body + 3)
        this.free.lookat.set(x, y, z)
      }
      this.free.place(camera)
    }
    camera.updateMatrixWorld()
  }
}
