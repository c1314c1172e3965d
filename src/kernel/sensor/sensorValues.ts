import { SCALAR_NE, SCALAR_NF, SCALAR_NL, SCALAR_TIME } from '../../core/data/dataScalars.ts'
import { ConstraintType, ObjType, SensorType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, LaneKernel, Num } from '../language/kernelLanguage.ts'
import {
  add,
  cross,
  group,
  type Mat3,
  mulQuat,
  normalize,
  type Quat,
  quatAt,
  rotateBack,
  sub,
  type Vec3,
  vec3At,
} from '../language/vectors.ts'
import { Option } from '../record/kernelLayout.ts'
import { conjugate } from '../stage/rotationKernel.ts'
import { touch } from './touchValue.ts'

/** Values of sensors, by their type; see `physics/sensor`. */

/** A sensor of a loop over sensors that are computed alike. */
export interface OneSensor<K extends LaneKernel = LaneKernel> {
  readonly k: K
  readonly m: Model
  /** The first sensor of the loop: what it consists of, all others do. */
  readonly first: number
  /** A whole number that each sensor has. */
  at(what: string, of: (sensor: number) => number): Index
}

type Values<K extends LaneKernel> = (sensor: OneSensor<K>) => readonly Num[]

/** Sensors that lanes compute together. */
export const VALUES: Readonly<Record<number, Values<LaneKernel>>> = {
  [SensorType.clock]: ({ k }) => [k.field('scalar').at(SCALAR_TIME)],
  [SensorType.magnetometer]: (s) => {
    const [x, y, z] = [0, 1, 2].map((i) => s.k.numbers('options').at(Option.magnetic + i))
    return local(s, [x, y, z])
  },
  [SensorType.jointpos]: (s) => copy(s, 'qpos', positionOf),
  [SensorType.jointvel]: (s) => copy(s, 'qvel', dofOf),
  [SensorType.jointactuatorfrc]: (s) => copy(s, 'qfrc_actuator', dofOf),
  [SensorType.ballangvel]: (s) => copy(s, 'qvel', dofOf),
  [SensorType.ballquat]: (s) => normalize(s.k, copy(s, 'qpos', positionOf) as unknown as Quat),
  [SensorType.tendonpos]: (s) => copy(s, 'ten_length', objectOf),
  [SensorType.tendonvel]: (s) => copy(s, 'ten_velocity', objectOf),
  [SensorType.tendonactuatorfrc]: tendonActuatorForce,
  [SensorType.actuatorpos]: (s) => copy(s, 'actuator_length', outputOf),
  [SensorType.actuatorvel]: (s) => copy(s, 'actuator_velocity', outputOf),
  [SensorType.actuatorfrc]: (s) => copy(s, 'actuator_force', outputOf),
  [SensorType.framepos]: (s) => inReference(s, pointOf(s, 'obj'), () => pointOf(s, 'ref')),
  [SensorType.framexaxis]: (s) => axis(s, 0),
  [SensorType.frameyaxis]: (s) => axis(s, 1),
  [SensorType.framezaxis]: (s) => axis(s, 2),
  [SensorType.framequat]: (s) => {
    const quat = quatOf(s, 'obj')
    return hasReference(s) ? mulQuat(conjugate(quatOf(s, 'ref')), quat) : quat
  },
  [SensorType.subtreecom]: (s) => vec3At(s.k.field('subtree_com', 3), idOf(s, 'obj')),
  [SensorType.subtreelinvel]: (s) => vec3At(s.k.field('subtree_linvel', 3), idOf(s, 'obj')),
  [SensorType.subtreeangmom]: (s) => vec3At(s.k.field('subtree_angmom', 3), idOf(s, 'obj')),
  [SensorType.velocimeter]: (s) => local(s, motionOf(s, 'obj', 'cvel').linear),
  [SensorType.gyro]: (s) => local(s, motionOf(s, 'obj', 'cvel').angular),
  [SensorType.framelinvel]: (s) => {
    const carrier = hasReference(s) ? motionOf(s, 'ref', 'cvel') : undefined
    const arm = () => sub(pointOf(s, 'obj'), pointOf(s, 'ref'))
    const minus = carrier && [() => carrier.linear, () => cross(carrier.angular, arm())]
    return inReference(s, motionOf(s, 'obj', 'cvel').linear, ...(minus ?? []))
  },
  [SensorType.frameangvel]: (s) =>
    inReference(s, motionOf(s, 'obj', 'cvel').angular, () => motionOf(s, 'ref', 'cvel').angular),
  [SensorType.accelerometer]: (s) => accelerationOf(s, (v) => local(s, v)),
  [SensorType.framelinacc]: (s) => accelerationOf(s, (v) => v),
  [SensorType.frameangacc]: (s) => motionOf(s, 'obj', 'cacc').angular,
  [SensorType.force]: (s) => local(s, wrenchOf(s).force),
  [SensorType.torque]: (s) => {
    const { torque, force } = wrenchOf(s)
    return local(s, sub(torque, cross(armOf(s, 'obj'), force)))
  },
}

