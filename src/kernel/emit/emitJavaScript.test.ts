import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Cone, Data, loadModel, type Model, Solver, step } from '../../index.ts'
import { accelerate } from '../accelerate.ts'
import { kernelSource } from '../kernelSource.ts'
import { KernelLayout } from '../record/kernelLayout.ts'

type Functions = Readonly<Record<string, (state: number) => number>>

function open(name: string, options: Partial<Model['opt']>): Model {
  const m = loadModel(readFileSync(new URL(`../../../models/${name}.xml`, import.meta.url), 'utf8'))
  Object.assign(m.opt, options)
  return m
}

/** The kernels of a model in JavaScript, on some memory. */
function inJavaScript(m: Model, buffer: ArrayBufferLike): Functions {
  const text = kernelSource(m)
  const names = [...text.matchAll(/^function (\w+)/gm)].map(([, name]) => name)
  const make = new Function('numbers', 'integers', `${text}\nreturn { ${names.join(', ')} }`)
  return make(new Float64Array(buffer), new Int32Array(buffer)) as Functions
}

test.each([
  ['humanoid', {}],
  ['humanoid', { cone: Cone.elliptic, solver: Solver.CG }],
  ['quadruped', { cone: Cone.elliptic }],
  ['ragdoll', { solver: Solver.CG }],
  ['muscle_arm', {}],
  ['arm_gripper', {}],
  ['boxes', {}],
] as const)(
  'every kernel of %s with the options %o leaves the same bits in JavaScript and in WebAssembly',
  (name, options) => {
    const m = open(name, options)
    const { code } = accelerate(m)
    const d = new Data(m)
    const { address, kernels } = d.kernels
    const { buffer } = d.arena
    const state = new Uint8Array(buffer!, address, KernelLayout.from(m, code.layout).stateBytes)
    const scripts = inJavaScript(m, buffer!)
    const compared = new Set<string>()
    for (let i = 0; i < 120; i++) {
      for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(0.1 * i + u)
      step(m, d)
      if (i % 20 !== 19) continue
      const before = state.slice()
      for (const [stage, kernel] of Object.entries(kernels)) {
        if (kernel === undefined) continue
        state.set(before)
        const returned = kernel(address)
        const after = state.slice()
        state.set(before)
        expect([stage, scripts[stage](address / 8)]).toEqual([stage, returned])
        expect(Buffer.compare(state, after), stage).toBe(0)
        if (returned === 0) compared.add(stage)
      }
      state.set(before)
    }
    for (const stage of ['kinematics', 'rows', 'smoothSolve', 'solve']) expect(compared).toContain(stage)
  },
)
