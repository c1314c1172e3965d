import { describe, expect, test } from 'vitest'
import { Cone, contactForce, Data, EnableBit, loadModel, type Model, step } from '../../src/index.ts'

/** Bodies that touch: what anyone knows about them from school, with both models of friction. */

const CONES = [
  ['pyramidal', Cone.pyramidal],
  ['elliptic', Cone.elliptic],
] as const

const GRAVITY = 9.81

function world(bodies: string, attributes = ''): string {
  return `<mujoco><option ${attributes}/><worldbody>${bodies}</worldbody></mujoco>`
}

function simulate(m: Model, d: Data, seconds: number): void {
  const end = d.time + seconds - m.opt.timestep / 2
  while (d.time < end) step(m, d)
}

/** Sum of the normal forces of all contacts, N. */
function load(m: Model, d: Data): number {
  const force = new Float64Array(6)
  let sum = 0
  for (let i = 0; i < d.ncon; i++) {
    contactForce(m, d, force, i)
    sum += force[0]
  }
  return sum
}

describe('a stack of ten boxes', () => {
  test('stands still for a minute', () => {
    const box = (i: number) =>
      `<body pos="0 0 ${0.1 + 0.2 * i}"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>`
    const boxes = Array.from({ length: 10 }, (_, i) => box(i)).join('')
    const m = loadModel(world(`<geom type="plane" size="5 5 .1"/>${boxes}`, 'timestep=".005"'))
    const d = new Data(m)
    simulate(m, d, 2)
    const settled = d.qpos.slice()
    simulate(m, d, 58)
    expect(d.ncon).toBe(40)
    for (let i = 0; i < m.nq; i++) expect(Math.abs(d.qpos[i] - settled[i]), `qpos[${i}]`).toBeLessThan(1e-4)
    expect(Math.max(...d.qvel.map(Math.abs))).toBeLessThan(1e-4)
    expect(Math.max(...d.warning_number)).toBe(0)
  })
})

