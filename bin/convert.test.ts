import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadModel } from '../src/format/load.ts'
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

  test('warns of what is left out for MuJoCo', async () => {
    const file = join(folder, 'rod.xml')
    writeFileSync(
      file,
      `<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
        <equality><distance name="rod" body1="b"/></equality></mujoco>`,
    )
    const { code, out, err } = await runCommand(['convert', file, '--mujoco'])
    expect(code).toBe(0)
    expect(out).not.toContain('distance')
    expect(err).toBe("warning: <distance> 'rod' is not known to MuJoCo: left out\n")
    expect((await runCommand(['convert', file])).out).toContain('<distance name="rod"')
  })

  test('writes the file that it is told to', async () => {
    const file = join(folder, 'humanoid.xml')
    const { code, out } = await runCommand(['convert', 'models/humanoid.xml', '--out', file])
    expect(code).toBe(0)
    expect(out).toBe(`${file}\n`)
    expect(readFileSync(file, 'utf8')).toContain('</mujoco>\n')
    expect([...loadModelFile(file).dof_invweight0]).toEqual([...loadModelFile('models/humanoid.xml').dof_invweight0])
  })

  test('leads to the meshes from wherever the file is written', async () => {
    mkdirSync(join(folder, 'meshes'))
    mkdirSync(join(folder, 'out'))
    const wedge = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
    writeFileSync(join(folder, 'meshes', 'wedge.obj'), wedge)
    const shape = '<collision><geometry><mesh filename="package://arm/meshes/wedge.obj"/></geometry></collision></link>'
    writeFileSync(join(folder, 'robot.urdf'), ROBOT.replace('</inertial></link>', `</inertial>${shape}`))
    const file = join(folder, 'out', 'robot.xml')
    expect((await runCommand(['convert', join(folder, 'robot.urdf'), '--out', file])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('file="../meshes/wedge.obj"')
    expect(loadModelFile(file).nmesh).toBe(1)
  })

  test('says when it cannot write', async () => {
    mkdirSync(join(folder, 'taken'))
    const { code, err } = await runCommand(['convert', 'models/cartpole.xml', '--out', join(folder, 'taken')])
    expect(code).toBe(1)
    expect(err).toContain('cannot write')
  })
})
