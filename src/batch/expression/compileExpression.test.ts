import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { contactForce } from '../../physics/constraint/contactForce.ts'
import { objectVelocity } from '../../physics/kinematics/objectMotion.ts'
import { forward } from '../../pipeline/forward.ts'
import { step } from '../../pipeline/step.ts'
import { compileExpression } from './compileExpression.ts'
import { DATA_FIELDS, DATA_SCALARS } from './dataFields.ts'
import { ExpressionError } from './expressionError.ts'
import { fieldLength } from './fieldRows.ts'
import { parseExpression } from './parseExpression.ts'

const XML = `
<mujoco>
  <option timestep=".002"><flag energy="enable"/></option>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="torso" pos="0 0 1"><freejoint name="root"/>
      <geom name="torso" type="box" size=".1 .2 .3" mass="2"/><site name="tip" pos=".1 .2 .3"/>
      <body name="arm" pos=".3 0 0"><joint name="elbow" axis="0 1 0"/><geom name="hand" size=".05" pos=".2 0 0" mass=".5"/>
        <site name="left foot" pos=".2 0 0"/><camera name="eye" pos="0 .1 .1"/>
        <body name="ball" pos=".2 .1 0"><joint name="socket" type="ball"/><geom name="tip" size=".04" mass=".1"/></body></body></body>
    <body name="cube" pos="1 0 .099"><freejoint/><geom name="cube" type="box" size=".1 .1 .1" mass="3"/></body>
    <body name="guide" mocap="true" pos="3 3 3"/>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="elbow" coef="2"/></fixed></tendon>
  <actuator><motor name="push" joint="elbow" gear="3"/><general name="slow" joint="elbow" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><gyro name="gyro" site="tip"/><jointpos name="angle" joint="elbow"/></sensor>
</mujoco>`
const m = loadModel(XML)

/** A state in motion. */
function moving(): Data {
  const d = new Data(m)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(3 * i + 1)
  d.ctrl.set([0.5, -0.25])
  for (let i = 0; i < 40; i++) step(m, d)
  forward(m, d)
  return d
}
const d = moving()

function evaluate(text: string, state = d): number[] {
  const compiled = compileExpression(m, text)
  const out = new Float64Array(compiled.size + 2).fill(-99)
  compiled.evaluate(state, out, 1)
  expect(out[0]).toBe(-99)
  expect(out[compiled.size + 1]).toBe(-99)
  return Array.from(out.subarray(1, compiled.size + 1))
}
const numberOf = (text: string): number => evaluate(text)[0]
const row = (array: ArrayLike<number>, at: number, n: number): number[] => Array.from(array).slice(at, at + n)
const bodyOf = (name: string) => m.names.id(ObjType.body, name)

function errorOf(text: string): ExpressionError {
  try {
    compileExpression(m, text)
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError)
    return error as ExpressionError
  }
  throw new Error(`${text} compiles`)
}

describe('operators', () => {
  test.each([
    ['1 + 2 * 3 - 4 / 8', 6.5],
    ['-2^2', -4],
    ['2^3^2', 512],
    ['2^-1', 0.5],
    ['(-2)^3', -8],
    ['(-8)^(1/3)', Number.NaN],
    ['0^0', 1],
    ['0.5^inf', 0],
    ['7 % 4 + -7 % 4', 0],
    ['6 - 3 - 2', 1],
    ['1e3 + .5', 1000.5],
    ['1 < 2 and not 2 < 1', 1],
    ['1 > 2 || 2 >= 2', 1],
    ['!(1 != 1) && true', 1],
    ['false == (1 > 2)', 1],
    ['1 > 2 ? 3 : 2 <= 2 ? 4 : 5', 4],
    ['if(true, 3, 4)', 3],
    ['[1, 2, 3][1]', 2],
    ['[1, 2, 3][-1]', 3],
    ['[1, 2, 3].z', 3],
    ['[1, 2, 3, 4].w', 1],
    ['[1, 2, 3][1:][2 - 1]', 3],
    ['sum([1, 2, 3] * 2 + [1, 1, 1])', 15],
    ['sum([[1, 2], 3, 1 > 0])', 7],
  ])('%s is %f', (text, expected) => {
    expect(numberOf(text)).toBe(expected)
  })

  test('vectors are joined, sliced, and chosen as a whole', () => {
    expect(evaluate('[1, 2, 3][:2]')).toEqual([1, 2])
    expect(evaluate('[[1, 2], [3, 4]][1:3]')).toEqual([2, 3])
    expect(evaluate('time > 0 ? [1, 2] : 0')).toEqual([1, 2])
    expect(evaluate('time < 0 ? [1, 2] : 0')).toEqual([0, 0])
    expect(evaluate('[qpos, qvel]')).toEqual([...d.qpos, ...d.qvel])
  })
})

