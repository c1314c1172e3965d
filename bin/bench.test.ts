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
    expect(err).toMatch(/^chain of 100 +factorM +\S+ µs +\S+ µs +\d+\.\d\d$/m)
  })

  test('says when no stage has the name', async () => {
    const { code, out, err } = await runCommand(['bench', '--filter', 'nothing', '--seconds', '0.01'])
    expect(code).toBe(1)
    expect(err).toContain("no benchmark has 'nothing' in its name")
    expect(out).not.toContain('chain')
  })
})
