import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import { mulMat3 } from '../../../core/math/mat3.ts'
import { rotate, rotateBack } from '../../../core/math/vec3.ts'
import { type ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'

/** What contacts with signed distance fields have in common: points in the frame of a geom. */

/** Registers of this file. */
class PoseRegisters {
  readonly offset: Float64Array = new Float64Array(3)
  readonly transposed: Float64Array = new Float64Array(9)
}

const registers = new PoseRegisters()

/** Pose of a geom in the frame of another geom: position Rᵀ (x − p) and matrix Rᵀ R′. */
export function poseInGeom(pos: Float64Array, mat: Float64Array, d: Data, geom: number, frame: number): void {
  const { offset, transposed } = registers
  const { geom_xpos, geom_xmat } = d
  for (let i = 0; i < 3; i++) {
    offset[i] = geom_xpos[3 * geom + i] - geom_xpos[3 * frame + i]
    for (let k = 0; k < 3; k++) transposed[3 * i + k] = geom_xmat[9 * frame + 3 * k + i]
  }
  rotateBack(pos, 0, geom_xmat, 9 * frame, offset, 0)
  mulMat3(mat, 0, transposed, 0, geom_xmat, 9 * geom)
}

/** The points of the contacts found so far, in the frame of a geom, so that each becomes a contact once. */
export class SdfContactPoints {
  readonly #point = new Float64Array(3 * MAX_CONTACTS)

  /** Whether x is the point of one of the first `count` contacts. */
  includes(count: number, x: Float64Array): boolean {
    const point = this.#point
    for (let i = 0; i < count; i++) {
      let squared = 0
      for (let k = 0; k < 3; k++) squared += (point[3 * i + k] - x[k]) * (point[3 * i + k] - x[k])
      if (Math.sqrt(squared) < MINVAL) return true
    }
    return false
  }

  /**
   * Appends a contact at x, in the frame of a geom, halfway to the surface.
   * @param depth [0]: signed distance, negative inside
   * @param normal unit vector, in the frame of the geom
   */
  append(
    contacts: ContactBuffer,
    d: Data,
    geom: number,
    depth: Float64Array,
    x: Float64Array,
    normal: Float64Array,
  ): void {
    const { geom_xpos, geom_xmat } = d
    const i = contacts.count++
    contacts.dist[i] = depth[0]
    for (let k = 0; k < 3; k++) this.#point[3 * i + k] = x[k]
    rotate(contacts.normal, 3 * i, geom_xmat, 9 * geom, normal, 0)
    rotate(contacts.pos, 3 * i, geom_xmat, 9 * geom, x, 0)
    for (let k = 0; k < 3; k++) {
      contacts.pos[3 * i + k] += geom_xpos[3 * geom + k] + (contacts.normal[3 * i + k] * depth[0]) / 2
      contacts.tangent[3 * i + k] = 0
    }
  }
}
