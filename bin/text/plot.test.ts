import { describe, expect, test } from 'vitest'
import { plot, sideBySide } from './plot.ts'

const options = { title: 'height, m', width: 30, height: 4 }

describe('a plot', () => {
  test('draws a rising line from the lower left to the upper right corner', () => {
    const lines = plot([0, 1], [0, 10], options)
    expect(lines[0]?.trim()).toBe('height, m')
    expect(lines[1]).toMatch(/^ {6}10 ┤⠀+.*[^⠀]$/)
    expect(lines[4]).toMatch(/^ {7}0 ┤[^⠀].*⠀$/)
    expect(lines[5]?.trim()).toMatch(/^0 +1 s$/)
  })

  test('draws a constant as a level line in the middle', () => {
    const lines = plot([0, 1, 2], [5, 5, 5], { ...options, height: 3 })
    const empty = /[│┤]⠀+$/
    expect(lines[1]).toMatch(empty)
    expect(lines[2]).toMatch(/│([^⠀])\1+$/)
    expect(lines[3]).toMatch(empty)
  })

  test('leaves a gap where a value is not a number', () => {
    const lines = plot([0, 1, 2, 3, 4], [0, 0, Number.NaN, 0, 0], { ...options, height: 3 })
    expect(lines[2]).toMatch(/│[^⠀]+⠀+[^⠀]+$/)
  })

  test('is as wide as asked, in every line', () => {
    const ys = Array.from({ length: 50 }, (_, i) => 1e7 * Math.sin(i))
    const xs = ys.map((_, i) => i / 10)
    for (const line of plot(xs, ys, options)) expect([...line].length).toBe(options.width)
  })

  test('stands beside another', () => {
    expect(sideBySide(['ab', 'cd'], ['e'])).toEqual(['ab  e', 'cd  '])
  })
})
