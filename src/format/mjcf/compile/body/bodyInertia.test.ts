import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { loadModel } from '../../../load.ts'

const model = (body: string, compiler = '') =>
  loadModel(`<mujoco><compiler ${compiler}/><worldbody><body>${body}</body></worldbody></mujoco>`)
const inertial = (attributes: string) => `<inertial pos="0 0 0" mass="1" ${attributes}/>`
const close = (found: Float64Array, ...expected: number[]) => {
  expected.forEach((x, i) => {
    expect(found[i]).toBeCloseTo(x, 12)
  })
}

describe('inertia from geoms', () => {
  test('of one geom is taken as it is, in the frame of the geom', () => {
    const m = model('<geom type="box" size=".1 .2 .3" mass="3" pos="1 2 3" quat="0 1 0 0"/>')
    close(m.body_ipos.subarray(3), 1, 2, 3)
    close(m.body_iquat.subarray(4), 0, 1, 0, 0)
    close(m.body_inertia.subarray(3), 0.13, 0.1, 0.05)
  })

  test('of several geoms is that of their sum, about the common center, the largest moment first', () => {
    const m = model('<geom size=".1" mass="1" pos="1 0 0"/><geom size=".1" mass="3" pos="-1 0 0"/>')
    const ball = (2 / 5) * 0.1 * 0.1
    close(m.body_ipos.subarray(3), -0.5, 0, 0)
    close(m.body_inertia.subarray(3), 4 * ball + 3, 4 * ball + 3, 4 * ball)
    expect(m.body_mass[1]).toBe(4)
  })

  test('of a known body is known', () => {
    const m = model(
      '<geom type="capsule" size=".1" fromto="0 0 0 .5 .2 .1"/>' +
        '<geom type="box" size=".1 .2 .3" pos=".1 .4 -.2" euler="20 30 40"/>',
    )
    expect(m.body_mass[1]).toBeCloseTo(69.39600183342284, 11)
    close(m.body_ipos.subarray(3), 0.1462476250824539, 0.30750474983509213, -0.1229206248625768)
    close(m.body_iquat.subarray(4), 0.3409044162850266, 0.3655799756143961, -0.1896886064972187, 0.8450761462449929)
    close(m.body_inertia.subarray(3), 5.018739227175358, 4.732407785502988, 1.7916758237364656)
  })

  test('counts only geoms whose group is in range', () => {
    const geoms = '<geom size=".1" mass="1"/><geom size=".1" mass="2" group="3"/>'
    expect(model(geoms, 'inertiagrouprange="2 3"').body_mass[1]).toBe(2)
  })

  test('replaces the written one only when the compiler says so', () => {
    const body = `${inertial('diaginertia="1 1 1"')}<geom size=".1" mass="5"/>`
    expect(model(body).body_mass[1]).toBe(1)
    expect(model(body, 'inertiafromgeom="true"').body_mass[1]).toBe(5)
  })

  test('of planes and of geoms without mass is none', () => {
    expect(model('<geom type="plane" size="1 1 1"/><geom size=".1" mass="0"/>').body_mass[1]).toBe(0)
  })
})

describe('written inertia', () => {
  test('in full is turned to its principal axes', () => {
    // diag(3, 2, 1.5) turned by a quarter about z
    const m = model(inertial('fullinertia="2 3 1.5 0 0 0"'))
    close(m.body_inertia.subarray(3), 3, 2, 1.5)
    close(m.body_iquat.subarray(4), Math.SQRT1_2, 0, 0, Math.SQRT1_2)
  })

  test('that no body can have is refused, or balanced on request', () => {
    const body = inertial('diaginertia="1 1 4"')
    const error = modelError(() => model(body))
    expect(error).toMatchObject({ element: 'inertial', attribute: 'diaginertia', found: '1 1 4' })
    expect(error.suggestion).toContain('balanceinertia')
    close(model(body, 'balanceinertia="true"').body_inertia.subarray(3), 2, 2, 2)
  })

  test('that is not positive is refused', () => {
    const error = modelError(() => model(inertial('fullinertia="1 1 -1 0 0 0"')))
    expect(error).toMatchObject({ attribute: 'fullinertia' })
  })

  test('can be bounded from below', () => {
    const m = model(inertial('diaginertia="1 1 1"'), 'boundmass="2" boundinertia="3"')
    expect(m.body_mass[1]).toBe(2)
    close(m.body_inertia.subarray(3), 3, 3, 3)
  })
})

describe('masses', () => {
  test('are scaled to a given total', () => {
    const m = model('<geom size=".1" mass="1"/><body><geom size=".1" mass="3"/></body>', 'settotalmass="8"')
    expect([...m.body_mass]).toEqual([0, 2, 6])
    expect(m.body_subtreemass[0]).toBe(8)
    expect(m.body_inertia[3]).toBeCloseTo(2 * 0.4 * 0.01, 15)
  })

  test('of what moves must not be zero, unless something fixed to it has mass', () => {
    expect(modelError(() => model('<joint/>'))).toMatchObject({ element: 'body' })
    expect(modelError(() => model('<joint/><body><joint/><geom size=".1"/></body>'))).toMatchObject({ element: 'body' })
    expect(model('<joint/><body><geom size=".1"/></body>').nv).toBe(1)
  })

  test('that are negative are refused', () => {
    expect(modelError(() => model('<geom size=".1" mass="-1"/>'))).toMatchObject({ attribute: 'mass', found: '-1' })
    expect(modelError(() => model('<geom size=".1" density="-1"/>'))).toMatchObject({ attribute: 'density' })
  })

  test('that overflow are refused at the geom', () => {
    const error = modelError(() => model('<geom size="1e200"/>'))
    expect(error).toMatchObject({ element: 'geom', attribute: 'size' })
    expect(error.message).toContain('1e+200')
  })
})
