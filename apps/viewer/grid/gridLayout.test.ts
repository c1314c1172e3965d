import { describe, expect, test } from 'vitest'
import { Data, loadModel } from '../../../src/index.ts'
import { kinematics } from '../../../src/stages.ts'
import { GridLayout, isGround, spacingOf } from './gridLayout.ts'

const model = (world: string) => loadModel(`<mujoco><worldbody>${world}</worldbody></mujoco>`)

describe('a grid of environments', () => {
  test.each([1, 2, 3, 7, 64, 100, 1024])('gives each of %i environments a cell of its own around the origin', (n) => {
    for (const turn of [0, 1, 2, 3]) {
      const grid = new GridLayout(n, [2, 3], turn)
      const cells = Array.from({ length: n }, (_, i) => [grid.x(i), grid.y(i)] as const)
      expect(new Set(cells.map(String)).size).toBe(n)
      expect(cells.map(([x, y]) => grid.at(x + 0.9, y - 1.4))).toEqual(cells.map((_, i) => i))
      const [halfX, halfY] = grid.half
      for (const [x, y] of cells) expect(Math.abs(x) < halfX && Math.abs(y) < halfY).toBe(true)
      expect(grid.at(halfX + 0.1, 0)).toBeUndefined()
      expect(grid.at(0, -halfY - 0.1)).toBeUndefined()
    }
  })

  test('is read from left to right and from the back by a camera that looks along y, or along x', () => {
    const alongY = new GridLayout(9, [1, 1], 1)
    expect([alongY.x(1) - alongY.x(0), alongY.y(1) - alongY.y(0)]).toEqual([1, 0])
    expect(alongY.y(alongY.columns)).toBeLessThan(alongY.y(0))
    const alongX = new GridLayout(9, [1, 1], 0)
    expect(alongX.y(1) - alongX.y(0)).toBe(-1)
    expect(alongX.x(alongX.columns)).toBeLessThan(alongX.x(0))
  })

  test('leaves room for the models at their start, and none for their ground', () => {
    const rod = '<geom type="plane" size="50 50 1"/><geom type="capsule" fromto="-1 0 .2 1 0 .2" size=".1"/>'
    const [x, y] = spacingOf([model(rod)])
    expect(x).toBeGreaterThan(2.2)
    expect(x).toBeLessThan(3)
    expect(y).toBeGreaterThan(0.2)
    expect(y).toBeLessThan(0.5)
    expect(spacingOf([model('')])).toEqual([1, 1])
  })

  test('has one ground: level planes that do not move and reach beyond a cell', () => {
    const m = model(`
      <geom type="plane" size="0 0 1"/>
      <geom type="plane" size="5 5 1"/>
      <geom type="plane" size=".4 .4 1" pos="0 0 1"/>
      <geom type="plane" size="0 0 1" euler="90 0 0"/>
      <geom size="1"/>`)
    const d = new Data(m)
    kinematics(m, d)
    expect([0, 1, 2, 3, 4].map((geom) => isGround(m, d, geom, [2, 2]))).toEqual([true, true, false, false, false])
  })
})
