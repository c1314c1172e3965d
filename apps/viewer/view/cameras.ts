import { Matrix4, PerspectiveCamera, Vector3 } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { FreeCamera } from './freeCamera.ts'

/** The camera mode: free, free while tracking a body, or a camera of the model. */
export type CameraMode =
  | { readonly kind: 'free' }
  | { readonly kind: 'tracking'; readonly body: number }
  | { readonly kind: 'fixed'; readonly camera: number }

/** The camera of the picture, in any of its modes. */
export class Cameras {
  readonly free = new FreeCamera()
  readonly camera = new PerspectiveCamera()
  mode: CameraMode = { kind: 'free' }
  /** The look-at point. */
  readonly focus = new Vector3()
  readonly #m: Model

  constructor(m: Model) {
    this.#m = m
    this.free.frame(m)
    const { cameraid } = m.vis.global
    if (cameraid >= 0 && cameraid < m.ncam) this.mode = { kind: 'fixed', camera: cameraid }
    // near and far are in units of the model's extent
    this.camera.near = m.vis.map.znear * m.stat.extent
    this.camera.far = Math.max(m.vis.map.zfar, 100) * m.stat.extent
  }

  /** Vertical field of view, degrees. */
  get fovy(): number {
    return this.mode.kind === 'fixed' ? this.#m.cam_fovy[this.mode.camera] : this.#m.vis.global.fovy
  }

  /** All modes of the model, in the order in which shortcuts cycle through them. */
  modes(selectedBody: number | undefined): CameraMode[] {
    const fixed = Array.from({ length: this.#m.ncam }, (_, camera) => ({ kind: 'fixed', camera }) as const)
    const tracking = selectedBody === undefined ? [] : [{ kind: 'tracking', body: selectedBody } as const]
    return [{ kind: 'free' }, ...tracking, ...fixed]
  }

  /** Moves the camera to its pose in a state. */
  update(d: Data, aspect: number): void {
    const { camera, mode } = this
    this.#project(aspect)
    if (mode.kind === 'fixed') {
      const p = 3 * mode.camera
      const R = d.cam_xmat
      const r = 9 * mode.camera
      camera.position.set(d.cam_xpos[p], d.cam_xpos[p + 1], d.cam_xpos[p + 2])
      frame.set(
        R[r],
        R[r + 1],
        R[r + 2],
        0,
        R[r + 3],
        R[r + 4],
        R[r + 5],
        0,
        R[r + 6],
        R[r + 7],
        R[r + 8],
        0,
        0,
        0,
        0,
        1,
      )
      camera.quaternion.setFromRotationMatrix(frame)
      // as far away as the center of the model
      const [x, y, z] = this.#m.stat.center
      const away = this.focus.set(x, y, z).distanceTo(camera.position)
      camera.getWorldDirection(this.focus).multiplyScalar(away).add(camera.position)
    } else {
      if (mode.kind === 'tracking') {
        const p = 3 * mode.body
        this.free.lookat.set(d.subtree_com[p], d.subtree_com[p + 1], d.subtree_com[p + 2])
      }
      this.free.place(camera)
      this.focus.copy(this.free.lookat)
    }
    camera.updateMatrixWorld()
  }

  /** The projection: perspective, orthographic, or that of a camera with intrinsics. */
  #project(aspect: number): void {
    const m = this.#m
    const { camera, mode, fovy } = this
    camera.fov = fovy
    camera.aspect = aspect
    camera.updateProjectionMatrix()
    const { near, far } = camera
    const id = mode.kind === 'fixed' ? mode.camera : -1
    if (id < 0 ? m.vis.global.orthographic === 1 : m.cam_projection[id] === ORTHOGRAPHIC) {
      // here the field of view is a length
      const half = fovy / 2
      camera.projectionMatrix.makeOrthographic(-half * aspect, half * aspect, half, -half, near, far)
    } else if (id >= 0 && m.cam_sensorsize[2 * id + 1] > 0) {
      // the sensor at the focal length, in the frame of the lens; as wide as the window
      const scale = near / m.cam_intrinsic[4 * id + 1]
      const half = 0.5 * scale * m.cam_sensorsize[2 * id + 1]
      const x = -m.cam_intrinsic[4 * id + 2] * (near / m.cam_intrinsic[4 * id])
      const y = -m.cam_intrinsic[4 * id + 3] * scale
      camera.projectionMatrix.makePerspective(x - half * aspect, x + half * aspect, y + half, y - half, near, far)
    } else return
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
  }
}

/** A value of `Model.cam_projection`. */
const ORTHOGRAPHIC = 1

const frame = new Matrix4()
