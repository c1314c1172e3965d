import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import load, { type MainModule, type MjData, type MjModel } from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { ObjType } from '../../../src/core/model/enums.ts'
import { loadModelFile } from '../../../src/node.ts'

/** Our example models are what they say they are; what needs contacts is asked of the reference. */

const folder = 'models'
const files = readdirSync(folder).filter((name) => name.endsWith('.xml'))

let mj: MainModule
beforeAll(async () => {
  mj = await load()
})

/** Runs something on a model inside the reference, from one of its keyframes or from qpos0. */
function inReference<T>(file: string, key: string | undefined, use: (m: MjModel, d: MjData) => T): T {
  const m = mj.MjModel.from_xml_string(readFileSync(join(folder, file), 'utf8'))
  const d = new mj.MjData(m)
  try {
    if (key !== undefined) mj.mj_resetDataKeyframe(m, d, mj.mj_name2id(m, ObjType.key, key))
    mj.mj_forward(m, d)
    return use(m, d)
  } finally {
    d.delete()
    m.delete()
  }
}

interface Touch {
  readonly pair: string
  readonly dist: number
}

function touches(m: MjModel, d: MjData): Touch[] {
  const contacts = d.contact
  const found: Touch[] = []
  for (let i = 0; i < d.ncon; i++) {
    const contact = contacts.get(i)!
    const name = (geom: number) => mj.mj_id2name(m, ObjType.geom, geom)
    found.push({ pair: `${name(contact.geom1)} ${name(contact.geom2)}`, dist: contact.dist })
    contact.delete()
  }
  contacts.delete()
  return found
}

test('there is a picture and a line in the guide for each model, with its number of dofs', () => {
  const guide = readFileSync('docs/guide/models.md', 'utf8')
  for (const file of files) {
    const { nv } = loadModelFile(join(folder, file))
    expect(guide).toContain(`| [${file}](../../models/${file}) | ${nv} |`)
  }
})

describe.each(files)('%s', (file) => {
  const m = loadModelFile(join(folder, file))
  const keys = [undefined, ...m.names.all(ObjType.key)]

  test('starts without bodies that stick in each other or in the floor', () => {
    for (const key of keys) {
      for (const { pair, dist } of inReference(file, key, touches))
        expect(dist, `${pair}, ${key}`).toBeGreaterThan(-1e-3)
    }
  })

  test('simulates for two seconds in the reference without a warning', () => {
    for (const key of keys) {
      inReference(file, key, (rm, rd) => {
        while (rd.time < 2) mj.mj_step(rm, rd)
        expect([...rd.qpos].every(Number.isFinite)).toBe(true)
        const warnings = rd.warning
        for (let i = 0; i < 7; i++) expect(warnings.get(i)!.number, `warning ${i}, ${key}`).toBe(0)
      })
    }
  })

  test('has a name for every body, joint and keyframe', () => {
    for (const type of [ObjType.body, ObjType.joint, ObjType.key]) expect(m.names.all(type)).not.toContain('')
  })
})

describe('the humanoid', () => {
  const m = loadModelFile('models/humanoid.xml')

  test('weighs as much as a person', () => {
    expect(m.body_subtreemass[0]).toBeGreaterThan(60)
    expect(m.body_subtreemass[0]).toBeLessThan(80)
  })

  test.each([undefined, 'stand', 'squat'])('stands on both feet and touches nothing else, keyframe %s', (key) => {
    const pairs = inReference('humanoid.xml', key, touches).map(({ pair }) => pair)
    expect([...new Set(pairs)].sort()).toEqual(['floor left_foot', 'floor right_foot'])
    expect(pairs.length).toBe(8)
  })

  test.each(['stand', 'squat'])('has its centre of mass above its feet, keyframe %s', (key) => {
    const [com, feet] = inReference('humanoid.xml', key, (rm, rd) => {
      const foot = mj.mj_name2id(rm, ObjType.geom, 'left_foot')
      return [rd.subtree_com[0], rd.geom_xpos[3 * foot]]
    })
    expect(Math.abs(com - feet)).toBeLessThan(0.1)
  })

  test('is the same on both sides', () => {
    for (const side of ['thigh', 'shin', 'foot', 'upper_arm', 'lower_arm']) {
      const [left, right] = ['left', 'right'].map((s) => m.names.id(ObjType.body, `${s}_${side}`))
      expect(m.body_mass[left]).toBe(m.body_mass[right])
    }
  })
})

test('the tower of boxes stands in the reference', () => {
  inReference('boxes.xml', undefined, (rm, rd) => {
    const top = mj.mj_name2id(rm, ObjType.body, 'box10')
    const before = rd.xpos[3 * top + 2]
    while (rd.time < 2) mj.mj_step(rm, rd)
    expect(Math.abs(rd.xpos[3 * top + 2] - before)).toBeLessThan(0.01)
  })
})
