import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { Cone, DisableBit, Warning } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'

/** A hinge at a limit of zero, with the limit's parameters. */
function limit(parameters: string, angle: number): Data {
  const m = loadModel(`<mujoco><option timestep=".001"/><worldbody>
    <body><joint range="0 100" ${parameters}/><geom size=".1" pos=".5 0 0"/></body></worldbody></mujoco>`)
  const d = new Data(m)
  d.qpos[0] = angle
  forward(m, d)
  return d
}

describe('impedance', () => {
  const impedanceAt = (solimp: string, depth: number) => limit(`solimplimit="${solimp}"`, -depth).efc_KBIP[2]

  test('grows from dmin at the surface to dmax at the width, and stays there', () => {
    const solimp = '.2 .8 .1 .5 2'
    expect(impedanceAt(solimp, 1e-9)).toBeCloseTo(0.2, 9)
    expect(impedanceAt(solimp, 0.05)).toBeCloseTo(0.5, 12)
    expect(impedanceAt(solimp, 0.1)).toBeCloseTo(0.8, 12)
    expect(impedanceAt(solimp, 1)).toBe(0.8)
  })

  test('is a straight line for power 1, and follows powers on both sides of the midpoint otherwise', () => {
    expect(impedanceAt('.2 .8 .1 .5 1', 0.03)).toBeCloseTo(0.2 + 0.6 * 0.3, 12)
    expect(impedanceAt('.2 .8 .1 .4 3', 0.02)).toBeCloseTo(0.2 + 0.6 * (0.2 ** 3 / 0.4 ** 2), 12)
    expect(impedanceAt('.2 .8 .1 .4 3', 0.07)).toBeCloseTo(0.2 + 0.6 * (1 - 0.3 ** 3 / 0.6 ** 2), 12)
  })

  test('takes powers below 1 for 1, and a width below zero for none', () => {
    expect(impedanceAt('.2 .8 .1 .5 .5', 0.03)).toBeCloseTo(0.2 + 0.6 * 0.3, 12)
    expect(impedanceAt('.2 .8 -1 .5 2', 0.03)).toBeCloseTo(0.5, 12)
  })

  test('is the mean of dmin and dmax where there is no width', () => {
    expect(impedanceAt('.2 .8 0 .5 2', 0.05)).toBeCloseTo(0.5, 12)
  })

  test('has the derivative that its values show', () => {
    const solimp = '.2 .8 .1 .4 2.5'
    for (const depth of [0.02, 0.05, 0.09]) {
      const h = 1e-6
      const slope = (impedanceAt(solimp, depth - h) - impedanceAt(solimp, depth + h)) / (2 * h)
      expect(limit(`solimplimit="${solimp}"`, -depth).efc_KBIP[3]).toBeCloseTo(slope, 6)
    }
  })

  test('gives the regularization R = (1 − d)/d · A', () => {
    const d = limit('solimplimit=".2 .8 .1 .5 2"', -0.05)
    expect(d.efc_R[0]).toBeCloseTo(d.efc_diagA[0], 12)
    expect(d.efc_D[0]).toBe(1 / d.efc_R[0])
  })
})

describe('stiffness and damping', () => {
  const spring = (solref: string) =>
    Array.from(limit(`solreflimit="${solref}" solimplimit=".5 .5"`, -0.1).efc_KBIP.subarray(0, 2))

  test('follow from time constant and damping ratio', () => {
    const [k, b] = spring('.05 .7')
    expect(k).toBeCloseTo(1 / (0.5 * 0.05 * 0.7) ** 2, 9)
    expect(b).toBeCloseTo(2 / (0.5 * 0.05), 9)
  })

  test('or are given, with a minus sign', () => {
    const [k, b] = spring('-300 -20')
    expect(k).toBeCloseTo(300 / 0.25, 9)
    expect(b).toBeCloseTo(20 / 0.5, 9)
  })

  test('are the usual ones where one number is given and one is not, which is counted for each such row', () => {
    const hinge = (solref: string) =>
      `<body><joint range="0 100" solreflimit="${solref}"/><geom size=".1" pos=".5 0 0" contype="0"/></body>`
    const m = loadModel(`<mujoco><worldbody>${hinge('-300 .5')}${hinge('.02 1')}${hinge('.05 1')}</worldbody></mujoco>`)
    const d = new Data(m)
    d.qpos.fill(-0.1)
    forward(m, d)
    expect(d.nefc).toBe(3)
    expect(d.warning_number[Warning.mixedsolref]).toBe(1)
    expect(d.warning_lastinfo[Warning.mixedsolref]).toBe(0)
    expect([...d.efc_KBIP.subarray(0, 4)]).toEqual([...d.efc_KBIP.subarray(4, 8)])
  })

  test('are those of two time steps where the time constant is shorter', () => {
    expect(spring('1e-5 1')).toEqual(spring('.002 1'))
    expect(spring('.0019 1')).toEqual(spring('.002 1'))
    expect(spring('.0021 1')).not.toEqual(spring('.002 1'))
  })
})

describe('a ball that sinks half a millimeter into a plane', () => {
  const xml = `<mujoco><option impratio="3"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 .0995"><freejoint/><geom size=".1" density="1000"/></body></worldbody></mujoco>`

  function contact(cone: Cone): Data {
    const m = loadModel(xml)
    m.opt.cone = cone
    const d = new Data(m)
    d.qvel[2] = -0.2
    forward(m, d)
    return d
  }

  test('is held by three rows of an elliptic cone, friction harder by impratio', () => {
    const d = contact(Cone.elliptic)
    expect(d.nefc).toBe(3)
    expect(d.efc_R[0]).toBeCloseTo(0.0193567, 7)
    expect(d.efc_R[1]).toBeCloseTo(0.0193567 / 3, 7)
    expect(d.efc_R[2]).toBe(d.efc_R[1])
    expect(d.contact_mu[0]).toBeCloseTo(1 / Math.sqrt(3), 12)
  })

  test('or by four edges of a pyramid, all alike', () => {
    const d = contact(Cone.pyramidal)
    expect(d.nefc).toBe(4)
    for (let i = 0; i < 4; i++) {
      expect(d.efc_R[i]).toBeCloseTo(0.0258089, 7)
      expect(d.efc_vel[i]).toBeCloseTo(-0.2, 12)
      expect(d.efc_aref[i]).toBeCloseTo(22.3338, 4)
    }
  })

  test('has no rows where contacts are switched off', () => {
    const m = loadModel(xml)
    m.opt.disableflags |= DisableBit.contact
    const d = new Data(m)
    forward(m, d)
    expect(d.nefc).toBe(0)
  })
})
