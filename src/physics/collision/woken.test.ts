import { expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { step } from '../../pipeline/step.ts'
import { collision } from './collision.ts'

/** Piles that sleep, and balls that fall onto them one after the other. */
function piles(count: number, more = ''): string {
  const place = (i: number) => `${2 * (i % 10)} ${2 * Math.floor(i / 10)}`
  const box = (i: number, z: number) =>
    `<body pos="${place(i)} ${z}" sleep="init"><freejoint/><geom type="box" size=".3 .3 .1"/><geom name="g${i}_${z}" type="box" size=".1 .1 .05" pos="0 .25 .1"/></body>`
  const ball = (i: number) =>
    `<body pos="${place(i)} ${0.6 + 0.05 * i}"><freejoint/><geom name="b${i}" size=".1"/></body>`
  const bodies = Array.from({ length: count }, (_, i) => box(i, 0.0999) + (i % 3 === 0 ? ball(i) : '') + box(i, 0.2998))
  return `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="0 0 1"/>${bodies.join('')}</worldbody>${more}</mujoco>`
}

const FIELDS = [
  'dist',
  'pos',
  'frame',
  'includemargin',
  'friction',
  'solref',
  'solimp',
  'dim',
  'geom1',
  'geom2',
] as const

function contactsOf(d: Data): Record<string, number[]> {
  return Object.fromEntries(
    FIELDS.map((field) => {
      const values = d[`contact_${field}`]
      const width = values.length / d.contactCapacity
      return [field, [...values.subarray(0, width * d.ncon)]]
    }),
  )
}

/**
 * Steps, and holds the contacts of each step in which a contact wakes trees to those of a fresh search; counts these
 * steps.
 */
function compareWakes(m: Model, d: Data, steps: number): number {
  let wakes = 0
  for (let i = 0; i < steps; i++) {
    const awake = d.ntree_awake
    forward(m, d)
    if (d.ntree_awake > awake) {
      wakes++
      const found = contactsOf(d)
      collision(m, d)
      expect(found).toEqual(contactsOf(d))
    }
    step(m, d)
  }
  return wakes
}

test.each([
  ['few bodies', piles(7)],
  ['many bodies', piles(60)],
  [
    'explicit pairs',
    piles(7, '<contact><pair geom1="b0" geom2="g0_0.2998"/><pair geom1="b3" geom2="g3_0.2998"/></contact>'),
  ],
])('contacts of what a contact has woken are those of a fresh search, in the same order: %s', (_, xml) => {
  const m = loadModel(xml)
  expect(compareWakes(m, new Data(m), 200)).toBeGreaterThan(2)
})
