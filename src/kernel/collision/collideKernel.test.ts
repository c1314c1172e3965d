import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../../test/support/kernelPairs.ts'
import { RandomNumbers } from '../../core/random/random.ts'
import { type Data, DisableBit, EnableBit, forward, loadModel, type Model } from '../../index.ts'
import { loadModelFile } from '../../node.ts'
import { collision, runKernel } from '../../physics/collision/collision.ts'
import { fieldOf } from '../record/kernelLayout.ts'

const FIELDS = `dist pos frame includemargin friction solref solreffriction solimp mu adhesion dim geom1 geom2 exclude
  efc_address`.split(/\s+/)

/** The contacts of a state, in order. */
function contactsOf(d: Data): Record<string, number[]> {
  return Object.fromEntries(
    FIELDS.map((name) => {
      const values = fieldOf(d, `contact_${name}`)
      return [name, Array.from(values.subarray(0, (d.ncon * values.length) / d.contactCapacity), (x) => x + 0)]
    }),
  )
}

/** Whether the kernel finds the contacts of a state; contacts must be those of TypeScript in any case. */
function findsSame(m: Model, plain: Data, fast: Data): boolean {
  plain.qpos.set(fast.qpos)
  forward(m, plain)
  fast.kernels.collideAttempts.wait = 0
  forward(m, fast)
  expect(contactsOf(fast)).toEqual(contactsOf(plain))
  const { kernels, address, left } = fast.kernels
  const found = kernels.collide !== undefined && runKernel(m, fast, kernels.collide, address, left)
  collision(m, plain)
  if (found) expect(contactsOf(fast)).toEqual(contactsOf(plain))
  return found
}

/** Two free geoms over a floor, and what a test adds. */
function scene(a: string, b: string, more = ''): Model {
  return loadModel(`
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1" pos="0 0 -.1" euler="3 2 0"/>
    <body name="a"><freejoint/><geom name="a" ${a}/></body>
    <body name="b" pos="1 0 0"><freejoint/><geom name="b" ${b}/></body>
  </worldbody>
  ${more}
</mujoco>`)
}

/** Puts both bodies near to each other and to the floor, in any orientation; every fourth time along the axes. */
function throwBodies(m: Model, d: Data, random: RandomNumbers, round: number): void {
  for (let joint = 0; joint < m.njnt; joint++) {
    const at = m.jnt_qposadr[joint]
    for (let i = 0; i < 3; i++) d.qpos[at + i] = 0.12 * random.normal()
    for (let i = 0; i < 4; i++) d.qpos[at + 3 + i] = round % 4 === 0 ? (i === 0 ? 1 : 0) : random.normal()
  }
}

const sphere = 'size=".1"'
const capsule = 'type="capsule" size=".05 .1"'
const box = 'type="box" size=".1 .07 .04"'
const ellipsoid = 'type="ellipsoid" size=".1 .07 .04"'
const cylinder = 'type="cylinder" size=".08 .1"'

/** Compares contacts in poses; returns the share of them in which the kernel has found them. */
function shareFound(m: Model, rounds = 300): number {
  const { plain, fast, accelerated } = pair(m)
  expect(accelerated.stages.find(({ stage }) => stage === 'collide')?.reason).toBeUndefined()
  const random = new RandomNumbers(3)
  let found = 0
  let contacts = 0
  for (let round = 0; round < rounds; round++) {
    throwBodies(m, fast, random, round)
    if (findsSame(m, plain, fast)) found++
    contacts += fast.ncon
  }
  expect(contacts).toBeGreaterThan(rounds / 5)
  return found / rounds
}

