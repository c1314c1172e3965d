import { describe, expect, test } from 'vitest'
import {
  INPUTS,
  io,
  kernelsOfOneLane,
  LENGTH,
  languageKernels,
  recorded,
  runPlain,
  shifted,
} from '../../../test/support/languageKernels.ts'
import { emitJavaScript } from '../emit/emitJavaScript.ts'
import { LANES, type LaneType } from '../emit/laneType.ts'
import { LiteralPool } from '../emit/literalPool.ts'
import { WasmModule } from '../emit/wasmModule.ts'
import type { KernelStage, Routine } from '../language/kernelLanguage.ts'
import { numbersAt } from './kernelLayout.ts'

describe('a kernel has the same bits on plain numbers, as JavaScript and as WebAssembly', () => {
  for (const [sentence, kernel] of Object.entries({ ...languageKernels, ...kernelsOfOneLane }))
    for (const unroll of [true, false])
      test(`${sentence} (${unroll ? 'unrolled' : 'rolled'})`, () => {
        const plain = runPlain(kernel)
        expect(plain.some((x) => x !== 0)).toBe(true)
        expect(runJavaScript(kernel, unroll)).toEqual(plain)
        expect(runWasm(kernel, unroll, 'f64')).toEqual([plain])
        const both = [plain, runPlain(kernel, shifted(1))]
        if (sentence in languageKernels) expect(runWasm(kernel, unroll, 'f64x2')).toEqual(both)
        expect(runWasm(inTurn(kernel), unroll, 'f64')).toEqual([plain])
        expect(runWasm(inTurn(kernel), unroll, 'f64x2')).toEqual(both)
      })
})

test('a kernel that is recorded returns that a routine of it has given up', () => {
  const routine: Routine = { name: 'part', stage: (k) => k.giveUp(io(k).input.at(0).below(2.5)) }
  expect(gaveUp((k) => k.call(routine), 'f64')).toBe(0)
  expect(gaveUp((k) => k.call(routine), 'f64x2')).toBe(1)
})

describe('in four lanes of single precision', () => {
  const expectNear = (kernel: KernelStage, lanes: number[][]): void =>
    lanes.forEach((numbers, lane) => {
      const plain = runPlain(kernel, shifted(lane))
      numbers.forEach((x, i) => {
        expect(Math.abs(x - plain[i])).toBeLessThanOrEqual(2e-5 * Math.max(1, Math.abs(plain[i])))
      })
    })
  for (const [sentence, kernel] of Object.entries(languageKernels))
    test(sentence, () => {
      expectNear(kernel, runWasm(kernel, false, 'f32x4'))
      // alone and in company the same operations
      expect(runWasm(inTurn(kernel), false, 'f32x4')).toEqual(runWasm(kernel, false, 'f32x4'))
    })
  for (const [sentence, kernel] of Object.entries(kernelsOfOneLane))
    test(`${sentence}, in turn`, () => expectNear(kernel, runWasm(inTurn(kernel), false, 'f32x4')))
})

test('the sine and cosine of a small angle have the bits of those of any angle', () => {
  const kernel = languageKernels['sine and cosine of small angles']
  expect([...runPlain(kernel)].slice(0, 8)).toEqual(Array(8).fill(1))
})

test('a kernel gives up if one lane asks for it', () => {
  const kernel: KernelStage = (k) => k.giveUp(io(k).input.at(0).below(2.5))
  expect(gaveUp(kernel, 'f64')).toBe(0)
  expect(gaveUp(kernel, 'f64x2')).toBe(1)
})

/** A kernel whose lanes take turns. */
function inTurn(kernel: KernelStage): KernelStage {
  return (k) => k.eachLane({ name: 'turn', stage: kernel })
}

const TABLES = 64
const STATE = 4096
const LITERALS = 2 * 65536 - 8 * LiteralPool.capacity

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
  const literals = LANES[lanes].count > 1 ? new LiteralPool(LANES[lanes], LITERALS) : undefined
  const module = new WasmModule({ lanes, tables: TABLES, literals })
  for (const program of programs) module.add(program)
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module.bytes()), { kinetree: { memory } })
  const { count, bytes: size, scale } = LANES[lanes]
  const single = size === 4
  layout.writeTables(memory.buffer, TABLES, single)
  const at = (byteOffset: number) => numbersAt(memory.buffer, STATE + scale * byteOffset, count * LENGTH, single)
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
