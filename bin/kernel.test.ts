import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accelerateWith } from '../src/kernel/run/accelerateWith.ts'
import { readKernelCode } from '../src/kernel/run/kernelFile.ts'
import { loadModelFile } from '../src/node.ts'
import { runCommand } from './testIo.ts'

describe('kinetree kernel', () => {
  test('prints the size of each stage and the time of a step', async () => {
    const { code, out } = await runCommand(['kernel', 'models/cartpole.xml'])
    expect(code).toBe(0)
    expect(out).toMatch(/kinematics +\d+\.\d kB, loops written out\n/)
    expect(out).toMatch(/module +\d+\.\d kB, ready in \d+ ms\n/)
    expect(out).toMatch(/step +\d+\.\d\d us in TypeScript, \d+\.\d\d us with kernels\n/)
  })

  test('gives the same as JSON', async () => {
    const { out } = await runCommand(['kernel', 'models/cartpole.xml', '--json', '--rolled'])
    const report = JSON.parse(out)
    expect(report.active).toBe(true)
    expect(report.stages[0]).toMatchObject({ stage: 'kinematics', unrolled: false })
  })

  test('writes the stages to a file, which runs for the model without being compiled again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinetree-kernel-'))
    const file = join(folder, 'cartpole.kernels')
    const { code, out } = await runCommand(['kernel', 'models/cartpole.xml', '--out', file])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/cartpole\.kernels, \d+\.\d kB\n$/) })
    const kernels = accelerateWith(loadModelFile('models/cartpole.xml'), readKernelCode(readFileSync(file)))
    rmSync(folder, { recursive: true })
    expect(kernels.active).toBe(true)
  })

  test('prints the stages as JavaScript', async () => {
    const { code, out } = await runCommand(['kernel', 'models/cartpole.xml', '--javascript'])
    expect(code).toBe(0)
    expect(out.startsWith('function kinematics(state) {\n')).toBe(true)
  })

  test('prints the stages as functions of a shader', async () => {
    const { code, out } = await runCommand(['kernel', 'models/cartpole.xml', '--wgsl'])
    expect(code).toBe(0)
    expect(out).toContain('var<storage, read_write> numbers: array<f32>;\n')
    expect(out).toContain('\nfn run_kinematics() -> i32 {\n')
    expect(out).toMatch(/numbers\[numberAt \+ [^;]*; \/\/ xpos/)
  })
})

test('kinetree sim --kernels ends in the state of a simulation without, but for rounding', async () => {
  const run = async (...options: string[]): Promise<number[]> =>
    JSON.parse((await runCommand(['sim', 'models/quadruped.xml', '--time', '1', '--json', ...options])).out).qpos
  const plain = await run()
  expect(plain).toHaveLength(19)
  for (const [i, x] of (await run('--kernels')).entries()) expect(x).toBeCloseTo(plain[i], 12)
})
