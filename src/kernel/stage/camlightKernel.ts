import { MINVAL } from '../../core/math/constants.ts'
import { TrackingMode } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import {
  add,
  cross,
  group,
  mulQuat,
  put,
  quatAt,
  quatToMat,
  rotate,
  sub,
  turn,
  type Vec3,
  vec3At,
} from '../language/vectors.ts'

/** Cameras and lights, as `camlight`: (poses, subtree_com) → cam_xpos, cam_xmat, light_xpos, light_xdir. */
export function camlightKernel(m: Model): LaneStage {
  return (k) => {
    for (let i = 0; i < m.ncam; i++) camera(k, m, i)
    for (let i = 0; i < m.nlight; i++) light(k, m, i)
  }
}

/** Whole numbers that cameras and lights depend on. */
export const CAMLIGHT_FLAGS = [
  'cam_mode',
  'cam_bodyid',
  'cam_targetbodyid',
  'light_mode',
  'light_bodyid',
  'light_targetbodyid',
] as const

export function camlightUnsupported(m: Model): string | undefined {
  return m.ncam + m.nlight === 0 ? 'there are no cameras and lights' : undefined
}

/** a / |a|; (1, 0, 0) if that is too short to have a direction. */
function normalized(k: LaneKernel, [x, y, z]: Vec3): Vec3 {
  const length = x.times(x).plus(y.times(y)).plus(z.times(z)).sqrt()
  const isShort = length.below(MINVAL)
  const s = k.num(1).over(k.choose(isShort, 1, length))
  return [k.choose(isShort, 1, x.times(s)), k.choose(isShort, 0, y.times(s)), k.choose(isShort, 0, z.times(s))]
}

/** The position of a camera or light that follows a body, or its subtree's center of mass. */
function following(k: LaneKernel, kind: 'cam' | 'light', mode: number, body: number, i: number): Vec3 {
  return mode === TrackingMode.track
    ? add(vec3At(k.field('xpos', 3), body), vec3At(k.numbers(`${kind}_pos0`, 3), i))
    : add(vec3At(k.field('subtree_com', 3), body), vec3At(k.numbers(`${kind}_poscom0`, 3), i))
}

/** The position of one that is fixed to a body. */
function fixed(k: LaneKernel, kind: 'cam' | 'light', body: number, i: number): Vec3 {
  const offset = rotate(group(k.field('xmat', 9), body, 9), vec3At(k.numbers(`${kind}_pos`, 3), i))
  return add(offset, vec3At(k.field('xpos', 3), body))
}

/** What a camera or light is turned to; undefined: it is not. */
function targetOf(k: LaneKernel, mode: number, body: number): Vec3 | undefined {
  if (body < 0) return undefined
  if (mode === TrackingMode.targetbody) return vec3At(k.field('xpos', 3), body)
  return mode === TrackingMode.targetbodycom ? vec3At(k.field('subtree_com', 3), body) : undefined
}

function camera(k: LaneKernel, m: Model, i: number): void {
  const xpos = k.field('cam_xpos', 3)
  const xmat = k.field('cam_xmat', 9)
  const mode = m.cam_mode[i]
  const body = m.cam_bodyid[i]
  if (mode === TrackingMode.track || mode === TrackingMode.trackcom) {
    put(xpos, i, following(k, 'cam', mode, body, i))
    put(xmat, i, group(k.numbers('cam_mat0', 9), i, 9))
    return
  }
  const position = fixed(k, 'cam', body, i)
  put(xpos, i, position)
  const target = targetOf(k, mode, m.cam_targetbodyid[i])
  if (target === undefined) {
    put(xmat, i, quatToMat(mulQuat(quatAt(k.field('xquat', 4), body), quatAt(k.numbers('cam_quat', 4), i))))
    return
  }
  // look at the target: z points away from it, x is horizontal
  const z = normalized(k, sub(position, target))
  const x = normalized(k, cross([k.num(0), k.num(0), k.num(1)], z))
  const y = normalized(k, cross(z, x))
  const rows: Num[] = []
  for (let row = 0; row < 3; row++) rows.push(x[row], y[row], z[row])
  put(xmat, i, rows)
}

function light(k: LaneKernel, m: Model, i: number): void {
  const xpos = k.field('light_xpos', 3)
  const xdir = k.field('light_xdir', 3)
  const mode = m.light_mode[i]
  const body = m.light_bodyid[i]
  if (mode === TrackingMode.track || mode === TrackingMode.trackcom) {
    put(xpos, i, following(k, 'light', mode, body, i))
    put(xdir, i, normalized(k, vec3At(k.numbers('light_dir0', 3), i)))
    return
  }
  const position = fixed(k, 'light', body, i)
  const target = targetOf(k, mode, m.light_targetbodyid[i])
  const direction =
    target === undefined
      ? turn(quatAt(k.field('xquat', 4), body), vec3At(k.numbers('light_dir', 3), i))
      : sub(target, position)
  put(xpos, i, position)
  put(xdir, i, normalized(k, direction))
}
