/**
 * A humanoid balances on one leg: `npx tsx examples/balance.ts`.
 *
 * Inverse kinematics finds a pose, inverse dynamics the torques that hold it. `transitionFD` linearizes one step, and
 * the Riccati equation gives a linear feedback (LQR) that keeps the robot there. Then the robot is pushed.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  Data,
  differentiatePos,
  forward,
  integratePos,
  inverse,
  jacBody,
  jacSubtreeCom,
  type Model,
  ObjType,
  RandomNumbers,
  step,
  subQuat,
  transitionFD,
} from '../src/index.ts'
import { withActuators } from './support/motors.ts'
import { feedback, solve } from './support/riccati.ts'

/** Maximum torques of the motors, N·m. */
const TORQUES: readonly (readonly [joint: RegExp, torque: number])[] = [
  [/waist/, 120],
  [/hip|knee/, 150],
  [/ankle/, 80],
  [/shoulder|elbow/, 40],
]

/** The humanoid with a motor at every hinge. */
export function humanoidWithMotors(): Model {
  const xml = readFileSync(new URL('../models/humanoid.xml', import.meta.url), 'utf8')
  const joints = [...xml.matchAll(/<joint name="(\w+)"/g)].map(([, name]) => name)
  return withActuators(
    xml,
    joints.map((name) => {
      const torque = TORQUES.find(([joint]) => joint.test(name))![1]
      return `<motor joint="${name}" gear="${torque}" ctrllimited="true" ctrlrange="-1 1"/>`
    }),
  )
}

/** The controller: set point, controls that hold it, and feedback gains. */
export interface Balance {
  readonly qpos: Float64Array
  readonly ctrl: Float64Array
  /** nu × 2·nv */
  readonly K: Float64Array
}

/** Computes the pose, the controls that hold it, and the feedback. */
export function designBalance(m: Model): Balance {
  const d = new Data(m)
  standOnLeftFoot(m, d)
  sinkUntilCarried(m, d)
  const ctrl = holdingControls(m, d)
  const qpos = d.qpos.slice()

  const n = 2 * m.nv
  const A = new Float64Array(n * n)
  const B = new Float64Array(n * m.nu)
  d.ctrl.set(ctrl)
  transitionFD(m, d, { A, B }, { centered: true })
  const K = feedback(A, B, stateCost(m, d), new Float64Array(m.nu).fill(1), n, m.nu)
  return { qpos, ctrl, K }
}

function bodyId(m: Model, name: string): number {
  return m.names.id(ObjType.body, name)
}

function setAngles(m: Model, d: Data, angles: Readonly<Record<string, number>>): void {
  for (const [joint, angle] of Object.entries(angles)) d.qpos[m.jnt_qposadr[m.names.id(ObjType.joint, joint)]] = angle
}

/**
 * Inverse kinematics: the left foot stays flat in place, the center of mass moves over it, and the right leg and the
 * arms stay close to their given angles.
 */
