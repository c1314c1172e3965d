import type { Data } from '../../core/data/data.ts'
import { mulQuat, quatToMat } from '../../core/math/quat.ts'
import { rotate } from '../../core/math/vec3.ts'
import { checkId, checkRoom } from '../../core/model/argumentChecks.ts'

/**
 * Global pose of a frame fixed to a body.
 *
 * @param outPos receives the position, unless it is null
 * @param outMat receives the orientation as a row-major matrix, unless it is null
 * @param pos position in the body's frame
 * @param quat orientation in the body's frame
 * MuJoCo: mj_local2Global.
 */
export function localToGlobal(
  d: Data,
  outPos: Float64Array | null,
  outMat: Float64Array | null,
  pos: Float64Array,
  quat: Float64Array,
  body: number,
): void {
  checkId(body, d.model.nbody, 'body')
  checkRoom(outPos, 3, 'outPos')
  checkRoom(outMat, 9, 'outMat')
  if (outPos) {
    rotate(outPos, 0, d.xmat, 9 * body, pos, 0)
    for (let k = 0; k < 3; k++) outPos[k] += d.xpos[3 * body + k]
  }
  if (outMat) {
    mulQuat(turned, 0, d.xquat, 4 * body, quat, 0)
    quatToMat(outMat, 0, turned, 0)
  }
}

const turned = new Float64Array(4)