describe.each(CONES)('with the %s friction cone', (_, cone) => {
  const FRICTION = 0.5
  /** A box on a plane that is tilted by an angle; how far it has gone down the slope after a second. */
  function slide(degrees: number): number {
    const angle = (degrees * Math.PI) / 180
    const [s, c] = [Math.sin(angle), Math.cos(angle)]
    const m = loadModel(
      world(`<geom type="plane" size="9 9 .1" euler="0 ${degrees} 0" friction="${FRICTION}"/>
             <body pos="${0.1 * s} 0 ${0.1 * c}" euler="0 ${degrees} 0"><freejoint/>
               <geom type="box" size=".2 .2 .1" friction="${FRICTION}"/></body>`),
    )
    m.opt.cone = cone
    const d = new Data(m)
    simulate(m, d, 1)
    const [x, , z] = d.qpos
    return x * c - z * s
  }
  const limit = (Math.atan(FRICTION) * 180) / Math.PI

  test('a box on a slope below the friction angle holds', () => {
    expect(Math.abs(slide(limit - 3))).toBeLessThan(0.02)
  })

  test('a box on a slope above the friction angle slides as Coulomb says', () => {
    for (const degrees of [limit + 3, limit + 15]) {
      const angle = (degrees * Math.PI) / 180
      const acceleration = GRAVITY * (Math.sin(angle) - FRICTION * Math.cos(angle))
      expect(slide(degrees) / (acceleration / 2)).toBeCloseTo(1, 1)
    }
  })

  test('a spinning ball slows by torsional friction: μ·m·g / I', () => {
    const [radius, mass, mu] = [0.1, 1, 0.01]
    const m = loadModel(
      world(`<geom type="plane" size="5 5 .1" condim="4" friction="1 ${mu} 0"/>
             <body pos="0 0 ${radius}"><freejoint/>
               <geom size="${radius}" mass="${mass}" condim="4" friction="1 ${mu} 0"/></body>`),
    )
    m.opt.cone = cone
    const d = new Data(m)
    simulate(m, d, 0.5)
    d.qvel[5] = 50
    simulate(m, d, 1)
    const deceleration = (mu * mass * GRAVITY) / (0.4 * mass * radius ** 2)
    expect((50 - d.qvel[5]) / deceleration).toBeCloseTo(1, 2)
    expect(Math.abs(d.qpos[0])).toBeLessThan(1e-6)
    simulate(m, d, 1.5)
    expect(Math.abs(d.qvel[5])).toBeLessThan(1e-2)
  })

  test('a rolling ball with rolling friction comes to rest, one without goes on', () => {
    const roll = (condim: number) => {
      const attributes = `condim="${condim}" friction="1 .01 .02"`
      const m = loadModel(
        world(`<geom type="plane" size="50 50 .1" ${attributes}/>
               <body pos="0 0 .1"><freejoint/><geom size=".1" ${attributes}/></body>`),
      )
      m.opt.cone = cone
      const d = new Data(m)
      d.qvel[0] = 1
      d.qvel[4] = 10
      simulate(m, d, 5)
      return { distance: d.qpos[0], speed: d.qvel[0] }
    }
    const free = roll(3)
    expect(free.speed).toBeGreaterThan(0.99)
    expect(free.distance).toBeGreaterThan(4.9)
    const braked = roll(6)
    expect(Math.abs(braked.speed)).toBeLessThan(1e-3)
    // Coulomb's torque μ·N against the inertia about the point of contact, 1.4·m·r²: stops after v²/2a, a = μ·g / 1.4·r
    if (cone === Cone.elliptic) expect(braked.distance / (0.5 / ((0.02 * GRAVITY) / (1.4 * 0.1)))).toBeCloseTo(1, 1)
  })

  test.each([
    ['ball', 'size=".1"', 1],
    ['capsule lying down', 'type="capsule" size=".1 .2" euler="0 90 0"', 2],
    ['box', 'type="box" size=".1 .15 .1"', 4],
    ['cylinder', 'type="cylinder" size=".15 .1"', 3],
  ])('a %s at rest is carried by the floor: the forces of contacts are its weight', (_name, geom, contacts) => {
    const m = loadModel(
      world(`<geom type="plane" size="5 5 .1"/><body pos="0 0 .1"><freejoint/><geom ${geom} mass="3"/></body>`),
    )
    m.opt.cone = cone
    const d = new Data(m)
    simulate(m, d, 3)
    expect(d.ncon).toBe(contacts)
    expect(load(m, d)).toBeCloseTo(3 * GRAVITY, 4)
    expect(Math.max(...d.qvel.map(Math.abs))).toBeLessThan(1e-4)
  })

  test('bodies that bounce for ten seconds never gain energy', () => {
    const bouncy = 'solref="-5000 -2" condim="4"'
    const m = loadModel(
      world(
        `<geom type="plane" size="5 5 .1" ${bouncy}/>
         <body pos="0 0 1"><freejoint/><geom size=".1" ${bouncy}/></body>
         <body pos=".05 0 1.5" euler="10 20 30"><freejoint/><geom type="box" size=".1 .12 .14" ${bouncy}/></body>
         <body pos="0 .05 2" euler="60 20 30"><freejoint/><geom type="capsule" size=".08 .15" ${bouncy}/></body>`,
        'timestep=".001"',
      ),
    )
    m.opt.cone = cone
    m.opt.enableflags |= EnableBit.energy
    const d = new Data(m)
    step(m, d)
    const start = d.energy[0] + d.energy[1]
    let [most, bounces, contact] = [-Infinity, 0, false]
    while (d.time < 10) {
      step(m, d)
      most = Math.max(most, d.energy[0] + d.energy[1])
      if (d.ncon > 0 && !contact) bounces++
      contact = d.ncon > 0
    }
    expect(bounces).toBeGreaterThan(5)
    expect(most).toBeLessThanOrEqual(start)
  })
})
