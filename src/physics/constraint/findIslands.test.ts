import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR } from '../../../test/support/sleepScenes.ts'
import { Data } from '../../core/data/data.ts'
import { DisableBit, Integrator, JacobianType } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { step } from '../../pipeline/step.ts'

/** A state of a scene with a floor, after a forward pass. */
function posed(bodies: string, elements = '', set?: (d: Data) => void) {
  const m = loadModel(`<mujoco><worldbody><geom type="plane" size="0 0 1"/>${bodies}</worldbody>${elements}</mujoco>`)
  const d = new Data(m)
  set?.(d)
  forward(m, d)
  return { m, d }
}

const first = (values: Int32Array, count: number) => [...values.subarray(0, count)]
const hinge = (x: number, name: string, more = '') =>
  `<body name="${name}" pos="${x} 0 1"><joint name="${name}" axis="0 0 1" ${more}/><geom size=".1" contype="0"/></body>`

describe('trees belong to one island', () => {
  test('when they touch', () => {
    const { d } = posed(box(0, ON_FLOOR) + box(0, ON_BOX))
    expect(d.nisland).toBe(1)
    expect([...d.tree_island]).toEqual([0, 0])
  })

  test('when they touch the same third one', () => {
    const { d } = posed(box(0, ON_FLOOR) + box(0, 0.4995) + box(0, ON_BOX))
    expect([...d.tree_island]).toEqual([0, 0, 0])
    expect(d.island_ntree[0]).toBe(3)
  })

  test('not when they touch the same floor', () => {
    const { d } = posed(box(0, ON_FLOOR) + box(1, ON_FLOOR))
    expect([...d.tree_island]).toEqual([0, 1])
  })

  test('when chains of contacts meet late: the first tree of all of them gives the number', () => {
    // 0 touches 4, 2 touches 3, and 3 touches 4; apart from them 1 touches 5
    const ball = (x: number) => `<body pos="${x} 0 5"><freejoint/><geom size=".1"/></body>`
    const { d } = posed([0, 3, 0.57, 0.38, 0.19, 3.19].map(ball).join(''))
    expect([...d.tree_island]).toEqual([0, 1, 0, 0, 0, 1])
    expect(first(d.map_itree2tree, 6)).toEqual([0, 2, 3, 4, 1, 5])
  })

  test('when springs tie them that act within the solution of constraints, and only then', () => {
    const { m, d } = posed(
      hinge(0, 'a', 'frictionloss="1"') + hinge(1, 'b') + hinge(2, 'c'),
      '<tendon><fixed stiffness="1"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>',
    )
    expect([...d.tree_island]).toEqual([0, -1, -1])
    m.opt.integrator = Integrator.discrete
    forward(m, d)
    expect([...d.tree_island]).toEqual([0, 0, -1])
  })

  test('when an equality or a tendon joins them', () => {
    const three = hinge(0, 'a') + hinge(1, 'b') + hinge(2, 'c')
    const tendon = (more: string) =>
      `<tendon><fixed ${more}><joint joint="a" coef="1"/><joint joint="c" coef="1"/></fixed></tendon>`
    for (const elements of [
      '<equality><weld body1="a" body2="c"/></equality>',
      '<equality><connect body1="a" body2="c" anchor="0 0 0"/></equality>',
      '<equality><joint joint1="a" joint2="c"/></equality>',
      tendon('frictionloss="1"'),
      tendon('limited="true" range="1 2"'),
    ])
      expect([...posed(three, elements).d.tree_island], elements).toEqual([0, -1, 0])
  })
})

describe('a tree', () => {
  test('that is alone is the island, as it would be beside a tree without rows', () => {
    const only = '<body pos="0 0 .09"><freejoint/><geom size=".1"/></body>'
    const arm = '<body pos="5 0 5"><joint/><geom size=".1"/></body>'
    const alone = posed(only).d
    const beside = posed(only + arm).d
    expect([alone.nefc, alone.nisland, alone.nidof]).toEqual([beside.nefc, 1, 6])
    for (const field of ['island_ntree', 'island_itreeadr', 'island_nv', 'island_idofadr', 'island_dofadr'] as const)
      expect(alone[field][0], field).toBe(beside[field][0])
    for (const field of ['island_ne', 'island_nf', 'island_nefc', 'island_iefcadr'] as const)
      expect(alone[field][0], field).toBe(beside[field][0])
    for (const field of ['tree_island', 'map_itree2tree', 'dof_island', 'map_dof2idof', 'map_idof2dof'] as const)
      expect([...alone[field]], field).toEqual([...beside[field].subarray(0, alone[field].length)])
    for (const field of ['efc_island', 'map_efc2iefc', 'map_iefc2efc'] as const)
      expect(first(alone[field], alone.nefc), field).toEqual(first(beside[field], alone.nefc))
  })

  test('that no row touches is on no island', () => {
    const { d } = posed(box(0, 1) + box(1, ON_FLOOR) + hinge(3, 'h'))
    expect([...d.tree_island]).toEqual([-1, 0, -1])
    expect([...d.dof_island]).toEqual([...Array(6).fill(-1), ...Array(6).fill(0), -1])
  })

  test('with a row of its own is an island: friction, a limit, a coupling inside of it, the floor', () => {
    const coupled = `<body pos="4 0 1"><joint name="p"/><geom size=".1"/><body pos="0 0 .5"><joint name="q"/><geom size=".1"/></body></body>`
    const { d } = posed(
      hinge(0, 'a', 'frictionloss="1"') + hinge(1, 'b', 'limited="true" range="30 60"') + coupled + box(8, ON_FLOOR),
      '<equality><joint joint1="p" joint2="q"/></equality>',
    )
    expect([...d.tree_island]).toEqual([0, 1, 2, 3])
    expect(first(d.island_nv, 4)).toEqual([1, 1, 2, 6])
    expect([first(d.island_ne, 4), first(d.island_nf, 4)]).toEqual([
      [0, 0, 1, 0],
      [1, 0, 0, 0],
    ])
  })
})

