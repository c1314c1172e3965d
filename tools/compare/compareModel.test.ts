import { readFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import { expect, test } from 'vitest'
import { ObjType } from '../../src/core/model/enums.ts'
import { compareModel } from './compareModel.ts'
import { matches } from './fields.ts'
import { modelFromReference, ReferenceModel } from './reference.ts'

test('finds a model equal to itself, and names the field and the object of any number that is changed', async () => {
  const xml = readFileSync(new URL('../../models/humanoid.xml', import.meta.url), 'utf8')
  const reference = new ReferenceModel(await load(), xml)
  const m = modelFromReference(reference)
  const same = compareModel(m, reference)
  expect(same.filter((result) => result.error > 0)).toEqual([])
  expect(same.length).toBeGreaterThan(300)

  m.body_inertia[3] *= 1 + 1e-11
  m.geom_rgba[1] += 0.1
  m.jnt_limited[0] ^= 1
  m.opt.gravity[2] = -9.8
  m.vis.map.znear = 1
  m.names.set(ObjType.site, ['other'])
  const different = compareModel(m, reference).filter((result) => !matches(result))
  expect(different.map((result) => result.field)).toEqual([
    'body_inertia',
    'jnt_limited',
    'geom_rgba',
    'opt.gravity',
    'vis.map.znear',
    'names.site',
  ])
  expect(different[0].error).toBeCloseTo(1e-11, 13)
  expect(different[0].object).toBe('body pelvis')
  reference.delete()
})
