import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Cone, Data, Integrator, loadModel, type Model, Solver, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

const load = (file: string): Model => loadModel(readFileSync(new URL(`../../models/${file}`, import.meta.url), 'utf8'))

/** Steps that run with kernels, after some that let bodies come to rest. */
function expectNoGrowth(m: Model, settle = 0): Data {
  const accelerated = accelerate(m)
  expect(accelerated.active).toBe(true)
  const d = new Data(m)
  for (let i = 0; i < settle; i++) step(m, d)
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) step(m, d)
  }
  expect(steadyGrowth(run, 500, 500)).toBeLessThan(LIMIT)
  expect(accelerated.notice).toBeUndefined()
  return d
}

test.each(['humanoid.xml', 'cartpole.xml', 'muscle_arm.xml', 'tasks/half_cheetah.xml'])(
  'a step of %s with kernels allocates nothing',
  (file) => {
    expectNoGrowth(load(file))
  },
)

/** A quadruped among boxes that rest on the floor, each of them a tree, with contacts of all dimensions. */
function amongBoxes(): Model {
  const boxes = [1, 3, 4, 6].map(
    (dim) => `<body pos="${dim} 2 .1"><freejoint/><geom type="box" size=".1 .1 .1" condim="${dim}"/></body>`,
  )
  const text = readFileSync(new URL('../../models/quadruped.xml', import.meta.url), 'utf8')
  return loadModel(text.replace('</worldbody>', `${boxes.join('')}</worldbody>`))
}

describe.each(Object.entries(Cone))('with contacts, and %s cones, a step with kernels allocates nothing', (_, cone) => {
  test.each([
    ['of one tree', () => load('humanoid.xml')],
    ['of several trees', amongBoxes],
  ])('%s', (_name, make) => {
    const m = make()
    m.opt.cone = cone
    const d = expectNoGrowth(m, 1000)
    expect(d.nefc).toBeGreaterThan(0)
    expect(d.jacobianDue).toBeDefined()
    expect(d.nisland).toBe(m.ntree)
  })
})

/** A creature with loops, limits, friction loss, tendons, muscles, activations, and sensors, beside other trees. */
function withEverything(): Model {
  return loadModel(`
    <mujoco>
      <default><joint damping=".1" armature=".01"/><geom size=".05"/></default>
      <worldbody>
        <geom name="floor" type="plane" size="5 5 .1"/><site name="hook" pos="0 0 1"/>
        <body name="trunk" pos="0 0 .3">
          <freejoint/><geom type="box" size=".2 .1 .05"/><site name="imu"/>
          <body name="a" pos=".15 .12 0"><joint name="a" axis="0 1 0" range="-20 20" frictionloss=".1"/>
            <geom type="capsule" fromto="0 0 0 0 0 -.3"/><site name="a" pos="0 0 -.3"/></body>
          <body name="b" pos=".15 -.12 0"><joint name="b" axis="0 1 0" stiffness="3"/>
            <geom type="capsule" fromto="0 0 0 0 0 -.3"/></body>
          <body name="c" pos="-.15 -.12 0"><joint name="c" type="ball"/><geom type="capsule" fromto="0 0 0 0 0 -.3"/></body>
        </body>
        <body name="ball" pos="0 1 .1"><freejoint/><geom size=".1"/><site name="ball" pos="0 0 .1"/></body>
        <body name="pendulum" pos="1 1 1"><joint name="swing" axis="0 1 0"/><geom pos="0 0 -.2"/></body>
      </worldbody>
      <tendon>
        <fixed name="fixed" range="-.3 .3" frictionloss=".1"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed>
        <spatial name="spatial" stiffness="1" damping=".1"><site site="hook"/><site site="a"/></spatial>
      </tendon>
      <equality>
        <joint joint1="b" joint2="swing" polycoef="0 .1 0 0 0"/><tendon tendon1="fixed"/>
        <connect body1="ball" anchor="0 0 .1"/><weld body1="c" body2="trunk" solref=".1 1"/>
      </equality>
      <actuator>
        <motor name="a" joint="a"/><position joint="b" kp="3"/><muscle joint="swing" lengthrange="-1 1" force="1"/>
        <general joint="swing" dyntype="filter" dynprm=".1"/><motor tendon="fixed"/><motor tendon="spatial"/>
      </actuator>
      <sensor>
        <accelerometer site="imu"/><gyro site="imu"/><touch site="a"/><jointpos joint="a"/><tendonvel tendon="spatial"/>
        <jointlimitfrc joint="a"/><subtreeangmom body="trunk"/><framepos objtype="body" objname="ball"/><torque site="ball"/>
        <rangefinder site="hook"/><actuatorfrc actuator="a"/>
      </sensor>
    </mujoco>`)
}

describe.each(['Euler', 'implicitfast', 'RK4'] as const)(
  'with everything, and %s, a step with kernels allocates nothing',
  (name) => {
    test.each(['Newton', 'CG'] as const)('with %s', (solver) => {
      const m = withEverything()
      m.opt.integrator = Integrator[name]
      m.opt.solver = Solver[solver]
      const d = expectNoGrowth(m, 200)
      expect(d.nefc).toBeGreaterThan(0)
      expect(d.ncon).toBeGreaterThan(0)
    })
  },
)
