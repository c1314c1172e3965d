import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Random } from '../../../tools/compare/randomState.ts'
import { Data, forward, loadModel } from '../../index.ts'

const arm = readFileSync(new URL('../../../models/muscle_arm.xml', import.meta.url), 'utf8')

test('the loop over muscles gives the forces that gain and bias give one by one, to the last bit', () => {
  const m = loadModel(arm)
  const d = new Data(m)
  const random = new Random(1)
  // muscles whose passive force has another peak, another shape, or other units of length than the active one
  for (let i = 0; i < m.nu; i += 3) m.actuator_biasprm[10 * i + (i % 2 ? 2 : 1)] *= 1.1
  for (let i = 1; i < m.nu; i += 3) m.actuator_gainprm[10 * i + 2] = m.actuator_biasprm[10 * i + 2] = -1
  let passive = 0
  for (let trial = 0; trial < 200; trial++) {
    for (let j = 0; j < m.njnt; j++) d.qpos[j] = random.uniform(-1, 2)
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 20 * random.normal()
    for (let i = 0; i < m.na; i++) d.act[i] = random.uniform(-0.1, 1.1)
    m.opt.disableactuator = 0
    forward(m, d)
    const together = d.actuator_force.slice()
    // no actuator is of this group, but each is asked
    m.opt.disableactuator = 1 << 5
    forward(m, d)
    expect(d.actuator_force).toEqual(together)
    d.act.fill(0)
    forward(m, d)
    for (const force of d.actuator_force) if (force !== 0) passive++
  }
  expect(passive).toBeGreaterThan(1000)
})
