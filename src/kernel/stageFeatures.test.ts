import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../test/support/kernelPairs.ts'
import { Data, DisableBit, forward, Integrator, loadModel, type Model, step } from '../index.ts'
import { accelerate } from './accelerate.ts'

/** An arm with a slide and three hinges, with what a test adds to its joints, bodies, and sections. */
function arm(parts: {
  joint?: string
  body?: string
  option?: string
  inside?: string
  more?: string
  rest?: string
}): Model {
  const { joint = '', body = '', option = '', inside = '', more = '', rest = '' } = parts
  return loadModel(`
<mujoco>
  <option ${option}/>
  <worldbody>
    <body pos="0 0 1" ${body}>
      <joint name="a" type="slide" axis="1 0 0" ${joint}/>
      <geom type="box" size=".1 .1 .1" contype="0"/>
      <body pos=".2 0 0" ${body}>
        <joint name="b" axis="0 1 0" ${joint}/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" contype="0"/>
        ${inside}
        <body name="hand" pos=".3 0 0">
          <joint name="c" axis="0 1 .3" ${joint}/>
          <geom type="capsule" fromto="0 0 0 .2 0 .1" size=".03" contype="0"/>
          <site name="hand" pos=".2 0 .1"/>
        </body>
        <body pos=".1 0 0">
          <joint name="e" axis="0 0 1"/>
          <geom type="capsule" fromto="0 0 0 0 .2 0" size=".02" contype="0"/>
        </body>
      </body>
    </body>
    ${more}
  </worldbody>
  ${rest}
</mujoco>`)
}

const tendon = (attributes: string): string =>
  `<tendon><fixed name="t" ${attributes}><joint joint="b" coef="1.5"/><joint joint="c" coef="-.7"/></fixed></tendon>`
const actuator = (...elements: string[]): string => `<actuator>${elements.join('')}</actuator>`

/** A free body with a ball joint and a site. */
const FREE = `<body pos="0 1 1"><joint name="free" type="free"/><geom type="box" size=".1 .2 .1" contype="0"/>
  <site name="box" pos=".1 .2 .3" euler="10 20 30"/>
  <body pos=".1 0 0"><joint name="ball" type="ball"/><geom type="box" size=".1 .05 .1" contype="0"/></body></body>`

