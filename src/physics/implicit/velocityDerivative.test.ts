import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { velocityDerivative } from './velocityDerivative.ts'

const random = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 1073741824 - 1
}

/** Puts a state with all kinds of motion into fresh data. */
function moving(m: Model): Data {
  const d = new Data(m)
  const next = random(7)
  for (let i = 0; i < m.nq; i++) d.qpos[i] += 0.3 * next()
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 1.5 * next()
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.5 + 0.4 * next()
  for (let i = 0; i < m.na; i++) d.act[i] = 0.5 + 0.4 * next()
  forward(m, d)
  return d
}

/** Smooth forces that depend on velocity. */
function forces(m: Model, d: Data): Float64Array {
  forward(m, d)
  return d.qfrc_actuator.map((f, i) => f + d.qfrc_passive[i] - d.qfrc_bias[i])
}

/** The worst difference between qDeriv and centered differences, as a share of the largest entry. */
function errorOf(m: Model): number {
  const d = moving(m)
  velocityDerivative(m, d)
  const dense = new Float64Array(m.nv * m.nv)
  for (let i = 0; i < m.nv; i++)
    for (let e = m.D_rowadr[i]; e < m.D_rowadr[i] + m.D_rownnz[i]; e++) dense[i * m.nv + m.D_colind[e]] = d.qDeriv[e]
  let [error, largest] = [0, 0]
  const eps = 1e-5
  for (let j = 0; j < m.nv; j++) {
    const v = d.qvel[j]
    d.qvel[j] = v + eps
    const above = forces(m, d)
    d.qvel[j] = v - eps
    const below = forces(m, d)
    d.qvel[j] = v
    for (let i = 0; i < m.nv; i++) {
      const slope = (above[i] - below[i]) / (2 * eps)
      largest = Math.max(largest, Math.abs(slope))
      error = Math.max(error, Math.abs(slope - dense[i * m.nv + j]))
    }
  }
  expect(largest).toBeGreaterThan(0)
  return error / largest
}

const tree = (inside = '', geom = '') => `
  <body pos="0 0 2"><freejoint/><geom type="box" size=".1 .2 .3" ${geom}/>
    <body pos=".2 0 .3"><joint axis="1 1 0"/><joint type="ball" pos=".1 0 0"/><geom type="capsule" size=".05 .2" ${geom}/>
      <body pos="0 .3 .1"><joint name="hinge" axis="0 1 0"/><geom type="ellipsoid" size=".05 .1 .2" ${geom}/>${inside}</body>
      <body pos="0 -.3 .1"><joint name="slide" type="slide" axis="0 1 1"/><geom type="cylinder" size=".05 .2" ${geom}/></body>
    </body>
  </body>`
const model = (options: string, inside: string, rest = '', geom = '') =>
  loadModel(
    `<mujoco><option ${options}><flag contact="disable"/></option><worldbody>${tree(inside, geom)}</worldbody>${rest}</mujoco>`,
  )

describe('the velocity derivative of smooth forces is that of centered differences', () => {
  test('for Coriolis and gyroscopic forces of free, ball, hinge and slide joints', () => {
    expect(errorOf(model('', ''))).toBeLessThan(1e-6)
  })

  test('for polynomial dampers of joints and tendons', () => {
    const rest = `<tendon><fixed damping="1 .3 .2"><joint joint="extra" coef="2"/><joint joint="hinge" coef="-1"/></fixed></tendon>`
    const inside = '<body><joint name="extra" axis="1 0 0" damping=".5 .2 .1"/><geom size=".1"/></body>'
    expect(errorOf(model('', inside, rest))).toBeLessThan(1e-6)
  })

  test('for the drag of boxes', () => {
    expect(errorOf(model('density="1.2" viscosity=".3" wind="1 2 .5"', ''))).toBeLessThan(1e-6)
  })

  test('for lift, drag and added mass of ellipsoids', () => {
    const geom = 'fluidshape="ellipsoid" fluidcoef=".5 .25 1.5 1 1"'
    expect(errorOf(model('density="100" viscosity=".3" wind="1 2 .5"', '', '', geom))).toBeLessThan(1e-6)
  })

  test('for servos, dampers, muscles and motors', () => {
    const rest = `<actuator>
      <position joint="hinge" kp="10" kv="3"/>
      <damper joint="slide" kv="4" ctrlrange="0 2"/>
      <general joint="slide" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="1 2 -3" gear="2"/>
      <muscle joint="hinge" lengthrange="-2 2"/>
      <dcmotor joint="hinge" resistance="2" motorconst=".5"/>
    </actuator>`
    expect(errorOf(model('', '', rest))).toBeLessThan(1e-6)
  })
})

describe('the velocity derivative', () => {
  test('leaves out actuators whose force is at its bounds', () => {
    const rest = '<actuator><position joint="hinge" kp="1000" kv="30" forcerange="-1 1"/></actuator>'
    const limited = model('', '', rest)
    const [d, free] = [moving(limited), moving(model('', ''))]
    velocityDerivative(limited, d)
    const without = model('', '')
    velocityDerivative(without, free)
    expect(d.qDeriv).toEqual(free.qDeriv)
  })

  test('is that of bias forces alone where nothing else depends on velocity, and they are not symmetric', () => {
    const m = model('', '')
    const d = moving(m)
    velocityDerivative(m, d)
    const first = m.D_rowadr[3]
    const second = m.D_rowadr[4]
    expect(d.qDeriv[first + 4]).not.toBe(d.qDeriv[second + 3])
  })
})
