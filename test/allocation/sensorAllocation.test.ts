import { describe, expect, test } from 'vitest'
import { Data, forward, loadModel, type Model, sensorAcc, sensorPos, sensorVel, step } from '../../src/index.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

/** Sensors of every type, late ones too, that look at things that move and touch. */

const FRAME = 'objtype="site" objname="s" reftype="body" refname="free"'
const FRAMES = ['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis', 'framelinvel', 'frameangvel']
const SITE = ['touch', 'accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer']
const JOINT = ['jointpos', 'jointvel', 'jointactuatorfrc', 'jointlimitpos', 'jointlimitvel', 'jointlimitfrc']
const TENDON = ['tendonpos', 'tendonvel', 'tendonactuatorfrc', 'tendonlimitpos', 'tendonlimitvel', 'tendonlimitfrc']
const REDUCE = ['none', 'mindist', 'maxforce', 'netforce']
const DATA = 'found force torque dist pos normal tangent'
const sensors = [
  ...FRAMES.map((tag) => `<${tag} ${FRAME}/>`),
  ...['framelinacc', 'frameangacc'].map((tag) => `<${tag} objtype="geom" objname="g"/>`),
  ...SITE.map((tag) => `<${tag} site="s" cutoff="100"/>`),
  ...JOINT.map((tag) => `<${tag} joint="h"/>`),
  ...TENDON.map((tag) => `<${tag} tendon="t"/>`),
  ...['actuatorpos', 'actuatorvel', 'actuatorfrc'].map((tag) => `<${tag} actuator="m"/>`),
  ...['ballquat', 'ballangvel'].map((tag) => `<${tag} joint="ball"/>`),
  ...['subtreecom', 'subtreelinvel', 'subtreeangmom'].map((tag) => `<${tag} body="arm"/>`),
  ...['distance', 'normal', 'fromto'].map((tag) => `<${tag} body1="arm" body2="free" cutoff="5"/>`),
  ...REDUCE.map((reduce) => `<contact subtree1="free" num="3" reduce="${reduce}" data="${DATA}"/>`),
  '<contact site="s" num="5"/><insidesite objtype="body" objname="free" site="s"/>',
  '<rangefinder site="s" data="dist dir origin point normal depth"/><rangefinder camera="eye" data="dist depth"/>',
  '<rangefinder camera="flat" data="dist"/><camprojection site="s" camera="eye"/>',
  '<e_potential/><e_kinetic/><clock/><user dim="2"/><tactile mesh="skin" geom="g"/>',
  '<gyro site="s" delay=".003" nsample="5" interp="cubic"/><force site="s" interval=".005" nsample="2"/>',
  '<framepos objtype="site" objname="s" delay=".01" interval=".004" nsample="9" interp="linear"/>',
]
const model = `
<mujoco>
  <asset><mesh name="skin" builtin="wedge" params="4 4 30 30 0" scale=".1 .1 .1"/></asset>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body name="arm" pos="0 0 .5"><joint name="h" axis="0 1 0" range="-9 9" margin=".5" damping=".1"/>
      <geom name="g" type="box" size=".1 .1 .1"/><site name="s" size=".3" pos="0 0 -.1"/>
      <camera name="eye" resolution="3 2" euler="10 20 30"/><camera name="flat" resolution="2 2" projection="orthographic" fovy="1"/>
      <body pos=".3 0 0"><joint name="ball" type="ball"/><geom size=".1" pos="0 0 -.1"/><site name="u" pos="0 0 -.2"/></body></body>
    <body name="free" pos="0 0 .31"><freejoint/><geom type="ellipsoid" size=".1 .12 .11"/><geom type="cylinder" size=".1 .05" pos="0 0 -.26"/></body>
  </worldbody>
  <tendon><spatial name="t" range=".1 .2" margin="1"><site site="s"/><site site="u"/></spatial></tendon>
  <actuator><motor name="m" tendon="t"/></actuator>
  <sensor>${sensors.join('')}</sensor>
</mujoco>`

describe('sensors grow the heap by less than one boxed number each time', { timeout: 180_000 }, () => {
  test('stage by stage', () => {
    const m = loadModel(model)
    const d = new Data(m)
    d.callbacks.sensor = (_: Model, data: Data) => {
      data.sensordata[0] = data.qpos[0]
    }
    forward(m, d)
    expect(d.ncon).toBeGreaterThan(1)
    const run = (count: number) => {
      for (let i = 0; i < count; i++) {
        d.flg_rnepost = d.flg_subtreevel = d.flg_energypos = false
        sensorPos(m, d)
        sensorVel(m, d)
        sensorAcc(m, d)
      }
    }
    expect(steadyGrowth(run, 500, 2000)).toBeLessThan(LIMIT)
  })

  test('and with their histories, step by step', () => {
    const m = loadModel(model)
    const d = new Data(m)
    const run = (count: number) => {
      for (let i = 0; i < count; i++) step(m, d)
    }
    expect(steadyGrowth(run, 500, 1000)).toBeLessThan(LIMIT)
  })
})
