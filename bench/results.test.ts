import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  addRun,
  describeRun,
  formatResults,
  machineName,
  saveRun,
  storedResults,
  thisMachine,
  updateRun,
} from './results.ts'

const result = {
  suite: 'contacts',
  model: 'tower',
  stage: 'step',
  step: true,
  ours: 12.3456,
  reference: 20,
  ratio: 0.61728,
  fastest: { ours: 12, reference: 19.4321 },
}
const machine = { processor: 'Intel(R) Xeon(R) CPU E5-2680 @ 2.40GHz', cores: 8 }

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('stored benchmarks', () => {
  test('are in a file named after the processor and its number of cores', () => {
    expect(machineName(machine)).toBe('intel-xeon-e5-2680-8-cores')
    expect(machineName({ processor: 'Apple M2', cores: 8 })).toBe('apple-m2-8-cores')
  })

  test('say commit, day, Node, V8, the version of the reference and geometric means, with three digits', () => {
    const run = describeRun([result])
    expect(run.commit).toMatch(/^[0-9a-f]{10}\+?$|^unknown$/)
    expect(run.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([run.node, run.v8]).toEqual([process.versions.node, process.versions.v8])
    expect(run.mujoco).toBe('3.14.0')
    expect(run.means).toEqual({
      contacts: { median: 0.617, fastest: 0.618 },
      'all whole steps': { median: 0.617, fastest: 0.618 },
    })
    expect(run.results).toEqual([
      { ...result, ours: 12.3, reference: 20, ratio: 0.617, fastest: { ours: 12, reference: 19.4 } },
    ])
  })

  test('keep one run for each major version of Node', () => {
    const run = describeRun([result])
    const first = addRun(undefined, machine, { ...run, node: '20.1.0' })
    const both = addRun(first, machine, { ...run, node: '26.0.0' })
    const again = addRun(both, machine, { ...run, node: '20.9.0' })
    expect(Object.entries(again.runs).map(([major, { node }]) => [major, node])).toEqual([
      ['20', '20.9.0'],
      ['26', '26.0.0'],
    ])
  })

  test('take the results of a later run of some cases, and say of which commit these are', () => {
    const stored = describeRun([result, { ...result, model: 'heap' }])
    const later = { ...describeRun([{ ...result, ours: 5, ratio: 0.25 }]), commit: 'fedcba9876', date: '2027-01-31' }
    const run = updateRun(updateRun(stored, later, 'tower'), later, 'tower')
    expect(run.results.map(({ model, ours }) => [model, ours])).toEqual([
      ['tower', 5],
      ['heap', 12.3],
    ])
    expect(run.commit).toBe(stored.commit)
    expect(run.updates).toEqual([{ filter: 'tower', commit: 'fedcba9876', date: '2027-01-31' }])
    // √(0.25 · 0.617)
    expect(run.means['contacts'].median).toBe(0.393)
  })

  test('are written with a line for each result and read back as they were', () => {
    const run = describeRun([result, { ...result, model: 'heap' }])
    const text = formatResults(addRun(undefined, machine, run))
    expect(text.split('\n').filter((line) => line.includes('"model"')).length).toBe(2)
    saveRun(run, folder)
    saveRun(run, folder)
    expect(readdirSync(folder)).toEqual([`${machineName(thisMachine())}.json`])
    const [major] = run.node.split('.')
    expect(storedResults(folder)).toEqual([addRun(undefined, thisMachine(), run)])
    expect(storedResults(folder)[0].runs[major]).toEqual(run)
  })

  test('name neither the host nor the user', () => {
    const text = formatResults(addRun(undefined, thisMachine(), describeRun([result])))
    expect(text).not.toContain(hostname())
    expect(text).not.toMatch(new RegExp(`\\b${userInfo().username}\\b`))
  })
})
