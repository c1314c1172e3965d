import { expect, test } from 'vitest'
import { suggestion } from './suggestion.ts'

test('a slip of the finger finds the name that was meant', () => {
  expect(suggestion('torsp', ['world', 'torso', 'thigh'])).toBe("did you mean 'torso'?")
  expect(suggestion('tihgh', ['world', 'torso', 'thigh'])).toBe("did you mean 'thigh'?")
  expect(suggestion('Torso', ['world', 'torso'])).toBe("did you mean 'torso'?")
})

test('a word unlike any name gives no suggestion', () => {
  expect(suggestion('gripper', ['world', 'torso'])).toBeUndefined()
  expect(suggestion('x', ['y', ''])).toBeUndefined()
})

test('a very long word gives no suggestion, whatever the names are', () => {
  const long = 'ab'.repeat(1e5)
  expect(suggestion(long, [`${long}c`])).toBeUndefined()
  expect(suggestion('torso', [`${long}c`, 'torsos'])).toBe("did you mean 'torsos'?")
})

test('of very many names only the first are compared', () => {
  const names = Array.from({ length: 1e5 }, (_, i) => `gripper_of_the_left_hand_${i}`)
  expect(suggestion('gripper_of_the_left_hend_7', names)).toBe("did you mean 'gripper_of_the_left_hand_7'?")
  expect(suggestion('torzo', [...names.map((name) => name.slice(0, 5)), 'torso'])).toBeUndefined()
})

test('a distance that is broken off still finds swaps', () => {
  expect(suggestion('abcdefgh', ['badcfehg', 'abcdefhg'])).toBe("did you mean 'abcdefhg'?")
  expect(suggestion('bacd', ['abdc'])).toBe("did you mean 'abdc'?")
})
