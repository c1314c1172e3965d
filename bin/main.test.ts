import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCommand } from './testIo.ts'

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
    [['bench', 'fast'], "what is 'fast'?"],
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
})
