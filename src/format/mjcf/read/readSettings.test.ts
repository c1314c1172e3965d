import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { DisableBit, EnableBit, Integrator } from '../../../core/model/enums.ts'
import { Option } from '../../../core/model/option.ts'
import { Visual } from '../../../core/model/visual.ts'
import { readSpec } from '../../load.ts'

const read = (content: string) => readSpec(`<mujoco>${content}</mujoco>`)
const fault = (content: string) => modelError(() => read(content))

test('an empty model has the default settings', () => {
  const spec = read('')
  expect(spec.modelName).toBe('MuJoCo Model')
  expect(spec.option).toEqual(new Option())
  expect(spec.visual).toEqual(new Visual())
  expect(spec.compiler).toMatchObject({ angle: 1, eulerseq: 'xyz', autolimits: 1, inertiafromgeom: 2 })
  expect(spec.size).toMatchObject({ nuserdata: 0, nkey: -1, nuser_geom: -1 })
  expect(spec.statistic.extent).toBeUndefined()
})

test('repeated sections add up, the later ones winning', () => {
  const { option, compiler, size, visual, statistic } = read(`
    <option timestep="0.1" o_solimp=".5"/><option timestep="0.2" gravity="1 2 3" integrator="RK4"/>
    <compiler angle="radian"/><compiler eulerseq="ZYX"/><size nuserdata="3"/><size nkey="4"/>
    <visual><map znear=".5"/></visual><visual><map zfar="9"/><headlight ambient="1 0 1"/></visual>
    <statistic extent="2"/><statistic center="1 2 3"/>`)
  expect(option).toMatchObject({ timestep: 0.2, integrator: Integrator.RK4 })
  expect([...option.gravity]).toEqual([1, 2, 3])
  expect([...option.o_solimp]).toEqual([0.5, 0.95, 0.001, 0.5, 2])
  expect(compiler).toMatchObject({ angle: 0, eulerseq: 'ZYX' })
  expect(size).toMatchObject({ nuserdata: 3, nkey: 4 })
  expect(visual.map).toMatchObject({ znear: 0.5, zfar: 9 })
  expect([...visual.headlight.ambient]).toEqual([1, 0, 1])
  expect(statistic).toMatchObject({ extent: 2, center: [1, 2, 3] })
})

test('flags switch bits on and off', () => {
  const { option } = read('<option><flag gravity="disable" contact="enable" energy="enable" sleep="disable"/></option>')
  expect(option.disableflags).toBe(DisableBit.gravity)
  expect(option.enableflags).toBe(EnableBit.energy)
  const flags = '<option><flag gravity="disable"/></option><option><flag gravity="enable"/></option>'
  expect(read(flags).option.disableflags).toBe(0)
})

test('groups of actuators are switched off by bits', () => {
  expect(read('<option actuatorgroupdisable="0 2 30"/>').option.disableactuator).toBe(1 + 4 + 2 ** 30)
  expect(fault('<option actuatorgroupdisable="31"/>').message).toContain('expected 0 to 30')
  expect(fault('<option actuatorgroupdisable="-1"/>').message).toContain('expected 0 to 30')
})

test('lengths, times and sizes that make no sense are refused', () => {
  expect(fault('<option timestep="0"/>').message).toContain('more than 0')
  expect(fault('<option timestep="-0.01"/>').message).toContain('more than 0')
  expect(fault('<statistic extent="0"/>').message).toContain('more than 0')
  expect(fault('<visual><map znear="0"/></visual>').message).toContain('more than 0')
  expect(fault('<size nuserdata="-1"/>').message).toContain('out of range')
  expect(fault('<size nuserdata="2000000000"/>').message).toContain('out of range')
  expect(fault('<size nkey="2000000000"/>').message).toContain('out of range')
  expect(fault('<size nuser_body="-2"/>').message).toContain('out of range')
})

test('sizes of older models and amounts of memory are accepted, and have no effect', () => {
  for (const size of ['njmax="10" nconmax="5" nstack="100"', 'memory="10M"', 'memory="-1"', 'memory="64k"']) {
    expect(() => read(`<size ${size}/>`)).not.toThrow()
  }
  for (const memory of ['10X', '1.5M', '', '10 M', '10MB']) {
    expect(fault(`<size memory="${memory}"/>`).message).toContain('not an amount of memory')
  }
  expect(fault('<size memory="1M" njmax="4"/>').message).toContain("'memory' and 'njmax'")
})

test('Euler sequences are three axes', () => {
  expect(read('<compiler eulerseq="XyZ"/>').compiler.eulerseq).toBe('XyZ')
  for (const sequence of ['xy', 'xyzx', 'abc', '']) {
    expect(fault(`<compiler eulerseq="${sequence}"/>`)).toMatchObject({ attribute: 'eulerseq' })
  }
})

test('coordinates are local', () => {
  expect(() => read('<compiler coordinate="local"/>')).not.toThrow()
  expect(fault('<compiler coordinate="global"/>').message).toContain('expected local')
})

test('settings for the length range of muscles are checked', () => {
  expect(() => read('<compiler><lengthrange accel="3" mode="all"/></compiler>')).not.toThrow()
  expect(fault('<compiler><lengthrange accel="x"/></compiler>').message).toContain('not a number')
})
