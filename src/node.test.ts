import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ModelError } from './core/model/errors.ts'
import { loadModelFile } from './node.ts'

const PART = '<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
const including = (file: string) => `<mujoco>\n  <include file="${file}"/>\n</mujoco>`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinetree-node-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): string {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return full
}

function raise(error: Error): never {
  throw error
}

function refusal(load: () => unknown): ModelError {
  try {
    load()
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
  throw new Error('the model was loaded')
}

describe('loadModelFile', () => {
  test('reads a model with a file from its own folder and one from a neighbor', () => {
    write('robots/arm/parts/hand.xml', PART)
    write('robots/common/floor.xml', PART)
    const arm = write(
      'robots/arm/arm.xml',
      '<mujoco><include file="parts/hand.xml"/><include file="../common/floor.xml"/></mujoco>',
    )
    expect(loadModelFile(arm).nbody).toBe(3)
  })

  test('loads without pictures that are not there, or not allowed, when told so', () => {
    const texture = '<texture name="t" type="2d" file="../../../a.png"/>'
    const arm = write('robots/arm/arm.xml', `<mujoco><asset>${texture}</asset></mujoco>`)
    expect(refusal(() => loadModelFile(arm)).message).toContain('lies outside of the folder')
    expect(loadModelFile(arm, { missingPictures: 'ignore' }).missingPictures).toEqual(['../../../a.png'])

    const wrong = write('robots/arm/wrong.xml', `<mujoco><asset>${texture}<material/></asset></mujoco>`)
    expect(refusal(() => loadModelFile(wrong, { missingPictures: 'ignore' })).message).toContain('needs a name')
  })

  test('takes an address in place of a path', () => {
    const arm = write('arm/my arm.xml', PART)
    expect(loadModelFile(pathToFileURL(arm)).nbody).toBe(2)
  })

  test('refuses a file outside of the folder around the model, and says where it is named', () => {
    write('secret.xml', PART)
    const arm = write('robots/arm/arm.xml', including('../../secret.xml'))
    const error = refusal(() => loadModelFile(arm))
    expect(error.message).toContain("'../../secret.xml' lies outside of the folder")
    expect(error.line).toBe(2)
    expect(error.suggestion).toContain('root')
  })

  test('reads the same file when the root is given wide enough', () => {
    write('shared.xml', PART)
    const arm = write('robots/arm/arm.xml', including('../../shared.xml'))
    expect(loadModelFile(arm, { root: folder }).nbody).toBe(2)
  })

  test('refuses a model outside of a given root', () => {
    const arm = write('robots/arm.xml', PART)
    const root = join(folder, 'other')
    mkdirSync(root)
    expect(refusal(() => loadModelFile(arm, { root })).message).toContain('outside of the root folder')
  })

  test('refuses a link that leaves the root', () => {
    const outside = write('outside.xml', PART)
    const arm = write('robots/arm/arm.xml', including('link.xml'))
    symlinkSync(outside, join(folder, 'robots/arm/link.xml'))
    expect(refusal(() => loadModelFile(arm)).message).toContain('is a link that leaves the folder')
  })

  test('follows a link that stays inside the root', () => {
    const real = write('robots/common/part.xml', PART)
    const arm = write('robots/arm/arm.xml', including('link.xml'))
    symlinkSync(real, join(folder, 'robots/arm/link.xml'))
    expect(loadModelFile(arm).nbody).toBe(2)
  })

  describe('reads files of a model', () => {
    const ASSETS = '<mujoco><include file="part.xml"/><include file="../common/floor.xml"/></mujoco>'

    test('in a folder that is reached over a link', () => {
      write('real/arm/part.xml', PART)
      write('real/common/floor.xml', PART)
      write('real/arm/arm.xml', ASSETS)
      mkdirSync(join(folder, 'project'))
      symlinkSync(join(folder, 'real/arm'), join(folder, 'project/linked'))
      expect(loadModelFile(join(folder, 'project/linked/arm.xml')).nbody).toBe(3)
    })

    test('beside a link to its folder', () => {
      write('real/arm/part.xml', PART)
      write('project/common/floor.xml', PART)
      write('real/arm/arm.xml', ASSETS)
      symlinkSync(join(folder, 'real/arm'), join(folder, 'project/linked'))
      expect(loadModelFile(join(folder, 'project/linked/arm.xml')).nbody).toBe(3)
    })

    test.each(['real/arm', 'project'])('that is itself a link, in the folder %s', (place) => {
      write(`${place}/part.xml`, PART)
      write('real/common/floor.xml', PART)
      const real = write('real/arm/arm.xml', ASSETS)
      mkdirSync(join(folder, 'project'), { recursive: true })
      symlinkSync(real, join(folder, 'project/arm.xml'))
      expect(loadModelFile(join(folder, 'project/arm.xml')).nbody).toBe(3)
    })

    test('over a link to a folder inside of the root', () => {
      write('robots/common/part.xml', PART)
      const arm = write('robots/arm/arm.xml', including('parts/part.xml'))
      symlinkSync('../common', join(folder, 'robots/arm/parts'))
      expect(loadModelFile(arm).nbody).toBe(2)
      expect(refusal(() => loadModelFile(arm, { root: join(folder, 'robots/arm') })).message).toContain(
        'leaves the folder',
      )
    })

    test('in a root that is a link', () => {
      write('real/arm/part.xml', PART)
      const arm = write('real/arm/arm.xml', including('part.xml'))
      symlinkSync(join(folder, 'real'), join(folder, 'root'))
      for (const path of [arm, join(folder, 'root/arm/arm.xml')])
        for (const root of [join(folder, 'root'), join(folder, 'real')])
          expect(loadModelFile(path, { root }).nbody).toBe(2)
    })
  })

  test('keeps models in linked folders to their root', () => {
    write('secret.xml', PART)
    write('real/deep/arm/arm.xml', including('../../../secret.xml'))
    write('real/deep/arm/link.xml', including('away.xml'))
    symlinkSync(join(folder, 'secret.xml'), join(folder, 'real/deep/arm/away.xml'))
    mkdirSync(join(folder, 'a/b/project'), { recursive: true })
    symlinkSync(join(folder, 'real/deep/arm'), join(folder, 'a/b/project/linked'))
    const linked = join(folder, 'a/b/project/linked')
    expect(refusal(() => loadModelFile(join(linked, 'arm.xml'))).message).toContain('lies outside of the folder')
    const error = refusal(() => loadModelFile(join(linked, 'link.xml')))
    expect(error.message).toContain('is a link that leaves the folder')
    expect(error.suggestion).toContain('root')
  })

  test('refuses a model that is a link out of a given root', () => {
    const outside = write('outside/arm.xml', PART)
    const root = join(folder, 'root')
    mkdirSync(root)
    symlinkSync(outside, join(root, 'arm.xml'))
    symlinkSync(dirname(outside), join(root, 'arms'))
    for (const name of ['arm.xml', 'arms/arm.xml']) {
      expect(loadModelFile(join(root, name)).nbody).toBe(2)
      expect(refusal(() => loadModelFile(join(root, name), { root })).message).toContain('leaves the folder')
    }
  })

  describe('without a home directory', () => {
    const { homedir } = os
    afterEach(() => {
      os.homedir = homedir
      syncBuiltinESMExports()
    })

    test.each([
      ['an error', () => raise(new Error('ENOENT: no such file or directory, uv_os_homedir'))],
      ['nothing', () => ''],
    ])('works where the system gives %s', (_, none) => {
      os.homedir = none
      syncBuiltinESMExports()
      write('robots/common/floor.xml', PART)
      const arm = write('robots/arm/arm.xml', including('../common/floor.xml'))
      expect(loadModelFile(arm).nbody).toBe(2)
    })

    test('does not read neighbors of a home that is a link', () => {
      mkdirSync(join(folder, 'disk/homes/me'), { recursive: true })
      symlinkSync(join(folder, 'disk/homes'), join(folder, 'home'))
      os.homedir = () => join(folder, 'home/me')
      syncBuiltinESMExports()
      write('disk/homes/other/secret.xml', PART)
      const arm = write('disk/homes/me/arm.xml', including('../other/secret.xml'))
      for (const path of [arm, join(folder, 'home/me/arm.xml')])
        expect(refusal(() => loadModelFile(path)).message).toContain('lies outside of the folder')
    })
  })

  test('refuses files above the size limit', () => {
    write('arm/part.xml', `${PART}${' '.repeat(1000)}`)
    const arm = write('arm/arm.xml', including('part.xml'))
    expect(refusal(() => loadModelFile(arm, { maxFileBytes: 500 })).message).toContain('more than the 500 allowed')
    expect(refusal(() => loadModelFile(arm, { maxFileBytes: 10 })).message).toContain('more than the 10 allowed')
  })

  test('does not hang on something that is not a file', () => {
    const arm = write('arm/arm.xml', including('pipe.xml'))
    execFileSync('mkfifo', [join(folder, 'arm/pipe.xml')])
    expect(refusal(() => loadModelFile(arm)).message).toContain('is not a file')
    expect(refusal(() => loadModelFile(join(folder, 'arm'))).message).toContain('is not a file')
  })

  test('names the missing model, and the place that names a missing file', () => {
    expect(refusal(() => loadModelFile(join(folder, 'none.xml'))).message).toContain('there is no such file')
    const arm = write('arm/arm.xml', including('none.xml'))
    const error = refusal(() => loadModelFile(arm))
    expect(error.file).toBe(arm)
    expect(error.line).toBe(2)
    expect(error.message).toContain('none.xml')
  })

  test('gives the full path of an included file that has a fault', () => {
    const part = write('arm/part.xml', '<mujoco><worldbody><bdoy/></worldbody></mujoco>')
    const arm = write('arm/arm.xml', including('part.xml'))
    expect(refusal(() => loadModelFile(arm)).file).toBe(part)
  })
})
