import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../../test/support/kernelPairs.ts'
import { type Data, DisableBit, EqualityType, loadModel, type Model, step } from '../../index.ts'

/** Two chains with hinges, slides, and a ball, that equalities join; one body turns by itself. */
const linkage = (equality: string, option = '', ball = ''): Model =>
  loadModel(`
  <mujoco>
    <option ${option}/>
    <default><geom size=".03" contype="0"/><joint damping=".05"/></default>
    <worldbody>
      <body name="a1" pos="0 0 1">
        <joint name="a1" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0"/>
        <body name="a2" pos=".3 0 0">
          <joint name="a2" axis="0 1 .2"/>
          <joint name="slide" type="slide" axis="1 0 0" stiffness="50"/>
          <geom type="capsule" fromto="0 0 0 .3 .1 0"/>
          <site name="a2" pos=".3 .1 0" euler="10 20 30"/>
        </body>
        <body name="a3" pos=".1 0 0">
          <joint name="a3" type="ball" ${ball}/>
          <geom type="capsule" fromto="0 0 0 0 .3 .1"/>
          <site name="a3" pos="0 .3 .1" quat="1 .2 .3 .1"/>
        </body>
      </body>
      <body name="b1" pos="0 .5 1.2">
        <freejoint/>
        <geom type="box" size=".1 .2 .05"/>
        <body name="b2" pos=".1 0 0"><joint name="b2" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 .3 0 0"/></body>
      </body>
      <body name="still" pos="0 0 2"><geom/></body>
    </worldbody>
    <tendon>
      <fixed name="t"><joint joint="a1" coef="1"/><joint joint="a2" coef="-.5"/></fixed>
      <fixed name="u"><joint joint="a2" coef=".3"/><joint joint="b2" coef="2"/></fixed>
    </tendon>
    <equality>${equality}</equality>
  </mujoco>`)

const equalities: Readonly<Record<string, string>> = {
  'connects of bodies': `<connect body1="a2" body2="a3" anchor=".1 0 0"/><connect body1="b2" anchor=".3 0 0"/>`,
  'connects of sites': '<connect site1="a2" site2="a3"/>',
  'welds of bodies': `<weld body1="a2" body2="a3" torquescale=".7"/><weld body1="b1" body2="a1" solref=".05 1"/>`,
  'welds of sites': '<weld site1="a2" site2="a3" solimp=".8 .9 .1 .5 3"/>',
  'couplings of joints': `<joint joint1="a2" joint2="a1" polycoef=".1 2 .3 -.2 .1"/><joint joint1="slide" polycoef=".05"/>
    <joint joint1="a1" joint2="b2" polycoef="0 -1 0 0 0"/>`,
  'a coupling of joints whose slope is zero': '<joint joint1="a2" joint2="a1" polycoef=".1 0 0 0 0"/>',
  'couplings of tendons': `<tendon tendon1="t" tendon2="u" polycoef="0 1 .2 0 0"/><tendon tendon1="u" polycoef=".1"/>`,
  'equalities of all kinds, some of them between bodies that do not move': `
    <weld site1="a2" site2="a3"/><connect body1="b2" body2="a3" anchor="0 .1 0"/><connect body1="still" anchor="0 0 0"/>
    <joint joint1="a2" joint2="a1"/><tendon tendon1="u" tendon2="t"/><weld body1="b1" active="false"/>`,
}

/** Rows of both states must be the same. */
function expectSameRows(plain: Data, fast: Data): void {
  const names =
    'nefc ne nf nl nJ tendon_efcadr efc_type efc_id efc_pos efc_margin efc_frictionloss efc_D efc_R efc_KBIP efc_diagA efc_aref'
  for (const name of names.split(' ') as (keyof Data)[]) {
    const [a, b] = [plain, fast].map((d) => {
      const values = d[name]
      if (typeof values === 'number') return [values]
      const numbers = values as Float64Array
      return [...numbers.subarray(0, name.startsWith('efc') ? (d.nefc * numbers.length) / d.efcCapacity : undefined)]
    })
    // 0 and −0 are the same here
    expect(
      a.map((x) => x + 0),
      name,
    ).toEqual(b.map((x) => x + 0))
  }
  const entries = (d: Data) => Array.from(d.efc_J.subarray(0, d.nJ), (x, i) => [x + 0, d.efc_J_colind[i]])
  expect(entries(fast)).toEqual(entries(plain))
}

function expectSame(m: Model, steps = 60): number {
  const { plain, fast, accelerated } = pair(m)
  expect(accelerated.stages.find(({ stage }) => stage === 'rows')).toMatchObject({ reason: undefined })
  let rows = 0
  for (let i = 0; i < steps; i++) {
    if (i === 0) for (const d of [plain, fast]) for (let v = 0; v < m.nv; v++) d.qvel[v] = Math.sin(v + 1)
    expectSameSteps(m, plain, fast, 1)
    expectSameRows(plain, fast)
    rows += plain.nefc
  }
  return rows
}

describe('with kernels, rows are those of TypeScript', () => {
  for (const [name, xml] of Object.entries(equalities))
    test.each(['dense', 'sparse'])(`for ${name}, with a %s Jacobian`, (jacobian) => {
      expect(expectSame(linkage(xml, `jacobian="${jacobian}"`))).toBeGreaterThan(0)
    })

  test('for distances', () => {
    const m = linkage(`<connect body1="a2" body2="a3" anchor=".1 0 0"/>`)
    m.eq_type[0] = EqualityType.distance
    m.eq_data[6] = 0.3
    expect(expectSame(m)).toBeGreaterThan(0)
  })

  test('for limits of ball joints', () => {
    expect(expectSame(linkage('', '', 'range="0 10" limited="true" margin=".1" frictionloss=".02"'))).toBeGreaterThan(
      100,
    )
  })

  test('for equalities that are switched on and off', () => {
    const m = linkage(equalities['equalities of all kinds, some of them between bodies that do not move'])
    const { plain, fast } = pair(m)
    for (const change of [
      (d: Data) => d.eq_active.fill(0, 1, 3),
      (d: Data) => d.eq_active.fill(1),
      () => (m.opt.disableflags |= DisableBit.equality),
      () => (m.opt.disableflags = 0),
    ]) {
      for (const d of [plain, fast]) change(d)
      for (const d of [plain, fast]) step(m, d)
      expectSameRows(plain, fast)
    }
    expect(fast.ne).toBeGreaterThan(12)
  })
})
