import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { modelFromMessage, modelMessage } from '../../core/model/modelMessage.ts'
import { Random } from '../../core/random/philox.ts'
import { loadModel } from '../../format/load.ts'
import { setConst } from '../../format/mjcf/compile/constants/setConst.ts'
import { step } from '../../pipeline/step.ts'
import type { Distribution } from './distribution.ts'
import { ModelRandomizer, type Randomization } from './modelRandomizer.ts'

const XML = `<mujoco>
  <option timestep=".01"/>
  <asset><mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1"/>
    <body name="cart" pos="0 0 1"><joint name="rail" type="slide" axis="1 0 0" damping=".5"/>
      <geom name="box" type="box" size=".2 .1 .1" pos=".01 0 0" mass="2"/>
      <body name="pole" pos="0 0 .1"><joint name="pin" axis="0 1 0" range="-90 90" limited="true"/>
        <geom name="rod" type="capsule" size=".02 .3" pos="0 0 .3" mass=".5"/>
        <site name="tip" pos="0 0 .6"/></body></body>
    <body name="ball" pos="1 0 .3"><freejoint name="loose"/><geom name="ball" size=".1" mass="1"/></body>
    <body name="rock" pos="3 0 2"><freejoint/><geom name="rock" type="mesh" mesh="wedge"/></body>
  </worldbody>
  <actuator>
    <position name="servo" joint="pin" kp="20" kv="1"/><velocity name="drive" joint="rail" kv="3"/>
    <motor name="push" joint="rail" gear="2"/>
  </actuator>
</mujoco>`

/** The model of one sample, and the sample. */
function randomized(randomization: Randomization, m: Model = loadModel(XML), seed = 1): [Model, Float64Array] {
  const randomizer = new ModelRandomizer(m, randomization)
  const samples = new Float64Array(randomizer.sampleSize)
  const patch = new Float64Array(randomizer.patchSize)
  randomizer.sample(new Random(seed), samples, 0)
  randomizer.derive(m, new Data(m), samples, 0, patch, 0)
  return [m, samples]
}

const varied: Distribution = { uniform: [0.5, 2], scale: true }

describe('a draw', () => {
  test('is the number, or is added to it, or multiplies it', () => {
    const [m, samples] = randomized({
      'opt.timestep': { uniform: [0.001, 0.002] },
      'opt.gravity[2]': { uniform: [-1, 1], add: true },
      'dof_damping(rail)': varied,
    })
    expect(m.opt.timestep).toBe(samples[0])
    expect([...m.opt.gravity]).toEqual([0, 0, -9.81 + samples[1]])
    expect(m.dof_damping[0]).toBe(0.5 * samples[2])
  })

  test('is one for each number, for each object, or for all of a target', () => {
    const m = loadModel(XML)
    const names = (shared: Distribution['shared']) => new ModelRandomizer(m, { geom_size: { ...varied, shared } }).names
    const sizes = ['box', 'rod', 'ball'].map((name) => `geom_size(${name})`)
    expect(names('object')).toEqual(sizes)
    expect(names(true)).toEqual(['geom_size'])
    expect(names(undefined)).toHaveLength(3 + 2 + 1)
    const [box] = randomized({ 'geom_size(box)': { ...varied, shared: true } })
    expect(box.geom_size[3] / 0.2).toBeCloseTo(box.geom_size[4] / 0.1, 14)
  })
})

describe('names', () => {
  test.each([
    ['body_mass', ['body_mass(cart)', 'body_mass(pole)', 'body_mass(ball)', 'body_mass(rock)']],
    ['body_mass(p*)', ['body_mass(pole)']],
    ['body_mass(2)', ['body_mass(pole)']],
    [
      'geom_friction(*o*)[0]',
      ['geom_friction(floor)[0]', 'geom_friction(box)[0]', 'geom_friction(rod)[0]', 'geom_friction(rock)[0]'],
    ],
    ['geom_friction(box)[0:2]', ['geom_friction(box)[0]', 'geom_friction(box)[1]']],
    ['dof_armature(pin)', ['dof_armature(pin)']],
    ['dof_armature(loose)[5]', ['dof_armature(loose)[5]']],
    ['geom_friction[2]', ['floor', 'box', 'rod', 'ball', 'rock'].map((name) => `geom_friction(${name})[2]`)],
  ])('%s', (key, names) => {
    expect(new ModelRandomizer(loadModel(XML), { [key]: varied }).names).toEqual(names)
  })
})

