import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Data, forward, loadModel, type Model, step } from '../../src/index.ts'
import { TILE, WGSL_BINDINGS, WgslModule } from '../../src/kernel/emit/wgslModule.ts'
import { KERNEL_TABLE } from '../../src/kernel/kernelTable.ts'
import type { KernelStage } from '../../src/kernel/language/kernelLanguage.ts'
import { fieldOf, KernelLayout, numbersOf, readOptions } from '../../src/kernel/record/kernelLayout.ts'
import { record } from '../../src/kernel/record/recorder.ts'
import { loadModelFile } from '../../src/node.ts'
import {
  INPUTS,
  kernelsOfOneLane,
  LENGTH,
  languageKernels,
  recorded,
  runPlain,
  shifted,
} from '../support/languageKernels.ts'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'

/** A graphics card in software. */
const SOFTWARE_GPU = ['--disable-gpu', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']

/** A shader and its buffers, by the name of their binding. */
interface Job {
  readonly shader: string
  readonly buffers: Readonly<Record<keyof typeof WGSL_BINDINGS, readonly number[]>>
}
type Result = Readonly<Record<'numbers' | 'wholes' | 'gaveUp', number[]>>

/** Runs shaders for one tile of environments in a page. */
async function runOnGpu(browser: Browser, jobs: readonly Job[]): Promise<Result[]> {
  const results = await runInPage(browser, {
    '/jobs.json.js': `export default ${JSON.stringify(jobs)}`,
    '/run.js': PAGE,
  })
  if (typeof results === 'string') throw new Error(results)
  return results as Result[]
}

const PAGE = `
  import jobs from '/jobs.json.js'
  const BINDINGS = ${JSON.stringify(WGSL_BINDINGS)}
  export async function run() {
    const adapter = await navigator.gpu?.requestAdapter()
    if (!adapter) return 'there is no graphics card'
    const device = await adapter.requestDevice()
    const names = Object.keys(BINDINGS)
    const isRead = (name) => name === 'model' || name === 'structure'
    const layout = device.createBindGroupLayout({
      entries: names.map((name) => ({
        binding: BINDINGS[name],
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type: isRead(name) ? 'read-only-storage' : 'storage' },
      })),
    })
    const run = async ({ shader, buffers }) => {
      const module = device.createShaderModule({ code: shader })
      const { messages } = await module.getCompilationInfo()
      if (messages.length > 0) throw new Error(messages[0].lineNum + ': ' + messages[0].message)
      const pipeline = await device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: 'main' },
      })
      const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage
      const inside = {}
      for (const name of names) {
        const values = name === 'numbers' || name === 'model' ? new Float32Array(buffers[name]) : new Int32Array(buffers[name])
        inside[name] = device.createBuffer({ size: Math.max(4, values.byteLength), usage: STORAGE | COPY_SRC | COPY_DST })
        device.queue.writeBuffer(inside[name], 0, values)
      }
      const group = device.createBindGroup({
        layout,
        entries: names.map((name) => ({ binding: BINDINGS[name], resource: { buffer: inside[name] } })),
      })
      const encoder = device.createCommandEncoder()
      const pass = encoder.beginComputePass()
      pass.setPipeline(pipeline)
      pass.setBindGroup(0, group)
      pass.dispatchWorkgroups(1)
      pass.end()
      const out = {}
      for (const name of ['numbers', 'wholes', 'gaveUp']) {
        const { size } = inside[name]
        out[name] = device.createBuffer({ size, usage: MAP_READ | COPY_DST })
        encoder.copyBufferToBuffer(inside[name], 0, out[name], 0, size)
      }
      device.queue.submit([encoder.finish()])
      for (const name of Object.keys(out)) {
        await out[name].mapAsync(GPUMapMode.READ)
        const bytes = out[name].getMappedRange().slice(0)
        out[name] = [...(name === 'numbers' ? new Float32Array(bytes) : new Int32Array(bytes))]
      }
      return out
    }
    const results = []
    for (const job of jobs) {
      try {
        results.push(await run(job))
      } catch (error) {
        return 'shader ' + results.length + ': ' + error.message
      }
    }
    return results
  }`

/** The buffers of a module, filled with the numbers of each environment. */
function buffersOf(
  module: WgslModule,
  layout: KernelLayout,
  m: Model,
  valuesIn: (environment: number, name: string) => ArrayLike<number> | undefined,
): Job['buffers'] {
  const { sizes, arrays } = module
  const buffers = {
    numbers: new Array<number>(TILE * sizes.numbers).fill(0),
    wholes: new Array<number>(TILE * sizes.wholes).fill(0),
    model: new Array<number>(sizes.model).fill(0),
    structure: new Array<number>(sizes.structure).fill(0),
    gaveUp: new Array<number>(TILE).fill(0),
  }
  for (const { array, place } of arrays) {
    if (array.place !== 'data') {
      const values = array.place === 'model' ? numbersOf(m, array.name) : layout.structureOf(array.name)
      if (array.name === 'options') readOptions(m, values as Float64Array)
      for (let i = 0; i < array.length; i++) buffers[array.place][place + i] = values[i]
      continue
    }
    const to = array.integers ? buffers.wholes : buffers.numbers
    for (let environment = 0; environment < TILE; environment++) {
      const values = valuesIn(environment, array.name) ?? []
      for (let i = 0; i < values.length; i++) to[TILE * (place + i) + environment] = values[i]
    }
  }
  return buffers
}

/** An array of an environment after a run. */
function valuesOf(module: WgslModule, { numbers, wholes }: Result, environment: number, name: string): number[] {
  const { array, place } = module.arrays.find((one) => one.array.name === name)!
  const from = array.integers ? wholes : numbers
  return Array.from({ length: array.length }, (_, i) => from[TILE * (place + i) + environment])
}

const { launch, missing } = browserOrReason()
let browser: Browser | undefined
beforeAll(async () => {
  browser = await launch?.(SOFTWARE_GPU)
})
afterAll(() => browser?.close())

const inputsOf = (environment: number): number[] => shifted(environment % 8)
const small = loadModel('<mujoco><worldbody><body><joint/><geom size=".1" mass="1.75"/></body></worldbody></mujoco>')

describe('a kernel as a shader computes what it computes on plain numbers', () => {
  test('for each construct of the language', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const all = Object.entries({ ...languageKernels, ...kernelsOfOneLane })
    const kernels = [true, false].flatMap((unroll) => all.map(([sentence, kernel]) => ({ sentence, kernel, unroll })))
    const modules = kernels.map(({ kernel, unroll }) => {
      const { layout, programs } = recorded(kernel, unroll)
      const module = new WgslModule()
      for (const program of programs) module.add(program)
      const buffers = buffersOf(module, layout, small, (environment, name) =>
        name === 'in' ? inputsOf(environment) : undefined,
      )
      return { module, shader: module.shader('run'), buffers }
    })
    const results = await runOnGpu(browser, modules)
    kernels.forEach(({ sentence, kernel, unroll }, i) => {
      for (let environment = 0; environment < TILE; environment++) {
        const plain = runPlain(kernel, inputsOf(environment))
        valuesOf(modules[i].module, results[i], environment, 'out').forEach((x, at) => {
          const error = Math.abs(x - plain[at]) / Math.max(1, Math.abs(plain[at]))
          expect(
            error,
            `${sentence} (${unroll ? 'unrolled' : 'rolled'}), number ${at} of environment ${environment}`,
          ).toBeLessThan(2e-5)
        })
      }
    })
  })

  test('and says where it gives up', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const { layout, programs } = recorded((k) => k.giveUp(k.workspace('in', LENGTH).at(0).below(2.5)), true)
    const module = new WgslModule()
    for (const program of programs) module.add(program)
    const buffers = buffersOf(module, layout, small, (environment, name) =>
      name === 'in' ? inputsOf(environment) : undefined,
    )
    const [{ gaveUp }] = await runOnGpu(browser, [{ shader: module.shader('run'), buffers }])
    expect(gaveUp).toEqual(gaveUp.map((_, environment) => (inputsOf(environment)[0] < 2.5 ? 1 : 0)))
    expect(INPUTS[0]).toBeGreaterThan(2.5)
  })

  test('also of numbers that are not finite, or beyond a bound', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const inputs = [1, -1e10, 1.1e10, -Infinity, Infinity, NaN]
    const { layout, programs } = recorded(
      (k) => k.giveUp(k.workspace('in', LENGTH).at(0).abs().atMost(1e10).not()),
      true,
    )
    const module = new WgslModule()
    for (const program of programs) module.add(program)
    const buffers = buffersOf(module, layout, small, () => [0])
    // a message carries no numbers that are not finite: they come as 1e300, −1e300, and 'x'
    const numbers = [...buffers.numbers]
    inputs.forEach((x, environment) => {
      numbers[environment] = Number.isNaN(x) ? ('x' as unknown as number) : Math.max(-1e300, Math.min(1e300, x))
    })
    const job = { shader: module.shader('run'), buffers: { ...buffers, numbers } }
    const [{ gaveUp }] = await runOnGpu(browser, [job])
    expect(gaveUp.slice(0, inputs.length)).toEqual([0, 0, 1, 1, 1, 1])
  })
})

