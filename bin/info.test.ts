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

test('a model with an oddity is shown after a warning that names the place', async () => {
  const file = join(folder, 'odd.xml')
  // the last face crosses itself: not all of it can be cut into triangles
  const tetrahedron = 'v 9 0 0\nv 0 9 0\nv 0 0 9\nv -9 -9 -9\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n'
  const bow = 'v 1 1 0\nv 2 1 0\nv 1 2 0\nv 2 2 0\nv 3 1 0\nv 1 3 0\nf 5 8 6 7 9 10\n'
  writeFileSync(join(folder, 'bow.obj'), tetrahedron + bow)
  writeFileSync(
    file,
    '<mujoco>\n<asset><mesh file="bow.obj"/></asset>\n<worldbody><geom type="mesh" mesh="bow"/></worldbody></mujoco>',
  )
  const { code, out, err } = await runCommand(['info', file])
  expect(code).toBe(0)
  expect(out).toContain('1 geom')
  expect(err).toMatch(
    /^warning: .*odd\.xml:2:8: <mesh>.*: mesh file 'bow\.obj': the face in line 15 has 6 corners.*\n$/,
  )
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