describe('functions', () => {
  test.each([
    ['abs(-2)', 2],
    ['sign(-3) + sign(0) * 5', -1],
    ['floor(-1.5)', -2],
    ['sqrt(9)', 3],
    ['exp(1)', Math.E],
    ['log(10)', Math.LN10],
    ['sin(pi/6)', 0.5],
    ['cos(pi/3)', 0.5],
    ['tan(pi/4)', 1],
    ['tanh(log(3))', 0.8],
    ['asin(1)', Math.PI / 2],
    ['acos(-0.5)', (2 * Math.PI) / 3],
    ['atan2(1, -1)', (3 * Math.PI) / 4],
    ['min(3, 1, 2)', 1],
    ['max([3, 1, 2])', 3],
    ['max([1, 5], [4, 2])[0]', 4],
    ['clamp(5, -1, 1)', 1],
    ['mean([1, 2, 6])', 3],
    ['norm([3, 4])', 5],
    ['norm(-2)', 2],
    ['dot([1, 2, 3], [4, 5, 6])', 32],
    ['cross([1, 0, 0], [0, 1, 0]).z', 1],
    ['if(finite([1, 2]), 1, 0) + if(finite([1, 1/0]), 1, 0)', 1],
    ['if(finite(0/0), 1, 0)', 0],
  ])('%s is %f', (text, expected) => {
    expect(numberOf(text)).toBeCloseTo(expected, 14)
  })
})

