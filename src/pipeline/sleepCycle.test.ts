import { expect, test } from 'vitest'
import { box, scene } from '../../test/support/sleepScenes.ts'
import { isSameRing, wakeTree } from '../physics/sleep/sleepCycle.ts'

/** Trees of which 0, 2 and 3 sleep together, and 1 alone. */
function rings() {
  const { d } = scene([0, 1, 2, 3, 4].map((x) => box(x, 1)).join(''))
  d.tree_asleep.set([2, 1, 3, 0, -5])
  return d
}

test('a ring wakes as a whole, from each of its trees, and is counted', () => {
  for (const tree of [0, 2, 3]) {
    const d = rings()
    expect(wakeTree(d, tree, -7)).toBe(3)
    expect([...d.tree_asleep]).toEqual([-7, 1, -7, -7, -5])
  }
})

test('a tree that is awake already becomes no sleepier, and counts as none', () => {
  const d = rings()
  expect(wakeTree(d, 4, -3)).toBe(0)
  expect(d.tree_asleep[4]).toBe(-5)
  expect(wakeTree(d, 4, -11)).toBe(0)
  expect(d.tree_asleep[4]).toBe(-11)
})

test('trees are in one ring when they fell asleep together', () => {
  const d = rings()
  const same = (a: number, b: number) => isSameRing(d, a, b)
  expect([same(0, 3), same(3, 2), same(2, 2), same(0, 1), same(1, 3), same(1, 1)]).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ])
  wakeTree(d, 0, -11)
  expect(same(0, 3)).toBe(false)
})
