import { describe, expect, test } from 'vitest'
import { GeomType } from '../../../core/model/enums.ts'
import { boundingBox, boundingRadius } from '../../../core/model/geomBounds.ts'
import { inertia, volume } from './primitiveInertia.ts'

/** Width of the shape across z, as half axes of an ellipse or half sides of a rectangle. */
type Section = (z: number) => { a: number; b: number; round: boolean }

const [A, B, C] = [0.3, 0.4, 0.5]
const SIZE = [A, B, C]
const disk = (r: number) => ({ a: r, b: r, round: true })

const SOLIDS: readonly { name: string; type: GeomType; height: number; section: Section }[] = [
  { name: 'sphere', type: GeomType.sphere, height: A, section: (z) => disk(Math.sqrt(A * A - z * z)) },
  {
    name: 'capsule',
    type: GeomType.capsule,
    height: A + B,
    section: (z) => disk(Math.sqrt(A * A - Math.max(0, Math.abs(z) - B) ** 2)),
  },
  { name: 'cylinder', type: GeomType.cylinder, height: B, section: () => disk(A) },
  {
    name: 'ellipsoid',
    type: GeomType.ellipsoid,
    height: C,
    section: (z) => {
      const s = Math.sqrt(1 - (z * z) / (C * C))
      return { a: A * s, b: B * s, round: true }
    },
  },
  { name: 'box', type: GeomType.box, height: C, section: () => ({ a: A, b: B, round: false }) },
]

/** Volume and second moments ∫x², ∫y², ∫z², slice by slice. */
function integrate(height: number, section: Section) {
  const slices = 20000
  const dz = (2 * height) / slices
  let V = 0
  let xx = 0
  let yy = 0
  let zz = 0
  for (let i = 0; i < slices; i++) {
    const z = -height + (i + 0.5) * dz
    const { a, b, round } = section(z)
    const area = (round ? Math.PI : 4) * a * b
    const spread = round ? 1 / 4 : 1 / 3
    V += area * dz
    xx += area * a * a * spread * dz
    yy += area * b * b * spread * dz
    zz += area * z * z * dz
  }
  return { V, I: [yy + zz, xx + zz, xx + yy] }
}

describe.each(SOLIDS)('a solid $name', ({ type, height, section }) => {
  const { V, I } = integrate(height, section)

  test('has the volume of its slices', () => {
    expect(volume(type, SIZE, false) / V).toBeCloseTo(1, 6)
  })

  test('has the inertia of its slices', () => {
    inertia(type, SIZE, V, false).forEach((moment, i) => {
      expect(moment / I[i]).toBeCloseTo(1, 6)
    })
  })

  test('lies within its bounds and touches them', () => {
    const box = boundingBox(type, SIZE)
    expect(box[5]).toBeCloseTo(height, 12)
    expect(box[3]).toBeCloseTo(section(0).a, 12)
    expect(boundingRadius(type, SIZE)).toBeGreaterThanOrEqual(height - 1e-12)
  })
})

describe.each(SOLIDS.filter(({ name }) => name !== 'ellipsoid'))('a hollow $name', ({ type }) => {
  // a thin skin of even thickness is what a solid gains when all its sizes grow a little
  const t = 1e-5
  const count = type === GeomType.box ? 3 : type === GeomType.sphere ? 1 : 2
  const grown = (by: number) => SIZE.map((x, i) => (i < count && !(type === GeomType.capsule && i === 1) ? x + by : x))
  const skin = (of: (size: number[]) => number) => (of(grown(t)) - of(grown(-t))) / (2 * t)

  test('has the area of a thin skin', () => {
    expect(volume(type, SIZE, true) / skin((size) => volume(type, size, false))).toBeCloseTo(1, 6)
  })

  test('has the inertia of a thin skin', () => {
    const hollow = inertia(type, SIZE, volume(type, SIZE, true), true)
    for (let i = 0; i < 3; i++)
      expect(hollow[i] / skin((size) => inertia(type, size, volume(type, size, false), false)[i])).toBeCloseTo(1, 6)
  })
})

test('a hollow ellipsoid with equal axes is a hollow sphere', () => {
  const sphere = inertia(GeomType.sphere, [0.3], 2, true)
  inertia(GeomType.ellipsoid, [0.3, 0.3, 0.3], 2, true).forEach((moment, i) => {
    expect(moment / sphere[i]).toBeCloseTo(1, 5)
  })
  expect(volume(GeomType.ellipsoid, [0.3, 0.3, 0.3], true)).toBeCloseTo(volume(GeomType.sphere, [0.3], true), 10)
})

test('a plane has no volume, no bounding radius, and everything below it in its box', () => {
  expect(volume(GeomType.plane, [1, 1, 1], false)).toBe(0)
  expect(boundingRadius(GeomType.plane, [1, 1, 1])).toBe(0)
  expect(boundingBox(GeomType.plane, [1, 1, 1])).toEqual(Float64Array.of(0, 0, -5e9, 1e10, 1e10, 5e9))
})