describe('a changed number', () => {
  test('of mass changes the inertia by the same factor, and all that follows', () => {
    const [m, [factor]] = randomized({ 'body_mass(pole)': varied })
    const before = loadModel(XML)
    expect(m.body_mass[2]).toBe(0.5 * factor)
    for (let k = 6; k < 9; k++) expect(m.body_inertia[k] / (before.body_inertia[k] * factor)).toBeCloseTo(1, 14)
    expect(m.body_subtreemass[1]).toBe(2 + 0.5 * factor)
    expect(m.dof_M0[0]).toBeCloseTo(2 + 0.5 * factor, 14)
  })

  test('of mass leaves the inertia alone that varies itself', () => {
    const [m, samples] = randomized({ 'body_mass(pole)': varied, 'body_inertia(pole)': { ...varied, shared: true } })
    expect(m.body_inertia[6]).toBe(loadModel(XML).body_inertia[6] * samples[1])
  })

  test('of size changes the bounds of the geom', () => {
    const [m, [radius]] = randomized({ 'geom_size(ball)': { uniform: [0.2, 0.3] } })
    expect(m.geom_rbound[3]).toBe(radius)
    expect([...m.geom_aabb.subarray(18, 24)]).toEqual([0, 0, 0, radius, radius, radius])
  })

  test('of a servo stands in gain and bias', () => {
    const [m, [kp, kv, drive]] = randomized({
      actuator_kp: { uniform: [10, 30] },
      'actuator_kv(servo)': { uniform: [1, 2] },
      'actuator_kv(drive)': { uniform: [4, 5] },
    })
    expect([...m.actuator_gainprm.subarray(0, 1), ...m.actuator_biasprm.subarray(0, 3)]).toEqual([kp, 0, -kp, -kv])
    expect([m.actuator_gainprm[10], ...m.actuator_biasprm.subarray(10, 13)]).toEqual([drive, 0, 0, -drive])
  })

  test('of a quaternion or an axis keeps it a rotation', () => {
    const noise: Distribution = { normal: [0, 0.1], add: true }
    const [m] = randomized({ 'body_quat(cart)': noise, 'jnt_axis(pin)': noise, 'geom_quat(ball)[1]': noise })
    expect(Math.hypot(...m.body_quat.subarray(4, 8))).toBeCloseTo(1, 14)
    expect(Math.hypot(...m.jnt_axis.subarray(3, 6))).toBeCloseTo(1, 14)
    expect(Math.hypot(...m.geom_quat.subarray(12, 16))).toBeCloseTo(1, 14)
  })

  test('switches gravity compensation, adhesion, and moving surfaces on and off', () => {
    const m = loadModel(XML)
    const randomizer = new ModelRandomizer(m, {
      'body_gravcomp(pole)': { choice: [1] },
      'geom_adhesion(ball)': { choice: [2] },
      'geom_surfacevel(floor)[3]': { choice: [3] },
    })
    const patch = new Float64Array(randomizer.patchSize)
    randomizer.derive(m, new Data(m), Float64Array.of(1, 2, 3), 0, patch, 0)
    expect([m.flg_gravcomp, m.ngravcomp, m.flg_adhesion, m.flg_surfacevel]).toEqual([true, 1, true, true])
    randomizer.restore(m)
    expect([m.flg_gravcomp, m.ngravcomp, m.flg_adhesion, m.flg_surfacevel]).toEqual([false, 0, false, false])
    randomizer.apply(m, patch, 0)
    expect([m.flg_gravcomp, m.ngravcomp, m.flg_adhesion, m.flg_surfacevel]).toEqual([true, 1, true, true])
  })

  test('leaves statistics that the model gives', () => {
    const m = loadModel(XML.replace('<asset>', '<statistic meaninertia="7"/><asset>'))
    randomized({ body_mass: varied }, m)
    expect(m.stat.meaninertia).toBe(7)
    expect(m.stat.meanmass).not.toBe(loadModel(XML).stat.meanmass)
  })
})