describe('contacts have the bits of TypeScript', () => {
  test.each([
    ['spheres', sphere, 'size=".06"'],
    ['a sphere and a capsule', sphere, capsule],
    ['capsules', capsule, 'type="capsule" size=".03 .15"'],
    ['a sphere and a box', sphere, box],
    ['a capsule and a box', capsule, box],
    ['a long capsule and a box', 'type="capsule" size=".02 .3"', box],
    ['a capsule and a long box', 'type="capsule" size=".1 .05"', 'type="box" size=".01 .2 .03"'],
    ['a capsule and an ellipsoid', capsule, ellipsoid],
    ['two boxes', box, box],
    ['a cylinder and an ellipsoid', cylinder, ellipsoid],
    ['ellipsoids that only touch the floor', `${ellipsoid} contype="0"`, `${ellipsoid} contype="0"`],
    ['cylinders that only touch the floor', `${cylinder} contype="0"`, `${cylinder} contype="0"`],
    ['boxes that only touch the floor', `${box} contype="0"`, `${box} contype="0"`],
  ])('of %s', (name, a, b) => {
    expect(shareFound(scene(a, b))).toBeGreaterThan(name.includes('and a box') ? 0.7 : 0.95)
  })

  test.each([
    ['margins and gaps', `${capsule} margin=".03" gap=".02"`, `${sphere} margin=".01"`, ''],
    [
      'priorities',
      `${capsule} priority="2" condim="1" solref="-100 -3"`,
      `${sphere} friction="2 .1 .2" condim="6"`,
      '',
    ],
    [
      'mixed solver parameters',
      `${capsule} solmix="3" solref=".01 .9" solimp=".8 .9 .01 .4 3"`,
      `${sphere} condim="4"`,
      '',
    ],
    ['weights of zero', `${capsule} solmix="0" solref=".01 .9"`, `${sphere} friction="0 0 0"`, ''],
    ['solref in two formats', `${capsule} solref="-1000 -20"`, `${sphere} solref=".01 .8"`, ''],
    ['adhesion', `${capsule} adhesion="3" margin=".03" gap=".02"`, `${sphere} adhesion="2"`, ''],
    ['adhesion and priorities', `${capsule} adhesion="3" priority="1" gap=".05"`, `${sphere} adhesion="2"`, ''],
    [
      'an explicit pair',
      capsule,
      `${sphere} condim="4"`,
      `<contact><pair geom1="a" geom2="b" condim="6" margin=".02" gap=".01" friction="1 2 .1 .2 .3"
        solreffriction=".02 1"/></contact>`,
    ],
    ['excluded bodies', capsule, sphere, '<contact><exclude body1="a" body2="b"/></contact>'],
    [
      'only explicit pairs',
      `${capsule} contype="0" conaffinity="0"`,
      `${sphere} contype="0" conaffinity="0"`,
      '<contact><pair geom1="a" geom2="b"/></contact>',
    ],
  ])('with %s', (_name, a, b, more) => {
    expect(shareFound(scene(a, b, more))).toBeGreaterThan(0.95)
  })

  test.each([
    'humanoid',
    'quadruped',
    'ragdoll',
    'boxes',
    'tasks/hand',
    'tasks/ant',
    'tasks/half_cheetah',
    'tasks/hopper',
    'tasks/humanoid',
  ])('in steps of %s', (name) => {
    const m = loadModelFile(`models/${name}.xml`)
    const { plain, fast } = pair(m)
    expectSameSteps(m, plain, fast, 100)
    const random = new RandomNumbers(5)
    for (let round = 0; round < 50; round++) {
      fast.qpos.set(m.qpos0)
      for (let i = 0; i < m.nq; i++) fast.qpos[i] += 0.3 * random.normal()
      findsSame(m, plain, fast)
    }
  })
})

test.each([
  ['spheres', sphere, sphere],
  ['capsules', capsule, capsule],
])('contacts of %s with one center have the bits of TypeScript', (_name, a, b) => {
  const m = scene(a, b)
  const { plain, fast } = pair(m)
  for (const turn of [0, 0.3]) {
    fast.qpos.set([0.1, 0.2, 0.3, 1, 0, 0, 0, 0.1, 0.2, 0.3, 1, 0, turn, 0])
    expect(findsSame(m, plain, fast)).toBe(true)
    expect(fast.ncon).toBeGreaterThan(0)
  }
})

test('a body touches its parent, where the model says so', () => {
  const m = loadModel(`
<mujoco>
  <option><flag filterparent="disable"/></option>
  <worldbody>
    <body>
      <joint axis="0 1 0"/>
      <geom ${capsule}/>
      <body pos="0 0 .2"><joint axis="1 0 0"/><geom ${capsule}/></body>
    </body>
  </worldbody>
</mujoco>`)
  const { plain, fast, accelerated } = pair(m)
  expect(accelerated.stages.find(({ stage }) => stage === 'collide')?.reason).toBeUndefined()
  expect(findsSame(m, plain, fast)).toBe(true)
  expect(fast.ncon).toBe(2)
  expectSameSteps(m, plain, fast, 50)
})

