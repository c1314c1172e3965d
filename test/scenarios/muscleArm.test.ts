import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MUSCLES, muscleArm } from '../../scripts/muscleArm.ts'
import { Data, loadModel, ObjType, step } from '../../src/index.ts'

const xml = readFileSync(new URL('../../models/muscle_arm.xml', import.meta.url), 'utf8')
const m = loadModel(xml, { fileName: 'muscle_arm.xml' })

/** Angle of a joint after a second in which some muscles contract and the others hardly do. */
function angleAfter(joint: string, ...contracting: readonly string[]): number {
  const d = new Data(m)
  m.opt.gravity.fill(0)
  const start = m.jnt_qposadr[m.names.id(ObjType.joint, 'elbow')]
  d.qpos[start] = 1
  for (let i = 0; i < m.nu; i++) {
    const name = m.names.name(ObjType.actuator, i) ?? ''
    d.ctrl[i] = contracting.some((muscle) => name.startsWith(muscle)) ? 0.3 : 0.01
  }
  while (d.time < 1) step(m, d)
  return d.qpos[m.jnt_qposadr[m.names.id(ObjType.joint, joint)]]
}

describe('the arm with a hundred muscles', () => {
  test('is what its script writes', () => {
    expect(muscleArm()).toBe(xml)
    expect(m.nu).toBe(100)
    expect(MUSCLES.reduce((sum, { strands }) => sum + strands, 0)).toBe(100)
  })

  test('bends and stretches the elbow', () => {
    expect(angleAfter('elbow', 'biceps', 'brachialis')).toBeGreaterThan(1.5)
    expect(angleAfter('elbow', 'triceps')).toBeLessThan(0.6)
  })

  test('turns the forearm both ways', () => {
    expect(angleAfter('pronation', 'pronator') - angleAfter('pronation', 'supinator')).toBeGreaterThan(0.5)
  })

  test('bends and stretches the wrist', () => {
    expect(angleAfter('wrist_flexion', 'finger_flexors', 'flexor')).toBeGreaterThan(0.3)
    expect(angleAfter('wrist_flexion', 'finger_extensors', 'extensor')).toBeLessThan(-0.3)
  })

  test('lifts the arm sideways and to the front', () => {
    expect(angleAfter('shoulder_abduction', 'deltoid_middle', 'supraspinatus')).toBeGreaterThan(0.5)
    expect(angleAfter('shoulder_flexion', 'deltoid_front', 'pectoralis', 'coracobrachialis')).toBeGreaterThan(0.3)
  })
})
