import { describe, expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { loadModel } from '../../../format/load.ts'
import { resetData } from '../../../pipeline/reset.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'
import { contactFrame } from './contactFrame.ts'

const ball = (geom: string, x = 0) => `<body pos="${x} 0 0"><freejoint/><geom name="g${x}" size=".1" ${geom}/></body>`

/** The state of two balls whose centers are `distance` apart. */
function balls(a: string, b: string, distance = 0.19, rest = ''): Data {
  const m = loadModel(`<mujoco><worldbody>${ball(a)}${ball(b, distance)}</worldbody>${rest}</mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  return d
}

describe('frames', () => {
  const frame = (normal: number[], tangent = [0, 0, 0]) => {
    const out = new Float64Array(9)
    expect(contactFrame(out, 0, Float64Array.from(normal), Float64Array.from(tangent), 0)).toBe(true)
    return [...out]
  }

  test('the tangent lies along y, or along z where the normal is close to y', () => {
    expect(frame([0, 0, 1])).toEqual([0, 0, 1, 0, 1, 0, -1, 0, 0])
    expect(frame([0, 1, 0])).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0])
  })

  test('a proposed tangent is taken as far as it is across the normal', () => {
    expect(frame([0, 0, 1], [1, 0, 1])).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0])
  })

  test('where the normal leans to y by 30° or more, the tangent leans to z', () => {
    for (const y of [0.5, -0.5]) {
      const [, , , , ty, tz] = frame([0.5, y, Math.SQRT1_2])
      expect(tz).toBeCloseTo(Math.SQRT1_2, 12)
      expect(ty).toBeCloseTo(-y, 12)
    }
    expect(frame([0.6, 0.49, Math.sqrt(1 - 0.6001)])[5]).toBeLessThan(0)
  })

  test('a proposed tangent along the normal counts for nothing: it is x, as under a capsule that stands', () => {
    expect(frame([0, 0, 1], [0, 0, 1])).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0])
    expect(frame([0, 0, 1], [0, 0, -1])).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0])
  })

  test('a direction that is none is refused', () => {
    expect(contactFrame(new Float64Array(9), 0, new Float64Array(3), new Float64Array(3), 0)).toBe(false)
    expect(contactFrame(new Float64Array(9), 0, Float64Array.of(NaN, 0, 0), new Float64Array(3), 0)).toBe(false)
  })
})

describe('parameters of a contact', () => {
  test('the larger friction and condim win, and friction is never zero', () => {
    const d = balls('friction="1 0 .3" condim="1"', 'friction=".5 0 .4" condim="4"')
    expect([...d.contact_friction.subarray(0, 5)]).toEqual([1, 1, 1e-5, 0.4, 0.4])
    expect(d.contact_dim[0]).toBe(4)
  })

  test('the geom with the higher priority decides alone', () => {
    const d = balls('friction="1" condim="6" solref=".5 1"', 'friction=".5" condim="1" solref=".1 2" priority="1"')
    expect(d.contact_friction[0]).toBe(0.5)
    expect(d.contact_dim[0]).toBe(1)
    expect([...d.contact_solref.subarray(0, 2)]).toEqual([0.1, 2])
  })

  test('solref and solimp are averaged by solmix; stiffness and damping given directly are not', () => {
    const mixed = balls('solref=".1 1" solmix="3" solimp=".5 .9"', 'solref=".3 2" solmix="1" solimp=".9 .9"')
    expect(mixed.contact_solref[0]).toBeCloseTo(0.15, 15)
    expect(mixed.contact_solimp[0]).toBeCloseTo(0.6, 15)
    const direct = balls('solref="-100 -1"', 'solref="-50 -20"')
    expect([...direct.contact_solref.subarray(0, 2)]).toEqual([-100, -20])
    const without = balls('solref=".1 1" solmix="0"', 'solref=".3 2"')
    expect(without.contact_solref[0]).toBe(0.3)
  })

  test('an explicit pair does not ask its geoms', () => {
    const pair = '<contact><pair geom1="g0" geom2="g0.19" friction="2 3" solreffriction=".5 1" condim="1"/></contact>'
    const d = balls('friction="9" condim="6" margin="1"', 'friction="9"', 0.19, pair)
    expect([...d.contact_friction.subarray(0, 5)]).toEqual([2, 3, 0.005, 0.0001, 0.0001])
    expect([d.ncon, d.contact_dim[0], d.contact_includemargin[0], d.contact_solreffriction[0]]).toEqual([1, 1, 0, 0.5])
  })

  test('the override of the options has the last word', () => {
    const option = '<option o_margin=".05" o_solref=".7 1" o_friction=".3 .3 0 0 0"><flag override="enable"/></option>'
    const d = balls('friction="9" margin="1"', '', 0.24, option)
    expect(d.contact_includemargin[0]).toBe(0.05)
    expect(d.contact_solref[0]).toBe(0.7)
    expect(d.contact_solreffriction[0]).toBe(0.7)
    expect([...d.contact_friction.subarray(0, 5)]).toEqual([0.3, 0.3, 1e-5, 1e-5, 1e-5])
  })
})

describe('margin and gap', () => {
  test('margins add up, gaps too: inside the margin a contact pushes, inside the gap it is only listed', () => {
    const a = 'margin=".01" gap=".02"'
    const b = 'margin=".03" gap=".005"'
    const near = balls(a, b, 0.235)
    expect([near.ncon, near.contact_exclude[0]]).toEqual([1, 0])
    expect(near.contact_includemargin[0]).toBeCloseTo(0.04, 15)
    const gap = balls(a, b, 0.25)
    expect([gap.ncon, gap.contact_exclude[0]]).toEqual([1, 1])
    expect(balls(a, b, 0.27).ncon).toBe(0)
  })

  test('surfaces that just touch do not push', () => {
    const d = balls('', '', 0.2)
    expect([d.ncon, d.contact_dist[0], d.contact_exclude[0]]).toEqual([1, 0, 1])
  })

  test('sticky surfaces in the gap pull along the normal only', () => {
    const d = balls('gap=".1" adhesion="2"', 'adhesion="1"', 0.25)
    expect([d.contact_exclude[0], d.contact_dim[0], d.contact_adhesion[0]]).toEqual([0, 1, 3])
  })
})

test('room for contacts doubles when it is used up, and a reset forgets them', () => {
  const bodies = Array.from({ length: 9 }, (_, i) => ball('', i / 1000)).join('')
  const m = loadModel(`<mujoco><worldbody>${bodies}</worldbody></mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  expect(d.ncon).toBe(36)
  expect(d.contactCapacity).toBe(64)
  expect([...d.contact_geom1.subarray(0, 9)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1])
  const { contact_dist } = d
  kinematics(m, d)
  collision(m, d)
  expect(d.contact_dist).toBe(contact_dist)
  resetData(m, d)
  expect(d.ncon).toBe(0)
})