function standOnLeftFoot(m: Model, d: Data): void {
  setAngles(m, d, { right_hip_bend: 1, right_knee: 1.5, right_hip_spread: 0.1 })
  setAngles(m, d, { left_shoulder_spread: 0.4, right_shoulder_spread: 0.5, left_elbow: 0.3, right_elbow: 0.3 })
  setAngles(m, d, { left_knee: 0.1, left_hip_bend: 0.05, left_ankle_bend: -0.05 })
  const rest = d.qpos.slice()
  const { nv } = m
  const foot = bodyId(m, 'left_foot')
  const torso = bodyId(m, 'torso')
  const rows = 11
  const J = new Float64Array(rows * nv)
  const jacp = new Float64Array(3 * nv)
  const jacr = new Float64Array(3 * nv)
  const error = new Float64Array(rows)
  const upright = Float64Array.of(1, 0, 0, 0)
  const back = new Float64Array(nv)
  for (let iteration = 0; iteration < 100; iteration++) {
    forward(m, d)
    // the foot at y = 0.1, flat: its sole is 0.08 below its origin
    jacBody(m, d, jacp, jacr, foot)
    setRows(J, 0, jacp, nv, 3)
    setRows(J, 3, jacr, nv, 3)
    const place = [0, 0.1, 0.08]
    for (let k = 0; k < 3; k++) error[k] = place[k] - d.xpos[3 * foot + k]
    turnError(error, 3, upright, d, foot)
    // the center of mass over the middle of the sole
    jacSubtreeCom(m, d, jacp, 1)
    setRows(J, 6, jacp, nv, 2)
    error[6] = 0.055 - d.subtree_com[3]
    error[7] = 0.1 - d.subtree_com[4]
    // the torso upright
    jacBody(m, d, null, jacr, torso)
    setRows(J, 8, jacr, nv, 3)
    turnError(error, 8, upright, d, torso)

    // secondary task, toward the rest angles: δ = Jᵀ (J Jᵀ)⁻¹ (e − J b) + b
    differentiatePos(m, back, 1, d.qpos, rest)
    for (let i = 0; i < nv; i++) back[i] = i < 6 ? 0 : 0.1 * back[i]
    const delta = projected(J, error, back, rows, nv)
    integratePos(m, d.qpos, delta, 1)
  }
  forward(m, d)
}

/** Rotation error in world axes. */
function turnError(out: Float64Array, at: number, wanted: Float64Array, d: Data, body: number): void {
  const local = new Float64Array(3)
  subQuat(local, 0, wanted, 0, d.xquat, 4 * body)
  for (let k = 0; k < 3; k++) {
    const R = 9 * body + 3 * k
    out[at + k] = d.xmat[R] * local[0] + d.xmat[R + 1] * local[1] + d.xmat[R + 2] * local[2]
  }
}

function setRows(J: Float64Array, row: number, from: Float64Array, nv: number, count: number): void {
  for (let e = 0; e < count * nv; e++) J[row * nv + e] = from[e]
}

function projected(J: Float64Array, error: Float64Array, back: Float64Array, rows: number, nv: number): Float64Array {
  const JJ = new Float64Array(rows * rows)
  const right = error.slice()
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < rows; b++) for (let i = 0; i < nv; i++) JJ[a * rows + b] += J[a * nv + i] * J[b * nv + i]
    JJ[a * rows + a] += 1e-6
    for (let i = 0; i < nv; i++) right[a] -= J[a * nv + i] * back[i]
  }
  const y = solve(JJ, right, rows, 1)
  return back.map((b, i) => {
    let sum = b
    for (let a = 0; a < rows; a++) sum += J[a * nv + i] * y[a]
    return sum
  })
}

/** Lowers the robot until the floor carries it: until the vertical residual force at rest is zero. */
function sinkUntilCarried(m: Model, d: Data): void {
  const height = d.qpos[2]
  const missing = (by: number) => {
    d.qpos[2] = height - by
    d.qvel.fill(0)
    d.qacc.fill(0)
    inverse(m, d)
    return d.qfrc_inverse[2]
  }
  let [low, high] = [-0.001, 0.003]
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high)
    if (missing(middle) > 0) low = middle
    else high = middle
  }
  missing(0.5 * (low + high))
}

/** Controls whose torques hold the pose. */
function holdingControls(m: Model, d: Data): Float64Array {
  d.qacc.fill(0)
  inverse(m, d)
  const ctrl = new Float64Array(m.nu)
  for (let i = 0; i < m.nu; i++) {
    const dof = m.jnt_dofadr[m.actuator_trnid[2 * i]]
    ctrl[i] = d.qfrc_inverse[dof] / m.actuator_gear[6 * i]
  }
  return ctrl
}

/**
 * Cost of the state: mostly balance (center of mass over the foot), then deviation of the joints, the leg above all.
 */
