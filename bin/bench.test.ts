import { describe, expect, test } from 'vitest'
import { runCommand } from './testIo.ts'

describe('kinetree bench', () => {
  test('measures both engines on the stages whose name is asked for', async () => {
    const argv = ['bench', '--filter', 'chain of 100 / factorM', '--seconds', '0.02', '--json']
    const { code, out, err } = await runCommand(argv)
    expect(code).toBe(0)
    const results = JSON.parse(out)
    expect(results.length).toBe(1)
    const [{ model, stage, ours, reference, ratio }] = results
    expect([model, stage]).toEqual(['chain of 100', 'factorM'])
    for (const time of [ours, reference]) expect(time).toBeGreaterThan(0.1)
    // both medians are of the same batches as the ratio
    expect(ratio / (ours / reference)).toBeGreaterThan(0.2)
    expect(ratio / (ours / reference)).toBeLessThan(5)
    expect(err).toMatch(/^chain of 100 +factorM +\S+ µs +\S+ µs +\d+\.\d\d +\d+\.\d\d$/m)
  })

  test('gives the geometric mean of each suite and of all steps', async () => {
    const { code, out } = await runCommand([
      'bench',
      '--filter',
      'smooth dynamics / humanoid / step',
      '--seconds',
      '0.02',
    ])
    expect(code).toBe(0)
    const ratios = [...out.matchAll(/^humanoid +step \(\w+\).* µs +(\d+\.\d\d) +\d+\.\d\d$/gm)].map(([, ratio]) =>
      Number(ratio),
    )
    expect(ratios.length).toBe(2)
    const mean = Number(/^geometric mean +(\d+\.\d\d)/m.exec(out)?.[1])
    expect(mean).toBeGreaterThanOrEqual(Math.min(...ratios) - 0.01)
    expect(mean).toBeLessThanOrEqual(Math.max(...ratios) + 0.01)
    expect(out).toMatch(/^geometric mean of all whole steps +\d+\.\d\d +\d+\.\d\d$/m)
  })

  test('measures sleeping trees and islands against the whole', async () => {
    const { out } = await runCommand(['bench', '--filter', 'partial LDL', '--seconds', '0.01', '--json'])
    const stages = JSON.parse(out).map(({ stage }: { stage: string }) => stage)
    expect(stages).toEqual(['massMatrix', 'factorM', 'solve with M'])
    const { out: table } = await runCommand(['bench', '--filter', 'islands / boxes', '--seconds', '0.01'])
    expect(table).toContain('(reference: all constraints as one problem)')
    expect(table).toMatch(/^boxes +solve/m)
  })

  test('measures steps with kernels against those of MuJoCo', async () => {
    const argv = ['bench', '--filter', 'kernels / hopper', '--seconds', '0.02', '--json']
    const results = JSON.parse((await runCommand(argv)).out) as { suite: string; model: string }[]
    expect(results.map(({ suite, model }) => `${suite} / ${model}`)).toEqual([
      'without kernels / hopper',
      'kernels / hopper',
    ])
  })

  test.each(['mujoco', 'typescript', 'kernels'])('times steps of %s alone', async (engine) => {
    const argv = ['bench', '--alone', engine, '--filter', 'hopper', '--seconds', '0.02', '--json']
    const [{ model, median, fastest }] = JSON.parse((await runCommand(argv)).out)
    expect(model).toBe('hopper')
    expect(fastest).toBeGreaterThan(0.1)
    expect(median).toBeGreaterThanOrEqual(fastest)
  })

  test.each([
    [['--alone', 'bullet'], "--alone must be one of mujoco, typescript, kernels, not 'bullet'"],
    [['--processes', '3'], '--processes needs --against'],
    [['--save', '--against', 'dist'], '--save stores results against MuJoCo: leave --against out'],
  ])('refuses %j', async (argv, reason) => {
    const { code, err } = await runCommand(['bench', ...argv])
    expect(code).toBe(2)
    expect(err).toContain(reason)
  })

  test('says when a folder holds no build to compare with', async () => {
    const { code, err } = await runCommand(['bench', '--against', 'nowhere/dist'])
    expect(code).toBe(1)
    expect(err).toContain("there is no build in 'nowhere/dist': it has no file kinetree.js")
  })

  test('says when no stage has the name', async () => {
    const { code, out, err } = await runCommand(['bench', '--filter', 'nothing', '--seconds', '0.01'])
    expect(code).toBe(1)
    expect(err).toContain("no benchmark has 'nothing' in its name")
    expect(out).not.toContain('chain')
  })
})

describe('kinetree bench with a model', () => {
  const bench = (...options: string[]) => runCommand(['bench', ...options, '--seconds', '0.02'])

  test('prints the time of a step without and with kernels and in MuJoCo, and by stage', async () => {
    const { code, out } = await bench('models/tasks/hopper.xml')
    expect(code).toBe(0)
    expect(out).toMatch(/^ {2}TypeScript +\S+ [mµ]s +1\.00\n {2}with kernels +\S+ [mµ]s +\S+\n {2}MuJoCo +\S+ [mµ]s/m)
    expect(out).toMatch(/^ {6}kinematics +\S+ [mµ]s +\S+ [mµ]s {3}kernels kinematics, comPos, camlight, transmission$/m)
    expect(out).toMatch(/^ {4}constraint solver +\S+ [mµ]s +\S+ [mµ]s {3}kernel solve$/m)
  })

  test('gives the same as JSON', async () => {
    const { step, stages } = JSON.parse((await bench('models/cartpole.xml', '--json')).out)
    for (const time of [step.typescript, step.kernels, step.mujoco]) expect(time).toBeGreaterThan(1e-7)
    expect(stages.typescript[0]).toMatchObject({ stage: 'step', kernels: [] })
    expect(stages.kernels.length).toBe(stages.typescript.length)
  })

  test('starts at a keyframe', async () => {
    const { code, err } = await bench('models/double_pendulum.xml', '--key', 'horizonal')
    expect(code).toBe(2)
    expect(err).toContain("did you mean 'horizontal'?")
  })

  test.each([
    [['models/cartpole.xml', '--save'], '--save is not for a model of your own'],
    [['--key', '0'], '--key needs a model'],
  ])('refuses %j', async (argv, reason) => {
    const { code, err } = await bench(...argv)
    expect(code).toBe(2)
    expect(err).toContain(reason)
  })
})