describe('fields of the state', () => {
  test('have the shapes that Data has', () => {
    for (const name of Object.keys(DATA_FIELDS)) {
      const array = d[name as 'qpos']
      expect(array.length, name).toBe(fieldLength(m, name))
      if (name !== 'solver_fwdinv') expect(evaluate(name), name).toEqual(Array.from(array))
    }
    for (const name of Object.keys(DATA_SCALARS)) expect(numberOf(name), name).toBe(d[name as 'time'])
  })

  test('have rows, and rows have numbers', () => {
    const torso = bodyOf('torso')
    expect(evaluate('qpos[2:7]')).toEqual(row(d.qpos, 2, 5))
    expect(evaluate(`xpos[${torso}]`)).toEqual(row(d.xpos, 3 * torso, 3))
    expect(evaluate(`xpos[${torso}:]`)).toEqual(Array.from(d.xpos.subarray(3 * torso)))
    expect(numberOf('xpos[-1].x')).toBe(3)
    expect(evaluate('xpos(torso)')).toEqual(row(d.xpos, 3 * torso, 3))
    expect(evaluate('cvel(torso)[3:]')).toEqual(row(d.cvel, 6 * torso + 3, 3))
  })

  test('are found by the joint, actuator, sensor, or mocap body that their rows belong to', () => {
    expect(evaluate('qpos(root)')).toEqual(row(d.qpos, 0, 7))
    expect(numberOf('qvel(elbow)')).toBe(d.qvel[6])
    expect(evaluate('cdof(socket)[1]')).toEqual(row(d.cdof, 6 * 8, 6))
    expect(numberOf('ctrl(slow)')).toBe(-0.25)
    expect(numberOf('act(slow)')).toBe(d.act[0])
    expect(numberOf('actuator_force(push)')).toBe(0.5)
    expect(evaluate('sensordata(gyro)')).toEqual(row(d.sensordata, 0, 3))
    expect(evaluate('mocap_pos(guide)')).toEqual([3, 3, 3])
    expect(errorOf('act(push)').message).toContain('the actuator has no activation')
    expect(errorOf('mocap_pos(torso)').message).toContain('the body is not a mocap body')
  })

  test('that no sensor needs are computed when they are asked for', () => {
    const state = moving()
    state.flg_subtreevel = state.flg_rnepost = false
    state.subtree_linvel.fill(0)
    state.cfrc_int.fill(0)
    expect(evaluate('subtree_linvel(cube)', state)[0]).toBeCloseTo(row(state.qvel, 10, 3)[0], 12)
    expect(Math.abs(evaluate('cfrc_int(cube)', state)[5])).toBeLessThan(1e-6)
    expect(state.cfrc_int.some((f) => f !== 0)).toBe(true)
  })

  test('that an option switches off are an error, not zeros', () => {
    const without = loadModel('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    expect(() => compileExpression(without, 'energy[0]')).toThrow(/energy is not computed.*<flag energy="enable"\/>/)
    expect(evaluate('energy')).toEqual(Array.from(d.energy))
  })
})

describe('objects', () => {
  test('joints, sensors, tendons, and actuators have their values', () => {
    expect(evaluate('joint(root)')).toEqual(row(d.qpos, 0, 7))
    expect(numberOf('joint(elbow)')).toBe(d.qpos[7])
    expect(evaluate('joint(socket)')).toEqual(row(d.qpos, 8, 4))
    expect(evaluate('jointvel(socket)')).toEqual(row(d.qvel, 7, 3))
    expect(evaluate('sensor(gyro)')).toEqual(row(d.sensordata, 0, 3))
    expect(numberOf('sensor(angle)')).toBe(d.qpos[7])
    expect(numberOf('tendon(cord)')).toBe(2 * d.qpos[7])
    expect(numberOf('actuator(push)')).toBe(0.5)
  })

  test('velocity and angvel are those of mj_objectVelocity in world axes', () => {
    const out = new Float64Array(6)
    for (const [name, type, id] of [
      ['torso', ObjType.xbody, bodyOf('torso')],
      ['ball', ObjType.xbody, bodyOf('ball')],
      ['world', ObjType.xbody, 0],
      ['geom:tip', ObjType.geom, m.names.id(ObjType.geom, 'tip')],
      ['"left foot"', ObjType.site, m.names.id(ObjType.site, 'left foot')],
      ['eye', ObjType.camera, 0],
    ] as const) {
      objectVelocity(m, d, out, type, id, false)
      evaluate(`velocity(${name})`).forEach((v, k) => {
        expect(v, name).toBeCloseTo(out[3 + k], 13)
      })
      evaluate(`angvel(${name})`).forEach((w, k) => {
        expect(w, name).toBeCloseTo(out[k], 13)
      })
    }
  })

  test('velocity is the rate of position', () => {
    const h = 1e-6
    const before = new Data(m)
    before.qpos.set(d.qpos)
    before.qvel.set(d.qvel)
    forward(m, before)
    const p0 = evaluate('position(ball)', before)
    const v = evaluate('velocity(ball)', before)
    const timestep = m.opt.timestep
    m.opt.timestep = h
    step(m, before)
    m.opt.timestep = timestep
    forward(m, before)
    evaluate('position(ball)', before).forEach((p, k) => {
      expect((p - p0[k]) / h).toBeCloseTo(v[k], 3)
    })
  })

  test('frames have position, height, and upright; bodies also orientation and center of mass', () => {
    const torso = bodyOf('torso')
    const [w, x, y, z] = row(d.xquat, 4 * torso, 4)
    expect(evaluate('orientation(torso)')).toEqual([w, x, y, z])
    expect(numberOf('orientation(torso).w')).toBe(w)
    expect(numberOf('upright(torso)')).toBeCloseTo(w * w - x * x - y * y + z * z, 12)
    expect(numberOf('upright(geom:torso)')).toBeCloseTo(numberOf('upright(torso)'), 12)
    expect(numberOf('height(torso)')).toBe(d.qpos[2])
    expect(evaluate('site("left foot")')).toEqual(evaluate("position('left foot')"))
    expect(evaluate('geom(hand)')).toEqual(evaluate('site("left foot")'))
    expect(evaluate('com(torso)')).toEqual(row(d.subtree_com, 3 * torso, 3))
  })

  test('a cube at rest touches the floor and presses on it with its weight', () => {
    const state = new Data(m)
    for (let i = 0; i < 100; i++) step(m, state)
    forward(m, state)
    expect(evaluate('contact(cube, floor)', state)).toEqual([1])
    expect(evaluate('contact(geom:floor, geom:cube)', state)).toEqual([1])
    expect(evaluate('contact(cube, torso) or contact(arm)', state)).toEqual([0])
    let normal = 0
    const force = new Float64Array(6)
    for (let i = 0; i < state.ncon; i++) {
      contactForce(m, state, force, i)
      normal += force[0]
    }
    expect(normal).toBeCloseTo(3 * 9.81, 0)
    expect(evaluate('contactforce(cube, world)', state)[0]).toBeCloseTo(normal, 12)
    expect(evaluate('contactforce(cube)', state)[0]).toBeCloseTo(normal, 12)
    expect(evaluate('contactforce(torso)', state)).toEqual([0])
  })
})

describe('a compiled expression', () => {
  test('knows its type and size', () => {
    expect(compileExpression(m, 'height(torso) > 0.8')).toMatchObject({ type: 'boolean', size: 1 })
    expect(compileExpression(m, '-0.1 * norm(ctrl)^2 + velocity(torso).x')).toMatchObject({ type: 'number', size: 1 })
    expect(compileExpression(m, 'qpos[2:7]')).toMatchObject({ type: 'vector', size: 5 })
    expect(compileExpression(m, 'qpos[2:2]')).toMatchObject({ type: 'vector', size: 0 })
  })

  test('has the same value from a tree that went through JSON', () => {
    const tree = parseExpression('tolerance(height(torso), 1, inf, 0.5) * (contact(hand) ? 1 : -qpos[-1]^2)')
    const copy = JSON.parse(JSON.stringify(tree))
    expect(copy).toEqual(tree)
    const [a, b] = [new Float64Array(1), new Float64Array(1)]
    compileExpression(m, tree).evaluate(d, a, 0)
    compileExpression(m, copy).evaluate(d, b, 0)
    expect(a).toEqual(b)
  })

  test('evaluates one state after another, and refuses those of other models', () => {
    const compiled = compileExpression(m, 'qpos[7] + time')
    const out = new Float64Array(2)
    const other = new Data(m)
    other.qpos[7] = 5
    compiled.evaluate(other, out, 0)
    compiled.evaluate(d, out, 1)
    expect(Array.from(out)).toEqual([5, d.qpos[7] + d.time])
    const small = loadModel('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    expect(() => compiled.evaluate(new Data(small), out, 0)).toThrow(/the state has 0 numbers in qpos, the model .* 19/)
    expect(() => compiled.evaluate(d, out, 2)).toThrow('out has room for 2 numbers, needs 3')
  })

  test('has constant parts computed beforehand', () => {
    expect(compileExpression(m, '2 * [1, pi] + norm([3, 4])').resolved).toMatchObject({ kind: 'constant', size: 2 })
  })
})

describe('errors', () => {
  test.each([
    ['upright(torzo) > 0.8', "there is no body, geom, site or camera 'torzo'; did you mean 'torso'?"],
    ['sensor(gyr)', "did you mean 'gyro'?"],
    ['sensor(torso)', "there is no sensor 'torso'; 'torso' is a body or a geom"],
    ['qpoz[1]', "there is no 'qpoz'; did you mean 'qpos'?"],
    ['velocty(torso)', "did you mean 'velocity'?"],
    ['torso.z', "there is no 'torso'; it is the name of a body or a geom: write position(torso), for example"],
    ['upright > 1', "'upright' is a function; write upright(frame)"],
    ['height(tip)', "'tip' is the name of a geom and of a site; write geom:tip or site:tip"],
    ['height(joint:elbow)', "'joint' is not expected here; write the name of a body, a geom, a site or a camera"],
    ['qpos > 1', 'vectors cannot be compared'],
    ['1 < time < 2', 'comparisons cannot be chained; write a < b and b < c'],
    ['(1 < 2) + 1', 'expected a number, found true or false; write if(…, 1, 0) to count it'],
    ['time and true', 'expected a condition, found a number'],
    ['[1, 2] + [1, 2, 3]', "'+' of vectors of 2 and 3 numbers"],
    ['qpos[99]', 'there is no number 99; they go from 0 to 18'],
    ['qpos[3:1]', 'the slice ends at 1, before it starts at 3'],
    ['qpos[time]', 'an index must be a whole number that does not change'],
    ['joint(root).z', 'the value has 7 numbers, which have no names'],
    ['xpos(torso).w', "a vector of 3 numbers has no component 'w'; it has x, y, z"],
    ['min()', 'min of 0 arguments; write min(a, b, …)'],
    ['tolerance(time, 1, 0)', 'expected an upper bound of at least 1, found 0'],
    ['tolerance(time, 0, 1, 1, gauss)', 'expected one of gaussian, hyperbolic'],
    ['tolerance(time, 0, 1, 1, gaussian, 0)', 'expected a value at the margin between 0 and 1, found 0'],
    ['tolerance(time, 0, qpos[0])', 'found what depends on the state'],
    ['contact_dist[0]', 'contacts and rows vary in number'],
    ['constructor', "there is no 'constructor'"],
    ['toString(torso)', "there is no function 'toString'"],
    ['"torso"', "the name 'torso' has no value"],
    ['a ** 2', "expected a number, a name, or (, found '*'"],
    ['x = 1', 'unexpected character "="; write \'==\' to compare'],
    ['1 +', 'expected a number, a name, or (, found the end'],
    ['sin(1', "expected ',' or ')', found the end"],
    ['1 2', "expected an operator, or the end, found '2'"],
    ['sensor("gyro)', 'the quoted name does not end'],
    ['1e999', "the number 1e999 is too large; infinity is written 'inf'"],
    ['', 'expected a number, a name, or (, found the end'],
  ])('%s: %s', (text, message) => {
    expect(errorOf(text).message).toContain(message)
  })

  test('show the place', () => {
    const error = errorOf('1 + upright(torzo) > 0.8')
    expect(error.message.split('\n').slice(1)).toEqual(['  1 + upright(torzo) > 0.8', '              ^^^^^'])
    expect(error).toMatchObject({ at: 12, end: 17, suggestion: "did you mean 'torso'?" })
    expect(errorOf('1 +\n\t2 ~ 3').message.split('\n').slice(1)).toEqual(['   2 ~ 3', '     ^'])
    expect(errorOf(`${'1 + '.repeat(50)}abcd${' + 1'.repeat(50)}`).message.length).toBeLessThan(350)
  })

  test('refuse what is too large', () => {
    expect(errorOf('1'.repeat(20_000)).message).toContain('an expression of 20000 characters is too long')
    expect(errorOf('('.repeat(5000)).message).toContain('nested more than 200 deep')
    expect(errorOf('-'.repeat(5000)).message).toContain('nested more than 200 deep')
    expect(errorOf('not '.repeat(2000)).message).toContain('nested more than 200 deep')
    expect(errorOf(`1${'+1'.repeat(4000)}`).message).toContain('nested more than 200 deep')
    expect(errorOf(`[${Array(500).fill('M,cinert,crb,xmat').join(',')}]`).message).toMatch(/too large|too many/)
  })

  test('name arguments that are not expressions', () => {
    expect(() => parseExpression(3 as never)).toThrow('an expression is the number 3; expected a string')
    expect(() => compileExpression(m, null as never)).toThrow('an expression is null')
    expect(() => compileExpression({} as never, '1')).toThrow('a Model, as loadModel gives it')
    expect(() => compileExpression(m, { text: 'x', root: { kind: 'y' } } as never)).toThrow(
      'make it by parseExpression',
    )
  })
})
