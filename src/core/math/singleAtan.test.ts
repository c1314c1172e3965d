import { expect, test } from 'vitest'
import { singleAtan } from './singleAtan.ts'

test('an arc tangent in single precision is that of the double within one unit in the last place', () => {
  for (let i = 1; i < 4000; i++) {
    const x = Math.fround((i / 1000) ** 3)
    const exact = Math.atan(x)
    expect(Math.abs(singleAtan(x) - exact)).toBeLessThan(exact * 2 ** -23)
    expect(singleAtan(x)).toBe(Math.fround(singleAtan(x)))
  }
})
