import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Arena, Data, dataByteLength, loadModel, reserveContacts, resetData, step } from '../../src/index.ts'
import { dist, root } from './support.ts'

const xml = readFileSync(join(root, 'models/quadruped.xml'), 'utf8')
const STEPS = 200

/** Builds a state over memory that it is given, steps it, and says how it went. */
const worker = `
  import { parentPort, workerData } from 'node:worker_threads'
  import { Data, loadModel, step } from '${pathToFileURL(join(dist, 'kinetree.js')).href}'
  const model = loadModel(workerData.xml)
  const data = new Data(model, workerData.memory)
  for (let i = 0; i < ${STEPS}; i++) step(model, data)
  data.contact_dist[2] = -0.25
  parentPort.postMessage({ time: data.time, capacity: data.contactCapacity })`

test('a state in shared memory is stepped in another thread and seen in this one', async () => {
  const model = loadModel(xml)
  const shared = new Data(model, new Arena(new SharedArrayBuffer(dataByteLength(model))))
  resetData(model, shared)
  reserveContacts(shared, 20)
  const { qpos } = shared

  const url = new URL(`data:text/javascript,${encodeURIComponent(worker)}`)
  const thread = new Worker(url, { workerData: { xml, memory: shared.memory } })
  const [message] = await once(thread, 'message')
  await thread.terminate()

  const alone = new Data(model)
  for (let i = 0; i < STEPS; i++) step(model, alone)
  expect(message).toEqual({ time: alone.time, capacity: 32 })
  expect(shared.time).toBe(alone.time)
  expect(qpos).toEqual(alone.qpos)
  expect(shared.contact_dist[2]).toBe(-0.25)
})