/** Largest relative errors of single precision, for the numbers of all states of a model. */
const GATES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kinematics: { xpos: 3e-6, xquat: 3e-6, geom_xpos: 3e-6 },
  comPos: { subtree_com: 3e-6, cdof: 3e-6 },
  massMatrix: { M: 5e-6 },
  comVel: { cvel: 5e-6 },
  bias: { qfrc_bias: 2e-5 },
  factorM: { qLD: 5e-6 },
  smoothSolve: { qacc_smooth: 5e-5 },
}

describe('stages as shaders agree with those of TypeScript from the same numbers', () => {
  for (const file of ['models/tasks/ant.xml', 'models/tasks/hopper.xml', 'models/quadruped.xml'])
    test(`of ${file}`, { timeout: 120_000 }, async (context) => {
      if (browser === undefined) return context.skip(missing)
      const m = loadModelFile(file)
      const states = movingStates(m)
      const jobs = Object.keys(GATES).map((name) => {
        const layout = new KernelLayout(m)
        const module = new WgslModule()
        const kernel = KERNEL_TABLE.find((entry) => entry.name === name)!.kernel(m, layout) as KernelStage
        const routines = { has: (routine: string) => module.has(routine), add: module.add.bind(module) }
        module.add(record('run', kernel, layout, { unroll: false }, routines))
        const outputs = Object.keys(GATES[name])
        const valuesIn = (environment: number, array: string): ArrayLike<number> | undefined =>
          outputs.includes(array) || layout.findWorkspace(array) ? undefined : fieldOf(states[environment], array)
        return { name, module, shader: module.shader('run'), buffers: buffersOf(module, layout, m, valuesIn) }
      })
      const results = await runOnGpu(browser, jobs)
      jobs.forEach(({ name, module }, i) => {
        expect(results[i].gaveUp).toEqual(Array(TILE).fill(0))
        for (const [field, gate] of Object.entries(GATES[name])) {
          const worst = states.map((d, environment) =>
            relativeError(valuesOf(module, results[i], environment, field), fieldOf(d, field)),
          )
          expect(Math.max(...worst), `${field} of ${name}`).toBeLessThan(gate)
        }
      })
    })
})

/** States along a motion under changing controls, rounded to single precision. */
function movingStates(m: Model): Data[] {
  const d = new Data(m)
  return Array.from({ length: TILE }, (_, environment) => {
    for (let i = 0; i < 7; i++) {
      d.ctrl.forEach((_, a) => {
        d.ctrl[a] = Math.sin(5 * a + 0.4 * (7 * environment + i))
      })
      step(m, d)
    }
    const state = new Data(m)
    for (const field of ['qpos', 'qvel', 'ctrl'] as const) state[field].set(Float32Array.from(d[field]))
    forward(m, state)
    return state
  })
}

function relativeError(found: readonly number[], expected: ArrayLike<number>): number {
  const size = Math.hypot(...Array.from(expected))
  const error = Math.hypot(...found.map((x, i) => x - expected[i]))
  return size === 0 ? error : error / size
}
