import type { Data } from '../../../core/data/data.ts'
import { mulMat3 } from '../../../core/math/mat3.ts'
import { rotateBack } from '../../../core/math/vec3.ts'

const offset = new Float64Array(3)
const transposed = new Float64Array(9)

/** Where a geom is in the frame of another geom: position Rᵀ (x − p) and matrix Rᵀ R′. */
export function poseInGeom(pos: Float64Array, mat: Float64Array, d: Data, geom: number, frame: number): void {
  const { geom_xpos, geom_xmat } = d
  for (let i = 0; i < 3; i++) {
    offset[i] = geom_xpos[3 * geom + i] - geom_xpos[3 * frame + i]
    for (let k = 0; k < 3; k++) transposed[3 * i + k] = geom_xmat[9 * frame + 3 * k + i]
  }
  rotateBack(pos, 0, geom_xmat, 9 * frame, offset, 0)
  mulMat3(mat, 0, transposed, 0, geom_xmat, 9 * geom)
}
