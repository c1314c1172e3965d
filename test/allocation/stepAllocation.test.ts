import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  Cone,
  collision,
  Data,
  EnableBit,
  forwardPosition,
  forwardVelocity,
  Integrator,
  inverse,
  kinematics,
  loadModel,
  type Model,
  resetData,
  rnePostConstraint,
  Solver,
  step,
  Timer,
} from '../../src/index.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

/**
 * Everything a step may run through: every kind of joint with springs, gravity compensation, a medium, cameras, lights.
 */
const everything = `
<mujoco>
  <option density="1.2" viscosity=".001" wind="1 0 0"/>
  <worldbody>
    <light mode="targetbody" target="a" pos="0 0 3"/>
    <camera mode="targetbodycom" target="a" pos="3 0 0"/>
    <body name="hand" mocap="true"/>
    <body name="a" gravcomp="1">
      <joint type="free" stiffness="1 2 3" damping=".1 .2 .3"/>
      <geom size=".2" pos=".1 0 0"/>
      <light mode="trackcom" pos="0 0 1"/>
      <camera mode="track" pos="0 0 1"/>
      <body pos="0 0 .5">
        <joint type="ball" stiffness="1" damping="1"/>
        <geom type="capsule" size=".1 .2" pos="0 .1 0" fluidshape="ellipsoid"/>
        <site pos="0 0 .1"/>
        <body pos="0 0 .5">
          <joint type="hinge" axis="1 1 0" stiffness="1"/>
          <joint type="slide" axis="0 0 1" stiffness="10"/>
          <geom size=".1" pos="0 .1 0"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`

/**
 * Tendons of all kinds: around a ball and a cylinder from both sides and from within, with pulleys, springs, inertia.
 */
const tendons = `
<mujoco>
  <worldbody>
    <site name="ground" pos="0 0 2"/>
    <body name="drum" pos="0 0 1">
      <joint name="turn" axis="0 1 0" stiffness="1" damping=".1"/>
      <geom name="roll" type="cylinder" size=".2 .1" euler="90 0 0"/>
      <geom name="ball" size=".2" pos="0 .5 0"/>
      <site name="within" pos="0 .5 .05"/>
      <site name="above" pos="0 0 .5"/>
    </body>
    <body pos="-1 0 0"><freejoint/><geom size=".1"/><site name="left" pos="0 0 .1"/></body>
    <body pos="1 0 0"><joint name="lift" type="slide" axis="0 0 1"/><geom size=".1"/><site name="right" pos="0 .5 .1"/></body>
  </worldbody>
  <tendon>
    <spatial stiffness="10" damping="1"><site site="left"/><geom geom="roll" sidesite="above"/><site site="right"/></spatial>
    <spatial stiffness="1 2"><site site="left"/><geom geom="ball"/><site site="right"/></spatial>
    <spatial damping="1 2"><site site="left"/><geom geom="ball" sidesite="within"/><site site="right"/></spatial>
    <spatial armature=".5">
      <site site="ground"/><site site="left"/><pulley divisor="2"/><site site="left"/><site site="right"/>
    </spatial>
    <fixed armature=".1" stiffness="1"><joint joint="turn" coef=".2"/><joint joint="lift" coef="1"/></fixed>
  </tendon>
</mujoco>`

