import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { step } from '../../pipeline/step.ts'
import { Data } from '../data/data.ts'
import { ObjType } from './enums.ts'
import { modelFromMessage, modelMessage } from './modelMessage.ts'

const xml = readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8')

test('a model that was sent simulates to the same bits', () => {
  const model = loadModel(xml)
  model.opt.gravity[2] = -5
  const received = modelFromMessage(structuredClone(modelMessage(model)))
  expect(received.arena.buffer).not.toBe(model.arena.buffer)
  const [here, there] = [new Data(model), new Data(received)]
  for (let i = 0; i < 50; i++) {
    step(model, here)
    step(received, there)
  }
  expect(there.qpos).toEqual(here.qpos)
  expect(there.sensordata).toEqual(here.sensordata)
})

test('a model that was sent has its names, options and settings of the picture', () => {
  const model = loadModel(xml)
  const received = modelFromMessage(structuredClone(modelMessage(model)))
  expect(received.names.model).toBe('humanoid')
  expect(received.names.id(ObjType.body, 'pelvis')).toBe(model.names.id(ObjType.body, 'pelvis'))
  expect(received.opt).toEqual(model.opt)
  expect(received.vis).toEqual(model.vis)
  expect(received.stat).toEqual(model.stat)
})

test('options of a model that was sent are its own', () => {
  const model = loadModel(xml)
  const received = modelFromMessage(structuredClone(modelMessage(model)))
  received.opt.gravity[2] = 0
  expect(model.opt.gravity[2]).toBe(-9.81)
})

test('distances given by functions must be given again', () => {
  const model = loadModel(xml)
  const message = { ...modelMessage(model), hasSdf: true }
  expect(() => modelFromMessage(message)).toThrow(/give them again/)
})
