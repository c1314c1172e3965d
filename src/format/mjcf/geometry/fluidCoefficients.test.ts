import { expect, test } from 'vitest'
import { GeomType } from '../../../core/model/enums.ts'
import { fluidCoefficients } from './fluidCoefficients.ts'

const COEFFICIENTS = [0.5, 0.25, 1.5, 1, 1]

test('a sphere drags along half of the fluid that it displaces, and none when it turns', () => {
  const fluid = fluidCoefficients(GeomType.sphere, Float64Array.of(0.3, 0, 0), COEFFICIENTS)
  const displaced = (4 / 3) * Math.PI * 0.3 ** 3
  for (let axis = 0; axis < 3; axis++) {
    expect(fluid[6 + axis] / displaced).toBeCloseTo(0.5, 5)
    expect(fluid[9 + axis]).toBeCloseTo(0, 12)
  }
})

test('a long ellipsoid drags along little fluid lengthwise and as much as it displaces sideways', () => {
  const fluid = fluidCoefficients(GeomType.ellipsoid, Float64Array.of(0.01, 0.01, 1), COEFFICIENTS)
  const displaced = (4 / 3) * Math.PI * 0.01 * 0.01
  expect(fluid[8] / displaced).toBeLessThan(0.001)
  expect(fluid[6] / displaced).toBeCloseTo(1, 2)
  expect(fluid[11]).toBeCloseTo(0, 12)
})

test('coefficients stand behind the mark that the geom takes part', () => {
  const fluid = fluidCoefficients(GeomType.box, Float64Array.of(1, 2, 3), [5, 4, 3, 2, 1])
  expect([...fluid.subarray(0, 6)]).toEqual([1, 5, 4, 3, 2, 1])
})
