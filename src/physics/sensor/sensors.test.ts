import { describe, expect, test } from 'vitest'
import type { Model } from '../../core/model/model.ts'
import { Data, forward, forwardSkip, loadModel, ObjType, resetData, SensorDataType, Stage, step } from '../../index.ts'

/** The numbers of a sensor. */
function read(m: Model, d: Data, name: string): Float64Array {
  const id = m.names.id(ObjType.sensor, name)
  return d.sensordata.slice(m.sensor_adr[id], m.sensor_adr[id] + m.sensor_dim[id])
}

function load(world: string, sensors: string, rest = ''): { m: Model; d: Data } {
  const m = loadModel(`<mujoco>${rest}<worldbody>${world}</worldbody><sensor>${sensors}</sensor></mujoco>`)
  return { m, d: new Data(m) }
}

describe('an inertial measurement unit', () => {
  test('reads nothing in free fall, +g at rest on a joint, and 0 when it is fixed to the world', () => {
    const { m, d } = load(
      `<body><freejoint/><geom size=".1"/><site name="falling"/></body>
       <body pos="1 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="resting"/></body><site name="fixed"/>`,
      ['falling', 'resting', 'fixed'].map((site) => `<accelerometer name="${site}" site="${site}"/>`).join(''),
    )
    forward(m, d)
    expect([...read(m, d, 'falling')].map((x) => Math.abs(x) < 1e-12)).toEqual([true, true, true])
    expect(read(m, d, 'resting')[2]).toBeCloseTo(9.81, 12)
    expect([...read(m, d, 'fixed')]).toEqual([0, 0, 0])
  })

  test('feels the pull toward the axis of a turning arm, and turns with it', () => {
    const { m, d } = load(
      '<body><joint axis="0 0 1"/><geom size=".1" pos=".5 0 0"/><site name="s" pos=".5 0 0"/></body>',
      '<accelerometer name="a" site="s"/><gyro name="w" site="s"/><velocimeter name="v" site="s"/>',
    )
    d.qvel[0] = 3
    forward(m, d)
    // ω² r = 4.5 toward the axis
    expect(read(m, d, 'a')[0]).toBeCloseTo(-4.5, 12)
    expect(read(m, d, 'w')[2]).toBeCloseTo(3, 12)
    expect(read(m, d, 'v')[1]).toBeCloseTo(1.5, 12)
  })
})

describe('force and torque', () => {
  test('of a body that hangs on a wall are its weight, and the moment of its child', () => {
    const { m, d } = load(
      `<body><joint type="slide" axis="1 0 0"/><geom size=".1" mass="1"/>
        <body><geom size=".1" mass="2"/><site name="s"/><body pos=".5 0 0"><geom size=".1" mass="3"/></body></body></body>`,
      '<force name="f" site="s"/><torque name="t" site="s"/>',
    )
    forward(m, d)
    expect(read(m, d, 'f')[2]).toBeCloseTo(5 * 9.81, 10)
    expect(read(m, d, 't')[1]).toBeCloseTo(-3 * 9.81 * 0.5, 10)
  })
})

describe('contacts', () => {
  const ball = '<geom name="floor" type="plane" size="1 1 .1"/><body name="ball" pos="0 0 .0999"><freejoint/>'
  const rest =
    '<geom name="g" size=".1" mass="2"/><site name="s" size=".11"/><site name="top" size=".02" pos="0 0 .1"/></body>'

  test('carry the weight of a ball through the site below it, and not through one above', () => {
    const { m, d } = load(ball + rest, '<touch name="all" site="s"/><touch name="top" site="top"/>')
    while (d.time < 1) step(m, d)
    expect(read(m, d, 'all')[0]).toBeCloseTo(2 * 9.81, 6)
    expect(read(m, d, 'top')[0]).toBe(0)
  })

  test('point from the first to the second object, in whatever order they were found', () => {
    const { m, d } = load(
      ball + rest,
      `<contact name="up" geom1="floor" geom2="g" data="force normal"/><contact name="down" geom1="g" geom2="floor" data="force normal"/>
       <contact name="net" body1="ball" reduce="netforce" data="found force"/>`,
    )
    while (d.time < 1) step(m, d)
    expect(read(m, d, 'up')[5]).toBe(1)
    expect(read(m, d, 'down')[5]).toBe(-1)
    expect(read(m, d, 'up')[0]).toBeCloseTo(2 * 9.81, 6)
    expect(read(m, d, 'down')[0]).toBeCloseTo(2 * 9.81, 6)
    // what the ball exerts on the floor
    expect(read(m, d, 'net')[0]).toBe(1)
    expect(read(m, d, 'net')[3]).toBeCloseTo(-2 * 9.81, 6)
  })
})

