import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { GeomType } from '../../../core/model/enums.ts'
import type { ModelError } from '../../../core/model/errors.ts'
import type { Model } from '../../../core/model/model.ts'
import type { SdfShape } from '../../../core/model/sdfShape.ts'
import { loadModel } from '../../load.ts'
import { saveModel } from '../../save/saveModel.ts'

const TORUS = 'mujoco.sdf.torus'

/** A geom and its mesh, both from a plugin. */
function ring(settings = '', plugin = TORUS, geom = ''): string {
  return `<mujoco>
<extension><plugin plugin="${plugin}"><instance name="i">${settings}</instance></plugin></extension>
<asset><mesh name="m"><plugin instance="i"/></mesh></asset>
<worldbody><body><freejoint/><geom type="sdf" mesh="m" ${geom}><plugin instance="i"/></geom></body></worldbody>
</mujoco>`
}

function config(key: string, value: string | number): string {
  return `<config key="${key}" value="${value}"/>`
}

function fault(xml: string, sdf: Record<string, SdfShape> = {}): ModelError {
  return modelError(() => loadModel(xml, { fileName: 'shapes.xml', sdf }))
}

/** A ball that says where its surface is, and nothing more. */
const ball: SdfShape = {
  attributes: { radius: 0.1, center: [0, 0, 0] },
  bounds: ([r, x, y, z]) => [x - r, y - r, z - r, x + r, y + r, z + r],
  distance: (p, [r, x, y, z]) => Math.hypot(p[0] - x, p[1] - y, p[2] - z) - r,
}

describe('a shape from a plugin', () => {
  test('has the mass and the moments of inertia of the shape, up to the facets of its mesh', () => {
    const m = loadModel(ring(config('radius1', 0.4) + config('radius2', 0.1)))
    const [R, r] = [0.4, 0.1]
    const mass = 2 * Math.PI ** 2 * R * r * r * 1000
    expect(Math.abs(m.body_mass[1] / mass - 1)).toBeLessThan(0.01)
    const moments = [...m.body_inertia.subarray(3, 6)].map((I) => I / m.body_mass[1])
    const aside = (R * R) / 2 + (5 * r * r) / 8
    for (const [k, moment] of [R * R + (3 * r * r) / 4, aside, aside].entries())
      expect(Math.abs(moments[k] / moment - 1)).toBeLessThan(0.005)
  })

  test('has the bounds of the shape, and a hull for planes', () => {
    const m = loadModel(ring())
    const size = [...m.geom_size].sort()
    for (const [k, half] of [0.15, 0.5, 0.5].entries()) expect(size[k]).toBeCloseTo(half, 3)
    expect(m.mesh_graphadr[0]).toBe(0)
    expect(m.noct).toBe(0)
  })

  test('can be given where it is used, without an instance', () => {
    const plugin = `<plugin plugin="${TORUS}">${config('radius2', 0.1)}</plugin>`
    const m = loadModel(`<mujoco><extension><plugin plugin="${TORUS}"/></extension>
      <asset><mesh name="m">${plugin}</mesh></asset>
      <worldbody><geom type="sdf" mesh="m">${plugin}</geom></worldbody></mujoco>`)
    expect([...(m.sdf[0]?.attributes ?? [])]).toEqual([0.35, 0.1])
  })

  test('can be made a mesh whose octree is sampled, when the geom does not name it', () => {
    const xml = ring().replace('<plugin instance="i"/></geom>', '</geom>')
    const m = loadModel(xml)
    expect(m.sdf).toEqual([])
    expect(m.noct).toBeGreaterThan(0)
  })

  test('goes along with copies', () => {
    const xml = ring()
      .replace('<worldbody>', '<worldbody><replicate count="2" offset="2 0 0">')
      .replace('</worldbody>', '</replicate></worldbody>')
    expect(loadModel(xml).sdf.map((field) => field?.plugin)).toEqual([TORUS, TORUS])
  })

  test('is saved by its name and its settings', () => {
    const m = loadModel(ring(config('radius1', 0.4)))
    const again = loadModel(saveModel(m))
    expect(again.sdf[0]?.plugin).toBe(TORUS)
    expect([...(again.sdf[0]?.attributes ?? [])]).toEqual([0.4, 0.15])
    expect(again.nmeshface).toBe(m.nmeshface)
  })
})