/** Models by what they show, and the stage that must run as a kernel for it. */
const features: Readonly<Record<string, { model: () => Model; stage: string }>> = {
  'springs and dampers of joints': {
    model: () => arm({ joint: 'stiffness="30" damping=".5" springref=".2"' }),
    stage: 'passive',
  },
  'springs of free and ball joints': {
    model: () =>
      arm({
        more: `<body pos="0 1 1"><joint type="free" stiffness="20 3 1" damping=".1"/><geom type="box" size=".1 .2 .1"/>
          <body pos=".3 0 0"><joint type="ball" stiffness="5" damping=".1"/><geom type="box" size=".1 .05 .1"/></body>
          <body pos="-.3 0 0"><joint type="ball" stiffness="2 .5 .1"/><geom type="box" size=".1 .05 .1"/></body></body>`,
      }),
    stage: 'passive',
  },
  'springs, dampers, and gravity compensation in a medium': {
    model: () =>
      arm({
        option: 'density="1.2" viscosity=".1" wind="1 2 .5"',
        body: 'gravcomp=".3"',
        joint: 'stiffness="3" damping=".1"',
        more: FREE,
      }),
    stage: 'passiveInMedium',
  },
  'drag in a viscous medium': {
    model: () => arm({ option: 'viscosity="2"', more: FREE }),
    stage: 'passiveInMedium',
  },
  'polynomial springs and dampers': {
    model: () => arm({ joint: 'stiffness="30 2 3" damping=".5 .1 .2"' }),
    stage: 'passive',
  },
  'negative gravity compensation': { model: () => arm({ body: 'gravcomp="-.5"' }), stage: 'passive' },
  'gravity compensation': { model: () => arm({ body: 'gravcomp=".7"' }), stage: 'passive' },
  'gravity compensation by actuators': {
    model: () =>
      arm({ body: 'gravcomp="1"', joint: 'actuatorgravcomp="true"', rest: actuator('<motor joint="b" gear="3"/>') }),
    stage: 'actuation',
  },
  'springs and dampers of tendons': {
    model: () => arm({ rest: tendon('stiffness="40" damping="2" springlength=".05 .1"') }),
    stage: 'passive',
  },
  'fixed tendons that share joints': {
    model: () =>
      arm({
        rest: `<tendon>
          <fixed name="t"><joint joint="b" coef="1.5"/><joint joint="c" coef="-.7"/></fixed>
          <fixed name="u" damping="1"><joint joint="a" coef="2"/><joint joint="b" coef=".3"/><joint joint="c" coef="1"/>
            <joint joint="e" coef=".4"/></fixed>
        </tendon>${actuator('<motor tendon="t" gear="2"/>', '<velocity tendon="u" kv="3"/>')}`,
      }),
    stage: 'tendons',
  },
  'motors with limits of control, force, and joint': {
    model: () =>
      arm({
        joint: 'actuatorfrcrange="-2 1.5"',
        rest: actuator(
          '<motor joint="a" gear="5" ctrlrange="-.5 .4"/>',
          '<motor joint="b" gear="2" forcerange="-.3 .6"/>',
          '<motor joint="b" gear="-1.5"/>',
        ),
      }),
    stage: 'actuation',
  },
  'servos of position and velocity': {
    model: () => arm({ rest: actuator('<position joint="b" kp="20" kv="1"/>', '<velocity joint="c" kv=".5"/>') }),
    stage: 'actuation',
  },
  'affine gains and biases': {
    model: () =>
      arm({
        rest: actuator(
          '<general joint="b" gaintype="affine" gainprm="2 1 .5" biastype="affine" biasprm=".1 -3 -.2"/>',
          '<damper joint="c" kv="2" ctrlrange="0 1"/>',
        ),
      }),
    stage: 'actuation',
  },
  'activations: integrators and filters': {
    model: () =>
      arm({
        rest: actuator(
          '<intvelocity joint="a" kp="30" actrange="-.2 .3"/>',
          '<general joint="b" dyntype="filter" dynprm=".05" gainprm="3"/>',
          '<general joint="e" dyntype="integrator" actearly="true" actlimited="true" actrange="-.1 .1" gainprm="2"/>',
        ),
      }),
    stage: 'activations',
  },
  'exact filters': {
    model: () => arm({ rest: actuator('<general joint="c" dyntype="filterexact" dynprm=".02" gainprm="3"/>') }),
    stage: 'actuation',
  },
  muscles: {
    model: () =>
      arm({
        joint: 'range="-1 1"',
        rest: actuator(
          '<muscle joint="b" lengthrange="-1 1"/>',
          '<muscle joint="c" lengthrange="-1 1" force="20" range=".6 1.2" tausmooth=".2"/>',
        ),
      }),
    stage: 'actuation',
  },
  'limits of tendons on their actuators': {
    model: () =>
      arm({
        rest:
          tendon('actuatorfrcrange="-1 .5"') +
          actuator('<motor tendon="t" gear="2"/>', '<position tendon="t" kp="5"/>', '<motor joint="a"/>'),
      }),
    stage: 'actuation',
  },
  'cameras and lights of all modes': {
    model: () =>
      arm({
        inside: ['fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom']
          .map(
            (mode) => `<camera mode="${mode}" target="hand" pos="0 .1 1" euler="10 20 30"/>
            <light mode="${mode}" target="hand" pos="0 .2 1" dir=".1 .2 -1"/>`,
          )
          .join(''),
      }),
    stage: 'camlight',
  },
  'sensors of forces in joints': {
    model: () =>
      arm({
        joint: 'damping=".1" range="-.3 .3" limited="true"',
        rest: `<sensor><accelerometer site="hand"/><force site="hand"/><torque site="hand"/>
          <framelinacc objtype="body" objname="hand"/></sensor>`,
      }),
    stage: 'bodyForces',
  },
  'free bodies that turn': {
    model: () =>
      arm({
        more: `<body pos="0 1 0"><freejoint/><geom type="box" size=".1 .2 .3" contype="0"/></body>
          <body pos="0 2 0"><freejoint/><geom type="box" size=".3 .2 .1" contype="0"/></body>`,
        joint: 'damping=".4"',
      }),
    stage: 'moveByQacc',
  },
  'actuators on sites, also against other sites': {
    model: () =>
      arm({
        inside: '<site name="elbow" pos="0 .1 0" euler="20 30 40"/>',
        more: FREE,
        rest: actuator(
          '<motor site="hand" gear="1 0 -2 0 .1 0"/>',
          '<motor site="hand" refsite="elbow" gear="1 2 0 .1 0 .3"/>',
          '<motor site="box" refsite="hand" gear="0 0 0 .2 .1 .3"/>',
          '<motor joint="b" gear="2"/>',
          '<motor site="box" gear="0 0 1 0 0 .1"/>',
        ),
      }),
    stage: 'transmission',
  },
  'slider-cranks': {
    model: () =>
      arm({
        inside: '<site name="slider" pos="0 .1 0" euler="20 30 40"/>',
        rest:
          tendon('damping="1"') +
          actuator(
            '<motor cranksite="hand" slidersite="slider" cranklength=".5" gear="2"/>',
            '<motor cranksite="hand" slidersite="slider" cranklength=".01"/>',
            '<motor tendon="t"/>',
          ),
      }),
    stage: 'transmissionVelocity',
  },
  'actuators on free and ball joints': {
    model: () =>
      arm({
        more: FREE,
        rest: actuator(
          '<motor joint="free" gear="1 2 3 .1 .2 .3"/>',
          '<motor jointinparent="free" gear="0 0 1 .3 .2 .1"/>',
          '<motor joint="ball" gear=".1 .2 .3"/>',
          '<motor jointinparent="ball" gear=".1 -.2 .3"/>',
          '<motor joint="c"/>',
        ),
      }),
    stage: 'actuation',
  },
  'inertia of tendons and of their actuators': {
    model: () =>
      arm({
        rest:
          `<tendon><fixed name="t" armature=".3"><joint joint="b" coef="1.5"/><joint joint="c" coef="-.7"/></fixed>
            <spatial name="s"><site site="hand"/><site site="base"/></spatial></tendon>` +
          actuator('<motor tendon="t" armature=".1" gear="2"/>', '<motor tendon="t" armature=".2"/>'),
        more: '<site name="base" pos="0 1 1"/>',
      }),
    stage: 'massMatrix',
  },
  'inertia and damping of actuators': {
    model: () =>
      arm({ rest: actuator('<motor joint="b" gear="3" armature=".1" damping=".2 .1"/>', '<motor joint="b"/>') }),
    stage: 'passive',
  },
}

