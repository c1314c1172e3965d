import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from './testIo.ts'
import { STYLES } from './text/format.ts'

describe('the command line', () => {
  test('shows all commands when called without any', async () => {
    const { code, out, err } = await runCommand([])
    expect(code).toBe(0)
    expect(err).toBe('')
    for (const name of ['sim', 'info', 'convert', 'compare', 'bench', 'help']) expect(out).toContain(`  ${name} `)
  })

  test('prints the version of the package and nothing else', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await runCommand(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  test.each(['sim', 'info', 'convert', 'compare', 'bench'])(
    'has a help page for %s with usage, options and examples',
    async (name) => {
      const asked = await runCommand([name, '--help'])
      expect(asked.code).toBe(0)
      expect(asked.out).toContain(`usage: kinetree ${name}`)
      expect(asked.out).toContain(name === 'convert' ? '--out' : '--json')
      expect(asked.out).toContain('examples:')
      expect(await runCommand(['help', name])).toEqual(asked)
    },
  )

  test('fits its help pages into 80 columns', async () => {
    for (const name of ['sim', 'info', 'convert', 'compare', 'bench']) {
      const { out } = await runCommand(['help', name])
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test('names the command that was probably meant, with exit code 2', async () => {
    const { code, out, err } = await runCommand(['smi', 'models/humanoid.xml'])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain("no command 'smi'; did you mean 'sim'?")
  })

  test.each([
    [['sim', 'a.xml', '--tmie', '3'], "no option --tmie; did you mean '--time'?"],
    [['sim', 'a.xml', '--time', '-3'], "--time needs a value; if '-3' is meant, write --time=-3"],
    [['sim', 'a.xml', '--time=-3'], "--time needs a number above zero, not '-3'"],
    [['sim', 'a.xml', '--time', 'long'], "--time needs a number above zero, not 'long'"],
    [['sim', 'a.xml', '--time'], '--time needs a value: --time <seconds>'],
    [['sim', 'a.xml', '--steps', '1.5'], "--steps needs a whole number, not '1.5'"],
    [['sim', 'a.xml', '--json=yes'], '--json takes no value'],
    [['sim', 'a.xml', '--steps', '1', '--time', '1'], 'give --time or --steps, not both'],
    [['sim', 'a.xml', '--every', '2'], '--every needs --out'],
    [['sim', 'a.xml', '--integrator', 'rk5'], "did you mean 'RK4'?"],
    [['sim'], 'which model? None was given'],
    [['sim', 'a.xml', 'b.xml'], "one model at a time: what is 'b.xml'?"],
    [['help', 'comapre'], "did you mean 'compare'?"],
    [['bench', 'a.xml', 'b.xml'], "one model at a time: what is 'b.xml'?"],
  ])('explains %j', async (argv, message) => {
    const { code, out, err } = await runCommand(argv)
    expect(err).toContain(message)
    expect(code).toBe(2)
    expect(out).toBe('')
  })

  test('names a model file with a similar name when there is none, with exit code 1', async () => {
    const { code, err } = await runCommand(['info', 'models/humanoids.xml'])
    expect(code).toBe(1)
    expect(err).toContain("no file 'models/humanoids.xml'; did you mean 'models/humanoid.xml'?")
  })

  describe('prints no control characters of', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinetree-controls-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    // ESC only in XML 1.1; the others are one-character forms of it, a deletion, and a change of direction
    const evil = '&#27;]0;title&#7;&#155;2J&#127;&#8238;&#10;$ run'
    const model = (inner: string) => `<?xml version="1.1"?><mujoco model="robot${evil}">${inner}</mujoco>`
    const body = `<worldbody><body name="body${evil}"><joint name="joint${evil}"/><geom size="1"/></body></worldbody>`
    const key = `<keyframe><key name="key${evil}"/></keyframe>`

    const CASES: readonly (readonly [string, string, ...string[]])[] = [
      ['names, in a report', model(body + key), 'sim', '--steps', '2'],
      ['names, in a report as JSON', model(body + key), 'sim', '--steps', '2', '--json'],
      ['names, in a list', model(body + key), 'info'],
      ['names, as JSON', model(body + key), 'info', '--json'],
      ['names, in XML', model(body + key), 'convert'],
      ['keyframes, in an error', model(body + key), 'sim', '--key', 'kez\u001b[2J'],
      ['attributes, in an error', model(`<option integrator="Euler${evil}"/>`), 'info'],
      ['references, in an error', model(`<worldbody><geom size="1" material="m${evil}"/></worldbody>`), 'info'],
      ['files, in an error', model(`<include file="part${evil}.xml"/>`), 'info'],
      ['the line of an error', '<mujoco><!-- \u001b[2J\u009b2J --><nonsense/></mujoco>', 'info'],
      ['text that is no XML', '<mujoco>\u001b[2J\u009b2J', 'info'],
    ]
    for (const color of [false, true])
      test.each(CASES)(`%s${color ? ', in color' : ''}`, async (_, text, command, ...options) => {
        const file = join(folder, 'robot\u001b[2J\u009b.xml')
        writeFileSync(file, text)
        const { out, err } = await runCommand([command, file, ...options], { color })
        const printed = [...STYLES].reduce((rest, style) => rest.replaceAll(style, ''), out + err)
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
        expect(printed).not.toMatch(/^\$ run/m)
        expect(printed).not.toBe('')
        if (options.includes('--json'))
          expect(JSON.parse(out).model).toBe('robot\u001b]0;title\u0007\u009b2J\u007f\u202e\n$ run')
      })

    test.each([
      [['\u001b[2J']],
      [['help', '\u001b[2J']],
      [['sim', '\u001b[2J.xml']],
      [['sim', 'models/chain.xml', '--\u001b[2J']],
      [['sim', 'models/chain.xml', '--steps', '\u001b[2J']],
      [['sim', 'models/chain.xml', '\u001b[2J']],
      [['view', 'models/chain.xml', '--root', '\u009b2J']],
    ])('arguments %j', async (argv) => {
      const { code, err } = await runCommand(argv)
      expect(code).not.toBe(0)
      expect(err).toMatch(/\\u00(1b\[|9b)2J/)
      expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    })
  })
})
