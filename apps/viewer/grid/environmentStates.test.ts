import { expect, test } from 'vitest'
import { EnvironmentState, EnvironmentStates } from './environmentStates.ts'

const none = [undefined, undefined, undefined]
const running = { rewards: [0, 0, 0], terminated: [0, 0, 0], truncated: [0, 0, 0], errors: none }

test('the end of an episode stays visible for a while after the next one has begun', () => {
  const states = new EnvironmentStates(3)
  expect(states.update(running)).toBe(false)
  expect(states.update({ ...running, terminated: [0, 1, 0] })).toBe(true)
  expect(states.update(running)).toBe(false)
  expect([0, 1, 2].map((i) => states.of(i))).toEqual([0, EnvironmentState.terminated, 0])
  let steps = 1
  while (!states.update(running)) steps++
  expect(steps).toBeGreaterThan(10)
  expect(states.of(1)).toBe(EnvironmentState.running)
})

test('a failure counts more than an end, and an end more than a limit of time', () => {
  const states = new EnvironmentStates(3)
  states.update({
    ...running,
    terminated: [1, 1, 0],
    truncated: [1, 1, 1],
    errors: [new Error(), undefined, undefined],
  })
  const { failed, terminated, truncated } = EnvironmentState
  expect([0, 1, 2].map((i) => states.of(i))).toEqual([failed, terminated, truncated])
})
