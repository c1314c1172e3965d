import { expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'

const box = '<geom type="box" size=".1 .1 .1"/>'
const sphere = '<geom size=".1"/>'
const capsule = '<geom type="capsule" size=".1 .1"/>'

test('contacts of two bodies go by the geoms as they stand in the contact; without midphase, by body', () => {
  const m = loadModel(`<mujoco><worldbody>
    <body><freejoint/>${box}${sphere}${capsule}</body>
    <body><freejoint/>${sphere}${box}${capsule}</body></worldbody></mujoco>`)
  const d = new Data(m)
  const order = () => {
    kinematics(m, d)
    collision(m, d)
    const pairs = Array.from({ length: d.ncon }, (_, i) => `${d.contact_geom1[i]}-${d.contact_geom2[i]}`)
    return [...new Set(pairs)].join(' ')
  }
  expect(order()).toBe('0-4 1-3 1-4 1-5 2-4 2-5 3-0 3-2 5-0')
  m.opt.disableflags = DisableBit.midphase
  expect(order()).toBe('3-0 0-4 5-0 1-3 1-4 1-5 3-2 2-4 2-5')
})

test('trees of bounding volumes lose no contact', () => {
  const random = new Random(7)
  const geom =
    () => `<geom type="capsule" size=".02 ${random.uniform(0.02, 0.1)}" pos="${random.vector(3, 0.3).join(' ')}"
    euler="${random.vector(3, 90).join(' ')}" margin="${random.uniform(0, 0.02)}"/>`
  const body = () => `<body><freejoint/>${Array.from({ length: 60 }, geom).join('')}</body>`
  const m = loadModel(`<mujoco><worldbody>${body()}${body()}</worldbody></mujoco>`)
  const d = new Data(m)
  const contacts = (disableflags: number) => {
    m.opt.disableflags = disableflags
    collision(m, d)
    return Array.from({ length: d.ncon }, (_, i) => [d.contact_geom1[i], d.contact_geom2[i], d.contact_dist[i]]).sort()
  }
  let total = 0
  for (let pose = 0; pose < 20; pose++) {
    d.qpos.set(random.direction(4), 3)
    d.qpos.set(random.vector(3, 0.3), 7)
    d.qpos.set(random.direction(4), 10)
    kinematics(m, d)
    const list = contacts(0)
    expect(list).toEqual(contacts(DisableBit.midphase))
    total += list.length
  }
  expect(total).toBeGreaterThan(100)
})

test.each([1, 6, 40])('bodies of %i geoms touch within margin and gap, and not beyond', (count) => {
  // rows of balls, one above the other, whose boxes are as tight as can be; only one ball has the margin
  const row = (z: number, more: string) => {
    const ball = (i: number) => `<geom size=".05" pos="${0.2 * i} 0 0" ${i === count - 1 ? more : ''}/>`
    return `<body pos="0 0 ${z}"><freejoint/>${Array.from({ length: count }, (_, i) => ball(i)).join('')}</body>`
  }
  const contacts = (z: number) => {
    const m = loadModel(
      `<mujoco><worldbody>${row(0, 'margin=".03" gap=".02"')}${row(z, 'margin=".04" gap=".01"')}</worldbody></mujoco>`,
    )
    const d = new Data(m)
    kinematics(m, d)
    collision(m, d)
    return Array.from({ length: d.ncon }, (_, i) => [d.contact_geom1[i], d.contact_geom2[i]])
  }
  expect(contacts(0.199)).toEqual([[count - 1, 2 * count - 1]])
  expect(contacts(0.201)).toEqual([])
})

test('among many bodies, too, geoms of one body are held against where the other body is', () => {
  const wall = '<geom type="box" size=".05 20 1" pos="0 0 1"/><geom type="box" size=".05 20 1" pos="5 0 1"/>'
  const bodies = Array.from({ length: 120 }, (_, i) => `<body pos="4.86 ${0.3 * i - 18} 1.2"><freejoint/>${box}</body>`)
  const m = loadModel(`<mujoco><worldbody>${wall}${bodies.join('')}</worldbody></mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  const touching = new Set(Array.from({ length: d.ncon }, (_, i) => `${d.contact_geom1[i]}-${d.contact_geom2[i]}`))
  expect(touching.size).toBe(120)
})