const integrators = { Euler: 'dampedSolve', RK4: 'smoothSolve', implicitfast: 'implicitfast', implicit: 'smoothSolve' }

describe('with kernels a step has the results of TypeScript', () => {
  for (const [name, { model, stage }] of Object.entries(features))
    for (const [integrator, solve] of Object.entries(integrators))
      test.each([true, false])(`for ${name}, with ${integrator}, loops written out: %s`, (unroll) => {
        const m = model()
        m.opt.integrator = Integrator[integrator as keyof typeof integrators]
        const { plain, fast, accelerated } = pair(m, { unroll })
        for (const needed of [stage, solve])
          expect(accelerated.stages.find((s) => s.stage === needed)).toMatchObject({ reason: undefined })
        expect(accelerated.stages.filter(({ reason }) => /differs|gave up/.test(reason ?? ''))).toEqual([])
        for (const d of [plain, fast]) {
          for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(i + 1)
        }
        expectSameSteps(m, plain, fast, 100)
      })

  test.each(Object.values(Integrator))('for servos whose set point is an angle, with integrator %s', (integrator) => {
    const m = arm({
      inside: '<site name="elbow" pos="0 .1 0" euler="20 30 40"/>',
      more: FREE,
      rest: actuator(
        '<general site="hand" refsite="elbow" gear="0 0 0 0 .3 0" gainprm="9" biastype="affine" biasprm="0 -9 -.1"/>',
        '<general site="hand" refsite="elbow" gear="1 0 0 0 .3 0" gainprm="9" biastype="affine" biasprm="0 -9 -.1"/>',
        '<general joint="ball" gear=".1 .2 0" gainprm="2" biastype="affine" biasprm="0 -2 0"/>',
        '<general joint="ball" gear="0 .2 .1" dyntype="integrator" gainprm="2" biastype="affine" biasprm="0 -2 0"/>',
        '<general joint="ball" gear="0 .2 0" gainprm="2" biastype="affine" biasprm="0 -3 0"/>',
      ),
    })
    m.opt.integrator = integrator
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.stages.find((s) => s.stage === 'actuation')).toMatchObject({ reason: undefined })
    expectSameSteps(m, plain, fast, 100)
  })

  test('for muscles and tendons, with implicitfast', () => {
    const m = arm({
      option: 'integrator="implicitfast"',
      joint: 'range="-1 1" limited="true"',
      rest:
        tendon('damping="2"') +
        actuator(
          '<muscle tendon="t" lengthrange="-1 1" force="10"/>',
          '<velocity tendon="t" kv="2" forcerange="-1 1"/>',
          '<damper joint="b" kv="3" ctrlrange="0 1"/>',
        ),
    })
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.stages.find((s) => s.stage === 'implicitfast')).toMatchObject({ reason: undefined })
    expectSameSteps(m, plain, fast, 200)
  })
})