/** Actuators on everything that they can act on, with inertia and friction of their own. */
const actuators = `
<mujoco>
  <worldbody>
    <site name="ground" pos="0 0 2"/>
    <body name="upper"><joint name="hinge" axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/><site name="a" pos="0 0 -.5"/>
      <body pos="0 0 -1"><joint name="ball" type="ball"/><geom size=".1" pos=".1 0 -.5"/><site name="b" pos="0 0 -.5"/></body>
    </body>
    <body pos="2 0 0"><freejoint name="free"/><geom size=".1"/><site name="c" pos="0 .1 0"/></body>
  </worldbody>
  <tendon><spatial name="t"><site site="ground"/><site site="b"/></spatial></tendon>
  <actuator>
    <motor joint="hinge" gear="2" armature=".1" damping=".1 .2 .3"/>
    <motor joint="ball" gear="1 2 3"/>
    <motor jointinparent="ball" gear="1 2 3"/>
    <motor jointinparent="free" gear="1 2 3 4 5 6"/>
    <motor tendon="t" armature=".1" damping=".1 .2 .3"/>
    <motor cranksite="b" slidersite="ground" cranklength="3"/>
    <motor site="b" gear="1 2 3 4 5 6"/>
    <motor site="b" refsite="c" gear="1 2 3 4 5 6"/>
    <orientation joint="ball"/>
    <orientation site="b" refsite="c" input="quat"/>
    <adhesion body="upper" ctrlrange="0 1"/>
    <cylinder joint="hinge" nsample="3" delay=".01"/>
  </actuator>
</mujoco>`

/** Every kind of dynamics, gain and bias, with bounds, delays, and groups that are switched off. */
const drives = `
<mujoco>
  <option actuatorgroupdisable="3"/>
  <default><joint axis="0 1 0" damping=".5" stiffness="5"/><geom size=".1" pos="0 0 -.3"/></default>
  <worldbody>
    <site name="base"/>
    <body gravcomp="1"><joint name="a" actuatorfrcrange="-1 1" actuatorgravcomp="true"/><geom/><site name="s" pos="0 0 -.3"/></body>
    <body pos="1 0 0"><joint name="b"/><geom/></body>
    <body pos="2 0 0"><joint name="c"/><geom/></body>
    <body pos="3 0 0"><joint name="ball" type="ball"/><geom/><site name="t"/></body>
  </worldbody>
  <tendon><fixed name="t" actuatorfrcrange="-.1 .1"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>
  <actuator>
    <position joint="a" kp="2" timeconst=".1" ctrlrange="-.1 .1" nsample="5" delay=".0071" interp="linear"/>
    <intvelocity joint="ball" gear=".1 0 0" kp="1" actrange="-.5 .5" nsample="5" delay=".0071" interp="cubic"/>
    <general joint="b" dyntype="filter" dynprm=".1" gaintype="affine" gainprm="1 2 3" actearly="true" forcerange="-.1 .1"/>
    <general joint="b" dyntype="filterexact" dynprm=".1" biastype="affine" biasprm="0 -1 -1" actearly="true"/>
    <general joint="c" dyntype="user" gaintype="user" biastype="user"/>
    <general joint="c" gaintype="muscle" gainprm=".7 1.1 -1 2 .5 1.6 1.5 1.3 1.2" lengthrange="-1 1"/>
    <muscle joint="c" lengthrange="-.1 .1" force="1" tausmooth=".1"/>
    <muscle tendon="t" lengthrange="-.1 .1" force="1"/>
    <motor tendon="t" group="3"/>
    <pid joint="a" kp="1" kv=".1" ki="1" imax=".1" input="pos vel ff"/>
    <pid site="t" refsite="s" gear="0 0 0 .1 0 0" kp="1" slewmax="1"/>
    <orientation joint="ball" kp="1" forcerange="0 .1" input="quat" nsample="3"/>
    <general joint="ball" dyntype="integrator" gaintype="so3" biastype="so3" gainprm="1" biasprm="0 -1 0" actearly="true"/>
    <dcmotor joint="b" motorconst=".1" resistance="1" inductance=".01" cogging=".01 3" lugre="1 .1 .1 .2 .1" thermal="1 1 0 .01"
      input="pos vel ff voltage" controller="1 1 .1 1 .1 1" saturation="1 1 1"/>
    <dcmotor joint="c" motorconst=".1" resistance="1" thermal="1 1 0 .01"/>
  </actuator>
</mujoco>`

