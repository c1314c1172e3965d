import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  Cone,
  copyData,
  Data,
  DisableBit,
  forward,
  loadModel,
  type Model,
  reserveContacts,
  Solver,
  solverStatistics,
  step,
} from '../../index.ts'
import { accelerate } from '../accelerate.ts'

const folder = new URL('../../../models/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.xml'))

/** A creature on a plane; with rows of every kind. */
const creature = (options: string, contact = '', rest = ''): Model =>
  loadModel(`
  <mujoco>
    <option ${options}/>
    <default><geom ${contact} size=".04"/><joint damping=".1" armature=".01"/></default>
    <worldbody>
      <geom name="floor" type="plane" size="5 5 .1"/>
      <geom type="box" size=".1 .1 .05" pos=".3 0 .05"/>
      <body name="trunk" pos="0 0 .3">
        <freejoint name="root"/>
        <geom type="box" size=".2 .1 .05"/>
        <body name="left" pos=".15 .12 0">
          <joint name="left hip" axis="0 1 0" range="-60 40" limited="true" frictionloss=".3"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.2"/>
          <body name="left shin" pos="0 0 -.2">
            <joint name="left knee" axis="0 1 0"/>
            <geom name="left foot" type="capsule" fromto="0 0 0 .1 0 -.1"/>
          </body>
        </body>
        <body name="right" pos=".15 -.12 0">
          <joint name="right hip" axis="0 1 .2" range="-60 40" limited="true"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.2"/>
          <body name="right shin" pos="0 0 -.2">
            <joint name="right knee" type="ball" range="0 30" limited="true"/>
            <geom name="right foot" type="capsule" fromto="0 0 0 .1 .2 -.1"/>
          </body>
        </body>
      </body>
      <body pos=".6 0 .3"><freejoint/><geom type="box" size=".1 .08 .05" ${contact}/></body>
    </worldbody>
    <tendon>
      <fixed name="both" range="-.2 .3" limited="true" frictionloss=".05">
        <joint joint="left hip" coef="1"/><joint joint="right hip" coef="-.5"/>
      </fixed>
    </tendon>
    <actuator><motor joint="left hip" gear="3"/><motor joint="left knee" gear="3"/><motor joint="right hip" gear="3"/></actuator>
    ${rest}
  </mujoco>`)

/** Boxes that fall into a bin. */
const pile = (count: number, cone: string, condim: number): Model => {
  const boxes = Array.from({ length: count }, (_, i) => {
    const at = [0.2 * (i % 2) - 0.1, 0.2 * (Math.floor(i / 2) % 2) - 0.1, 0.1 + 0.16 * Math.floor(i / 4)]
    return `<body pos="${at.join(' ')}" euler="${7 * i} ${13 * i} 0"><freejoint/><geom type="box" size=".1 .08 .06" condim="${condim}"/></body>`
  })
  const wall = (x: number, y: number): string => `<geom type="box" size=".1 .1 1" pos="${x} ${y} 1"/>`
  const walls = [-0.4, -0.2, 0, 0.2, 0.4].flatMap((x) => [wall(x, 0.4), wall(x, -0.4), wall(0.4, x), wall(-0.4, x)])
  return loadModel(`
    <mujoco>
      <option cone="${cone}"/>
      <worldbody><geom type="plane" size="5 5 .1"/>${walls.join('')}${boxes.join('')}</worldbody>
    </mujoco>`)
}

/** Steps from the same states with and without kernels. Returns rows and islands that were seen. */
function expectSameSolutions(m: Model, steps: number): { rows: number; kernels: number } {
  const plain = new Data(m)
  const accelerated = accelerate(m)
  const used = accelerated.stages.filter(({ reason }) => reason === undefined).map(({ stage }) => stage)
  expect(used).toEqual(expect.arrayContaining(['rows', 'reference', 'solve']))
  const fast = new Data(m)
  let rows = 0
  let kernels = 0
  for (let i = 0; i < steps; i++) {
    copyData(fast, plain)
    for (let u = 0; u < m.nu; u++) plain.ctrl[u] = fast.ctrl[u] = Math.sin(0.1 * i + u)
    step(m, plain)
    step(m, fast)
    rows += plain.nefc
    if (fast.jacobianDue !== undefined) kernels++
    expect([...fast.solver_niter], `iterations in step ${i}`).toEqual([...plain.solver_niter])
    expect(difference(fast.qacc, plain.qacc, plain.qacc_smooth), `qacc in step ${i}`).toBeLessThan(1e-9)
    expect(difference(fast.qfrc_constraint, plain.qfrc_constraint, plain.qfrc_smooth)).toBeLessThan(1e-9)
    for (const field of ROW_FIELDS)
      expect(difference(inUse(fast, field), inUse(plain, field)), `${field} in step ${i}`).toBe(0)
    for (const field of ['tree_island', 'dof_island', 'map_itree2tree', 'map_dof2idof', 'map_idof2dof'] as const)
      expect([...fast[field]], `${field} in step ${i}`).toEqual([...plain[field]])
    for (const field of [
      'island_ntree',
      'island_nv',
      'island_ne',
      'island_nf',
      'island_nefc',
      'island_dofadr',
    ] as const)
      expect([...fast[field].subarray(0, fast.nisland)], `${field} in step ${i}`).toEqual([
        ...plain[field].subarray(0, plain.nisland),
      ])
    expect(difference(inUse(fast, 'efc_force'), inUse(plain, 'efc_force'), plain.qfrc_smooth)).toBeLessThan(1e-8)
  }
  return { rows, kernels }
}

