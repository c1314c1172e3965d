import { describe, expect, test } from 'vitest'
import { EVERYTHING } from '../../../test/conformance/support/everything.ts'
import { ROBOTS } from '../../../test/conformance/support/robots.ts'
import { loadModel } from '../../format/load.ts'
import type { Model } from './model.ts'
import { modelFromMessage, modelMessage } from './modelMessage.ts'

const model = loadModel(EVERYTHING)
/** The model after a message, and after damage on the way. */
function received(damage: (m: Model) => void): Model {
  const copy = modelFromMessage(structuredClone(modelMessage(model)))
  damage(copy)
  return modelFromMessage(modelMessage(copy))
}

test('models that were compiled are accepted', () => {
  for (const xml of Object.values(ROBOTS)) expect(() => modelFromMessage(modelMessage(loadModel(xml)))).not.toThrow()
  expect(received(() => {}).nbody).toBe(model.nbody)
})

describe('a model that was damaged on its way is refused by the name of what cannot be:', () => {
  const cases: readonly [string, (m: Model) => void, RegExp][] = [
    [
      'a body below itself',
      (m) => (m.body_parentid[2] = 2),
      /body_parentid\[2\] is 2; expected an integer from 0 to 1/,
    ],
    ['a dof below itself', (m) => (m.dof_parentid[1] = 1), /dof_parentid\[1\] is 1/],
    ['a joint of another body', (m) => (m.jnt_bodyid[1] += 1), /jnt_bodyid\[1\] is/],
    ['a row of the inertia that ends elsewhere', (m) => (m.M_rownnz[2] += 1), /damaged: M_row/],
    ['a dof that a tendon needs', (m) => m.ten_J_colind.fill(0), /tendon \d+ in ten_J_colind/],
    ['a geom of no kind', (m) => (m.geom_type[0] = 77), /geom_type\[0\] is 77/],
    ['a contact of too many dimensions', (m) => (m.geom_condim[0] = 1 << 25), /geom_condim\[0\] is 33554432/],
    ['a sensor of something that is not there', (m) => (m.sensor_objid[0] = 999), /sensor_objid\[0\] is 999/],
    ['a motor of something that is not there', (m) => (m.actuator_trnid[0] = -7), /actuator_trnid\[0\] is -7/],
    [
      'a volume that holds itself',
      (m) => (m.bvh_child[m.bvh_child.findIndex((c) => c > 0)] = 0),
      /bvh_child\[\d+\] is 0/,
    ],
  ]
  test.each(cases)('%s', (_, damage, message) => {
    expect(() => received(damage)).toThrow(RangeError)
    expect(() => received(damage)).toThrow(message)
  })
})

describe('a model whose sizes were damaged is refused before memory is asked for:', () => {
  const cases: readonly [string, number, RegExp][] = [
    ['nbody', -1, /nbody is -1; expected an integer from 0/],
    ['nJmom', 0.5, /nJmom is 0\.5/],
    ['nhistory', Number.NaN, /nhistory is NaN/],
    ['nhistory', 2 ** 31 - 1, /nhistory is 2147483647; expected an integer from 0 to \d+$/],
    ['nsensordata', model.nsensordata + 1, /nsensordata is/],
    ['nJmom', 2 ** 31 - 1, /nJmom is 2147483647/],
    ['nM', 2 ** 31 - 1, /nM is 2147483647/],
    ['nuserdata', 2 ** 31 - 1, /nuserdata is 2147483647|arena is full/],
    ['ngeom', 2 ** 31 - 1, /arena is full/],
  ]
  test.each(cases)('%s = %d', (name, value, message) => {
    const sent = modelMessage(model)
    const damaged = { ...sent, sizes: { ...sent.sizes, [name]: value } }
    expect(() => modelFromMessage(damaged)).toThrow(RangeError)
    expect(() => modelFromMessage(damaged)).toThrow(message)
  })
})
