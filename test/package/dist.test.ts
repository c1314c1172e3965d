import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { BUNDLED, billOfMaterials, packageOf } from '../../tools/docs/bundled.ts'
import { builtFiles, dist, importsOf, reachable, root } from './support.ts'

describe('the build', () => {
  test('imports nothing but Node, the reference where it is compared with, and React where it is wrapped for it', () => {
    const bare = new Map<string, string[]>()
    for (const { path, text } of builtFiles('.js'))
      for (const name of importsOf(text))
        if (!/^(\.|node:)/.test(name)) bare.set(name, [...(bare.get(name) ?? []), path])
    expect([...bare.keys()].sort()).toEqual(['@mujoco/mujoco', 'react'])
    expect(bare.get('react')).toEqual(['viewer-react.js'])
  })

  test.each(['kinetree.js', 'web.js', 'viewer.js', 'viewer-worker.js'])(
    '%s runs in a browser: it loads nothing from outside',
    (entry) => {
      expect([...reachable(entry).outside]).toEqual([])
    },
  )

  test('never mentions eval, which strict content policies forbid', () => {
    for (const entry of ['kinetree.js', 'web.js', 'viewer.js', 'viewer-worker.js'])
      for (const path of reachable(entry).modules)
        expect(readFileSync(path, 'utf8')).not.toMatch(/\beval\s*\(|new Function\s*\(/)
  })

  test('names every package of others that is bundled in the file of licenses', () => {
    const licenses = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8')
    const bundled = new Set<string>()
    for (const { text } of builtFiles('.js.map'))
      for (const source of (JSON.parse(text) as { sources: string[] }).sources) {
        const name = packageOf(`/${source}`)
        if (name) bundled.add(name)
      }
    expect([...bundled].sort()).toEqual(Object.keys(BUNDLED))
    for (const name of bundled) {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
      expect(licenses).toContain(`${name} ${version}`)
    }
  })

  test.each(['.', 'viewer'])('lists the packages of others in %s for audits, with versions and hashes', (folder) => {
    const text = readFileSync(join(dist, folder, 'bundled.cdx.json'), 'utf8')
    expect(text).toBe(billOfMaterials(Object.keys(BUNDLED)))
    const { components } = JSON.parse(text) as { components: { name: string; version: string; purl: string }[] }
    for (const { name, version, purl } of components) {
      const installed = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
      expect(version).toBe(installed.version)
      expect(purl).toBe(`pkg:npm/${name}@${version}`)
    }
  })

  test('is small: what steps a model is less than 127 KB when a page loads it', async () => {
    const result = await build({
      root: dist,
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? '\0entry' : undefined),
          load: (id) =>
            id === '\0entry' ? `export { Data, step } from ${JSON.stringify(join(dist, 'kinetree.js'))}` : undefined,
        },
      ],
      build: {
        write: false,
        target: 'es2023',
        minify: true,
        rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
      },
    })
    const { output } = result as { output: { code?: string }[] }
    const size = brotliCompressSync(output.map(({ code }) => code ?? '').join('')).length
    expect(size).toBeGreaterThan(50_000)
    expect(size).toBeLessThan(127_000)
  })

  test('keeps the paths of the machine that built it to itself', () => {
    for (const { path, text } of [...builtFiles('.js'), ...builtFiles('.map')])
      expect(text.includes(root), path).toBe(false)
  })

  test('can be imported by name from within the project', () => {
    const script = `import { cross, kinematics, serveIslands, step } from 'kinetree'
      import { loadModelFile } from 'kinetree/node'
      import { fetchModel } from 'kinetree/web'
      import * as math from 'kinetree/math'
      import * as stages from 'kinetree/stages'
      import * as threads from 'kinetree/threads'
      console.log(typeof step, typeof loadModelFile, typeof fetchModel)
      console.log(math.cross === cross, stages.kinematics === kinematics, threads.serveIslands === serveIslands)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(printed.trim()).toBe('function function function\ntrue true true')
  })
})

describe('the built command', () => {
  const cli = join(dist, 'cli.js')
  const kinetree = (...args: string[]) => execFileSync(process.execPath, [cli, ...args], { encoding: 'utf8', cwd: '/' })

  test('starts with the line that makes it a program', () => {
    expect(readFileSync(cli, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
    expect(statSync(cli).isFile()).toBe(true)
  })

  test('simulates, from any folder', () => {
    const result = JSON.parse(
      kinetree('sim', join(root, 'models/cartpole.xml'), '--key', 'tilted', '--time', '1', '--json'),
    )
    expect(result.steps).toBe(200)
    expect(kinetree('--version').trim()).toMatch(/^\d+\.\d+\.\d+$/)
  })

  describe('without a home directory', () => {
    const models = ['sim', 'info', 'convert'].map((command) => [command, join(root, 'models/cartpole.xml')])
    const command = (args: readonly string[], env: NodeJS.ProcessEnv, more: readonly string[] = []) =>
      execFileSync(process.execPath, [...more, cli, ...args], { encoding: 'utf8', cwd: '/', env })

    test.each(models)('%s works where the system knows none', (...args) => {
      const code = `import os from 'node:os'
        import { syncBuiltinESMExports } from 'node:module'
        os.homedir = () => { throw new Error('ENOENT: no such file or directory, uv_os_homedir') }
        syncBuiltinESMExports()`
      const preload = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
      expect(command(args, {}, preload)).toContain('cartpole')
    })

    test.each(models)('%s works where it cannot be read', (...args) => {
      for (const home of ['', '/nonexistent', '/dev/null']) expect(command(args, { HOME: home })).toContain('cartpole')
    })
  })

  test('compares with the reference', () => {
    expect(kinetree('compare', join(root, 'models/double_pendulum.xml'), '--states', '1', '--steps', '10')).toContain(
      '1 matched',
    )
  })

  test('ends early on Ctrl-C, with the report so far and exit code 0', async () => {
    const child = spawn(process.execPath, [cli, 'sim', join(root, 'models/chain.xml'), '--time', '1000000'])
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(printed).toContain('stopped after')
    expect(printed).toContain('× real time')
  })
})