const mixed = `${box(0, ON_FLOOR)}${box(0, ON_BOX)}<body pos="2 0 .0999"><freejoint/><geom size=".1"/></body><body pos="4 0 2"><freejoint/><geom size=".1"/></body>
  <body pos="6 0 1"><joint axis="0 1 0" frictionloss=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><body pos=".3 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></body>`

describe('the maps', () => {
  test('list trees and dofs island by island, and then those on none', () => {
    const { m, d } = posed(mixed)
    expect([...d.tree_island]).toEqual([0, 0, 1, -1, 2])
    expect(first(d.island_ntree, 3)).toEqual([2, 1, 1])
    expect(first(d.island_itreeadr, 3)).toEqual([0, 2, 3])
    expect([...d.map_itree2tree]).toEqual([0, 1, 2, 4, 3])
    expect(first(d.island_idofadr, 3)).toEqual([0, 12, 18])
    expect(first(d.island_dofadr, 3)).toEqual([0, 12, 24])
    expect([...d.map_idof2dof].slice(18)).toEqual([24, 25, 18, 19, 20, 21, 22, 23])
    for (let i = 0; i < m.nv; i++) expect(d.map_idof2dof[d.map_dof2idof[i]]).toBe(i)
  })

  test('hold each tree, dof and row of an island once, rows in their order: equalities, friction, limits, contacts', () => {
    const { m, d } = posed(
      mixed + hinge(8, 'x', 'frictionloss="1" limited="true" range="30 60"') + hinge(9, 'y', 'frictionloss="1"'),
      '<equality><joint joint1="x" joint2="y"/></equality>',
    )
    const sum = (values: Int32Array) => first(values, d.nisland).reduce((a, b) => a + b, 0)
    expect(sum(d.island_ntree)).toBe([...d.tree_island].filter((k) => k >= 0).length)
    expect(sum(d.island_nv)).toBe(d.nidof)
    expect(d.nidof).toBe([...d.dof_island].filter((k) => k >= 0).length)
    expect([sum(d.island_nefc), sum(d.island_ne), sum(d.island_nf)]).toEqual([d.nefc, d.ne, d.nf])
    expect(first(d.map_iefc2efc, d.nefc).sort((a, b) => a - b)).toEqual(Array.from({ length: d.nefc }, (_, i) => i))
    for (let k = 0; k < d.nisland; k++) {
      const start = d.island_iefcadr[k]
      const rows = [...d.map_iefc2efc.subarray(start, start + d.island_nefc[k])]
      expect(rows).toEqual([...rows].sort((a, b) => a - b))
      for (const row of rows) expect(d.efc_island[row]).toBe(k)
      expect(rows.filter((row) => row < d.ne).length).toBe(d.island_ne[k])
    }
    for (let i = 0; i < d.nefc; i++) expect(d.map_iefc2efc[d.map_efc2iefc[i]]).toBe(i)
    for (let i = 0; i < m.nv; i++) expect(d.dof_island[i]).toBe(d.tree_island[m.dof_treeid[i]])
  })

  test('have room for every tree being an island, and every row', () => {
    const { m, d } = posed(mixed)
    for (const key of ['tree_island', 'island_ntree', 'island_nv', 'island_nefc', 'map_itree2tree'] as const)
      expect(d[key].length).toBe(m.ntree)
    for (const key of ['dof_island', 'map_dof2idof', 'map_idof2dof'] as const) expect(d[key].length).toBe(m.nv)
    for (const key of ['efc_island', 'map_efc2iefc', 'map_iefc2efc'] as const)
      expect(d[key].length).toBeGreaterThanOrEqual(d.nefc)
  })
})

test('without the option, and without rows, there are no islands', () => {
  const { m, d } = posed(mixed)
  expect(d.nisland).toBe(3)
  m.opt.disableflags |= DisableBit.island
  forward(m, d)
  expect([d.nisland, d.nidof]).toEqual([0, 0])
  expect(d.nefc).toBeGreaterThan(0)
  m.opt.disableflags = DisableBit.constraint
  forward(m, d)
  expect([d.nisland, d.nidof, d.nefc]).toEqual([0, 0, 0])
})

test('islands are those of the present contacts: they join and part as things move', () => {
  const { m, d } = posed(`${box(0, ON_FLOOR)}<body pos="0 0 .6"><freejoint/><geom size=".1"/></body>`)
  const seen: string[] = []
  for (let i = 0; i < 400; i++) {
    step(m, d)
    const now = [...d.tree_island].join()
    if (seen.at(-1) !== now) seen.push(now)
    if (i === 200) d.qvel[8] = 3
  }
  expect(seen.slice(0, 3)).toEqual(['0,-1', '0,0', '0,-1'])
})

test('both ways to store the Jacobian give the same islands', () => {
  const { m, d } = posed(mixed)
  const islands = [JacobianType.dense, JacobianType.sparse].map((storage) => {
    m.opt.jacobian = storage
    forward(m, d)
    return [d.nisland, ...d.tree_island, ...d.efc_island.subarray(0, d.nefc)]
  })
  expect(islands[0]).toEqual(islands[1])
})
