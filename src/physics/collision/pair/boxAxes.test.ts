import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { unroll } from '../../../../scripts/unroll.ts'
import { TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { normalize4, quatToMat } from '../../../core/math/quat.ts'
import { ContactBuffer } from '../contact/contactBuffer.ts'
import { boxAxes as shortForm } from './boxAxes.loops.ts'
import { boxAxes } from './boxAxes.ts'
import { boxBox } from './boxBox.ts'
import { APART, boxPair } from './boxPair.ts'

describe('the unrolled separating axes of two boxes', () => {
  test('are those that the script makes of the short form', () => {
    const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
    const code = (text: string) => text.replace(/^\/\/.*\n/, '').replace(/\s+/g, '')
    expect(code(file('./boxAxes.ts'))).toBe(code(unroll(file('./boxAxes.loops.ts'))))
  })

  test('have the bits of the short form', () => {
    const { m, d } = new TwoGeoms(boxBox, 'type="box" size=".1 .2 .3"', 'type="box" size=".3 .1 .2"')
    const contacts = new ContactBuffer()
    const random = new Random(1)
    const registers = () => [...boxPair.M, ...boxPair.a, ...boxPair.b, ...boxPair.h1, ...boxPair.h2, ...boxPair.number]
    let overlaps = 0
    for (let trial = 0; trial < 500; trial++) {
      for (let k = 0; k < 6; k++) d.geom_xpos[k] = random.uniform(-0.2, 0.2)
      for (let g = 0; g < 2; g++) {
        const quat = random.vector(4)
        normalize4(quat, 0)
        quatToMat(d.geom_xmat, 9 * g, quat, 0)
      }
      const answer = shortForm(m, d, 0, 1, contacts)
      const expected = registers()
      for (const array of [boxPair.M, boxPair.a, boxPair.b]) array.fill(0)
      expect(boxAxes(m, d, 0, 1, contacts)).toBe(answer)
      if (answer === APART) continue
      expect(registers()).toEqual(expected)
      overlaps++
    }
    expect(overlaps).toBeGreaterThan(100)
  })
})
