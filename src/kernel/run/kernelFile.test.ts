import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../../test/support/kernelPairs.ts'
import { RandomNumbers } from '../../core/random/random.ts'
import { Data, loadModel, type Model, ModelError, modelFromMessage, modelMessage } from '../../index.ts'
import { accelerate } from '../accelerate.ts'
import { accelerateWith } from './accelerateWith.ts'
import { readKernelCode, writeKernelCode } from './kernelFile.ts'

const load = (name: string): Model =>
  loadModel(readFileSync(new URL(`../../../models/${name}.xml`, import.meta.url), 'utf8'))

const file = writeKernelCode(accelerate(load('quadruped'), { sameBits: true }).code)

/** The bytes before the text: 8 for the magic, then version, checksum, length of the text. */
const HEADER = 20
const textLength = (bytes: Uint8Array): number => new DataView(bytes.buffer).getUint32(HEADER - 4, true)

/** A file with another text or module, and the right checksum. */
function changed(change: (text: string) => string, module = file.subarray(HEADER + textLength(file))): Uint8Array {
  const text = new TextEncoder().encode(
    change(new TextDecoder().decode(file.subarray(HEADER, HEADER + textLength(file)))),
  )
  const bytes = new Uint8Array([...file.subarray(0, HEADER), ...text, ...module])
  const view = new DataView(bytes.buffer)
  view.setUint32(HEADER - 4, text.length, true)
  let hash = 0x811c9dc5
  for (const byte of bytes.subarray(HEADER - 4)) hash = Math.imul(hash ^ byte, 0x01000193)
  view.setUint32(HEADER - 8, hash >>> 0, true)
  return bytes
}

describe('kernels from a file', () => {
  test('run as they do where they were made', () => {
    const m = load('quadruped')
    const { plain, fast, accelerated } = pair(m, { code: readKernelCode(file) })
    expect(accelerated.active).toBe(true)
    expectSameSteps(m, plain, fast, 100)
    expect(accelerated.code).toEqual(readKernelCode(file))
  })

  test('are those that were written', () => {
    const written = writeKernelCode(accelerate(load('humanoid')).code)
    expect(writeKernelCode(readKernelCode(written))).toEqual(written)
  })

  test('are for all equal models, also one that has computed nothing yet, and one that was sent', () => {
    for (const name of ['quadruped', 'tasks/ant']) {
      const code = readKernelCode(writeKernelCode(accelerate(load(name)).code))
      expect(accelerateWith(load(name), code).active).toBe(true)
      expect(accelerateWith(modelFromMessage(structuredClone(modelMessage(load(name)))), code).active).toBe(true)
    }
  })

  test('are refused by another model, also one of the same sizes', () => {
    const other = 'these kernels were made for another model'
    expect(() => accelerateWith(load('humanoid'), readKernelCode(file))).toThrow(new ModelError(other))
    const m = load('quadruped')
    m.geom_condim[3] = 1
    expect(() => accelerateWith(m, readKernelCode(file))).toThrow(new ModelError(other))
  })

  test('are not used by a model with another number where theirs is part of the code, and the reason names it', () => {
    const m = load('quadruped')
    const i = m.jnt_axis.indexOf(0)
    m.jnt_axis[i] = 0.5
    expect(accelerateWith(m, readKernelCode(file)).reason).toBe(
      `jnt_axis[${i}] has changed, and its value was part of the code`,
    )
  })

  test('are refused where the fields of a state are elsewhere', () => {
    const moved = changed((text) => text.replace(/("name":"qpos","place":"data","byteOffset":)(\d+)/, '$10'))
    expect(() => accelerateWith(load('quadruped'), readKernelCode(moved))).toThrow(
      "these kernels were made by another version of Kinetree: 'qpos' is elsewhere",
    )
  })
})

describe('a file is refused', () => {
  test.each([
    ['that is empty', new Uint8Array(0), 'this is no file of kernels'],
    ['that is something else', new TextEncoder().encode('<mujoco model="robot"/>'), 'this is no file of kernels'],
    ['of another format', Uint8Array.from(file, (x, i) => (i === 8 ? 99 : x)), 'another version of Kinetree'],
    ['that ends early', file.subarray(0, file.length - 1), 'these kernels are damaged: checksum'],
    ['with another module', changed((text) => text, new Uint8Array([0, 97, 115, 109])), 'damaged: module'],
    ['whose text is none', changed(() => '{'), 'these kernels are damaged: text'],
  ])('%s', (_what, bytes, message) => {
    expect(() => readKernelCode(bytes)).toThrow(ModelError)
    expect(() => readKernelCode(bytes)).toThrow(message)
  })

  test('whatever byte of it has changed', () => {
    const random = new RandomNumbers(7)
    for (let i = 0; i < 300; i++) {
      const bytes = file.slice()
      bytes[Math.floor(bytes.length * random.uniform())] ^= 1 + Math.floor(255 * random.uniform())
      expect(() => readKernelCode(bytes)).toThrow(ModelError)
    }
  })

  test('or runs, whatever its text has become, with a checksum that is right', () => {
    const random = new RandomNumbers(11)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(values.length * random.uniform())]
    let ran = 0
    for (let i = 0; i < 150; i++) {
      const damaged = changed((text) => {
        const tokens = text.match(/"[^"]*"|-?[\d.]+|[[\]{}:,]|\w+/g)!
        tokens[Math.floor(tokens.length * random.uniform())] = pick([
          '-1',
          '0',
          '7',
          '1e9',
          'null',
          '"x"',
          '[]',
          '{}',
          'true',
        ])
        return tokens.join('')
      })
      const m = load('quadruped')
      try {
        if (accelerateWith(m, readKernelCode(damaged)).active) ran++
        new Data(m)
      } catch (error) {
        expect(error).toBeInstanceOf(ModelError)
      }
    }
    expect(ran).toBeLessThan(150)
  })
})
