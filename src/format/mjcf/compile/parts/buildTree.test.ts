import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { GeomType, ObjType } from '../../../../core/model/enums.ts'
import { loadModel } from '../../../load.ts'

const model = (world: string, before = '') => loadModel(`<mujoco>${before}<worldbody>${world}</worldbody></mujoco>`)
const ball = '<geom size=".1"/>'
const row = (array: Float64Array, i: number, n: number) => [...array.subarray(n * i, n * i + n)]
const close = (found: readonly number[], ...expected: number[]) => {
  expected.forEach((x, i) => {
    expect(found[i]).toBeCloseTo(x, 12)
  })
}

describe('ids', () => {
  const m = model(`
    <geom name="g0" size="1"/>
    <body name="a"><body name="b">${ball}<joint name="j0"/></body><geom name="g1" size="1"/></body>
    <frame><body name="c"><joint name="j1"/><geom name="g2" size="1"/></body></frame>
    <geom name="g3" size="1"/>`)

  test('of bodies go depth first in the order of the document', () => {
    expect(m.names.all(ObjType.body)).toEqual(['world', 'a', 'b', 'c'])
    expect([...m.body_parentid]).toEqual([0, 0, 1, 0])
    expect([...m.body_rootid]).toEqual([0, 1, 1, 3])
    expect([...m.body_weldid]).toEqual([0, 0, 2, 3])
  })

  test('of geoms and joints go body by body', () => {
    expect(m.names.all(ObjType.geom)).toEqual(['g0', 'g3', 'g1', '', 'g2'])
    expect([...m.body_geomadr]).toEqual([0, 2, 3, 4])
    expect([...m.body_jntadr]).toEqual([-1, -1, 0, 1])
    expect([...m.body_treeid]).toEqual([-1, -1, 0, 1])
  })
})

describe('a frame', () => {
  test('moves what it holds and leaves no trace', () => {
    const m = model(`<frame pos="1 0 0" euler="0 0 90"><frame pos="1 0 0">
      <body pos="0 1 0"><joint axis="1 0 0" pos="0 0 1"/>${ball}</body>
      <site pos="1 0 0"/><light pos="0 0 1" dir="1 0 0"/></frame></frame>`)
    close(row(m.body_pos, 1, 3), 0, 1, 0)
    close(row(m.body_quat, 1, 4), Math.SQRT1_2, 0, 0, Math.SQRT1_2)
    close(row(m.jnt_axis, 0, 3), 1, 0, 0)
    close(row(m.site_pos, 0, 3), 1, 2, 0)
    close(row(m.light_pos, 0, 3), 1, 1, 1)
    close(row(m.light_dir, 0, 3), 0, 1, 0)
  })

  test('inside a body turns the axes of joints', () => {
    const m = model(`<body><frame pos="0 0 1" euler="0 90 0"><joint axis="0 0 1" pos="1 0 0"/></frame>${ball}</body>`)
    close(row(m.jnt_axis, 0, 3), 1, 0, 0)
    close(row(m.jnt_pos, 0, 3), 0, 0, 0)
  })
})

describe('a shape along a segment', () => {
  test('lies between the points, its z axis pointing at the first', () => {
    const m = model('<geom type="capsule" size=".1" fromto="1 0 0 3 0 0"/>')
    close(row(m.geom_pos, 0, 3), 2, 0, 0)
    close(row(m.geom_size, 0, 3), 0.1, 1, 0)
    close(row(m.geom_quat, 0, 4), Math.SQRT1_2, 0, -Math.SQRT1_2, 0)
  })

  test('has the width of its first size where it has three', () => {
    close(row(model('<geom type="box" size=".1 .7 .7" fromto="0 0 0 0 0 4"/>').geom_size, 0, 3), 0.1, 0.1, 2)
  })

  test.each([
    ['type="sphere" size=".1" fromto="0 0 0 1 0 0"', 'fromto'],
    ['type="capsule" size=".1" fromto="1 1 1 1 1 1"', 'fromto'],
    ['type="capsule" size=".1" fromto="0 0 0 1 0 0" pos="1 0 0"', 'pos'],
    ['type="capsule" size=".1"', 'size'],
    ['type="box" size="1 1 -1"', 'size'],
    ['type="plane" size="1 1"', 'size'],
    ['size="1" condim="2"', 'condim'],
  ])('or other geom <geom %s/> is refused', (attributes, attribute) => {
    expect(modelError(() => model(`<geom ${attributes}/>`))).toMatchObject({ element: 'geom', attribute })
  })
})