describe('what the kernel does not know is left to TypeScript', () => {
  const make = () => {
    const m = scene(capsule, sphere)
    const { plain, fast, accelerated } = pair(m)
    for (const d of [plain, fast]) d.qpos.set([0, 0, 0, 1, 0, 0, 0, 0.1, 0, 0, 1, 0, 0, 0])
    return { m, plain, fast, accelerated }
  }

  test.each([
    ['contacts are disabled', DisableBit.contact, 0, 0],
    ['the filter of parents is disabled', DisableBit.filterparent, 0, 2],
    ['boxes of bodies are not used', DisableBit.midphase, 0, 2],
    ['the options override parameters', 0, EnableBit.override, 3],
  ])('where %s', (_name, disabled, enabled, contacts) => {
    const { m, plain, fast } = make()
    m.opt.disableflags |= disabled
    m.opt.enableflags |= enabled
    m.opt.o_friction[0] = 0.3
    m.opt.o_margin = 0.01
    forward(m, plain)
    forward(m, fast)
    expect(fast.ncon).toBe(contacts)
    expect(contactsOf(fast)).toEqual(contactsOf(plain))
    expectSameSteps(m, plain, fast, 20)
  })

  test('where a filter decides', () => {
    const { m, plain, fast } = make()
    for (const d of [plain, fast]) d.callbacks.contactFilter = (_m, _d, g1, g2) => g1 + g2 === 3
    forward(m, fast)
    expect(fast.ncon).toBe(1)
    expectSameSteps(m, plain, fast, 20)
  })

  test('where masks, priorities, or dimensions have changed', () => {
    for (const field of ['geom_contype', 'geom_priority', 'geom_condim'] as const) {
      const { m, plain, fast, accelerated } = make()
      m[field][2] = field === 'geom_contype' ? 0 : 6
      accelerated.refresh()
      expect(accelerated.reason).toMatch(field)
      expectSameSteps(m, plain, fast, 20)
    }
  })

  test('where there are more contacts than there is room for', () => {
    const ball = '<body><freejoint/><geom size=".1"/></body>'
    const m = loadModel(`<mujoco><worldbody>${ball.repeat(24)}</worldbody></mujoco>`)
    const { plain, fast } = pair(m)
    const random = new RandomNumbers(1)
    const gather = (size: number): void => {
      for (let b = 0; b < 24; b++) for (let i = 0; i < 3; i++) fast.qpos[7 * b + i] = size * random.normal()
    }
    gather(0.3)
    expect(findsSame(m, plain, fast)).toBe(true)
    gather(0.02)
    expect(findsSame(m, plain, fast)).toBe(false)
    expect(plain.ncon).toBe(276)
    gather(0.3)
    forward(m, fast)
    collision(m, fast)
    plain.qpos.set(fast.qpos)
    forward(m, plain)
    collision(m, plain)
    expect(contactsOf(fast)).toEqual(contactsOf(plain))
  })

  test('numbers of the model may change', () => {
    const { m, plain, fast, accelerated } = make()
    m.geom_friction[3] = 3
    m.geom_size[3] = 0.07
    m.geom_solimp[5] = 0.7
    accelerated.refresh()
    expect(findsSame(m, plain, fast)).toBe(true)
    expect(fast.contact_friction[0]).toBe(3)
  })

  test('where a ball is inside a box, and for some steps after that', () => {
    const m = scene(sphere, box)
    const { plain, fast } = pair(m)
    for (let i = 0; i < 20; i++) {
      for (const d of [plain, fast]) d.qpos.set([0, 0, 0, 1, 0, 0, 0, 0.05, 0, 0, 1, 0, 0, 0])
      forward(m, plain)
      forward(m, fast)
      expect(contactsOf(fast)).toEqual(contactsOf(plain))
    }
    // tried in the steps 1, 3, 7 and 15
    expect(fast.kernels.collideAttempts.failures).toBe(4)
  })
})

describe('pairs without a narrow phase in kernels have their contacts among the others', () => {
  test.each(['arm_gripper', 'tasks/quadruped_heights'])('in %s', (name) => {
    const m = loadModelFile(`models/${name}.xml`)
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.stages.find(({ stage }) => stage === 'collide')?.reason).toBeUndefined()
    expectSameSteps(m, plain, fast, 100)
    expect(findsSame(m, plain, fast)).toBe(true)
    expect(fast.kernels.left?.count).toBeGreaterThan(0)
    expect(fast.ncon).toBeGreaterThan(0)
  })

  test('with explicit pairs, margins, and gaps', () => {
    const more = `<contact><pair geom1="a" geom2="b" condim="4" margin=".03" gap=".01"/></contact>`
    expect(shareFound(scene(cylinder, box, more))).toBe(1)
    expect(shareFound(scene(`${cylinder} margin=".02"`, `${ellipsoid} gap=".01" priority="1"`))).toBe(1)
  })

  test('unless they are known to be apart', () => {
    const m = scene(cylinder, ellipsoid)
    const { plain, fast, accelerated } = pair(m)
    const random = new RandomNumbers(9)
    let known = 0
    for (let round = 0; round < 300; round++) {
      // apart along no axis of the world, now and then touching
      const away = 0.11 + 0.02 * Math.sin(0.1 * round)
      fast.qpos.set([0, 0, 0.5, 0.9, 0.3, 0.3, 0.1, away, away, 0.5, 0.8, 0.1, -0.5, 0.1])
      for (let i = 0; i < m.nq; i++) fast.qpos[i] += 1e-4 * random.normal()
      expect(findsSame(m, plain, fast)).toBe(true)
      if (fast.kernels.left?.count === 0) {
        known++
        expect(fast.ncon).toBe(0)
      }
    }
    expect(known).toBeGreaterThan(50)
    expect(known).toBeLessThan(300)
    // a geom that has grown may touch
    fast.qpos.set([0, 0, 0.5, 0.9, 0.3, 0.3, 0.1, 0.13, 0.13, 0.5, 0.8, 0.1, -0.5, 0.1])
    for (let i = 0; i < 2; i++) expect(findsSame(m, plain, fast)).toBe(true)
    expect(fast.kernels.left?.count).toBe(0)
    m.geom_size[3] = 0.2
    accelerated.refresh()
    expect(findsSame(m, plain, fast)).toBe(true)
    expect(fast.ncon).toBeGreaterThan(0)
  })
})
