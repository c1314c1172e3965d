import { describe, expect, test } from 'vitest'
import { loadModel } from '../../index.ts'
import { emitJavaScript } from '../emit/emitJavaScript.ts'
import { LANES, type LaneType } from '../emit/laneType.ts'
import { WasmModule } from '../emit/wasmModule.ts'
import type { Kernel, KernelStage } from '../language/kernelLanguage.ts'
import { PlainKernel } from '../language/plainKernel.ts'
import { sinCos, sinCosOfSmall } from '../stage/sineKernel.ts'
import { KernelLayout } from './kernelLayout.ts'
import type { Program } from './kernelProgram.ts'
import { type Routines, record } from './recorder.ts'

const INPUTS = [3, -1.5, 0.25, 7, -0.125, 1e-9, 42, -2]
const LENGTH = 16

/** Small kernels that read `in` and write `out`, each about one construct of the language. */
const kernels: Readonly<Record<string, KernelStage>> = {
  'arithmetic has the order in which it is written': (k) => {
    const { input, output } = io(k)
    output.set(0, input.at(0).plus(input.at(1)).minus(input.at(2)).times(input.at(3)).over(input.at(4)))
    output.set(1, input.at(1).abs().sqrt().plus(input.at(1).floor()).negated())
    output.set(2, input.at(3).times(0.5).nearest().minus(input.at(1).nearest()))
  },
  'a mask chooses between two numbers': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const x = input.at(i)
      output.set(
        i,
        k.choose(
          x
            .below(0)
            .or(x.equals(7))
            .and(x.atMost(1).not().or(x.below(-1))),
          x.times(2),
          5,
        ),
      )
    })
  },
  'a sum runs over a loop': (k) => {
    const { input, output } = io(k)
    const sum = k.cell(0.5)
    k.loop(0, 8, (i) => sum.add(input.at(i)))
    output.set(3, sum.value)
  },
  'a cell keeps what a branch has set, and else what it had': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const cell = k.cell(input.at(i))
      const other = k.cell(1)
      const negative = input.at(i).below(0)
      k.when(
        k.any(negative),
        () => {
          cell.set(k.choose(negative, 10, cell.value))
          cell.add(k.choose(negative, input.at(i), 0))
        },
        () => other.set(other.value.plus(2)),
      )
      output.set(i, cell.value)
      output.set(k.sum(8, i), k.choose(negative, 0, k.choose(input.at(i).below(100), other.value.times(0), 1)))
    })
  },
  'nested loops change cells of the blocks around them': (k) => {
    const { input, output } = io(k)
    const total = k.cell(0)
    k.repeat(0, 3, (i) => {
      const inner = k.cell(input.at(i))
      k.repeat(0, 4, (j) => {
        inner.set(inner.value.times(1.5).plus(input.at(j)))
        k.when(k.same(i, 1), () => total.add(inner.value))
      })
      output.set(i, inner.value)
    })
    output.set(8, total.value)
  },
  'a number that has been stored is seen by later loads': (k) => {
    const { input, output } = io(k)
    output.set(0, input.at(0))
    k.repeat(0, 4, (i) => output.set(i, output.at(i).plus(input.at(i))))
    output.set(5, output.at(0).plus(output.at(3)))
    k.when(k.any(input.at(0).below(100)), () => output.set(0, 9))
    output.set(6, output.at(0))
  },
  'loops go down to their last index, and structure is looked up': (k) => {
    const { input, output } = io(k)
    const table = k.table('table', [2, 0, 3, 1])
    k.down(3, 0, (i) => output.set(table.at(i), input.at(i).plus(output.at(table.at(i)))))
  },
  'numbers of the model come from tables': (k) => {
    const { input, output } = io(k)
    k.loop(0, 2, (i) => output.set(i, input.at(i).times(k.numbers('body_mass').at(i))))
  },
  'sine and cosine of angles': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const { sin, cos } = sinCos(k, input.at(i))
      output.set(i, sin)
      output.set(k.sum(8, i), cos)
    })
  },
  'sine and cosine of small angles': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const angle = input.at(i).times(0.01)
      const { sin, cos } = sinCos(k, angle)
      const small = sinCosOfSmall(k, angle)
      const isSame = small.sin.equals(sin).and(small.cos.equals(cos)).and(small.isSmall)
      output.set(i, k.choose(isSame, 1, 0))
      output.set(k.sum(8, i), small.sin)
    })
  },
}

describe('a kernel has the same bits on plain numbers, as JavaScript and as WebAssembly', () => {
  for (const [sentence, kernel] of Object.entries(kernels))
    for (const unroll of [true, false])
      test(`${sentence} (${unroll ? 'unrolled' : 'rolled'})`, () => {
        const plain = runPlain(kernel)
        expect(runJavaScript(kernel, unroll)).toEqual(plain)
        expect(runWasm(kernel, unroll, 'f64')).toEqual([plain])
        expect(runWasm(kernel, unroll, 'f64x2')).toEqual([plain, runPlain(kernel, shifted(1))])
      })
})