test('numbers that vary are named, but for zeros that stay zero', () => {
  const m = loadModel(`<mujoco><worldbody><body name="a"><joint name="x" stiffness="2"/><joint name="y" axis="1 0 0"/>
    <geom size=".1"/></body></worldbody></mujoco>`)
  const scaled = new ModelRandomizer(m, { jnt_stiffness: { uniform: [1, 2], scale: true } })
  expect(scaled.varying).toEqual(['jnt_stiffness[0]'])
  expect(scaled.fields).toEqual(['jnt_stiffness'])
  expect(new ModelRandomizer(m, { jnt_stiffness: { uniform: [1, 2] } }).varying).toEqual(['jnt_stiffness'])
  const massive = new ModelRandomizer(m, { 'body_mass(a)': { uniform: [1, 2] } }).varying
  for (const name of ['body_mass[1]', 'body_inertia[3]', 'dof_M0', 'body_subtreemass']) expect(massive).toContain(name)
})

describe('samples', () => {
  const all: Randomization = { body_mass: varied, 'opt.density': { uniform: [0, 1] } }

  test('are the same for the same seed, and differ between environments', () => {
    const randomizer = new ModelRandomizer(loadModel(XML), all)
    const draw = (seed: number, environment: number) => {
      const samples = new Float64Array(randomizer.sampleSize)
      randomizer.sample(new Random(seed, environment), samples, 0)
      return [...samples]
    }
    expect(draw(5, 1)).toEqual(draw(5, 1))
    expect(new Set([...draw(5, 1), ...draw(5, 2), ...draw(6, 1)]).size).toBe(15)
  })

  test('that a user changes to what the model cannot have are refused', () => {
    const m = loadModel(XML)
    const randomizer = new ModelRandomizer(m, all)
    const patch = new Float64Array(randomizer.patchSize)
    expect(() => randomizer.derive(m, new Data(m), Float64Array.of(1, -1, 1, 1, 0), 0, patch, 0)).toThrow(
      'the sample -1 makes body_mass(pole) -0.5, which the model cannot have',
    )
  })
})

test('a copy of the model in other memory takes the same patches', () => {
  const m = loadModel(XML)
  const copy = modelFromMessage(structuredClone(modelMessage(m)))
  const randomizer = new ModelRandomizer(m, { body_mass: varied, geom_friction: varied })
  const samples = new Float64Array(randomizer.sampleSize)
  const patch = new Float64Array(3 + randomizer.patchSize)
  randomizer.sample(new Random(2), samples, 0)
  randomizer.derive(m, new Data(m), samples, 0, patch, 3)
  randomizer.apply(copy, patch, 3)
  expect(copy.arena.bytes()).toEqual(m.arena.bytes())
  expect({ ...copy.stat }).toEqual({ ...m.stat })
})

