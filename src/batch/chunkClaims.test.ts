import { expect, test } from 'vitest'
import { finishChunk, nextEpoch, offerAll, releaseChunks, takeChunk, threadsAtWork } from './chunkClaims.ts'

test('every chunk is taken once, whoever asks', () => {
  const claims = new Int32Array(5)
  offerAll(claims, 7)
  expect([1, 2, 1, 3, 2, 1].map((thread) => takeChunk(claims, 7, thread, 0))).toEqual([0, 1, 2, 3, 4, -1])
  expect(threadsAtWork(claims, 7)).toEqual(new Set([1, 2, 3]))
})

test('a thread that still looks for chunks of an earlier job finds none', () => {
  const claims = new Int32Array(2)
  offerAll(claims, 1)
  expect(takeChunk(claims, 1, 1, 0)).toBe(0)
  offerAll(claims, nextEpoch(1))
  expect(takeChunk(claims, 1, 1, 0)).toBe(-1)
  expect(finishChunk(claims, 1, 1, 0)).toBe(false)
})

test('what a dead thread has taken is free again, and what it has done is not', () => {
  const claims = new Int32Array(4)
  offerAll(claims, 3)
  for (let i = 0; i < 3; i++) takeChunk(claims, 3, 9, 0)
  expect(finishChunk(claims, 3, 9, 1)).toBe(true)
  expect(releaseChunks(claims, 3, 9)).toBe(2)
  expect([0, 1, 2, 3].map(() => takeChunk(claims, 3, 4, 0))).toEqual([0, 2, 3, -1])
  expect(finishChunk(claims, 3, 9, 0)).toBe(false)
})

test('numbers of jobs begin again at zero', () => {
  const last = 2 ** 20 - 1
  const claims = new Int32Array(1)
  offerAll(claims, last)
  expect(takeChunk(claims, last, 5, 0)).toBe(0)
  expect(threadsAtWork(claims, last)).toEqual(new Set([5]))
  expect(nextEpoch(last)).toBe(0)
})
