import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { normalize4, quatToMat } from '../../../core/math/quat.ts'
import { Data, forward, loadModel } from '../../../index.ts'
import { ConvexShape, ShapeType, shapeOfGeom } from './convexShape.ts'
import { center, support } from './support.ts'

const random = new Random(1)
const point = new Float64Array(3)

function turned(type: ShapeType, ...size: number[]): ConvexShape {
  const shape = new ConvexShape()
  shape.type = type
  shape.size.set(size)
  shape.pos.set(random.vector(3))
  const quat = random.vector(4)
  normalize4(quat, 0)
  quatToMat(shape.mat, 0, quat, 0)
  return shape
}

/** The point in the frame of the shape. */
function inFrame(shape: ConvexShape, world: Float64Array): number[] {
  const d = [0, 1, 2].map((k) => world[k] - shape.pos[k])
  return [0, 1, 2].map((k) => shape.mat[k] * d[0] + shape.mat[3 + k] * d[1] + shape.mat[6 + k] * d[2])
}

/** How far the point is outside of the surface; negative inside. */
const OUTSIDE: readonly [name: string, shape: ConvexShape, outside: (x: number, y: number, z: number) => number][] = [
  ['sphere', turned(ShapeType.sphere, 0.3), (x, y, z) => Math.sqrt(x * x + y * y + z * z) - 0.3],
  [
    'capsule',
    turned(ShapeType.capsule, 0.2, 0.5),
    (x, y, z) => Math.sqrt(x * x + y * y + Math.max(0, Math.abs(z) - 0.5) ** 2) - 0.2,
  ],
  [
    'ellipsoid',
    turned(ShapeType.ellipsoid, 0.1, 0.2, 0.4),
    (x, y, z) => Math.sqrt((x / 0.1) ** 2 + (y / 0.2) ** 2 + (z / 0.4) ** 2) - 1,
  ],
  [
    'cylinder',
    turned(ShapeType.cylinder, 0.2, 0.3),
    (x, y, z) => Math.max(Math.sqrt(x * x + y * y) - 0.2, Math.abs(z) - 0.3),
  ],
  [
    'box',
    turned(ShapeType.box, 0.1, 0.2, 0.3),
    (x, y, z) => Math.max(Math.abs(x) - 0.1, Math.abs(y) - 0.2, Math.abs(z) - 0.3),
  ],
]

describe.each(OUTSIDE)('the support point of a %s', (_, shape, outside) => {
  test('lies on its surface', () => {
    for (let i = 0; i < 200; i++) {
      support(shape, random.direction(3), 0, point, 0)
      const [x, y, z] = inFrame(shape, point)
      expect(Math.abs(outside(x, y, z))).toBeLessThan(1e-12)
    }
  })

  test('is not behind any other point of the shape', () => {
    for (let i = 0; i < 50; i++) {
      const dir = random.direction(3)
      support(shape, dir, 0, point, 0)
      const reach = dir[0] * point[0] + dir[1] * point[1] + dir[2] * point[2]
      for (let k = 0; k < 50; k++) {
        const other = random.direction(3)
        support(shape, other, 0, point, 0)
        expect(dir[0] * point[0] + dir[1] * point[1] + dir[2] * point[2]).toBeLessThanOrEqual(reach + 1e-12)
      }
    }
  })

  test('is pushed out by half the margin', () => {
    const dir = random.direction(3)
    support(shape, dir, 0, point, 0)
    const before = point.slice()
    shape.margin[0] = 0.1
    support(shape, dir, 0, point, 0)
    shape.margin[0] = 0
    for (let k = 0; k < 3; k++) expect(point[k]).toBeCloseTo(before[k] + 0.05 * dir[k], 14)
  })
})

describe('the support point of a mesh', () => {
  test.each([9, 10, 200])('of %i vertices is the farthest of them, wherever the last search ended', (count) => {
    const vertex = Array.from({ length: count }, () => Array.from(random.direction(3)).join(' ')).join(' ')
    const m = loadModel(`<mujoco><asset><mesh name="a" vertex="${vertex}"/></asset><worldbody>
      <body euler="10 20 30"><freejoint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>`)
    const d = new Data(m)
    forward(m, d)
    const shape = new ConvexShape()
    shapeOfGeom(shape, m, d, 0, new Float64Array(1))
    for (let i = 0; i < 300; i++) {
      const dir = random.direction(3)
      if (i % 3 === 0) shape.vertex = -1
      support(shape, dir, 0, point, 0)
      const local = inFrame(
        shape,
        new Float64Array(3).map((_, k) => shape.pos[k] + dir[k]),
      )
      let most = -Infinity
      for (let v = 0; v < m.nmeshvert; v++)
        most = Math.max(
          most,
          local.reduce((sum, x, k) => sum + x * m.mesh_vert[3 * v + k], 0),
        )
      const reach = [0, 1, 2].reduce((sum, k) => sum + dir[k] * (point[k] - shape.pos[k]), 0)
      expect(reach).toBeCloseTo(most, 12)
      expect(local.reduce((sum, x, k) => sum + x * m.mesh_vert[3 * shape.feature + k], 0)).toBeCloseTo(most, 12)
    }
  })
})

describe('a prism of a height field', () => {
  const prism = new ConvexShape()
  prism.type = ShapeType.prism
  prism.prism.set([0, 0, -1, 1, 0, -1, 0, 1, -1, 0, 0, 0.2, 1, 0, 0.3, 0, 1, 0.1])

  test('reaches to its lower corners downward and to its upper ones upward', () => {
    support(prism, Float64Array.of(0.6, 0, -0.8), 0, point, 0)
    expect(Array.from(point)).toEqual([1, 0, -1])
    support(prism, Float64Array.of(0, 0, 1), 0, point, 0)
    expect(Array.from(point)).toEqual([1, 0, 0.3])
  })

  test('has its center in the mean of its corners', () => {
    center(prism, point, 0)
    expect(point[0]).toBeCloseTo(1 / 3, 15)
    expect(point[2]).toBeCloseTo(-0.4, 15)
  })
})