function stateCost(m: Model, d: Data): Float64Array {
  const { nv } = m
  const n = 2 * nv
  const Q = new Float64Array(n * n)
  const com = new Float64Array(3 * nv)
  const foot = new Float64Array(3 * nv)
  forward(m, d)
  jacSubtreeCom(m, d, com, 1)
  jacBody(m, d, foot, null, bodyId(m, 'left_foot'))
  for (let axis = 0; axis < 2; axis++)
    for (let i = 0; i < nv; i++)
      for (let j = 0; j < nv; j++) {
        const [a, b] = [com[axis * nv + i] - foot[axis * nv + i], com[axis * nv + j] - foot[axis * nv + j]]
        Q[i * n + j] += 1000 * a * b
      }
  for (let i = 6; i < nv; i++) {
    const joint = m.names.name(ObjType.joint, m.dof_jntid[i])!
    Q[i * n + i] += /^left_(hip|knee|ankle)|waist/.test(joint) ? 3 : 0.3
  }
  for (let i = 0; i < nv; i++) Q[(nv + i) * n + nv + i] += 0.01
  return Q
}

/** Sets the controls: feedforward plus feedback. */
export class Balancer {
  private readonly m: Model
  private readonly balance: Balance
  private readonly dq: Float64Array

  constructor(m: Model, balance: Balance) {
    this.m = m
    this.balance = balance
    this.dq = new Float64Array(m.nv)
  }

  control(d: Data): void {
    const { m, dq } = this
    const { qpos, ctrl, K } = this.balance
    const { nv, nu } = m
    differentiatePos(m, dq, 1, qpos, d.qpos)
    for (let i = 0; i < nu; i++) {
      let u = ctrl[i]
      for (let j = 0; j < nv; j++) u -= K[i * 2 * nv + j] * dq[j] + K[i * 2 * nv + nv + j] * d.qvel[j]
      d.ctrl[i] = u
    }
  }
}

/** Horizontal distance of the center of mass from the middle of the foot, m. */
export function sway(m: Model, d: Data): number {
  const foot = 3 * bodyId(m, 'left_foot')
  return Math.hypot(d.subtree_com[3] - d.xpos[foot] - 0.055, d.subtree_com[4] - d.xpos[foot + 1])
}

/** Simulates with control noise and pushes, and reports the result. `look` is called after each step. */
export function simulateBalance(m: Model, balance: Balance, seconds: number, look: (d: Data) => void): Data {
  const d = new Data(m)
  d.qpos.set(balance.qpos)
  const balancer = new Balancer(m, balance)
  const random = new RandomNumbers(1)
  const noise = new Float64Array(m.nu)
  const torso = bodyId(m, 'torso')
  while (d.time < seconds - 1e-9) {
    balancer.control(d)
    for (let i = 0; i < m.nu; i++) {
      noise[i] += 0.02 * (random.normal() * 0.1 - noise[i])
      d.ctrl[i] += noise[i]
    }
    // a push of 40 N for 0.2 s every two seconds, from alternating sides
    const pushed = d.time % 2 > 1 && d.time % 2 < 1.2
    const angle = Math.floor(d.time / 2) * 2
    d.xfrc_applied[6 * torso] = pushed ? 40 * Math.cos(angle) : 0
    d.xfrc_applied[6 * torso + 1] = pushed ? 40 * Math.sin(angle) : 0
    step(m, d)
    look(d)
  }
  return d
}

function main(): void {
  const m = humanoidWithMotors()
  const start = performance.now()
  const balance = designBalance(m)
  console.log(`pose, derivatives and feedback: ${(performance.now() - start).toFixed(0)} ms`)
  let worst = 0
  let next = 1
  const d = simulateBalance(m, balance, 10, (state) => {
    worst = Math.max(worst, sway(m, state))
    if (state.time >= next - 1e-9) {
      console.log(`${next++} s: sways ${(100 * sway(m, state)).toFixed(1)} cm, pelvis at ${state.xpos[5].toFixed(2)} m`)
    }
  })
  const stands = d.xpos[3 * bodyId(m, 'head') + 2] > 1.2
  console.log(stands ? `still on one leg; swayed by ${(100 * worst).toFixed(1)} cm at most` : 'fell')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