describe('cutoffs', () => {
  test('hold real numbers within both bounds, positive ones below, and leave directions alone', () => {
    const { m, d } = load(
      '<site name="s" pos="3 -4 0"/>',
      `<framepos name="real" objtype="site" objname="s" cutoff="2"/><user name="positive" dim="2" needstage="pos" datatype="positive" cutoff="2"/>
       <framexaxis name="axis" objtype="site" objname="s"/>`,
    )
    d.callbacks.sensor = (model, data) => {
      const at = model.sensor_adr[1]
      data.sensordata[at] = 5
      data.sensordata[at + 1] = -5
    }
    forward(m, d)
    expect([...read(m, d, 'real')]).toEqual([2, -2, 0])
    expect([...read(m, d, 'positive')]).toEqual([2, -5])
    expect(m.sensor_datatype[2]).toBe(SensorDataType.axis)
    expect([...read(m, d, 'axis')]).toEqual([1, 0, 0])
  })
})

describe('sensors of the user', () => {
  const sensors =
    '<user name="p" dim="1" needstage="pos"/><user name="v" dim="1" needstage="vel"/><user name="a" dim="1"/>'
  const body = '<body><joint/><geom size=".1" pos=".3 0 0"/></body>'

  test('are zero without a callback, and are filled stage by stage with one', () => {
    const { m, d } = load(body, sensors)
    d.sensordata.fill(7)
    forward(m, d)
    expect([...d.sensordata]).toEqual([0, 0, 0])
    const stages: number[] = []
    d.callbacks.sensor = (_, data, stage) => {
      stages.push(stage)
      data.sensordata[stage - 1] = stage
    }
    step(m, d)
    expect(stages).toEqual([Stage.pos, Stage.vel, Stage.acc])
    expect([...d.sensordata]).toEqual([1, 2, 3])
  })

  test('may read forces between bodies and momenta of subtrees', () => {
    const { m, d } = load(body, sensors)
    d.qvel[0] = 1
    const seen = { momentum: 0, force: 0 }
    d.callbacks.sensor = (_, data, stage) => {
      if (stage === Stage.vel) seen.momentum = Math.hypot(...data.subtree_linvel.subarray(3, 6))
      if (stage === Stage.acc) seen.force = Math.hypot(...data.cfrc_int.subarray(6, 12))
    }
    forward(m, d)
    expect(seen.momentum).toBeCloseTo(0.3, 12)
    expect(seen.force).toBeGreaterThan(1)
  })

  test('that throw leave the state as it was', () => {
    const { m, d } = load(body, sensors)
    d.qvel[0] = 1
    d.callbacks.sensor = () => {
      throw new Error('broken')
    }
    expect(() => step(m, d)).toThrow('broken')
    expect([d.time, d.qpos[0], d.qvel[0]]).toEqual([0, 0, 1])
    d.callbacks.sensor = undefined
    step(m, d)
    expect(d.time).toBeGreaterThan(0)
  })
})

describe('what is computed only for sensors', () => {
  const arm = '<body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><site name="s"/></body>'

  test('is left alone without one that needs it', () => {
    const { m, d } = load(arm, '<clock/>')
    forward(m, d)
    expect(d.cfrc_int.every((x) => x === 0)).toBe(true)
    expect(d.flg_rnepost || d.flg_subtreevel || d.flg_energypos).toBe(false)
  })

  test('follows an acceleration that is computed anew with the same positions and velocities', () => {
    const { m, d } = load(arm, '<framelinacc name="a" objtype="body" objname="world"/><force name="f" site="s"/>')
    forward(m, d)
    const before = read(m, d, 'f')[2]
    d.qfrc_applied[0] = 5
    forwardSkip(m, d, Stage.vel)
    expect(Math.abs(read(m, d, 'f')[2] - before)).toBeGreaterThan(1)
  })

  test('is not computed where sensors are left out', () => {
    const { m, d } = load(arm, '<force site="s"/>')
    forwardSkip(m, d, Stage.none, false)
    expect([...d.sensordata]).toEqual([0, 0, 0])
    expect(d.flg_rnepost).toBe(false)
  })
})

describe('late sensors', () => {
  test('return past values, and start again after a reset', () => {
    const { m, d } = load(
      '<body><joint type="slide" axis="0 0 -1"/><geom size=".1"/></body>',
      '<clock name="now"/><clock name="late" delay=".01" nsample="10"/><clock name="held" interval=".02" nsample="1"/>',
    )
    for (let i = 0; i < 30; i++) step(m, d)
    expect(read(m, d, 'now')[0]).toBeCloseTo(0.058, 12)
    expect(read(m, d, 'late')[0]).toBeCloseTo(0.048, 12)
    expect(read(m, d, 'held')[0]).toBeCloseTo(0.04, 12)
    resetData(m, d)
    step(m, d)
    expect([...d.sensordata]).toEqual([0, 0, 0])
  })
})
