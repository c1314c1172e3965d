import { afterEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from './testIo.ts'

const argv = ['compare', 'models/cartpole.xml', '--states', '1', '--steps', '10']

afterEach(() => {
  vi.doUnmock('../tools/compare/judge.ts')
  vi.resetModules()
})

describe('kinetree compare', () => {
  test('finds our numbers equal to those of the reference, with exit code 0', async () => {
    const { code, out } = await runCommand(argv)
    expect(out).toContain('1 matched')
    expect(code).toBe(0)
  })

  test('gives every field that was compared as JSON', async () => {
    const { out } = await runCommand([...argv, '--json'])
    const { counts, models } = JSON.parse(out)
    expect(counts.loaded).toBe(1)
    expect(models[0].name).toBe('models/cartpole.xml')
    expect(models[0].rollouts.map((rollout: { integrator: string }) => rollout.integrator)).toEqual(['Euler', 'RK4'])
  })

  test('shows a progress bar on a terminal, and takes it away again', async () => {
    let clock = 0
    const now = () => (clock += 0.2)
    const { err } = await runCommand([...argv.slice(0, -1), '500'], { interactive: true, now })
    expect(err).toMatch(/comparing ▕━+ *▏ +\d+ %/)
    expect(err.endsWith('\r\u001b[K')).toBe(true)
  })

  test('fails with exit code 1 when a field differs, and names it', async () => {
    const field = { field: 'qacc', object: 'dof 1', ours: 1, theirs: 2, error: 0.5, tolerance: 1e-10 }
    vi.doMock('../tools/compare/judge.ts', async (original) => ({
      ...(await original<object>()),
      judge: () => ({ name: 'cartpole', outcome: 'different', model: [field], data: [], rollouts: [] }),
    }))
    const { code, out } = await runCommand(argv)
    expect(out).toContain('qacc of dof 1: 1, reference 2')
    expect(code).toBe(1)
  })

  test('refuses a model with a mistake before it loads the reference', async () => {
    const { code, err } = await runCommand(['compare', 'models/none.xml'])
    expect(code).toBe(1)
    expect(err).toContain("no file 'models/none.xml'")
  })
})
