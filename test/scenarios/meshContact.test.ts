import { describe, expect, test } from 'vitest'
import { Data, loadModel, resetDataKeyframe, step } from '../../src/index.ts'
import { MESH_SCENES, type MeshScene } from '../support/meshScenes.ts'

/** Meshes that touch meshes: they lie still, whatever the order in which their vertices were written. */

/** KINETREE_LONG: a minute each. */
const LONG = process.env['KINETREE_LONG'] === '1'
const ORDERS = LONG ? [1, 2, 3, 5, 9] : [1, 5]

interface Rest {
  /** How far positions move after the scene has settled, m and entries of quaternions. */
  readonly drift: number
  /** Largest velocity in that time, m/s and rad/s. */
  readonly speed: number
  /** Numbers of contacts in that time. */
  readonly contacts: readonly number[]
}

function restOf({ xml, settle }: MeshScene, seconds: number): Rest {
  const m = loadModel(xml)
  const d = new Data(m)
  if (m.nkey > 0) resetDataKeyframe(m, d, 0)
  while (d.time < settle) step(m, d)
  const start = d.qpos.slice()
  const contacts = new Set<number>()
  let speed = 0
  while (d.time < seconds) {
    step(m, d)
    contacts.add(d.ncon)
    for (const v of d.qvel) speed = Math.max(speed, Math.abs(v))
  }
  const drift = Math.max(...d.qpos.map((x, i) => Math.abs(x - start[i])))
  return { drift, speed, contacts: [...contacts] }
}

describe.each(ORDERS)('vertices in order %i', (seed) => {
  const [blockOnBlock, stackOfTen, gripper] = MESH_SCENES.map((scene) => scene(seed))

  test('a block with cut corners lies still on another', () => {
    const { drift, speed, contacts } = restOf(blockOnBlock, LONG ? 60 : 15)
    expect(contacts).toEqual([4])
    expect(drift).toBeLessThan(1e-9)
    expect(speed).toBeLessThan(1e-9)
  })

  test('a stack of ten prisms stands still', () => {
    const { drift, speed, contacts } = restOf(stackOfTen, LONG ? 60 : 6)
    expect(contacts).toEqual([40])
    expect(drift).toBeLessThan(1e-7)
    expect(speed).toBeLessThan(1e-6)
  })

  test('a gripper holds a faceted cylinder, which creeps by less than 0.1 mm a second', () => {
    const { drift, speed, contacts } = restOf(gripper, LONG ? 60 : 6)
    expect(contacts).toEqual([8])
    expect(drift).toBeLessThan(1e-4 * ((LONG ? 60 : 6) - gripper.settle))
    expect(speed).toBeLessThan(1e-4)
  })
})
