import { afterEach, expect, test, vi } from 'vitest'
import { Trial } from './speedTrial.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Does jobs that take so many µs together and alone; returns how many of the last hundred were done together. */
function run(trial: Trial, jobs: number, together: (job: number) => number, alone: number): number {
  let now = 0
  let count = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (let job = 0; job < jobs; job++) {
    const all = trial.begin()
    now += (all ? together(job) : alone) / 1000
    trial.end(Float64Array.of(100))
    if (all && job >= jobs - 100) count++
  }
  return count
}

test('threads that save time are kept, but for a trial now and then', () => {
  expect(run(new Trial(), 1000, () => 60, 100)).toBeGreaterThan(90)
})

test('threads that cost time are left out, and tried ever more seldom', () => {
  const trial = new Trial()
  expect(run(trial, 1000, () => 150, 100)).toBeLessThan(3)
})

test('a single delay does not count for long, and neither does the past', () => {
  const trial = new Trial()
  run(trial, 200, () => 60, 100)
  run(trial, 20, () => 1e6, 100)
  expect(run(trial, 3000, () => 60, 100)).toBeGreaterThan(90)
  expect(run(trial, 1000, () => 300, 100)).toBeLessThan(10)
  expect(run(trial, 5000, () => 60, 100)).toBeGreaterThan(90)
})

test('the clock is looked at in few jobs', () => {
  const trial = new Trial()
  run(trial, 1000, () => 60, 100)
  expect(vi.mocked(performance.now).mock.calls.length).toBeLessThan(300)
})
