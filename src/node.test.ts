import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

  test('refuses files above the size limit', () => {
    write('arm/part.xml', `${PART}${' '.repeat(1000)}`)
    const arm = write('arm/arm.xml', including('part.xml'))
    expect(refusal(() => loadModelFile(arm, { maxBytes: 2000 })).message).toContain('more than the 500 allowed')
    expect(refusal(() => loadModelFile(arm, { maxBytes: 40 })).message).toContain('more than the 10 allowed')
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
