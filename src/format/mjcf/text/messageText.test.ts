import { expect, test } from 'vitest'
import { suggestion } from './messageText.ts'

test('a slip of the finger finds the name that was meant', () => {
  expect(suggestion('torsp', ['world', 'torso', 'thigh'])).toBe("did you mean 'torso'?")
  expect(suggestion('tihgh', ['world', 'torso', 'thigh'])).toBe("did you mean 'thigh'?")
  expect(suggestion('Torso', ['world', 'torso'])).toBe("did you mean 'torso'?")
})

test('a word unlike any name gives no suggestion', () => {
  expect(suggestion('gripper', ['world', 'torso'])).toBeUndefined()
  expect(suggestion('x', ['y', ''])).toBeUndefined()
})