/** Sensors for which lanes take turns. */
export const VALUES_IN_TURN: Readonly<Record<number, Values<Kernel>>> = {
  [SensorType.touch]: touch,
  [SensorType.jointlimitpos]: (s) => atLimit(s, ConstraintType.limitJoint, limitDistance),
  [SensorType.jointlimitvel]: (s) => atLimit(s, ConstraintType.limitJoint, (row) => s.k.field('efc_vel').at(row)),
  [SensorType.jointlimitfrc]: (s) => atLimit(s, ConstraintType.limitJoint, (row) => s.k.field('efc_force').at(row)),
  [SensorType.tendonlimitpos]: (s) => atLimit(s, ConstraintType.limitTendon, limitDistance),
  [SensorType.tendonlimitvel]: (s) => atLimit(s, ConstraintType.limitTendon, (row) => s.k.field('efc_vel').at(row)),
  [SensorType.tendonlimitfrc]: (s) => atLimit(s, ConstraintType.limitTendon, (row) => s.k.field('efc_force').at(row)),
}

/** The object of a sensor, and the one that it is relative to. */
type Side = 'obj' | 'ref'

const objectOf = (m: Model, i: number): number => m.sensor_objid[i]
const positionOf = (m: Model, i: number): number => m.jnt_qposadr[m.sensor_objid[i]]
const dofOf = (m: Model, i: number): number => m.jnt_dofadr[m.sensor_objid[i]]
const outputOf = (m: Model, i: number): number => m.actuator_outadr[m.sensor_objid[i]]

/** Numbers of a field, as many as the sensor has. */
function copy({ k, m, first, at }: OneSensor, field: string, from: (m: Model, sensor: number) => number): Num[] {
  const start = at('from', (i) => from(m, i))
  return Array.from({ length: m.sensor_dim[first] }, (_, i) => k.field(field).at(k.sum(start, i)))
}

/** Objects with a frame: where their poses are, the body that carries them, and their orientation in its frame. */
const FRAMES: Readonly<
  Record<number, { pos: string; mat: string; quat?: string; bodyOf: (m: Model, id: number) => number }>
> = {
  [ObjType.site]: { pos: 'site_xpos', mat: 'site_xmat', quat: 'site_quat', bodyOf: (m, id) => m.site_bodyid[id] },
  [ObjType.body]: { pos: 'xipos', mat: 'ximat', quat: 'body_iquat', bodyOf: (_, id) => id },
  [ObjType.xbody]: { pos: 'xpos', mat: 'xmat', bodyOf: (_, id) => id },
  [ObjType.geom]: { pos: 'geom_xpos', mat: 'geom_xmat', quat: 'geom_quat', bodyOf: (m, id) => m.geom_bodyid[id] },
  [ObjType.camera]: { pos: 'cam_xpos', mat: 'cam_xmat', quat: 'cam_quat', bodyOf: (m, id) => m.cam_bodyid[id] },
}

/** Whether dofs move an object. */
export function isMoving(m: Model, type: number, id: number): boolean {
  const frame = FRAMES[type]
  return frame !== undefined && m.body_dofnum[m.body_weldid[frame.bodyOf(m, id)]] !== 0
}

function typeOf({ m, first }: OneSensor, side: Side): number {
  return (side === 'obj' ? m.sensor_objtype : m.sensor_reftype)[first]
}

function hasReference({ m, first }: OneSensor): boolean {
  return m.sensor_refid[first] >= 0
}

function idOf({ m, at }: OneSensor, side: Side): Index {
  return at(side, (i) => (side === 'obj' ? m.sensor_objid : m.sensor_refid)[i])
}

function bodyOf(s: OneSensor, side: Side): Index {
  const { m } = s
  const frame = FRAMES[typeOf(s, side)]
  return s.at(`${side}_body`, (i) => frame.bodyOf(m, (side === 'obj' ? m.sensor_objid : m.sensor_refid)[i]))
}

function pointOf(s: OneSensor, side: Side): Vec3 {
  return vec3At(s.k.field(FRAMES[typeOf(s, side)].pos, 3), idOf(s, side))
}

