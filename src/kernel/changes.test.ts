import { describe, expect, test } from 'vitest'
import { afterStep, richModel } from '../../test/support/changingModel.ts'
import { pair } from '../../test/support/kernelPairs.ts'
import { Data, loadModel, type Model } from '../index.ts'
import { accelerate } from './accelerate.ts'

/** KINETREE_LONG: more numbers of each field, and another integrator. */
const LONG = process.env['KINETREE_LONG'] === '1'
const INTEGRATORS = LONG ? ['Euler', 'implicitfast', 'RK4', 'discrete'] : ['Euler', 'implicitfast']
const MOST = LONG ? 12 : 1

/** Whole numbers that users may change; others are structure. */
const CHANGEABLE =
  /condim|priority|contype|conaffinity|limited|(gain|bias|dyn)type|cam_mode|trnid|sensor_objid|group|sameframe|actuatorid/

type Numbers = Float64Array | Int32Array | Uint8Array

/** Fields of numbers that may change, by name. */
function fieldsOf(m: Model): string[] {
  return Object.entries(m).flatMap(([name, values]: [string, unknown]) => {
    if (!ArrayBuffer.isView(values) || values.byteLength === 0) return []
    const isNumber = values instanceof Float64Array
    return isNumber || CHANGEABLE.test(name) ? [name] : []
  })
}

/** Changes some numbers of a field, one after the other, and puts each back. */
function changeEach(m: Model, name: string, look: (change: string) => void): void {
  const values = Reflect.get(m, name) as Numbers
  const stride = Math.max(1, Math.floor(values.length / MOST))
  for (let i = Math.floor(stride / 2); i < values.length; i += stride) {
    const old = values[i]
    for (const value of values instanceof Float64Array ? [old + 0.1, old === 0 ? 0.5 : 0] : [old ? 0 : 1]) {
      values[i] = value
      look(`${name}[${i}] = ${value}, was ${old}`)
      values[i] = old
    }
  }
}

describe.each(INTEGRATORS)('with the integrator %s', (integrator) => {
  test('a change of any number is followed, or turns kernels off', () => {
    const wrong: string[] = []
    let m = loadModel(richModel(integrator))
    let states = pair(m)
    for (const name of fieldsOf(m)) {
      changeEach(m, name, (change) => {
        states.accelerated.refresh()
        const difference = afterStep(m, states.plain, states.fast)
        if (difference !== '') wrong.push(`${change}: ${difference}`)
      })
      if (states.accelerated.active) continue
      m = loadModel(richModel(integrator))
      states = pair(m)
    }
    expect(wrong).toEqual([])
  })

  test('a change of numbers that vary is followed', () => {
    const wrong: string[] = []
    const names = fieldsOf(loadModel(richModel(integrator)))
    // each is recorded anew: in turn, some of them
    const chosen = LONG ? names : names.filter((name) => VARIED.has(name))
    for (const name of chosen) {
      const m = loadModel(richModel(integrator))
      const { plain, fast, accelerated } = pair(m, { vary: [name], unroll: false })
      changeEach(m, name, (change) => {
        accelerated.refresh()
        const difference = afterStep(m, plain, fast)
        if (difference !== '') wrong.push(`${change}: ${difference}`)
      })
    }
    expect(wrong).toEqual([])
  })

  test('options can change and change back, before and after states are made', () => {
    const wrong: string[] = []
    const m = loadModel(richModel(integrator))
    const { plain, fast } = pair(m)
    const look = (change: string, other = fast): void => {
      const difference = afterStep(m, plain, other, 0)
      if (difference !== '') wrong.push(`${change}: ${difference}`)
    }
    for (const [name, values] of Object.entries(OPTIONS)) {
      const usual = m.opt[name as 'cone']
      for (const value of values) {
        Object.assign(m.opt, { [name]: value })
        look(`${name} = ${value}`)
        look(`${name} = ${value}, in a new state`, new Data(m))
        Object.assign(m.opt, { [name]: usual })
        look(`back from ${name} = ${value}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('options can be others when kernels are made', () => {
    const wrong: string[] = []
    for (const [name, values] of Object.entries(OPTIONS)) {
      if (!LONG && !MADE_WITH.has(name)) continue
      for (const value of values) {
        const m = loadModel(richModel(integrator))
        const plain = new Data(m)
        const usual = m.opt[name as 'cone']
        Object.assign(m.opt, { [name]: value })
        accelerate(m, { sameBits: true, unroll: false })
        const fast = new Data(m)
        for (const present of [value, usual]) {
          Object.assign(m.opt, { [name]: present })
          const difference = afterStep(m, plain, fast, 0)
          if (difference !== '') wrong.push(`${name} = ${present}, made with ${value}: ${difference}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

/** Fields that are part of the code in different ways. */
const VARIED = new Set(
  `actuator_gaintype actuator_biastype actuator_dyntype actuator_trnid actuator_ctrllimited actuator_forcelimited
  actuator_actlimited jnt_actfrclimited tendon_actfrclimited cam_mode geom_sameframe body_sameframe sensor_objid
  geom_fluid geom_rbound geom_condim body_gravcomp body_mass jnt_stiffness tendon_armature`.split(/\s+/),
)

const OPTIONS: Readonly<Record<string, readonly number[]>> = {
  integrator: [0, 1, 2, 3, 4, 5, 6],
  cone: [0, 1],
  jacobian: [0, 1, 2],
  solver: [0, 1, 2, 3, 4],
  iterations: [0, 3, 2000],
  ls_iterations: [0, 1],
  noslip_iterations: [3],
  timestep: [0.001, 0.01],
  density: [1000, -1],
  viscosity: [1, -1],
  disableactuator: [1, 2],
  disableflags: Array.from({ length: 21 }, (_, i) => 1 << i),
  enableflags: Array.from({ length: 10 }, (_, i) => 1 << i),
}
const MADE_WITH = new Set(['integrator', 'cone', 'jacobian', 'density'])