describe('kernels follow what users set', () => {
  const model = () => arm({ joint: 'damping=".3" stiffness="5"', rest: actuator('<motor joint="b" gear="3"/>') })

  test.each(Object.entries(DisableBit))('the flag %s', (_name, bit) => {
    const m = model()
    const { plain, fast } = pair(m)
    expectSameSteps(m, plain, fast, 5)
    m.opt.disableflags |= bit
    expectSameSteps(m, plain, fast, 5)
    m.opt.disableflags = 0
    expectSameSteps(m, plain, fast, 5)
  })

  test('flags that are set before kernels are made', () => {
    const m = model()
    m.opt.disableflags = DisableBit.actuation | DisableBit.spring | DisableBit.damper
    const { plain, fast, accelerated } = pair(m)
    expect(m.opt.disableflags).toBe(DisableBit.actuation | DisableBit.spring | DisableBit.damper)
    expectSameSteps(m, plain, fast, 5)
    m.opt.disableflags = 0
    expectSameSteps(m, plain, fast, 5)
    expect(accelerated.stages.find(({ stage }) => stage === 'passive')!.reason).toBeUndefined()
  })

  test('groups of actuators that are disabled, a medium, and applied forces', () => {
    const m = model()
    const { plain, fast } = pair(m)
    m.opt.disableactuator = 1
    expectSameSteps(m, plain, fast, 5)
    m.opt.disableactuator = 0
    m.opt.density = 1.2
    expectSameSteps(m, plain, fast, 5)
    m.opt.density = 0
    for (const d of [plain, fast]) {
      d.xfrc_applied[6 * 2 + 1] = 3
      d.qfrc_applied[1] = 0.5
    }
    expectSameSteps(m, plain, fast, 5)
    for (const d of [plain, fast]) d.xfrc_applied.fill(0)
    expectSameSteps(m, plain, fast, 5)
  })

  test('bad controls count as a warning', () => {
    const m = model()
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) {
      d.ctrl[0] = Number.NaN
      step(m, d)
    }
    expect([...fast.warning_number]).toEqual([...plain.warning_number])
    expect([...fast.qpos]).toEqual([...plain.qpos])
  })

  test('gains, limits, and damping', () => {
    const m = model()
    const { plain, fast, accelerated } = pair(m)
    m.actuator_gear[0] = 1
    m.actuator_gainprm[0] = 0.5
    m.dof_damping.fill(0)
    accelerated.refresh()
    expect(accelerated.active).toBe(true)
    expectSameSteps(m, plain, fast, 5)
  })

  test('a type of gain is part of the code: if it changes, steps run in TypeScript', () => {
    const m = model()
    const { plain, fast, accelerated } = pair(m)
    m.actuator_gaintype[0] = 1
    m.actuator_gainprm[2] = -1
    accelerated.refresh()
    expect(accelerated.reason).toBe('actuator_gaintype[0] has changed, and its value was part of the code')
    expectSameSteps(m, plain, fast, 20)
  })

  test('callbacks for passive forces', () => {
    const m = model()
    const { plain, fast } = pair(m)
    for (const d of [plain, fast])
      d.callbacks.passive = (_m, state) => {
        state.qfrc_passive[0] += 0.3
      }
    expectSameSteps(m, plain, fast, 20)
  })

  test('a state that another model has moved in between', () => {
    const m = model()
    const other = arm({ rest: actuator('<motor joint="c" gear="2"/>') })
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) {
      step(m, d)
      step(m, d)
      step(other, d)
    }
    expectSameSteps(m, plain, fast, 5)
  })
})

describe('the end of a step', () => {
  const ball = `<mujoco><option timestep=".01"/><worldbody><body><freejoint/><geom size=".1"/>
    <geom type="box" size=".1 .2 .3"/><body pos=".4 0 0"><joint type="ball"/><geom type="box" size=".1 .02 .1"/></body></body></worldbody></mujoco>`

  test.each([0, 1e-16, 3, 200, 1e4])('turns bodies with an angular velocity of %s', (omega) => {
    const m = loadModel(ball)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) d.qvel.set([1, 2, 3, omega, -omega, 0.5 * omega, omega, 0, 0])
    expectSameSteps(m, plain, fast, 20)
  })

  test('changes nothing before it gives up', () => {
    const m = loadModel(ball)
    m.opt.gravity.fill(0)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) {
      d.qpos.fill(0, 7, 11)
      d.qvel.fill(1)
      forward(m, d)
      step(m, d)
    }
    expect([...fast.qpos]).toEqual([...plain.qpos])
    expect([...fast.qvel]).toEqual([...plain.qvel])
  })
})

test('stages without a kernel say why', () => {
  const m = arm({ rest: actuator('<adhesion body="hand" ctrlrange="0 1"/>') })
  const { stages, active } = accelerate(m)
  const reason = (name: string) => stages.find(({ stage }) => stage === name)?.reason
  expect(active).toBe(true)
  expect(reason('actuation')).toBe('actuator 0 pulls at what a body touches')
  expect(reason('tendons')).toBe('there are no tendons')
  expect(reason('implicitfast')).toBe('the integrator is another one')
  const d = new Data(m)
  step(m, d)
})