test('a patch is refused by another model', () => {
  const randomizer = new ModelRandomizer(loadModel(XML), { body_mass: varied })
  const other = loadModel('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
  expect(() => randomizer.apply(other, new Float64Array(randomizer.patchSize), 0)).toThrow(/made for another model/)
})

test('environments with sleeping trees take turns on one model as if each had its own', () => {
  const xml = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="0 0 1"/>
    <body name="stand" pos="0 0 .5"><joint name="lift" type="slide" axis="0 0 1" damping="20" stiffness="40"/>
      <geom size=".1" mass="1" contype="0" conaffinity="0"/></body>
    <body pos="1 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`
  const randomization: Randomization = {
    'body_pos(stand)': { uniform: [-0.1, 0.1], add: true },
    geom_friction: varied,
    body_mass: varied,
  }
  const m = loadModel(xml)
  const randomizer = new ModelRandomizer(m, randomization)
  const { sampleSize, patchSize } = randomizer
  const environments = Array.from({ length: 3 }, (_, i) => {
    const samples = new Float64Array(sampleSize)
    const patch = new Float64Array(patchSize)
    randomizer.sample(new Random(1, i), samples, 0)
    const own = loadModel(xml)
    randomizer.derive(own, new Data(own), samples, 0, patch, 0)
    randomizer.apply(m, patch, 0)
    return { patch, own, alone: new Data(own), inTurn: new Data(m) }
  })
  let asleep = 0
  for (let k = 0; k < 2000; k++) {
    for (const { patch, own, alone, inTurn } of environments) {
      randomizer.apply(m, patch, 0)
      step(m, inTurn)
      step(own, alone)
      if (inTurn.ntree_awake < m.ntree) asleep++
    }
  }
  expect(asleep).toBeGreaterThan(100)
  for (const { alone, inTurn } of environments) {
    expect(inTurn.qpos).toEqual(alone.qpos)
    expect(inTurn.tree_asleep).toEqual(alone.tree_asleep)
  }
})

describe('what cannot vary is refused', () => {
  const one: Distribution = { uniform: [1, 2] }
  test.each<[Randomization, RegExp]>([
    [{ 'body mass': one }, /expected a field, an object, and an index, such as/],
    [{ body_mas: one }, /there is no field 'body_mas'; did you mean 'body_mass'/],
    [{ 'body_mass(pol)': one }, /there is no body 'pol'; did you mean 'pole'/],
    [{ 'body_mass(x*)': one }, /there is no body 'x\*'; there are world, cart/],
    [{ 'body_mass(world)': one }, /the world has no mass/],
    [{ 'geom_friction(box)[3]': one }, /there are 3 numbers; indices go from 0 to 2/],
    [{ 'geom_friction[2:2]': one }, /has no numbers; \[0:2\] has the numbers 0 and 1/],
    [{ 'geom_size(ball)[1]': one }, /a shape of this type has 1 size/],
    [{ 'geom_size(floor)': one }, /planes are infinite/],
    [{ 'geom_size(rock)': one }, /sizes of meshes follow from their vertices/],
    [{ mesh_vert: one }, /all environments share the meshes/],
    [{ 'body_ipos(ball)': one }, /stored as diagonal; give the body simple="false"/],
    [{ 'body_pos(ball)': one }, /its free joint places the body/],
    [{ nq: one }, /sizes are the structure of the model/],
    [{ geom_type: one }, /types, ids, and flags are the structure of the model/],
    [{ dof_M0: one }, /it follows from masses, sizes, and poses/],
    [{ 'stat.extent': one }, /statistics follow from the rest/],
    [{ key_qpos: one }, /keyframes are states/],
    [{ tendon_damping: one }, /the model has no tendon/],
    [{ 'opt.gravety': one }, /there is no option 'gravety'; did you mean 'gravity'/],
    [{ 'opt.solver': one }, /opt.solver is a choice/],
    [{ 'opt.gravity(x)': one }, /options belong to no object; write 'opt.gravity'/],
    [{ 'opt.gravity[3]': one }, /there are 3 numbers/],
    [{ 'actuator_kp(push)': one }, /it is not a position servo/],
    [{ body_mass: one, 'body_mass(pole)': one }, /body_mass\(pole\) varies already by 'body_mass'/],
    [{ actuator_kp: one, 'actuator_gainprm(servo)[0]': one }, /varies already by 'actuator_kp'/],
    [{ 'body_mass(pole)': { uniform: [0, 1] } }, /body_mass\(pole\) can be 0, but it must be positive; it is 0.5/],
    [{ body_mass: { normal: [1, 0.1], scale: true } }, /can be -Infinity, but it must be positive.*add 'clip'/],
    [{ geom_friction: { uniform: [-0.1, 1] } }, /can be -0.1, but it must be at least 0/],
    [{ 'geom_size(ball)': { uniform: [-0.2, 0], add: true } }, /can be -0.1, but it must be positive/],
    [{ 'opt.timestep': { uniform: [0, 0.01] } }, /can be 0, but it must be positive/],
    [{ geom_solref: { uniform: [-1, 1] } }, /can be -1, but it must be positive/],
    [{ 'geom_solimp[0]': { uniform: [0.9, 1.1] } }, /can be 1.1, but it must be from 0 to 1/],
    [{ 'jnt_range(pin)': { uniform: [-2, 2] } }, /the range of jnt_range\(pin\)\[0\] can become empty/],
    [{ 'body_inertia(pole)': varied }, /larger than the sum of the other two.*shared: 'object'/],
  ])('%o', (randomization, message) => {
    expect(() => new ModelRandomizer(loadModel(XML), randomization)).toThrow(message)
  })

  test('also where it is no randomization at all', () => {
    expect(() => new ModelRandomizer(loadModel(XML), [] as never)).toThrow(/an array; expected an object/)
  })

  test('but a range may be scaled as a whole', () => {
    const [m, [factor]] = randomized({ 'jnt_range(pin)': { ...varied, shared: true } })
    expect(m.jnt_range[3]).toBe((Math.PI / 2) * factor)
  })
})

test('positive numbers in the bias of actuators are not taken for damping ratios', () => {
  const [m, [x]] = randomized({ 'actuator_biasprm(servo)[2]': { uniform: [1, 2] }, body_mass: varied })
  expect(m.actuator_biasprm[2]).toBe(x)
  setConst(m, new Data(m))
  expect(m.actuator_biasprm[2]).toBeLessThan(0)
})
