import { expect, test } from 'vitest'
import { EnvironmentState, EnvironmentStates } from './environmentStates.ts'

const none = [undefined, undefined, undefined]
const running = { rewards: [0, 0, 0], terminated: [0, 0, 0], truncated: [0, 0, 0], errors: none }

test('the color of an end fades after the next episode has begun', () => {
  const states = new EnvironmentStates(3)
  expect(states.update(running)).toBe(false)
  expect(states.update({ ...running, terminated: [0, 1, 0] })).toBe(true)
  expect([0, 1, 2].map((i) => states.strength(i))).toEqual([0, 1, 0])
  let strength = 1
  for (let steps = 0; steps < 10; steps++) {
    expect(states.update(running)).toBe(true)
    expect(states.of(1)).toBe(EnvironmentState.terminated)
    expect(states.strength(1)).toBeLessThan(strength)
    strength = states.strength(1)
  }
  while (states.update(running));
  expect([states.of(1), states.strength(1)]).toEqual([EnvironmentState.running, 0])
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