const ROW_FIELDS = [
  ...(['efc_J', 'efc_J_colind', 'efc_aref', 'efc_D', 'efc_KBIP', 'efc_diagA', 'efc_state'] as const),
  ...(['efc_island', 'map_efc2iefc', 'map_iefc2efc'] as const),
] as const
type RowField = (typeof ROW_FIELDS)[number] | 'efc_force'

function inUse(d: Data, field: RowField): Float64Array | Int32Array {
  const width = field === 'efc_KBIP' ? 4 : 1
  return d[field].subarray(0, field.startsWith('efc_J') ? d.nJ : width * d.nefc)
}

/** Largest difference, relative to the largest number, also of those in `scale`. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>, scale: ArrayLike<number> = []): number {
  expect(a.length).toBe(b.length)
  let most = 0
  for (let i = 0; i < b.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]))
  return most === 0 ? 0 : most / Math.max(largest(b), largest(scale))
}

function largest(values: ArrayLike<number>): number {
  let size = 0
  for (let i = 0; i < values.length; i++) size = Math.max(size, Math.abs(values[i]))
  return size
}

describe("the kernel of Newton's method finds the acceleration that TypeScript finds, in as many iterations,", () => {
  test.each(names)('in %s', (name) => {
    expectSameSolutions(loadModel(readFileSync(new URL(name, folder), 'utf8')), 200)
  })

  for (const cone of ['pyramidal', 'elliptic'])
    for (const condim of [1, 3, 4, 6])
      test(`with ${cone} contacts of ${condim} dimensions, limits, friction loss and a tendon`, () => {
        const { rows, kernels } = expectSameSolutions(creature(`cone="${cone}"`, `condim="${condim}"`), 300)
        expect(rows).toBeGreaterThan(1000)
        expect(kernels).toBeGreaterThan(100)
      })

  test.each([
    ['a joint', '<joint joint1="left hip" joint2="left knee" polycoef="0 .5 .1 0 0"/>'],
    ['a connection of branches', '<connect body1="left shin" body2="right shin" anchor="0 .1 0"/>'],
    ['a weld of branches', '<weld body1="left" body2="right"/>'],
    ['a weld to the world', '<weld body1="left shin"/>'],
    ['a tendon', '<tendon tendon1="both"/>'],
  ])('with an equality of %s', (_name, equality) => {
    const { rows } = expectSameSolutions(creature('impratio="2"', '', `<equality>${equality}</equality>`), 200)
    expect(rows).toBeGreaterThan(200)
  })

  test('where thousands of iterations are allowed', () => {
    const { kernels } = expectSameSolutions(creature('iterations="5000"'), 100)
    expect(kernels).toBeGreaterThan(50)
  })

  test('with a cold start, and with few iterations', () => {
    const m = creature('iterations="2" ls_iterations="3"')
    m.opt.disableflags |= DisableBit.warmstart
    expectSameSolutions(m, 200)
  })
})

describe('the kernel of conjugate gradients finds the acceleration that TypeScript finds, in as many iterations,', () => {
  // each iteration enlarges what the last bits differ by
  const few = 'solver="CG" iterations="3"'

  for (const cone of ['pyramidal', 'elliptic'])
    for (const condim of [1, 3, 4, 6])
      test(`with ${cone} contacts of ${condim} dimensions, limits, friction loss and a tendon`, () => {
        const { rows, kernels } = expectSameSolutions(creature(`${few} cone="${cone}"`, `condim="${condim}"`), 300)
        expect(rows).toBeGreaterThan(1000)
        expect(kernels).toBeGreaterThan(100)
      })

  test.each(['pyramidal', 'elliptic'])('in a pile of boxes with %s cones', (cone) => {
    const m = pile(16, cone, 3)
    Object.assign(m.opt, { solver: Solver.CG, iterations: 3 })
    const { rows, kernels } = expectSameSolutions(m, 160)
    expect(rows).toBeGreaterThan(1000)
    expect(kernels).toBeGreaterThan(100)
  })

  test('with a loop, a cold start, and few iterations', () => {
    const loop = '<equality><connect body1="left shin" body2="right shin" anchor="0 .1 0"/></equality>'
    const m = creature('solver="CG" iterations="4" ls_iterations="3"', '', loop)
    m.opt.disableflags |= DisableBit.warmstart
    expectSameSolutions(m, 200)
  })

  test.each(['humanoid', 'quadruped', 'ragdoll', 'muscle_arm', 'chain'])('where it takes all of them: %s', (name) => {
    const m = loadModel(readFileSync(new URL(`${name}.xml`, folder), 'utf8'))
    m.opt.solver = Solver.CG
    expectSameSolutions(m, 200)
  })

  test('and refuses what does not converge', () => {
    const m = creature('solver="CGStrict" iterations="2"')
    const states = [new Data(m)]
    accelerate(m)
    states.push(new Data(m))
    const refusals = states.map((d) => {
      d.qpos[2] = 0.1
      expect(() => step(m, d)).toThrow("solver 'CGStrict' did not converge")
      return [...d.qacc]
    })
    expect(difference(refusals[1], refusals[0])).toBeLessThan(1e-9)
    expect(states[1].jacobianDue).toBeDefined()
  })
})

describe('rows that join many branches leave the solution as it is, and the iterations,', () => {
  for (const cone of ['pyramidal', 'elliptic'])
    for (const condim of [1, 3, 4, 6])
      test(`in a pile of boxes with ${cone} contacts of ${condim} dimensions`, () => {
        const { rows, kernels } = expectSameSolutions(pile(16, cone, condim), 160)
        expect(rows).toBeGreaterThan(1000)
        expect(kernels).toBeGreaterThan(100)
      })

  test.each(['pyramidal', 'elliptic'])('in a stack that slides on a slope, with %s cones', (cone) => {
    const boxes = Array.from(
      { length: 8 },
      (_, i) =>
        `<body pos="0 0 ${0.05 + 0.1 * i}"><freejoint/><geom type="box" size=".1 .1 .05" friction=".2"/></body>`,
    )
    const m = loadModel(`
      <mujoco>
        <option cone="${cone}" gravity="3 1 -9"/>
        <worldbody><geom type="plane" size="5 5 .1" friction=".2"/>${boxes.join('')}</worldbody>
      </mujoco>`)
    expect(expectSameSolutions(m, 150).rows).toBeGreaterThan(3000)
  })

  test.each(['weld', 'connect'])('in chains of bodies with a %s between each two', (kind) => {
    const links = Array.from(
      { length: 12 },
      (_, i) => `
        <body name="b${i}" pos="${0.2 * i} 0 1">
          <freejoint/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
          <body pos="0 0 .1"><joint axis="0 1 0" range="-40 20" limited="true"/><geom size=".04" pos="0 0 .1"/></body>
        </body>`,
    )
    const ties = Array.from({ length: 11 }, (_, i) =>
      kind === 'weld'
        ? `<weld body1="b${i}" body2="b${i + 1}"/>`
        : `<connect body1="b${i}" body2="b${i + 1}" anchor=".2 0 0"/><connect body1="b${i}" body2="b${i + 1}" anchor=".2 .1 0"/>`,
    )
    const m = loadModel(`
      <mujoco>
        <worldbody><geom type="plane" size="5 5 .1"/>${links.join('')}</worldbody>
        <equality>${ties.join('')}</equality>
      </mujoco>`)
    expect(expectSameSolutions(m, 300).rows).toBeGreaterThan(10_000)
  })

  test.each(['pyramidal', 'elliptic'])(
    'between fingers of one tree that press on each other, with %s cones',
    (cone) => {
      const fingers = Array.from(
        { length: 6 },
        (_, i) => `
        <body pos="${0.1 * Math.cos(i)} ${0.1 * Math.sin(i)} 0" euler="0 0 ${57.3 * i}">
          <joint axis="0 1 0" stiffness="4" springref="-60"/><joint axis="0 0 1" stiffness="1"/>
          <geom type="capsule" size=".04" fromto="0 0 0 0 0 .3" condim="4"/>
          <body pos="0 0 .3"><joint axis="0 1 0" stiffness="2" springref="-40"/>
            <geom type="capsule" size=".04" fromto="0 0 0 0 0 .2" condim="6"/></body>
        </body>`,
      )
      const m = loadModel(`
      <mujoco>
        <option cone="${cone}"/><default><joint damping=".1" armature=".01"/></default>
        <worldbody><body pos="0 0 1"><joint type="slide" axis="0 0 1" range="-.1 .1" limited="true"/>
          <geom size=".05" contype="0" conaffinity="0"/>${fingers.join('')}</body></worldbody>
      </mujoco>`)
      const { rows, kernels } = expectSameSolutions(m, 200)
      expect(rows).toBeGreaterThan(4000)
      expect(kernels).toBeGreaterThan(100)
    },
  )

  test('unless there is no room for their Hessian', () => {
    const bodies = 90
    const balls = Array.from(
      { length: bodies },
      (_, i) => `<body name="b${i}" pos="${i % 9} ${Math.floor(i / 9)} 1"><freejoint/><geom size=".1"/></body>`,
    )
    // each body is tied to some that are far from it in any order
    const ties = Array.from({ length: 3 * bodies }, (_, i) => {
      const [body1, body2] = [i % bodies, (i * i * i + 7 * i + 11 + 29 * Math.floor(i / bodies)) % bodies]
      return body1 === body2 ? '' : `<connect body1="b${body1}" body2="b${body2}" anchor="0 0 0"/>`
    })
    const m = loadModel(
      `<mujoco><worldbody>${balls.join('')}</worldbody><equality>${ties.join('')}</equality></mujoco>`,
    )
    const plain = new Data(m)
    const { stages } = accelerate(m)
    expect(stages.find(({ stage }) => stage === 'solve')?.reason).toContain('gave up')
    const fast = new Data(m)
    for (let i = 0; i < 3; i++) {
      step(m, plain)
      step(m, fast)
    }
    expect([...fast.qpos]).toEqual([...plain.qpos])
  })
})

describe('the kernel of the solver', () => {
  test('leaves entries of the Jacobian until they are read', () => {
    const m = creature('')
    accelerate(m)
    const d = new Data(m)
    for (let i = 0; i < 200; i++) step(m, d)
    expect(d.ncon).toBeGreaterThan(0)
    expect(d.jacobianDue).toBeDefined()
    const plain = new Data(m, d.memory)
    expect(plain.nefc).toBe(d.nefc)
    expect(d.efc_J.subarray(0, d.nJ).some((x) => x !== 0)).toBe(true)
    expect(d.jacobianDue).toBeUndefined()
  })

  test('notes what it did in each iteration', () => {
    const m = creature('')
    const plain = new Data(m)
    accelerate(m)
    const fast = new Data(m)
    for (let i = 0; i < 60; i++) {
      step(m, plain)
      copyData(fast, plain)
      forward(m, plain)
      forward(m, fast)
      for (let island = 0; island < plain.nisland; island++) {
        const a = solverStatistics(fast, island)!
        const b = solverStatistics(plain, island)!
        expect([a.iterations, a.converged]).toEqual([b.iterations, b.converged])
        for (let k = 0; k < a.iterations; k++) {
          expect(a.nactive[k]).toBe(b.nactive[k])
          expect(a.nchange[k]).toBe(b.nchange[k])
          expect(a.improvement[k]).toBeCloseTo(b.improvement[k], 6)
        }
      }
    }
  })

  test('leaves the work to TypeScript with another solver or cone, and where there are more contacts than it has room for', () => {
    const m = creature('')
    const plain = new Data(m)
    accelerate(m)
    const fast = new Data(m)
    const expectSame = (): void => {
      copyData(fast, plain)
      for (let i = 0; i < 20; i++) {
        step(m, plain)
        step(m, fast)
      }
      expect([...fast.qpos]).toEqual([...plain.qpos])
    }
    for (let i = 0; i < 100; i++) step(m, plain)
    m.opt.solver = Solver.CG
    expectSame()
    m.opt.solver = Solver.Newton
    m.opt.cone = Cone.elliptic
    expectSame()
    m.opt.cone = Cone.pyramidal
    reserveContacts(fast, 2 * fast.contactCapacity)
    expectSame()
  })
})