function matrixOf(s: OneSensor, side: Side): Mat3 {
  return group(s.k.field(FRAMES[typeOf(s, side)].mat, 9), idOf(s, side), 9)
}

function quatOf(s: OneSensor, side: Side): Quat {
  const { quat } = FRAMES[typeOf(s, side)]
  const body = quatAt(s.k.field('xquat', 4), bodyOf(s, side))
  return quat === undefined ? body : mulQuat(body, quatAt(s.k.numbers(quat, 4), idOf(s, side)))
}

/** A vector in the axes of the object. */
function local(s: OneSensor, v: Vec3): Vec3 {
  return rotateBack(matrixOf(s, 'obj'), v)
}

/** A vector less others, in the axes of the reference; itself where there is none. */
function inReference(s: OneSensor, v: Vec3, ...minus: (() => Vec3)[]): Vec3 {
  if (!hasReference(s)) return v
  return rotateBack(
    matrixOf(s, 'ref'),
    minus.reduce((x, less) => sub(x, less()), v),
  )
}

function axis(s: OneSensor, i: number): Vec3 {
  const R = matrixOf(s, 'obj')
  return inReference(s, [R[i], R[3 + i], R[6 + i]])
}

/** From the center of mass of its tree to the origin of an object. */
function armOf(s: OneSensor, side: Side): Vec3 {
  const { k, m } = s
  const root = k.table('body_rootid', m.body_rootid).at(bodyOf(s, side))
  return sub(pointOf(s, side), vec3At(k.field('subtree_com', 3), root))
}

/** Velocity or acceleration at the origin of an object, in world axes; zero if nothing moves it. */
function motionOf(s: OneSensor, side: Side, field: 'cvel' | 'cacc'): { angular: Vec3; linear: Vec3 } {
  const { k, m, first } = s
  const zero: Vec3 = [k.num(0), k.num(0), k.num(0)]
  const id = (side === 'obj' ? m.sensor_objid : m.sensor_refid)[first]
  if (!isMoving(m, typeOf(s, side), id)) return { angular: zero, linear: zero }
  const [wx, wy, wz, ...linear] = group(k.field(field, 6), bodyOf(s, side), 6)
  const angular: Vec3 = [wx, wy, wz]
  return { angular, linear: add<readonly Num[]>(linear, cross(angular, armOf(s, side))) as unknown as Vec3 }
}

/** Linear acceleration of an object, gravity included, with ω × v, in some axes. */
function accelerationOf(s: OneSensor, turn: (v: Vec3) => Vec3): Vec3 {
  const { angular, linear } = motionOf(s, 'obj', 'cvel')
  return add(turn(motionOf(s, 'obj', 'cacc').linear), cross(turn(angular), turn(linear)))
}

/** What the parent of the body of a site transmits to it, about c. */
function wrenchOf(s: OneSensor): { torque: Vec3; force: Vec3 } {
  const [tx, ty, tz, fx, fy, fz] = group(s.k.field('cfrc_int', 6), bodyOf(s, 'obj'), 6)
  return { torque: [tx, ty, tz], force: [fx, fy, fz] }
}

/** Sum of the forces of all actuators on a tendon. */
function tendonActuatorForce({ k, m, at }: OneSensor): Num[] {
  const sum = k.cell(0)
  const tendon = at('tendon', (i) => m.sensor_objid[i])
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_trntype[i] !== TrnType.tendon) continue
    k.when(k.same(tendon, m.actuator_trnid[2 * i]), () => sum.add(k.field('actuator_force').at(m.actuator_outadr[i])))
  }
  return [sum.value]
}

/** A number of the first row of the limit of a joint or tendon; 0 without one. */
function atLimit(s: OneSensor<Kernel>, type: number, of: (row: Index, k: Kernel) => Num): Num[] {
  const { k } = s
  const [ne, nf, nl] = [SCALAR_NE, SCALAR_NF, SCALAR_NL].map((i) => k.whole(k.field('scalar').at(i)))
  const object = idOf(s, 'obj')
  const start = k.sum(ne, nf)
  const value = k.cell(0)
  // from the last row down, so that the first one stays
  const row = k.counter(k.sum(start, nl))
  k.while(
    () => k.less(start, row.value),
    () => {
      row.set(k.sum(row.value, -1))
      const isType = k.same(k.integers('efc_type').at(row.value), type)
      k.when(k.product(isType, k.same(k.integers('efc_id').at(row.value), object)), () => value.set(of(row.value, k)))
    },
  )
  return [value.value]
}

/** Distance to a limit, less the margin. */
function limitDistance(row: Index, k: Kernel): Num {
  return k.field('efc_pos').at(row).minus(k.field('efc_margin').at(row))
}
