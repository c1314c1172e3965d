import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileWatch } from './fileWatch.ts'

let home: string
let root: string
let watch: FileWatch
let changes: number
let heard: () => void

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'kinetree-watch-')))
  root = join(home, 'robot')
  mkdirSync(root)
  changes = 0
  heard = () => {}
  watch = new FileWatch(root, () => {
    changes++
    heard()
  })
})
afterEach(() => {
  watch.close()
  rmSync(home, { recursive: true })
})

function write(path: string, text = path): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Runs something and waits for the change that it makes. */
async function change(act: () => void): Promise<void> {
  const told = new Promise<void>((done) => {
    heard = done
  })
  act()
  await told
}

/** Long enough for a change to be told. */
const pause = () => new Promise((done) => setTimeout(done, 400))

describe('a watch on files', () => {
  test.each(['parts', '.'])('sees changes after the folder %s was deleted and made anew', async (folder) => {
    write('parts/a.xml')
    watch.add(join(root, 'parts/a.xml'))
    for (let i = 0; i < 2; i++) {
      await change(() => rmSync(join(root, folder), { recursive: true }))
      await change(() => write('parts/a.xml', `${i}`))
      await pause()
      await change(() => writeFileSync(join(root, 'parts/a.xml'), `${i} again`))
    }
  })

  test('sees changes after another folder took the place of one', async () => {
    write('build/meshes/a.stl')
    watch.add(join(root, 'build/meshes/a.stl'))
    write('next/meshes/a.stl')
    await change(() => {
      renameSync(join(root, 'build'), join(root, 'old'))
      renameSync(join(root, 'next'), join(root, 'build'))
    })
    await change(() => write('build/meshes/a.stl', 'new'))
    write('old/meshes/a.stl', 'not watched')
    const before = changes
    await pause()
    expect(changes).toBe(before)
  })

  test('sees a file in folders that do not exist yet', async () => {
    watch.add(join(root, 'x/y/z.stl'))
    await change(() => write('x/y/z.stl'))
    await pause()
    await change(() => write('x/y/z.stl', 'new'))
  })

  test('sees a link that points elsewhere', async () => {
    write('build-1/a.stl')
    write('build-2/a.stl')
    symlinkSync('build-1', join(root, 'current'))
    watch.add(join(root, 'current/a.stl'))
    await change(() => {
      symlinkSync('build-2', join(root, 'next'))
      renameSync(join(root, 'next'), join(root, 'current'))
    })
    await change(() => write('build-2/a.stl', 'new'))
  })

  test('does not see other files', async () => {
    write('a.xml')
    write('parts/b.xml')
    watch.add(join(root, 'a.xml'))
    watch.add(join(root, 'parts/b.xml'))
    write('c.xml')
    write('parts/c.xml')
    write('other/c.xml')
    writeFileSync(join(home, 'neighbor.xml'), '')
    await pause()
    expect(changes).toBe(0)
  })

  test('remembers a bounded number of files, the newest', async () => {
    write('a.xml')
    for (let i = 0; i < 30_000; i++) watch.add(join(root, `missing-${i}/${i}.stl`))
    watch.add(join(root, 'a.xml'))
    watch.add(join(root, `deep/${'x/'.repeat(400)}y.stl`))
    expect(watch.size).toBeLessThanOrEqual(10_000)
    expect(watch.size).toBeGreaterThan(9_000)
    await change(() => write('a.xml', 'new'))
  })
})
