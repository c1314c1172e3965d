import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldLine, judge, matches, type ReferenceModule } from '../../src/compare/index.ts'
import { loadModel } from '../../src/mjcf/load.ts'
import { ModelError } from '../../src/model/errors.ts'
import { REFUSED_BY_US, ROBOTS, WRONG_ROBOTS } from './robots.ts'

/** URDF becomes the reference's model, number by number, or is refused as there. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const subject = (name: string, xml: string) => ({ name, load: () => loadModel(xml), source: xml })

describe('a robot has the numbers of the reference:', () => {
  test.for(Object.entries(ROBOTS))('%s', ([name, xml]) => {
    const verdict = judge(mj, subject(name, xml), { rollouts: [] })
    expect(verdict.message).toBe(undefined)
    expect(verdict.model.length).toBeGreaterThan(0)
    expect([...verdict.model, ...verdict.data].filter((field) => !matches(field)).map(fieldLine)).toEqual([])
  })
})

describe('neither engine takes', () => {
  test.for(Object.entries(WRONG_ROBOTS))('%s', ([, xml]) => {
    expect(() => mj.MjModel.from_xml_string(xml).delete()).toThrow()
    expect(() => loadModel(xml)).toThrow(ModelError)
  })
})

describe('what would have no effect is refused, where the reference is silent:', () => {
  test.for(Object.entries(REFUSED_BY_US))('%s', ([, xml]) => {
    expect(() => mj.MjModel.from_xml_string(xml).delete()).not.toThrow()
    expect(() => loadModel(xml)).toThrow(ModelError)
  })
})
