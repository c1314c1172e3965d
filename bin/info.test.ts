import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from './testIo.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinetree-info-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('kinetree info', () => {
  test('draws the tree of bodies with masses and joints', async () => {
    const { code, out } = await runCommand(['info', 'models/cartpole.xml'])
    expect(code).toBe(0)
    expect(out).toContain('2 bodies, 2 joints, 2 dofs (nq 2, nv 2)')
    expect(out).toMatch(/keyframes +upright, tilted, hanging\n/)
    expect(out).toContain('world\n└─ cart  1 kg · slide slider [-1.7 m, 1.7 m]\n   └─ pole  0.1 kg · hinge hinge\n')
  })

  test('gives the same as JSON', async () => {
    const { out } = await runCommand(['info', 'models/cartpole.xml', '--json'])
    const model = JSON.parse(out)
    expect(model.sizes.nv).toBe(2)
    expect(model.mass).toBeCloseTo(1.1, 12)
    expect(model.options.integrator).toBe('RK4')
    expect(model.bodies[2].joints[0]).toMatchObject({ name: 'hinge', type: 'hinge', dofadr: 1 })
  })
})

describe('a model with a fault', () => {
  test('is shown with the line, a mark under the attribute, and what to do', async () => {
    const file = join(folder, 'bad.xml')
    writeFileSync(file, '<mujoco>\n  <worldbody>\n    <geom typ="box" size="1 1 1"/>\n  </worldbody>\n</mujoco>\n')
    const { code, out, err } = await runCommand(['info', file])
    expect(code).toBe(1)
    expect(out).toBe('')
    const lines = err.split('\n')
    expect(lines[0]).toContain(`error: ${file}:3:`)
    expect(lines).toContain('  3 |     <geom typ="box" size="1 1 1"/>')
    expect(lines).toContain('    |           ^^^')
    expect(err).toContain("did you mean 'type'?")
  })

  test('keeps the mark in sight on a very long line', async () => {
    const file = join(folder, 'long.xml')
    writeFileSync(file, `<mujoco><worldbody>${' '.repeat(500)}<geom typ="box"/></worldbody></mujoco>`)
    const { err } = await runCommand(['info', file])
    const lines = err.split('\n')
    const source = lines.find((line) => line.startsWith('  1 | ')) ?? ''
    const mark = lines.find((line) => line.includes('^')) ?? ''
    expect(source.length).toBeLessThan(130)
    expect(source.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('typ')
  })

  test('says so when the model is right but asks for something that is still missing', async () => {
    const file = join(folder, 'soft.xml')
    writeFileSync(file, '<mujoco><worldbody><flexcomp name="a" type="grid" count="3 3 3"/></worldbody></mujoco>')
    const { code, err } = await runCommand(['info', file])
    expect(code).toBe(1)
    expect(err).toContain('does not support that yet')
  })
})
