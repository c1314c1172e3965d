import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadModel } from '../src/mjcf/load.ts'
import { loadModelFile } from '../src/node.ts'
import { runCommand } from './testIo.ts'

const ROBOT = `<robot name="pendulum">
  <link name="base"/>
  <link name="bob"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="swing" type="continuous"><parent link="base"/><child link="bob"/><axis xyz="0 1 0"/></joint>
</robot>`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinetree-convert-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('kinetree convert', () => {
  test('prints a robot as MJCF', async () => {
    const file = join(folder, 'robot.urdf')
    writeFileSync(file, ROBOT)
    const { code, out } = await runCommand(['convert', file])
    expect(code).toBe(0)
    expect(out).toContain('<mujoco model="pendulum">')
    const model = loadModel(out)
    expect(model.nv).toBe(1)
    expect([...model.jnt_axis]).toEqual([0, 1, 0])
    expect(model.body_mass[1]).toBe(2)
  })

  test('writes the file that it is told to', async () => {
    const file = join(folder, 'humanoid.xml')
    const { code, out } = await runCommand(['convert', 'models/humanoid.xml', '--out', file])
    expect(code).toBe(0)
    expect(out).toBe(`${file}\n`)
    expect(readFileSync(file, 'utf8')).toContain('</mujoco>\n')
    expect([...loadModelFile(file).dof_invweight0]).toEqual([...loadModelFile('models/humanoid.xml').dof_invweight0])
  })

  test('says when it cannot write', async () => {
    mkdirSync(join(folder, 'taken'))
    const { code, err } = await runCommand(['convert', 'models/cartpole.xml', '--out', join(folder, 'taken')])
    expect(code).toBe(1)
    expect(err).toContain('cannot write')
  })
})
