import { expect, test } from 'vitest'
import { ContactBuffer, hasSameDirections } from './contactBuffer.ts'

test('directions are compared bit for bit', () => {
  const contacts = new ContactBuffer()
  const { normal, tangent } = contacts
  normal.set([0, 0.6, 0.8, 0, 0.6, 0.8, 0, 0.6, 0.8, -0, 0.6, 0.8])
  tangent.set([1, 0, 0, 1, 0, 0, 1, 0, 2 ** -1074, 1, 0, 2 ** -1074])
  expect([1, 2, 3].map((k) => hasSameDirections(contacts, k))).toEqual([true, false, false])
})
