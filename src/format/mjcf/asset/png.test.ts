import { expect, test } from 'vitest'
import { makePng, picture } from '../../../../test/support/png.ts'
import { FileFault } from './assetPath.ts'
import { decodePng } from './png.ts'

const row = (...bytes: number[]) => [0, ...bytes]
const decode = (file: Uint8Array, channels: 1 | 3 | 4) => [...decodePng(file, channels).data]

test('colors come out as they are stored, with or without alpha', () => {
  const rgb = makePng({ width: 2, height: 1, rows: [row(1, 2, 3, 4, 5, 6)] })
  expect(decodePng(rgb, 3)).toEqual({
    width: 2,
    height: 1,
    channels: 3,
    data: Uint8Array.of(1, 2, 3, 4, 5, 6),
    srgb: false,
  })
  expect(decode(rgb, 4)).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
  expect(decode(rgb, 1)).toEqual([1, 4])
  const rgba = makePng({ width: 2, height: 1, colorType: 6, rows: [row(1, 2, 3, 100, 4, 5, 6, 200)] })
  expect(decode(rgba, 3)).toEqual([1, 2, 3, 4, 5, 6])
  expect(decode(rgba, 4)).toEqual([1, 2, 3, 100, 4, 5, 6, 200])
})

test('gray becomes equal parts of all colors', () => {
  const gray = makePng({ width: 2, height: 1, colorType: 0, rows: [row(10, 20)] })
  expect(decode(gray, 3)).toEqual([10, 10, 10, 20, 20, 20])
  const alpha = makePng({ width: 2, height: 1, colorType: 4, rows: [row(10, 20, 30, 40)] })
  expect(decode(alpha, 4)).toEqual([10, 10, 10, 20, 30, 30, 30, 40])
})

test.each([
  [1, [0x40], [0, 255]],
  [2, [0x60], [85, 170]],
  [4, [0x3c], [51, 204]],
  [16, [10, 200, 20, 100], [10, 20]],
])('gray of %i bits is stretched or cut to 8', (depth, bytes, expected) => {
  const file = makePng({ width: 2, height: 1, colorType: 0, depth, rows: [row(...bytes)] })
  expect(decode(file, 1)).toEqual(expected)
})

test('palettes are looked up; indices beyond them are black', () => {
  const chunks = [['PLTE', [1, 2, 3, 4, 5, 6]]] as const
  const file = makePng({ width: 3, height: 1, colorType: 3, rows: [row(0, 1, 9)], chunks })
  expect(decode(file, 3)).toEqual([1, 2, 3, 4, 5, 6, 0, 0, 0])
  const bits = makePng({ width: 3, height: 1, colorType: 3, depth: 1, rows: [row(0x40)], chunks })
  expect(decode(bits, 1)).toEqual([1, 4, 1])
})

test('transparent colors have no alpha', () => {
  const rows = [row(1, 2, 3, 4, 5, 6)]
  const rgb = makePng({ width: 2, height: 1, rows, chunks: [['tRNS', [0, 1, 0, 2, 0, 3]]] })
  expect(decode(rgb, 4)).toEqual([1, 2, 3, 0, 4, 5, 6, 255])
  const chunks = [
    ['PLTE', [1, 2, 3, 4, 5, 6]],
    ['tRNS', [7]],
  ] as const
  const palette = makePng({ width: 2, height: 1, colorType: 3, rows: [row(0, 1)], chunks })
  expect(decode(palette, 4)).toEqual([1, 2, 3, 7, 4, 5, 6, 255])
  const gray = makePng({ width: 2, height: 1, colorType: 0, depth: 4, rows: [row(0x3c)], chunks: [['tRNS', [0, 3]]] })
  expect(decode(gray, 4)).toEqual([51, 51, 51, 0, 204, 204, 204, 255])
})

test('filters are undone: left, above, mean, nearest', () => {
  const rows = [
    [1, 5, 1, 1],
    [2, 1, 1, 1],
    [3, 10, 10, 10],
    [4, 1, 2, 3],
  ]
  const file = makePng({ width: 3, height: 4, colorType: 0, rows })

  expect(decode(file, 1)).toEqual([5, 6, 7, 6, 7, 8, 13, 20, 24, 14, 22, 27])
})

test('an interlaced file holds the same picture', () => {
  const pixels = (...values: number[]) => row(...values)
  // 3 by 3 pixels 0 … 8: passes 1, 4, 5, 6 and 7 have pixels
  const rows = [pixels(0), pixels(2), pixels(6, 8), pixels(1), pixels(7), pixels(3, 4, 5)]
  const file = makePng({ width: 3, height: 3, colorType: 0, interlaced: true, rows })
  expect(decode(file, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('a file can say that its colors are sRGB', () => {
  const file = makePng({ width: 1, height: 1, rows: [row(1, 2, 3)], chunks: [['sRGB', [0]]] })
  expect(decodePng(file, 3).srgb).toBe(true)
})

const reasonOf = (file: Uint8Array): string => {
  try {
    decodePng(file, 3)
  } catch (error) {
    if (error instanceof FileFault) return error.message
    throw error
  }
  expect.unreachable('the file was read')
}

test('faulty files are refused with the reason', () => {
  const good = picture(2, 2)
  const changed = (at: number, value: number) => Uint8Array.from(good, (byte, i) => (i === at ? value : byte))
  expect(reasonOf(new Uint8Array(0))).toBe('it is not a PNG file')
  expect(reasonOf(good.subarray(0, 40))).toBe('it ends too early')
  expect(reasonOf(changed(20, 9))).toMatch(/chunk "IHDR" is damaged/)
  expect(reasonOf(changed(45, good[45] ^ 1))).toMatch(/chunk "IDAT" is damaged/)
  expect(reasonOf(makePng({ width: 0, height: 1, rows: [[0]] }))).toBe('it has no pixels')
  expect(reasonOf(makePng({ width: 1, height: 1, depth: 4, rows: [[0, 1, 2, 3]] }))).toMatch(/no color type 2 with 4/)
  expect(reasonOf(makePng({ width: 1, height: 1, rows: [[5, 1, 2, 3]] }))).toMatch(/unknown filter 5/)
  expect(reasonOf(makePng({ width: 1, height: 2, rows: [[0, 1, 2, 3]] }))).toMatch(/shorter than its size/)
  expect(reasonOf(makePng({ width: 1, height: 1, rows: [[0, 1, 2, 3, 4]] }))).toMatch(/longer than its size/)
  expect(reasonOf(makePng({ width: 1, height: 1, colorType: 3, rows: [[0, 1]] }))).toBe('it has no palette')
})

test('enormous declared sizes are refused before anything is allocated', () => {
  expect(reasonOf(makePng({ width: 2 ** 31, height: 2 ** 31, rows: [[0]] }))).toMatch(/more than the 67108864 allowed/)
  expect(reasonOf(makePng({ width: 8000, height: 8000, rows: [[0]] }))).toBe('its compressed data is too short')
})
