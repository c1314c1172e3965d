import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { browserOrReason, findBrowser } from './browser.ts'
import { installBrowser } from './browserSetup.ts'

const home = mkdtempSync(join(tmpdir(), 'kinetree-browser-'))
const there = join(home, 'chromium')
writeFileSync(there, '')
afterAll(() => rmSync(home, { recursive: true }))

/** A machine on which some commands work; a browser is there after one that installs it. */
function machine(works: RegExp, isRoot: boolean, mayInstall = true) {
  const tried: string[] = []
  let found: string | undefined
  vi.spyOn(console, 'log').mockImplementation(() => {})
  return {
    tried,
    isRoot,
    mayInstall,
    find: () => found,
    run(command: readonly string[]) {
      const line = command.join(' ')
      tried.push(line)
      const ok = works.test(line)
      if (ok && line.includes('install')) found = there
      return { ok, said: ok ? '' : 'no network' }
    },
  }
}

describe('the browser of the tests', () => {
  test('is the one that the user names, or the first that is there', () => {
    expect(findBrowser(there, [])).toBe(there)
    expect(findBrowser(join(home, 'nothing'), [there])).toBeUndefined()
    expect(findBrowser('', [join(home, 'nothing'), there])).toBe(there)
  })

  test("is installed from Debian's packages by root", () => {
    const debian = machine(/apt-get/, true)
    expect(installBrowser(debian)).toBeUndefined()
    expect(debian.tried.at(-1)).toContain('apt-get install -y')
  })

  test('is downloaded for the user by others, and where there are no packages', () => {
    for (const each of [machine(/cli\.js install/, false), machine(/cli\.js install/, true)]) {
      expect(installBrowser(each)).toBeUndefined()
      expect(each.tried.at(-1)).toMatch(/cli\.js install chromium/)
      expect(each.tried.some((line) => line.includes('apt-get install'))).toBe(false)
    }
  })

  test('is not installed where that is not wanted', () => {
    const each = machine(/./, true, false)
    expect(installBrowser(each)).toContain('no Chromium found')
    expect(each.tried).toEqual([])
  })

  test('is missed with a reason', () => {
    expect(installBrowser(machine(/--version/, true))).toBe(
      "no Chromium found, and none could be installed (Debian's package: no network; Playwright's download: no network)",
    )
  })

  test('is missed loudly where it is required', () => {
    vi.stubEnv('CHROMIUM', join(home, 'nothing'))
    vi.stubEnv('BROWSER_MISSING', 'there is none')
    vi.stubEnv('BROWSER_TESTS', '')
    expect(browserOrReason()).toEqual({ missing: 'there is none' })
    vi.stubEnv('BROWSER_TESTS', 'required')
    expect(() => browserOrReason()).toThrow('there is none')
    vi.unstubAllEnvs()
  })
})
