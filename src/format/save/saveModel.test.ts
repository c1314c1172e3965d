import { describe, expect, test } from 'vitest'
import { loadModel } from '../load.ts'
import { numberText, shortestSingle } from './formatNumber.ts'
import { saveModel } from './saveModel.ts'

const lines = (xml: string) => saveModel(loadModel(xml)).split('\n')

describe('a saved model', () => {
  test('says where things ended up, two spaces a level, and leaves out what is usual', () => {
    const xml = `<mujoco model="m"><default><geom size=".1" rgba="1 0 0 1"/></default><worldbody>
      <frame pos="1 0 0"><body name="b" pos="0 0 1"><joint name="j" range="-90 90"/><geom mass="2"/></body></frame>
    </worldbody></mujoco>`
    const text = lines(xml)
    expect(text[0]).toBe('<mujoco model="m">')
    expect(text).toContain('  <compiler angle="radian"/>')
    expect(text).toContain('    <body name="b" pos="1 0 1">')
    expect(text).toContain('      <joint name="j" range="-1.5707963267948966 1.5707963267948966"/>')
    expect(text).toContain('      <geom size="0.1" rgba="1 0 0 1"/>')
    expect(text.at(-2)).toBe('</mujoco>')
  })

  test('has the options that differ from the usual ones', () => {
    const text = lines(`<mujoco><option timestep="0.01" actuatorgroupdisable="0 3">
      <flag contact="disable" energy="enable"/></option></mujoco>`)
    expect(text).toContain('  <option timestep="0.01" actuatorgroupdisable="0 3">')
    expect(text).toContain('    <flag contact="disable" energy="enable"/>')
  })

  test('names solvers that only we have', () => {
    for (const solver of ['CGStrict', 'ActiveSet', 'DualCG'])
      expect(lines(`<mujoco><option solver="${solver}"/></mujoco>`)).toContain(`  <option solver="${solver}"/>`)
  })

  test('has settings of the picture in few digits', () => {
    expect(lines('<mujoco><visual><rgba haze="0.1 0.2 0.3 1"/></visual></mujoco>')).toContain(
      '    <rgba haze="0.1 0.2 0.3 1"/>',
    )
  })

  test('keeps the largest number of single precision', () => {
    const xml = `<mujoco><asset><skin vertex="3.4028235e38 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="world" bindpos="-3.4028234663852886e38 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
      </skin></asset></mujoco>`
    const model = loadModel(xml)
    expect(model.skin_vert[0]).toBe(3.4028234663852886e38)
    const again = loadModel(saveModel(model))
    expect(again.skin_vert).toEqual(model.skin_vert)
    expect(again.skin_bonebindpos).toEqual(model.skin_bonebindpos)
    expect(() => loadModel(xml.replace('3.4028235e38', '3.4028236e38'))).toThrow('number out of range')
  })

  test('keeps texts with any characters', () => {
    const note = 'a < b & "c"\ttab\nline'
    const escaped = note.replace(/[<&"\t\n]/g, (c) => `&#${c.charCodeAt(0)};`)
    const xml = `<mujoco><custom><text name="n" data="${escaped}"/></custom></mujoco>`
    const again = loadModel(saveModel(loadModel(xml)))
    expect(new TextDecoder().decode(again.text_data.slice(0, -1))).toBe(note)
  })

  test('keeps the inertia of a flat body whose mass was set', () => {
    const xml = `<mujoco><compiler settotalmass="3.7"/><worldbody><body><freejoint/>
      <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.2 0.30000000000000004"/></body></worldbody></mujoco>`
    const model = loadModel(xml)
    const again = loadModel(saveModel(model))
    for (let i = 0; i < 3; i++) expect(again.body_inertia[3 + i]).toBeCloseTo(model.body_inertia[3 + i], 15)
  })

  test('loads where the world is held by itself', () => {
    for (const equality of ['<weld body1="world"/>', '<connect body1="world" anchor="1 2 3"/>']) {
      const model = loadModel(`<mujoco><equality>${equality}</equality></mujoco>`)
      const again = loadModel(saveModel(model))
      expect([...again.eq_data]).toEqual([...model.eq_data])
      expect([...again.eq_obj2id]).toEqual([0])
    }
  })

  test('loads where an actuator without a crank has the length of one from its class', () => {
    const model = loadModel(`<mujoco><default><general cranklength=".3"/></default>
      <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>`)
    const again = loadModel(saveModel(model))
    expect([...again.actuator_cranklength]).toEqual([0.3])
  })

  test('keeps sizes that a shape fitted to a mesh does not use, and small sensors of cameras', () => {
    const model = loadModel(`<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>
      <camera sensorsize="1 1e-300" resolution="10 10"/>
      <body><geom type="sphere" mesh="m" size="1 2 3"/></body></worldbody></mujoco>`)
    const again = loadModel(saveModel(model))
    expect([...again.geom_size]).toEqual([...model.geom_size])
    expect([...again.cam_sensorsize]).toEqual([1, 0])
    expect([...again.cam_intrinsic]).toEqual([...model.cam_intrinsic])
  })

  test('loads where moments of inertia underflow', () => {
    const model = loadModel(`<mujoco><worldbody>
      <body><geom type="box" size=".1 .12 .14" mass="2.4e-306"/></body></worldbody></mujoco>`)
    const moments = loadModel(saveModel(model)).body_inertia.subarray(3)
    moments.forEach((moment, i) => {
      expect(Math.abs(moment - model.body_inertia[3 + i])).toBeLessThan(1e-307)
    })
  })

  test('keeps a body from being taken for a simple one', () => {
    const xml = `<mujoco><worldbody><body simple="false"><freejoint/><geom size="1"/></body></worldbody></mujoco>`
    expect(loadModel(saveModel(loadModel(xml))).body_simple[1]).toBe(0)
  })
})

describe('what is our own', () => {
  const xml = `<mujoco><option solver="ActiveSet" integrator="ImplicitEuler"/><size nuserdata="2"/>
    <worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/><site name="s" pos=".1 0 0"/></body>
      <site name="o"/></worldbody>
    <equality><distance name="rod" site1="s" site2="o" distance=".5" solref=".1 1"/><distance body1="b"/></equality>
    <custom><tuple name="t"><element objtype="equality" objname="rod"/><element objtype="body" objname="b"/></tuple>
      <tuple name="u"><element objtype="equality" objname="rod"/></tuple></custom>
    <keyframe><key name="k" userdata="1 2"/></keyframe></mujoco>`
  const model = loadModel(xml)

  test('is saved for ourselves', () => {
    const warnings: string[] = []
    const again = loadModel(saveModel(model, { onWarning: (warning) => warnings.push(warning) }))
    expect(warnings).toEqual([])
    expect([...again.eq_type]).toEqual([...model.eq_type])
    expect([...again.eq_data]).toEqual([...model.eq_data])
    expect([...again.key_userdata]).toEqual([1, 2])
    expect(again.opt.solver).toBe(model.opt.solver)
  })

  test('is left out for MuJoCo, or replaced by what comes closest, each with a warning', () => {
    const warnings: string[] = []
    const text = saveModel(model, { dialect: 'mujoco', onWarning: (warning) => warnings.push(warning) })
    expect(warnings).toEqual([
      'integrator="ImplicitEuler" of <option> is not known to MuJoCo: written as "implicit"',
      'solver="ActiveSet" of <option> is not known to MuJoCo: written as "Newton"',
      "<distance> 'rod' is not known to MuJoCo: left out",
      '<distance> is not known to MuJoCo: left out',
      "'userdata' of <key> 'k' is not known to MuJoCo: left out",
      "<tuple> 't' names 'rod', which is left out: that entry goes too",
      "<tuple> 'u' names 'rod', which is left out: that entry goes too",
      "<tuple> 'u' would be empty: left out",
    ])
    const again = loadModel(text)
    expect([again.neq, again.ntuple, again.nkey, again.nuserdata]).toEqual([0, 1, 1, 2])
    expect(text).not.toContain('equality')
  })
})

test('numbers are written so that the same bits are read', () => {
  expect(numberText(0.1)).toBe('0.1')
  expect(Number(numberText(1 / 3))).toBe(1 / 3)
  expect(numberText(5e-324)).toBe('0')
  expect(shortestSingle(Math.fround(0.1))).toBe(0.1)
  expect(shortestSingle(16777216)).toBe(16777216)
  const awkward = Math.fround(1.00000012)
  expect(Math.fround(shortestSingle(awkward))).toBe(awkward)
  // between two singles, so near the middle that nine digits fall on the other side
  const middle = 24.42378713749349
  expect(Math.fround(shortestSingle(middle))).toBe(Math.fround(middle))
})