describe('fusing static bodies', () => {
  const FUSE = '<compiler fusestatic="true"/>'

  test('moves their geoms, sites and children into the parent', () => {
    const m = model(
      `<body pos="1 0 0"><geom size=".1" pos="0 1 0"/><body name="b" pos="0 0 1"><joint/>${ball}</body></body>`,
      FUSE,
    )
    expect(m.names.all(ObjType.body)).toEqual(['world', 'b'])
    close(row(m.geom_pos, 0, 3), 1, 1, 0)
    close(row(m.body_pos, 1, 3), 1, 0, 1)
  })

  test('adds their mass to a parent that moves', () => {
    const world = `<body><joint/><geom size=".1" mass="1"/><body pos="1 0 0"><geom size=".1" mass="1"/></body></body>`
    const apart = model(world)
    const fused = model(world, FUSE)
    expect(fused.nbody).toBe(2)
    expect(fused.body_mass[1]).toBe(2)
    close(row(fused.body_ipos, 1, 3), 0.5, 0, 0)
    expect(fused.dof_M0[0]).toBeCloseTo(apart.dof_M0[0], 14)
  })

  test('leaves bodies alone that something refers to', () => {
    const tuple = '<custom><tuple name="t"><element objtype="body" objname="a"/></tuple></custom>'
    expect(model(`<body name="a">${ball}</body>`, FUSE + tuple).nbody).toBe(2)
    expect(model(`<body name="a">${ball}</body><camera mode="targetbody" target="a"/>`, FUSE).nbody).toBe(2)
    expect(model(`<body mocap="true">${ball}</body>`, FUSE).nbody).toBe(2)
  })
})

test('discarding visual geoms keeps the mass that they gave', () => {
  const world =
    '<body><geom size=".1" mass="1" contype="0" conaffinity="0"/><geom type="box" size="1 1 1" mass="2"/></body>'
  const m = model(world, '<compiler discardvisual="true"/>')
  expect([...m.geom_type]).toEqual([GeomType.box])
  expect(m.body_mass[1]).toBe(3)
})

describe('aligning a free body', () => {
  const world =
    '<body pos="1 0 0"><freejoint/><geom type="box" size=".1 .2 .3" pos="0 0 1" euler="0 0 30"/><site/></body>'

  test('puts its frame where its inertia is, and leaves everything in place', () => {
    const m = model(world, '<compiler alignfree="true"/>')
    close(row(m.body_pos, 1, 3), 1, 0, 1)
    close(row(m.body_ipos, 1, 3), 0, 0, 0)
    close(row(m.geom_pos, 0, 3), 0, 0, 0)
    close(row(m.site_pos, 0, 3), 0, 0, -1)
    close([...m.qpos0], 1, 0, 1)
    expect(m.body_simple[1]).toBe(1)
  })

  test('is off unless asked for', () => {
    close(row(model(world).body_pos, 1, 3), 1, 0, 0)
    close(row(model(world.replace('<freejoint/>', '<freejoint align="true"/>')).body_pos, 1, 3), 1, 0, 1)
  })
})

describe('bodies', () => {
  test.each([
    ['<body mocap="true"><joint/><geom size="1"/></body>', 'body', 'mocap'],
    ['<body><body mocap="true"/></body>', 'body', 'mocap'],
    ['<body><freejoint/><geom size="1"/><geom type="plane" size="1 1 1"/></body>', 'geom', 'type'],
    ['<body sleep="never"/>', 'body', 'sleep'],
    ['<camera target="torsp"/><body name="torso"/>', 'camera', 'target'],
    ['<light dir="0 0 0"/>', 'light', 'dir'],
    ['<camera fovy="180"/>', 'camera', 'fovy'],
    ['<camera focal="1 1"/>', 'camera', 'focal'],
    ['<site size="0"/>', 'site', 'size'],
    ['<site type="plane"/>', 'site', 'type'],
  ])('%s is refused', (world, element, attribute) => {
    expect(modelError(() => model(world))).toMatchObject({ element, attribute, line: 1 })
  })

  test('that a camera looks for in vain are suggested by name', () => {
    const error = modelError(() => model('<camera target="torsp"/><body name="torso"/>'))
    expect(error.suggestion).toBe("did you mean 'torso'?")
  })
})