/** Rows of every kind of constraint, with impedances of any power. */
const constraints = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1" surfacevel=".1 0 0 0 0 .1"/>
    <body name="a" pos="0 0 .095"><freejoint/><geom size=".1" condim="6" adhesion="1" solimp=".5 .9 .1 .5 3"/>
      <body name="b" pos=".15 0 .05"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3"/>
        <geom size=".1"/><site name="s" pos=".1 0 .1"/></body>
      <body name="c" pos="0 .19 0"><joint type="ball" range="0 10" margin="1"/><geom size=".1"/></body></body>
    <body name="d" pos=".3 .05 .15"><joint type="slide" axis="0 0 1"/><joint name="d" axis="1 2 3" damping="1"/>
      <geom size=".1" condim="1"/><site name="t"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" range=".1 .2" margin="3" frictionloss=".2"><site site="s"/><site site="t"/></spatial>
    <fixed name="f"><joint joint="b" coef="2"/></fixed>
  </tendon>
  <equality>
    <connect body1="c" body2="d" anchor="0 .1 0" solimp=".5 .9 .1 .5 2.5"/>
    <weld body1="b" body2="d" torquescale="2"/>
    <joint joint1="b" joint2="d"/>
    <tendon tendon1="f" tendon2="t"/>
    <distance body1="a" anchor1="0 .1 0" body2="d"/>
  </equality>
</mujoco>`

/** Signed distances: of a mesh, by its octree, and by functions, against all shapes. */
const distances = `
<mujoco>
  <extension><plugin plugin="mujoco.sdf.torus"/><plugin plugin="mujoco.sdf.gear"/></extension>
  <asset>
    <mesh name="torus"><plugin plugin="mujoco.sdf.torus"/></mesh>
    <mesh name="gear"><plugin plugin="mujoco.sdf.gear"/></mesh>
    <mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".2 .2 .2"/>
  </asset>
  <option sdf_initpoints="5" sdf_iterations="4"/>
  <worldbody>
    <geom type="sdf" mesh="torus"><plugin plugin="mujoco.sdf.torus"/></geom>
    <geom type="sdf" mesh="gear" pos="3 0 0"><plugin plugin="mujoco.sdf.gear"/></geom>
    <geom type="sdf" mesh="cube" pos="0 3 0"/>
    <body pos=".4 0 .1"><freejoint/><geom size=".1"/></body>
    <body pos="0 .4 .1"><freejoint/><geom type="capsule" size=".1 .1"/></body>
    <body pos="3 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 3 .25"><freejoint/><geom type="ellipsoid" size=".1 .1 .1"/></body>
    <body pos=".1 3.25 0"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos="0 2.7 .1"><freejoint/><geom type="sdf" mesh="cube"/></body>
    <body pos="-.4 0 .2"><freejoint/><geom type="mesh" mesh="cube"/></body>
  </worldbody>