describe('in four lanes of single precision', () => {
  for (const [sentence, kernel] of Object.entries(kernels))
    test(sentence, () => {
      const lanes = runWasm(kernel, false, 'f32x4')
      lanes.forEach((numbers, lane) => {
        const plain = runPlain(kernel, shifted(lane))
        numbers.forEach((x, i) => {
          expect(Math.abs(x - plain[i])).toBeLessThanOrEqual(2e-5 * Math.max(1, Math.abs(plain[i])))
        })
      })
    })
})

test('the sine and cosine of a small angle have the bits of those of any angle', () => {
  const kernel = kernels['sine and cosine of small angles']
  expect([...runPlain(kernel)].slice(0, 8)).toEqual(Array(8).fill(1))
})

test('a kernel gives up if one lane asks for it', () => {
  const kernel: KernelStage = (k) => k.giveUp(io(k).input.at(0).below(2.5))
  expect(gaveUp(kernel, 'f64')).toBe(0)
  expect(gaveUp(kernel, 'f64x2')).toBe(1)
})

const model = loadModel(`<mujoco><worldbody><body><joint/><geom size=".1" mass="1.75"/></body></worldbody></mujoco>`)

function io(k: Kernel) {
  return { input: k.workspace('in', LENGTH), output: k.workspace('out', LENGTH) }
}

/** The inputs of another lane. */
function shifted(lane: number): number[] {
  return INPUTS.map((x) => x * (1 - 0.25 * lane) - 0.0625 * lane)
}

function runPlain(kernel: KernelStage, inputs: readonly number[] = INPUTS): number[] {
  const arrays: Record<string, Float64Array> = { in: new Float64Array(LENGTH), out: new Float64Array(LENGTH) }
  arrays['in'].set(inputs)
  const memory = {
    field: (name: string) => arrays[name],
    workspace: (name: string) => arrays[name],
    integers: () => new Int32Array(0),
    integerWorkspace: (_name: string, length: number) => new Int32Array(length),
    numbers: () => model.body_mass,
  }
  kernel(new PlainKernel(memory))
  return [...arrays['out']]
}

const TABLES = 64
const STATE = 4096

/** Programs of a kernel and of the routines that it calls, which come first. */
function recorded(kernel: KernelStage, unroll: boolean) {
  const layout = new KernelLayout(model)
  const input = layout.workspace('in', LENGTH)
  const output = layout.workspace('out', LENGTH)
  const programs: Program[] = []
  const routines: Routines = {
    has: (name) => programs.some((program) => program.name === name),
    add: (program) => programs.push(program),
  }
  routines.add(record('run', kernel, layout, { unroll }, routines))
  return { layout, input, output, programs }
}

function runJavaScript(kernel: KernelStage, unroll: boolean): number[] {
  const { layout, input, output, programs } = recorded(kernel, unroll)
  const memory = new ArrayBuffer(65536)
  layout.writeTables(memory, TABLES)
  const numbers = new Float64Array(memory)
  numbers.set(INPUTS, (STATE + input.byteOffset) / 8)
  const text = programs.map((program) => emitJavaScript(program, TABLES)).join('\n')
  new Function('numbers', 'integers', `${text}\nreturn run`)(numbers, new Int32Array(memory))(STATE / 8)
  return [...numbers.subarray((STATE + output.byteOffset) / 8).subarray(0, LENGTH)]
}

function start(kernel: KernelStage, unroll: boolean, lanes: LaneType) {
  const { layout, input, output, programs } = recorded(kernel, unroll)
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 })
  const module = new WasmModule({ lanes, tables: TABLES })
  for (const program of programs) module.add(program)
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module.bytes()), { kinetree: { memory } })
  const { count, bytes: size, stride } = LANES[lanes]
  const Numbers = size === 8 ? Float64Array : Float32Array
  layout.writeTables(memory.buffer, TABLES)
  if (size === 4)
    for (const { values, byteOffset } of layout.numberTables)
      new Float32Array(memory.buffer, TABLES + byteOffset, values.length).set(values)
  const at = (byteOffset: number) => new Numbers(memory.buffer, STATE + (byteOffset / 8) * stride, count * LENGTH)
  for (let lane = 0; lane < count; lane++)
    shifted(lane).forEach((x, i) => {
      at(input.byteOffset)[count * i + lane] = x
    })
  const gaveUp = (instance.exports['run'] as (address: number) => number)(STATE)
  const results = at(output.byteOffset)
  return {
    gaveUp,
    results: Array.from({ length: count }, (_, lane) =>
      Array.from({ length: LENGTH }, (_, i) => results[count * i + lane]),
    ),
  }
}

function runWasm(kernel: KernelStage, unroll: boolean, lanes: LaneType): number[][] {
  return start(kernel, unroll, lanes).results
}

function gaveUp(kernel: KernelStage, lanes: LaneType): number {
  return start(kernel, true, lanes).gaveUp
}
