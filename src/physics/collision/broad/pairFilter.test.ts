import { expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'

/** Names of the geoms that touch, in pairs. */
function touching(worldbody: string, rest = '', prepare: (d: Data) => void = () => {}): string[] {
  const m = loadModel(`<mujoco><worldbody>${worldbody}</worldbody>${rest}</mujoco>`)
  const d = new Data(m)
  prepare(d)
  kinematics(m, d)
  collision(m, d)
  const name = (geom: number) => m.names.name(5, geom)
  return Array.from({ length: d.ncon }, (_, i) => `${name(d.contact_geom1[i])} ${name(d.contact_geom2[i])}`)
}

const geom = (name: string, more = '') => `<geom name="${name}" size=".1" ${more}/>`
const free = (name: string, more = '', child = '') => `<body><freejoint/>${geom(name, more)}${child}</body>`

test('free bodies that overlap touch', () => {
  expect(touching(free('a') + free('b'))).toEqual(['a b'])
})

test('geoms touch when the contype of one meets the conaffinity of the other', () => {
  expect(touching(free('a', 'contype="2" conaffinity="0"') + free('b', 'contype="0" conaffinity="2"'))).toEqual(['a b'])
  expect(touching(free('a', 'contype="2" conaffinity="0"') + free('b', 'contype="2" conaffinity="1"'))).toEqual([])
})

test('a body does not touch its parent, its grandparent yes', () => {
  const chain = (name: string, child = '') => `<body name="${name}"><joint/>${geom(name)}${child}</body>`
  const tree = `<body><freejoint/>${geom('a')}${chain('b', chain('c'))}</body>`
  expect(touching(tree)).toEqual(['a c'])
  expect(touching(tree, '<option><flag filterparent="disable"/></option>')).toEqual(['a b', 'a c', 'b c'])
})

test('parents are known through bodies that are fixed to them, also those that come later in the model', () => {
  const fixed = (name: string) => `<body>${geom(name)}</body>`
  const hinged = `<body><joint/>${geom('b')}</body>`
  expect(touching(`<body><freejoint/>${geom('a')}${hinged}${fixed('c')}</body>`)).toEqual([])
  expect(touching(`<body><freejoint/>${geom('a')}${fixed('c')}${hinged}</body>`)).toEqual([])
  const option = '<option><flag filterparent="disable"/></option>'
  expect(touching(`<body><freejoint/>${geom('a')}${hinged}${fixed('c')}</body>`, option)).toEqual(['a b', 'b c'])
})

test('the world is no parent: what hangs on it touches it, also by way of a fixed body', () => {
  const hinge = `<body><joint/>${geom('a')}</body>`
  expect(touching(geom('w') + hinge)).toEqual(['w a'])
  expect(touching(`<body>${geom('w')}${hinge}</body>`)).toEqual(['w a'])
})

test('bodies without a joint between them are one', () => {
  expect(touching(free('a', '', `<body>${geom('b')}</body>`))).toEqual([])
})

test('what cannot move touches only what can: the world, fixed bodies, bodies moved by hand', () => {
  const hand = (name: string, child = '') => `<body mocap="true">${geom(name)}${child}</body>`
  expect(touching(geom('w') + hand('a') + hand('b'))).toEqual([])
  expect(touching(geom('w') + hand('a') + free('c'))).toEqual(['w c', 'a c'])
})

test('a body moved by hand is the parent of what hangs on it', () => {
  expect(touching(`<body mocap="true">${geom('a')}<body><joint/>${geom('b')}</body></body>`)).toEqual([])
})

test('excluded bodies do not touch, bodies welded to them do', () => {
  const world = `<body name="A"><freejoint/>${geom('a')}<body name="A2">${geom('a2')}</body></body>
    <body name="B"><freejoint/>${geom('b')}</body>`
  expect(touching(world, '<contact><exclude body1="B" body2="A"/></contact>')).toEqual(['a2 b'])
})

test('an explicit pair touches against all rules, also on one body, and once', () => {
  const world = `<body name="A"><freejoint/>${geom('a', 'contype="0"')}${geom('b')}</body>${free('c')}`
  const pairs = '<contact><pair geom1="a" geom2="b"/><pair geom1="c" geom2="b"/></contact>'
  expect(touching(world, pairs)).toEqual(['a b', 'b c', 'a c'])
})

test('explicit pairs touch also where no other bodies are near, before and after those that are', () => {
  const silent = 'contype="0" conaffinity="0"'
  const pair = (a: string, b: string) => `<pair geom1="${a}" geom2="${b}"/>`
  const alone = free('a', silent) + free('b', silent)
  expect(touching(alone, `<contact>${pair('b', 'a')}</contact>`)).toEqual(['a b'])
  const between = `${free('a', silent)}${free('b')}${free('c')}${free('d', silent)}${free('e', silent)}`
  const contact = `<contact>${pair('d', 'e')}${pair('a', 'd')}</contact>`
  expect(touching(between, contact)).toEqual(['a d', 'b c', 'd e'])
})

test('contacts can be switched off, alone or with all constraints', () => {
  expect(touching(free('a') + free('b'), '<option><flag contact="disable"/></option>')).toEqual([])
  expect(touching(free('a') + free('b'), '<option><flag constraint="disable"/></option>')).toEqual([])
})

test("the user's filter takes the place of the masks of geoms", () => {
  const world = free('a') + free('b', 'contype="1" conaffinity="2"') + free('c', 'contype="2" conaffinity="1"')
  expect(touching(world)).toEqual(['a b', 'a c', 'b c'])
  const asked: number[][] = []
  const keepOff = (d: Data) => {
    d.callbacks.contactFilter = (_m, _d, g1, g2) => {
      asked.push([g1, g2])
      return g2 === 2
    }
  }
  expect(touching(world, '', keepOff)).toEqual(['a b'])
  expect(asked).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ])
})

