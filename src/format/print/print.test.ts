import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Data, forward, loadModel, step } from '../../index.ts'
import { dataToText } from './dataText.ts'
import { modelToText } from './modelText.ts'
import { arraysOf } from './textTable.ts'

const humanoid = () => loadModel(readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8'))

const PENDULUM = `
<mujoco model="pendulum">
  <option timestep="0.01"/>
  <worldbody>
    <body name="arm" pos="0 0 1"><joint name="swing" axis="0 1 0" damping="0.1"/><geom name="bob" size=".1" pos="0 0 -.5"/></body>
  </worldbody>
  <sensor><jointpos name="angle" joint="swing"/></sensor>
</mujoco>`

/** The lines under a heading, up to the next empty line. */
function section(text: string, heading: string): string[] {
  const lines = text.split('\n')
  const start = lines.indexOf(heading)
  expect(start, heading).toBeGreaterThanOrEqual(0)
  return lines.slice(start + 1, lines.indexOf('', start))
}

describe('a model as text', () => {
  test('has options, and each object with its name and its numbers', () => {
    const text = modelToText(loadModel(PENDULUM))
    expect(text.startsWith("model 'pendulum'\n")).toBe(true)
    expect(section(text, 'options')).toContain('  timestep               0.01')
    const bodies = section(text, 'bodies (2)')
    expect(bodies).toContain('  0 world')
    expect(bodies).toContain('  1 arm')
    expect(bodies).toContain('    mass                 4.18879')
    expect(section(text, 'joints (1)')).toContain('    axis                 0 1 0')
    expect(section(text, 'dofs (1)')).toContain('  0 swing')
  })

  test('is the same each time, and differs where a number differs', () => {
    const m = humanoid()
    const text = modelToText(m)
    expect(modelToText(humanoid())).toBe(text)
    m.geom_friction[4] += 0.5
    const other = modelToText(m).split('\n')
    expect(text.split('\n').filter((line, i) => line !== other[i])).toHaveLength(1)
  })

  test('leaves out no array', () => {
    const m = humanoid()
    const text = modelToText(m)
    for (const [name, values] of arraysOf(m))
      if (values.length > 0)
        expect(text, name).toMatch(new RegExp(`^ +(${name}|${name.replace(/^[a-z]+_/, '')}) `, 'm'))
  })

  test('shortens long rows, and shows as many digits as it is asked for', () => {
    const m = humanoid()
    const text = modelToText(m, { digits: 3, limit: 4 })
    expect(text).toMatch(/… \(\d+ numbers\)/)
    expect(section(text, 'bodies (14)')).toContain(`    mass                 ${m.body_mass[1].toPrecision(3)}`)
  })
})

describe('a state as text', () => {
  test('has the time, positions by joint, velocities by dof and contacts by geom', () => {
    const m = humanoid()
    const d = new Data(m)
    for (let i = 0; i < 100; i++) step(m, d)
    forward(m, d)
    const text = dataToText(m, d)
    expect(text).toContain('  time                   0.2\n')
    expect(section(text, `positions (${m.nq})`)[0]).toMatch(/^ {2}0 root +\S+( \S+){6}$/)
    expect(section(text, `dofs (${m.nv})`)).toContain('  6 waist_turn')
    expect(section(text, `contacts (${d.ncon})`)).toContain('  0 floor – left_foot')
    expect(section(text, `constraint rows (${d.nefc})`)).toContain('  0 contactPyramidal')
    expect(dataToText(m, d)).toBe(text)
  })

  test('has the numbers of each sensor beside its name', () => {
    const m = loadModel(PENDULUM)
    const d = new Data(m)
    d.sensordata[0] = 0.25
    expect(section(dataToText(m, d), 'sensors (1)')).toEqual(['  0 angle                0.25'])
  })

  test('leaves out no array but those that stages work in', () => {
    const m = humanoid()
    const d = new Data(m)
    for (let i = 0; i < 20; i++) step(m, d)
    const text = dataToText(m, d)
    for (const [name, values] of arraysOf(d)) {
      if (values.length === 0 || /^(scalar$|sensordata|qpos|efc_J)/.test(name)) continue
      expect(text, name).toMatch(new RegExp(`^ +(${name}|${name.replace(/^[a-z]+_/, '')})( |$)`, 'm'))
    }
  })
})
