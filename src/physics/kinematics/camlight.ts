import type { Data } from '../../core/data/data.ts'
import { mulQuat, quatToMat, rotateByQuat } from '../../core/math/quat.ts'
import { add3, copy3, cross, normalize3, rotate, set3, sub3 } from '../../core/math/vec3.ts'
import { SleepState, TrackingMode } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Cameras and lights: (poses, subtree_com) → cam_xpos, cam_xmat, light_xpos, light_xdir. MuJoCo: mj_camlight. */
export function camlight(m: Model, d: Data): void {
  const { ncam, nlight, cam_bodyid, cam_targetbodyid, light_bodyid, light_targetbodyid } = m
  for (let i = 0; i < ncam; i++) if (!rests(d, cam_bodyid[i], cam_targetbodyid[i])) placeCamera(m, d, i)
  for (let i = 0; i < nlight; i++) if (!rests(d, light_bodyid[i], light_targetbodyid[i])) placeLight(m, d, i)
}

/** Whether the body sleeps, and neither it nor the target moves. */
function rests({ body_awake }: Data, body: number, target: number): boolean {
  return body_awake[body] === ASLEEP && (target < 0 || body_awake[target] !== AWAKE)
}

const ASLEEP = SleepState.asleep
const AWAKE = SleepState.awake

const quat = new Float64Array(4)
const axes = new Float64Array(9)

function placeCamera(m: Model, d: Data, i: number): void {
  const { cam_xpos, cam_xmat } = d
  const b = m.cam_bodyid[i]
  const target = m.cam_targetbodyid[i]
  const mode = m.cam_mode[i]

  if (mode === TrackingMode.track || mode === TrackingMode.trackcom) {
    // orientation as at qpos0; position follows the body or its subtree's center of mass
    for (let k = 0; k < 9; k++) cam_xmat[9 * i + k] = m.cam_mat0[9 * i + k]
    if (mode === TrackingMode.track) add3(cam_xpos, 3 * i, d.xpos, 3 * b, m.cam_pos0, 3 * i)
    else add3(cam_xpos, 3 * i, d.subtree_com, 3 * b, m.cam_poscom0, 3 * i)
    return
  }

  rotate(cam_xpos, 3 * i, d.xmat, 9 * b, m.cam_pos, 3 * i)
  add3(cam_xpos, 3 * i, cam_xpos, 3 * i, d.xpos, 3 * b)
  mulQuat(quat, 0, d.xquat, 4 * b, m.cam_quat, 4 * i)
  quatToMat(cam_xmat, 9 * i, quat, 0)
  if ((mode !== TrackingMode.targetbody && mode !== TrackingMode.targetbodycom) || target < 0) return

  // look at the target: z points away from it, x is horizontal
  sub3(axes, 6, cam_xpos, 3 * i, mode === TrackingMode.targetbody ? d.xpos : d.subtree_com, 3 * target)
  normalize3(axes, 6)
  set3(axes, 0, 0, 0, 1)
  cross(axes, 0, axes, 0, axes, 6)
  normalize3(axes, 0)
  cross(axes, 3, axes, 6, axes, 0)
  normalize3(axes, 3)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) cam_xmat[9 * i + 3 * row + column] = axes[3 * column + row]
}

function placeLight(m: Model, d: Data, i: number): void {
  const { light_xpos, light_xdir } = d
  const b = m.light_bodyid[i]
  const target = m.light_targetbodyid[i]
  const mode = m.light_mode[i]

  if (mode === TrackingMode.track || mode === TrackingMode.trackcom) {
    copy3(light_xdir, 3 * i, m.light_dir0, 3 * i)
    if (mode === TrackingMode.track) add3(light_xpos, 3 * i, d.xpos, 3 * b, m.light_pos0, 3 * i)
    else add3(light_xpos, 3 * i, d.subtree_com, 3 * b, m.light_poscom0, 3 * i)
  } else {
    rotate(light_xpos, 3 * i, d.xmat, 9 * b, m.light_pos, 3 * i)
    add3(light_xpos, 3 * i, light_xpos, 3 * i, d.xpos, 3 * b)
    rotateByQuat(light_xdir, 3 * i, d.xquat, 4 * b, m.light_dir, 3 * i)
    if ((mode === TrackingMode.targetbody || mode === TrackingMode.targetbodycom) && target >= 0)
      sub3(light_xdir, 3 * i, mode === TrackingMode.targetbody ? d.xpos : d.subtree_com, 3 * target, light_xpos, 3 * i)
  }
  normalize3(light_xdir, 3 * i)
}
