import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadModel } from '../src/format/load.ts'
import { Data, resetDataKeyframe, step } from '../src/index.ts'
import { runCommand } from './testIo.ts'

const pendulum = 'models/double_pendulum.xml'
const swing = ['sim', pendulum, '--key', 'horizontal']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinetree-sim-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('kinetree sim', () => {
  test('reports sizes, steps, speed and energy of a swinging pendulum', async () => {
    const { code, out, err } = await runCommand([...swing, '--time', '1'])
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toContain('double pendulum')
    expect(out).toContain('2 bodies, 2 joints, 2 dofs, 6 geoms')
    expect(out).toContain('1 s in 500 steps of 2 ms, RK4')
    expect(out).toMatch(/× real time/)
    // all of 4.0145 kg starts at the height of the hinge, 1.6 m, at rest
    expect(out).toMatch(/energy +63\.01 J → 63\.01 J/)
    expect(out).toContain('height of the center of mass, m')
  })

  test('with --profile, prints the time of each stage and whether it is a kernel', async () => {
    const argv = ['sim', 'models/humanoid.xml', '--steps', '50', '--profile', '--no-plot']
    const { out } = await runCommand(argv)
    expect(out).toMatch(/^ {2}step +\S+ [mµ]s +100 %$/m)
    expect(out).toMatch(/^ {6}kinematics +\S+ [mµ]s +\d+ % {3}TypeScript$/m)
    const { out: compiled } = await runCommand([...argv, '--kernels'])
    expect(compiled).toMatch(/^ {6}kinematics .* kernels kinematics, comPos, camlight$/m)
    expect(compiled).toMatch(/^ {6}collision .* kernel collide$/m)
    expect(compiled).toMatch(/^ {6}islands .* TypeScript$/m)
  })

  test.each([50, 80, 200])('draws curves as wide as a terminal of %i columns, up to 100', async (columns) => {
    const { out } = await runCommand([...swing, '--time', '0.5'], { columns })
    const [text, curves] = out.split(/^(?= {2}height of)/m)
    for (const line of text.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(75)
    const widths = curves.split('\n').map((line) => [...line].length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.min(columns, 100))
    expect(Math.max(...widths)).toBeGreaterThanOrEqual(Math.min(columns, 100) - 3)
  })

  test('prints one JSON object with the same final state as the engine gives', async () => {
    const { code, out } = await runCommand([...swing, '--steps', '100', '--json'])
    expect(code).toBe(0)
    const result = JSON.parse(out)

    const m = loadModel(readFileSync(pendulum, 'utf8'))
    const d = new Data(m)
    resetDataKeyframe(m, d, 1)
    for (let i = 0; i < 100; i++) step(m, d)
    expect(result.steps).toBe(100)
    expect(result.time).toBe(d.time)
    expect(result.qpos).toEqual([...d.qpos])
    expect(result.qvel).toEqual([...d.qvel])
  })

  test('takes time step and integrator from the command line', async () => {
    const { out } = await runCommand([...swing, '--time', '1', '--timestep', '0.01', '--integrator', 'euler'])
    expect(out).toContain('1 s in 100 steps of 10 ms, Euler')
  })

  test('knows all integrators, and those that are ours', async () => {
    for (const integrator of ['implicitfast', 'ImplicitEuler']) {
      const { code, out } = await runCommand([
        ...swing,
        '--time',
        '1',
        '--timestep',
        '0.01',
        '--integrator',
        integrator,
      ])
      expect(code).toBe(0)
      expect(out).toContain(`1 s in 100 steps of 10 ms, ${integrator}`)
    }
  })

  test('says once that an integrator lets nothing sleep where the model asks for sleep', async () => {
    const file = join(folder, 'sleepless.xml')
    writeFileSync(
      file,
      '<mujoco><option integrator="RK4"><flag sleep="enable"/></option><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>',
    )
    const { code, err } = await runCommand(['sim', file, '--steps', '10', '--quiet'])
    rmSync(file)
    expect(code).toBe(0)
    expect(err).toBe('warning: the option sleep has no effect with the integrator RK4\n')
  })

  test('lets the humanoid fall onto its floor, without a warning', async () => {
    const { code, out, err } = await runCommand(['sim', 'models/humanoid.xml', '--time', '3', '--json'])
    expect([code, err]).toEqual([0, ''])
    const result = JSON.parse(out)
    expect(result.contacts).toBeGreaterThan(4)
    // the pelvis lies on the floor, not under it
    expect(result.qpos[2]).toBeGreaterThan(0.05)
    expect(result.qpos[2]).toBeLessThan(0.5)
  })

  test('prints nothing with --quiet, and no curves with --no-plot', async () => {
    expect(await runCommand([...swing, '--steps', '10', '--quiet'])).toEqual({ code: 0, out: '', err: '' })
    expect((await runCommand([...swing, '--steps', '10', '--no-plot'])).out).not.toContain('┤')
  })

  test('writes a CSV file that has a named column for each number and a row for each moment', async () => {
    const file = join(folder, 'swing.csv')
    const { code, out } = await runCommand([...swing, '--steps', '100', '--every', '10', '--out', file])
    expect(code).toBe(0)
    expect(out).toContain('11 rows')
    const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(header).toBe('time,qpos.shoulder,qpos.elbow,qvel.shoulder,qvel.elbow,energy.potential,energy.kinetic')
    expect(rows.length).toBe(11)
    expect(rows[0]).toMatch(/^0,1\.5708,0,0,0,/)
    expect(Number(rows[10]?.split(',')[0])).toBeCloseTo(0.2, 12)
    expect(readdirSync(folder)).toEqual(['swing.csv'])
  })

  test('writes a JSON file with the same numbers, bit for bit', async () => {
    const file = join(folder, 'swing.json')
    const { out } = await runCommand([...swing, '--steps', '50', '--out', file, '--json'])
    const { columns, rows } = JSON.parse(readFileSync(file, 'utf8'))
    expect(columns.length).toBe(7)
    expect(rows.length).toBe(51)
    expect(rows[50].slice(1, 3)).toEqual(JSON.parse(out).qpos)
  })

  test('conserves energy along the whole file', async () => {
    const file = join(folder, 'swing.json')
    await runCommand([...swing, '--steps', '2000', '--out', file, '--every', '20', '--quiet'])
    const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: number[][] }
    const energies = rows.map((row) => row[5] + row[6])
    for (const energy of energies) expect(Math.abs(energy - energies[0])).toBeLessThan(1e-6 * energies[0])
  })

  test('stops when asked to, with the report and the file so far', async () => {
    const stop = new AbortController()
    let clock = 0
    const now = () => {
      if (clock > 0.1) stop.abort()
      return (clock += 0.001)
    }
    const file = join(folder, 'swing.json')
    const argv = [...swing, '--steps', '100000000', '--out', file]
    const { code, out } = await runCommand(argv, { stop: stop.signal, now })
    expect(code).toBe(0)
    expect(out).toContain('stopped after')
    expect(JSON.parse(readFileSync(file, 'utf8')).rows.length).toBeGreaterThan(1)
  })

  test('leaves nothing on disk when it cannot write', async () => {
    const file = join(folder, 'missing', 'swing.csv')
    const { code, err } = await runCommand([...swing, '--steps', '10', '--out', file])
    expect(code).toBe(1)
    expect(err).toContain(`cannot write '${file}'`)
    expect(existsSync(join(folder, 'missing'))).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  test('refuses an output file of unknown kind before simulating', async () => {
    const { code, err } = await runCommand([...swing, '--out', join(folder, 'swing.txt')])
    expect(code).toBe(2)
    expect(err).toContain('--out must end in .csv or .json')
  })

  test('lists the keyframes when it does not know the one asked for', async () => {
    const { code, err } = await runCommand(['sim', pendulum, '--key', 'upright!'])
    expect(code).toBe(2)
    expect(err).toContain("no keyframe 'upright!'; the model has hanging, horizontal, upright; did you mean 'upright'?")
  })

  test('shows a progress bar on a terminal, and takes it away again', async () => {
    let clock = 0
    const now = () => (clock += 0.05)
    const { err } = await runCommand([...swing, '--steps', '5000'], { interactive: true, now })
    expect(err).toMatch(/simulating ▕━+ *▏ +\d+ %/)
    expect(err.endsWith('\r\u001b[K')).toBe(true)
  })

  test('reads the files of a model in a linked folder', async () => {
    mkdirSync(join(folder, 'real/arm'), { recursive: true })
    mkdirSync(join(folder, 'project'))
    writeFileSync(join(folder, 'real/arm/part.xml'), '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    writeFileSync(join(folder, 'real/arm/arm.xml'), '<mujoco model="arm"><include file="part.xml"/></mujoco>')
    symlinkSync(join(folder, 'real/arm'), join(folder, 'project/linked'))
    const { code, out } = await runCommand(['sim', join(folder, 'project/linked/arm.xml'), '--steps', '1'])
    expect(code).toBe(0)
    expect(out).toContain('1 geom')
  })
})
