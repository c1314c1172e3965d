import { describe, expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { resetData } from '../../pipeline/reset.ts'
import { step } from '../../pipeline/step.ts'
import { Arena } from '../memory/arena.ts'
import { ConstraintType } from '../model/enums.ts'
import { reserveConstraints } from './constraintArrays.ts'
import { reserveContacts } from './contactArrays.ts'
import { Data, dataByteLength } from './data.ts'
import { copyData, restore, snapshot } from './snapshot.ts'

const model = loadModel(`
<mujoco>
  <worldbody>
    <body name="hand" mocap="true" pos="1 2 3" quat="0 1 0 0"/>
    <body pos="0 0 1">
      <freejoint/>
      <geom size=".1 .2 .3" type="box"/>
      <body pos=".3 0 0"><joint type="ball"/><geom size=".1"/></body>
    </body>
  </worldbody>
</mujoco>`)

function moving(): Data {
  const d = new Data(model)
  d.qvel.set([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (let i = 0; i < 10; i++) step(model, d)
  return d
}

describe('Data', () => {
  test('starts at qpos0 with mocap bodies at their place', () => {
    const d = new Data(model)
    expect([...d.qpos]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
    expect([...d.mocap_pos]).toEqual([1, 2, 3])
    expect([...d.mocap_quat]).toEqual([0, 1, 0, 0])
  })

  test('lives in one buffer, clocks that run aside', () => {
    const d = new Data(model)
    const { timer_start, ...state } = d
    expect(timer_start.buffer).not.toBe(d.arena.buffer)
    for (const value of Object.values(state))
      if (value instanceof Float64Array && value.length > 0) expect(value.buffer).toBe(d.arena.buffer)
    expect(d.arena.byteLength).toBe(dataByteLength(model))
  })

  test('keeps the identity of its arrays', () => {
    const d = new Data(model)
    const { qpos, xpos, qacc } = d
    step(model, d)
    resetData(model, d)
    expect(d.qpos).toBe(qpos)
    expect(d.xpos).toBe(xpos)
    expect(d.qacc).toBe(qacc)
  })

  test('copies to another state in full, which then goes on alike', () => {
    const a = moving()
    const b = new Data(model)
    copyData(b, a)
    step(model, a)
    step(model, b)
    expect(b.qpos).toEqual(a.qpos)
    expect(b.time).toBe(a.time)
  })

  test('goes back to a snapshot', () => {
    const d = moving()
    const before = snapshot(d)
    const qpos = Float64Array.from(d.qpos)
    step(model, d)
    const after = Float64Array.from(d.qpos)
    restore(d, before)
    expect(d.qpos).toEqual(qpos)
    step(model, d)
    expect(d.qpos).toEqual(after)
  })

  test('refuses states of another model', () => {
    const other = new Data(loadModel('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'))
    expect(() => copyData(new Data(model), other)).toThrow(/different models/)
    expect(() => restore(new Data(model), snapshot(other))).toThrow(/different models/)
  })

  test('shows the same state when built over the memory of another', () => {
    const shared = new SharedArrayBuffer(dataByteLength(model))
    const a = new Data(model, new Arena(shared))
    resetData(model, a)
    reserveContacts(a, 3)
    expect(a.memory.contacts).toBeInstanceOf(SharedArrayBuffer)
    const b = new Data(model, a.memory)
    a.qvel[0] = 5
    a.contact_dist[2] = -0.25
    step(model, a)
    expect(b.time).toBe(a.time)
    expect(b.qpos).toEqual(a.qpos)
    expect(b.contact_dist[2]).toBe(-0.25)
  })

  test('can share a block with other states, which it leaves alone', () => {
    const bytes = dataByteLength(model)
    const arena = new Arena(new ArrayBuffer(2 * bytes))
    const [a, b] = [new Data(model, arena), new Data(model, arena)]
    for (const d of [a, b]) resetData(model, d)
    b.qvel[0] = 7
    step(model, b)
    const qpos = Float64Array.from(b.qpos)
    step(model, a)
    resetData(model, a)
    expect(b.qpos).toEqual(qpos)
    copyData(a, b)
    expect(a.qpos).toEqual(qpos)
    expect(snapshot(b).fixed.byteLength).toBe(bytes)
    expect(new Data(model, b.memory).qpos).toEqual(qpos)
    expect(() => new Data(model, arena)).toThrow(/full/)
  })

  test('can live in WebAssembly memory, at an offset', () => {
    const memory = new WebAssembly.Memory({ initial: 4 })
    const inside = new Data(model, new Arena(memory, 1024))
    resetData(model, inside)
    const outside = new Data(model)
    for (let i = 0; i < 5; i++) {
      step(model, inside)
      step(model, outside)
    }
    expect(inside.qpos).toEqual(outside.qpos)
  })
})

describe('contacts, which vary in number', () => {
  test('grow by doubling, keep what is there, and then stay', () => {
    const d = new Data(model)
    expect(d.contactCapacity).toBe(0)
    reserveContacts(d, 1)
    expect(d.contactCapacity).toBe(16)
    d.contact_pos.set([1, 2, 3], 3 * 15)
    d.contact_geom2[15] = 9
    reserveContacts(d, 17)
    expect(d.contactCapacity).toBe(32)
    expect([...d.contact_pos.subarray(45, 48)]).toEqual([1, 2, 3])
    expect(d.contact_geom2[15]).toBe(9)
    const { contact_dist } = d
    reserveContacts(d, 5)
    expect(d.contact_dist).toBe(contact_dist)
    expect(d.contact_dist.length).toBe(32)
    expect(d.contact_frame.length).toBe(32 * 9)
  })

  test('stay in shared memory when they started there', () => {
    const d = new Data(model)
    reserveContacts(d, 1)
    const shared = new SharedArrayBuffer(d.contactArena.byteLength)
    const a = new Data(model, {
      ...d.memory,
      fixed: new SharedArrayBuffer(dataByteLength(model)),
      contacts: shared,
    })
    expect(a.contactCapacity).toBe(16)
    reserveContacts(a, 40)
    expect(a.contactCapacity).toBe(64)
    expect(a.memory.contacts).toBeInstanceOf(SharedArrayBuffer)
  })

  test('fill whatever memory they are given, to the last whole pair', () => {
    const room = new Data(model)
    reserveContacts(room, 1)
    const bytes = room.contactArena.byteLength / 16
    for (const count of [0, 1, 2, 3, 7, 260]) {
      const contacts = new ArrayBuffer(count * bytes)
      const d = new Data(model, { ...room.memory, fixed: new ArrayBuffer(dataByteLength(model)), contacts })
      expect(d.contactCapacity).toBe(count - (count % 2))
    }
  })

  test('travel with copies and snapshots', () => {
    const a = new Data(model)
    reserveContacts(a, 20)
    a.ncon = 20
    a.contact_dim.fill(1)
    a.contact_dist[19] = 0.5
    const b = new Data(model)
    copyData(b, a)
    expect(b.ncon).toBe(20)
    expect(b.contact_dist[19]).toBe(0.5)
    const c = new Data(model)
    restore(c, snapshot(a))
    expect(c.contact_dist[19]).toBe(0.5)
    expect(c.contactCapacity).toBe(32)
  })

  test('come back from a snapshot that was stored as a part of something larger', () => {
    const a = new Data(model)
    reserveContacts(a, 20)
    a.ncon = 20
    a.contact_dim.fill(1)
    a.contact_dist[19] = 0.5
    const { fixed, contacts, ...rest } = snapshot(a)
    const file = new Uint8Array(fixed.byteLength + contacts.byteLength + 3)
    file.set(fixed, 3)
    file.set(contacts, 3 + fixed.byteLength)
    const b = new Data(model)
    const [start, end] = [3, 3 + fixed.byteLength]
    restore(b, { ...rest, fixed: file.subarray(start, end), contacts: file.subarray(end) })
    expect(b.ncon).toBe(20)
    expect(b.contact_dist[19]).toBe(0.5)
    expect(b.contactCapacity).toBe(32)
  })
})

describe('constraint rows, which vary in number', () => {
  function withRows(memory?: Arena): Data {
    const d = new Data(model, memory)
    reserveConstraints(d, 20, 100)
    d.nefc = 20
    d.nJ = 100
    d.efc_type.fill(ConstraintType.frictionDof)
    d.efc_J_rowadr[19] = 95
    d.efc_KBIP[79] = 3
    d.efc_J_rownnz[19] = 5
    d.efc_J[99] = 0.5
    d.efc_J_colind.set([4, 5, 6, 7, 8], 95)
    return d
  }

  test('grow by doubling, rows and entries of the Jacobian each on their own', () => {
    const d = withRows()
    expect([d.efcCapacity, d.jacobianCapacity]).toEqual([32, 128])
    const { efc_KBIP, efc_J } = d
    reserveConstraints(d, 33, 128)
    expect([d.efcCapacity, d.jacobianCapacity]).toEqual([64, 128])
    expect(d.efc_J).toBe(efc_J)
    expect(d.efc_KBIP).not.toBe(efc_KBIP)
    expect(d.efc_KBIP[79]).toBe(3)
    expect(d.efc_J_rownnz[19]).toBe(5)
  })

  test('travel with copies, snapshots and shared memory', () => {
    const a = withRows(new Arena(new SharedArrayBuffer(dataByteLength(model))))
    const [copied, restored] = [new Data(model), new Data(model)]
    copyData(copied, a)
    restore(restored, snapshot(a))
    for (const d of [copied, restored, new Data(model, a.memory)]) {
      expect([d.nefc, d.nJ]).toEqual([20, 100])
      expect(d.efc_KBIP[79]).toBe(3)
      expect(d.efc_J_rownnz[19]).toBe(5)
      expect(d.efc_J[99]).toBe(0.5)
      expect(d.efc_J_colind[99]).toBe(8)
    }
    expect(a.memory.jacobian).toBeInstanceOf(SharedArrayBuffer)
  })
})
