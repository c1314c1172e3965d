import { readFileSync } from 'node:fs'
import load, { type MainModule } from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { Perturber } from '../../../apps/viewer/simulation/perturber.ts'
import { Data, forward, loadModel, mulQuat, step } from '../../../src/index.ts'

/** Perturbations by the mouse, against the functions of MuJoCo's viewer. */

const xml = readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8')
const model = loadModel(xml)
const data = new Data(model)
for (let i = 0; i < 150; i++) step(model, data)
forward(model, data)

/** In the frame of the body, in the world, and an orientation. */
const grabbed = [0.05, 0.02, -0.03] as const
const target = [0.4, 0.2, 1.1] as const
const quat = [0.8, 0.6, 0, 0] as const
const [TRANSLATE, ROTATE, ALL] = [1, 2, 7]

let mujoco: MainModule
beforeAll(async () => {
  mujoco = await load()
})

describe.each([
  ['force', TRANSLATE],
  ['torque', ROTATE],
] as const)('the %s of a perturbation', (kind, active) => {
  test.each(Array.from({ length: model.nbody - 1 }, (_, i) => i + 1))('is that of MuJoCo on body %i', (body) => {
    const reference = mujoco.MjModel.from_xml_string(xml)
    const state = new mujoco.MjData(reference)
    state.qpos.set(data.qpos)
    state.qvel.set(data.qvel)
    mujoco.mj_forward(reference, state)
    const pull = new mujoco.MjvPerturb()
    pull.select = body
    pull.localpos.set(grabbed)
    const scene = new mujoco.MjvScene(reference, 1000)
    const [option, camera] = [new mujoco.MjvOption(), new mujoco.MjvCamera()]
    mujoco.mjv_updateScene(reference, state, option, pull, camera, ALL, scene)
    mujoco.mjv_initPerturb(reference, state, scene, pull)
    pull.active = active
    pull.refselpos.set(target)
    // it refers to the inertial frame
    const axes = new Float64Array(4)
    mulQuat(axes, 0, Float64Array.from(quat), 0, model.body_iquat, 4 * body)
    pull.refquat.set(axes)
    mujoco.mjv_applyPerturbForce(reference, state, pull)
    const expected = Array.from(state.xfrc_applied.subarray(6 * body, 6 * body + 6) as Float64Array)
    for (const each of [pull, scene, option, camera, state, reference]) each.delete()

    data.xfrc_applied.fill(0)
    new Perturber(model).apply(data, { body, kind, grabbed, target, quat })
    const size = Math.hypot(...expected)
    for (let k = 0; k < 6; k++)
      expect(Math.abs(data.xfrc_applied[6 * body + k] - expected[k])).toBeLessThan(1e-9 * size)
  })
})