</mujoco>`

const models: [string, string][] = [
  ['one of everything', everything],
  ['actuators', actuators],
  ['drives', drives],
  ['tendons', tendons],
]
const folder = new URL('../../models/', import.meta.url)
for (const name of readdirSync(folder))
  if (name.endsWith('.xml')) models.push([name, readFileSync(new URL(name, folder), 'utf8')])

const INTEGRATORS = [
  Integrator.Euler,
  Integrator.RK4,
  Integrator.implicit,
  Integrator.implicitfast,
  Integrator.discrete,
]

describe('3,000 steps grow the heap by less than one boxed number each', { timeout: 600_000 }, () => {
  test.each(models)('%s', (name, xml) => {
    for (const integrator of INTEGRATORS) {
      const m = loadModel(xml, { fileName: name })
      m.opt.integrator = integrator
      m.opt.enableflags |= EnableBit.energy
      const d = new Data(m)
      const run = (steps: number) => {
        resetData(m, d)
        d.xfrc_applied.fill(1e-3)
        d.qvel.fill(0.1)
        d.ctrl.fill(0.1)
        for (let i = 0; i < steps; i++) step(m, d)
      }
      const grown = steadyGrowth(run, 500, 3000)
      expect(grown).toBeLessThan(LIMIT)
    }
  })
})

test('callbacks, timers and the comparison with inverse dynamics grow the heap by nothing of their own', () => {
  const m = loadModel(constraints.replace('<worldbody>', '<sensor><user dim="1" needstage="vel"/></sensor>$&'))
  m.opt.enableflags |= EnableBit.fwdinv
  const d = new Data(m)
  let ticks = 0
  Object.assign(d.callbacks, {
    control: (_: Model, d: Data) => {
      d.qfrc_applied[0] = -d.qvel[0]
    },
    passive: (_: Model, d: Data) => {
      d.qfrc_passive[0] -= d.qvel[0]
    },
    sensor: (_: Model, d: Data) => {
      d.sensordata[0] = d.qvel[0]
    },
    // small integers: what a clock returns is boxed otherwise
    time: () => ticks++ & 0xffff,
  })
  const run = (steps: number) => {
    resetData(m, d)
    for (let i = 0; i < steps; i++) step(m, d)
  }
  expect(steadyGrowth(run, 200, 1000)).toBeLessThan(LIMIT)
  expect(d.timer_number[Timer.step]).toBe(1000)
})

describe('3,000 evaluations of constraint rows grow the heap by less than one boxed number each', () => {
  test.each(Object.entries(Cone))('with the %s cone', (_, cone) => {
    for (const flags of [0, EnableBit.diagexact]) {
      const m = loadModel(constraints)
      m.opt.cone = cone
      m.opt.enableflags |= flags
      const d = new Data(m)
      const run = (count: number) => {
        for (let i = 0; i < count; i++) {
          forwardPosition(m, d)
          forwardVelocity(m, d)
          inverse(m, d)
          rnePostConstraint(m, d)
        }
      }
      const grown = steadyGrowth(run, 500, 3000)
      expect(d.nefc).toBeGreaterThan(20)
      expect(grown).toBeLessThan(LIMIT)
    }
  })
})

test('1,000 collisions of signed distances grow the heap by less than one boxed number each', () => {
  const m = loadModel(distances)
  const d = new Data(m)
  kinematics(m, d)
  const run = (count: number) => {
    for (let i = 0; i < count; i++) collision(m, d)
  }
  const grown = steadyGrowth(run, 300, 1000)
  expect(d.ncon).toBeGreaterThan(20)
  expect(grown).toBeLessThan(LIMIT)
})

describe('1,000 steps with every solver grow the heap by less than one boxed number each', { timeout: 600_000 }, () => {
  const solvers = Object.entries(Solver).filter(([name]) => ['Newton', 'CG', 'PGS'].includes(name))
  test.each(solvers)('%s', (_, solver) => {
    for (const cone of Object.values(Cone)) {
      const m = loadModel(constraints)
      Object.assign(m.opt, { solver, cone, iterations: 20, noslip_iterations: 2 })
      const d = new Data(m)
      const run = (steps: number) => {
        resetData(m, d)
        d.qvel.fill(0.1)
        for (let i = 0; i < steps; i++) step(m, d)
      }
      const grown = steadyGrowth(run, 200, 1000)
      expect(d.nefc).toBeGreaterThan(20)
      expect(grown).toBeLessThan(LIMIT)
    }
  })
})

test('1,000 steps in which trees sleep, wake and fall asleep again grow the heap by less than one boxed number each', () => {
  const boxes = Array.from(
    { length: 130 },
    (_, i) => `<body pos="${0.5 * i} 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  )
  const m =
    loadModel(`<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="0 0 1"/>${boxes.join('')}
    <body pos="0 2 1"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body></worldbody></mujoco>`)
  const d = new Data(m)
  for (let i = 0; i < 60; i++) step(m, d)
  expect(d.ntree_awake).toBe(1)
  let woken = 0
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) {
      if (i % 50 === 0) d.qvel[6 * (woken++ % 130)] = 0.01
      step(m, d)
    }
  }
  expect(steadyGrowth(run, 300, 1000)).toBeLessThan(LIMIT)
})