describe('a shape of the user', () => {
  const load = (settings = ''): Model => loadModel(ring(settings, 'my.ball'), { sdf: { 'my.ball': ball } })

  test('weighs what it holds, where it is', () => {
    const m = load(config('radius', 0.2) + config('center', '1 2 3'))
    expect(Math.abs(m.body_mass[1] / ((4 / 3) * Math.PI * 0.2 ** 3 * 1000) - 1)).toBeLessThan(0.005)
    for (const [k, x] of [1, 2, 3].entries()) expect(m.mesh_pos[k]).toBeCloseTo(x, 6)
    expect(m.geom_type[0]).toBe(GeomType.sdf)
  })

  test('wins over a built-in one of the same name', () => {
    const m = loadModel(ring('', TORUS), { sdf: { [TORUS]: ball } })
    expect(m.sdf[0]?.shape).toBe(ball)
  })

  test.each([
    ['no bounds', { ...ball, bounds: () => [0, 0, 0, 0, 0, 0] }, 'has no bounds'],
    [
      'a size beyond all numbers',
      { ...ball, bounds: () => [0, 0, 0, 5e-324, 5e-324, 5e-324] },
      'too small or too large',
    ],
    ['no surface', { ...ball, distance: () => 1 }, 'no surface within its bounds'],
    ['distances that are not numbers', { ...ball, distance: () => Number.NaN }, 'not a number'],
  ])('with %s is refused', (_, shape, message) => {
    const error = fault(ring('', 'my.ball'), { 'my.ball': shape })
    expect(error.message).toContain(message)
    expect(error.line).toBe(3)
    expect(error.element).toBe('mesh')
  })
})

describe('what is wrong with a plugin is said with its place', () => {
  test('a plugin that is no shape is not supported', () => {
    const error = fault('<mujoco>\n<extension><plugin plugin="mujoco.elasticity.cable"/></extension></mujoco>')
    expect(error.unsupported).toBe(true)
    expect(error.message).toContain('not supported yet')
    expect(error.message).toContain('"mujoco.elasticity.cable"')
    expect([error.file, error.line, error.element, error.attribute]).toEqual(['shapes.xml', 2, 'plugin', 'plugin'])
  })

  test('a name that is nearly right gets a suggestion', () => {
    expect(fault(ring('', 'mujoco.sdf.torsu')).suggestion).toContain('mujoco.sdf.torus')
    expect(fault(ring(config('radius', 1))).suggestion).toContain('radius1')
  })

  test.each([
    ['a setting that the shape does not have', config('color', 1), 'no such setting', 'config'],
    ['a word for a number', config('radius1', 'big'), "'radius1' must be a number", 'config'],
    ['nothing for a number', config('radius1', ''), "'radius1' must be a number", 'config'],
    ['too many numbers', config('radius1', '1 2'), "'radius1' must be a number", 'config'],
    ['an infinite number', config('radius1', '1e999'), "'radius1' must be a number", 'config'],
    ['a setting that is given twice', config('radius1', 1) + config('radius1', 1), 'given twice', 'config'],
    ['a shape that cannot be', config('radius1', 0.1), 'radius1 > radius2 > 0', 'plugin'],
  ])('%s', (_, settings, message, element) => {
    const error = fault(ring(settings))
    expect(error.message).toContain(message)
    expect(error.file).toBe('shapes.xml')
    expect(error.element).toBe(element)
  })

  test.each([
    [
      'an instance that is not there',
      ring().replace('<plugin instance="i"/></geom>', '<plugin instance="j"/></geom>'),
      'unknown plugin instance',
    ],
    [
      'a plugin that is not declared',
      ring().replace('<plugin instance="i"/></geom>', '<plugin plugin="mujoco.sdf.gear"/></geom>'),
      'not declared',
    ],
    [
      'neither plugin nor instance',
      ring().replace('<plugin instance="i"/></geom>', '<plugin/></geom>'),
      'needs a name',
    ],
    ['two plugins in a geom', ring().replace('</geom>', '<plugin instance="i"/></geom>'), 'only once'],
    ['a plugin in a geom of another type', ring().replace('type="sdf"', 'type="mesh"'), 'only geoms of type sdf'],
    ['a geom without a mesh', ring().replace('type="sdf" mesh="m"', 'type="sdf"'), 'mesh'],
    [
      'a mesh that is scaled',
      ring().replace('<mesh name="m">', '<mesh name="m" scale="2 2 2">'),
      'neither scaled nor moved',
    ],
    [
      'a mesh that is also given',
      ring().replace('<mesh name="m">', '<mesh name="m" builtin="sphere" params="1">'),
      'not both',
    ],
    [
      'a plugin in a default class',
      ring().replace('<asset>', '<default><geom><plugin instance="i"/></geom></default><asset>'),
      'default class',
    ],
  ])('%s', (_, xml, message) => {
    const error = fault(xml)
    expect(error.message).toContain(message)
    expect(error.line).toBeGreaterThan(1)
  })
})
