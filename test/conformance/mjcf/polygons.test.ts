import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceModel, type ReferenceModule } from '../../../tools/compare/reference.ts'
import { fuzzRuns } from '../../fuzz/runs.ts'
import { nastyPolygonFile } from '../support/nastyPolygons.ts'

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const XML = `<mujoco><asset><mesh name="m" file="m.obj"/></asset>
  <worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>`

test('polygons of all kinds are cut into the triangles of the reference, in its order, and a warning tells of what it drops', () => {
  const random = new Random(1)
  let incomplete = 0
  const count = fuzzRuns(10_000)
  for (let i = 0; i < count; i++) {
    const text = nastyPolygonFile(random)
    const files = { 'm.obj': text }
    const ours = loadModel(XML, { files })
    const theirs = new ReferenceModel(mj, {
      path: 'model.xml',
      files: (path) => (path === 'model.xml' ? XML : path === 'm.obj' ? text : undefined),
    })
    expect([...ours.mesh_face], text).toEqual([...theirs.array('mesh_face')!])
    const corners = ours.nmeshvert - 4
    const whole = ours.nmeshface === corners - 2 + 4
    expect(ours.warnings.length, text).toBe(whole ? 0 : 1)
    if (!whole) incomplete++
    theirs.delete()
  }
  expect(incomplete).toBeGreaterThan(count / 100)
})