test("the user's filter sees geoms in the order of the contact: the one with the lower type first", () => {
  const asked: number[][] = []
  const listen = (d: Data) => {
    d.callbacks.contactFilter = (_m, _d, g1, g2) => {
      asked.push([g1, g2])
      return false
    }
  }
  const box = (name: string) => geom(name, 'type="box"').replace('size=".1"', 'size=".1 .1 .1"')
  const several = `<body><freejoint/>${box('c')}${geom('d')}</body>`
  touching(`<body><freejoint/>${box('a')}</body>${free('b')}${several}`, '', listen)
  expect(asked).toEqual([
    [1, 0],
    [0, 2],
    [3, 0],
    [1, 2],
    [1, 3],
  ])
})

test('a filter that throws leaves a state that can be used again', () => {
  const m = loadModel(`<mujoco><worldbody>${free('a')}${free('b')}${free('c')}</worldbody></mujoco>`)
  const d = new Data(m)
  forward(m, d)
  const expected = [d.ncon, d.nefc, ...d.qacc]
  let calls = 0
  d.callbacks.contactFilter = () => {
    if (++calls === 2) throw new Error('no more')
    return false
  }
  expect(() => forward(m, d)).toThrow('no more')
  expect(d.ncon).toBeLessThan(3)
  for (let i = 0; i < d.ncon; i++) expect(d.contact_efc_address[i]).toBe(-1)
  d.callbacks.contactFilter = undefined
  forward(m, d)
  expect([d.ncon, d.nefc, ...d.qacc]).toEqual(expected)
})

test('the option filterparent can be switched between steps', () => {
  const m = loadModel(
    `<mujoco><worldbody><body><freejoint/>${geom('a')}<body><joint/>${geom('b')}</body></body></worldbody></mujoco>`,
  )
  const d = new Data(m)
  const count = (disableflags: number) => {
    m.opt.disableflags = disableflags
    kinematics(m, d)
    collision(m, d)
    return d.ncon
  }
  expect([count(0), count(DisableBit.filterparent), count(0)]).toEqual([0, 1, 0])
})

test('geoms that get their masks only after the model was compiled are found in bodies with trees too', () => {
  const row = Array.from({ length: 70 }, (_, i) => `<geom size=".05" pos="${0.2 * i} 0 0"/>`).join('')
  const silent = '<geom name="silent" size=".05" pos="0 3 0" contype="0" conaffinity="0"/>'
  const m = loadModel(`<mujoco><worldbody><body><freejoint/>${row}${silent}</body>
    <body pos="0 3.08 0"><freejoint/>${row}</body></worldbody></mujoco>`)
  const d = new Data(m)
  const count = () => {
    kinematics(m, d)
    collision(m, d)
    return d.ncon
  }
  expect(count()).toBe(0)
  m.geom_contype[70] = m.geom_conaffinity[70] = 1
  expect(count()).toBe(1)
  // as many geoms as the tree has leaves, but not the same
  m.geom_contype[5] = m.geom_conaffinity[5] = 0
  expect(count()).toBe(1)
})

test('masks and options that change between steps count from the next step on', () => {
  const m = loadModel(
    `<mujoco><worldbody>${free('a')}<body><freejoint/>${geom('b')}${geom('c')}</body></worldbody></mujoco>`,
  )
  const d = new Data(m)
  const count = () => {
    kinematics(m, d)
    collision(m, d)
    return d.ncon
  }
  expect(count()).toBe(2)
  m.geom_contype[2] = m.geom_conaffinity[2] = 0
  expect(count()).toBe(1)
  m.geom_contype[2] = m.geom_conaffinity[2] = 1
  expect(count()).toBe(2)
  m.body_contype[1] = m.body_conaffinity[1] = 0
  expect(count()).toBe(0)
  m.body_contype[1] = m.body_conaffinity[1] = 1
  m.opt.disableflags = DisableBit.contact
  expect(count()).toBe(0)
  m.opt.disableflags = 0
  expect(count()).toBe(2)
})
