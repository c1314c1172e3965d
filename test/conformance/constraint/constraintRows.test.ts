import { beforeAll, describe, expect, test } from 'vitest'
import {
  ConstraintType,
  Data,
  DisableBit,
  EnableBit,
  forward,
  Integrator,
  JacobianType,
  JointType,
  loadModel,
  type Model,
  Warning,
} from '../../../src/index.ts'
import { makeConstraint } from '../../../src/physics/constraint/makeConstraint.ts'
import { referenceConstraint } from '../../../src/physics/constraint/referenceAcceleration.ts'
import { forwardAcceleration, forwardPosition, forwardVelocity } from '../../../src/pipeline/forwardStages.ts'
import { compareConstraints, takeContacts } from '../../../tools/compare/compareConstraints.ts'
import { type Pair, setState } from '../../../tools/compare/compareData.ts'
import {
  type FieldResult,
  fieldLine,
  matches,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../../../tools/compare/index.ts'
import { Random, type TrialState, trialStates } from '../../../tools/compare/randomState.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { quietReference } from '../support/quietReference.ts'

/**
 * Constraint rows against the reference, row by row: which there are, in which order, their Jacobian, and every number
 * that positions and velocities give them. Contacts are taken from the reference, so that rows are judged on their own.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

type Options = Partial<
  Record<'disableflags' | 'enableflags' | 'cone' | 'jacobian' | 'impratio' | 'timestep' | 'integrator', number>
>

/** Options, each on its own; cones and storage are tried in all combinations. */
const OPTIONS: readonly Options[] = [0, 1].flatMap((cone) => [
  { cone, jacobian: JacobianType.dense },
  { cone, jacobian: JacobianType.sparse },
])
const FLAGS: readonly Options[] = [
  { disableflags: DisableBit.constraint },
  { disableflags: DisableBit.equality },
  { disableflags: DisableBit.frictionloss },
  { disableflags: DisableBit.limit },
  { disableflags: DisableBit.contact },
  { disableflags: DisableBit.refsafe, timestep: 0.05 },
  { timestep: 0.05 },
  { enableflags: EnableBit.override },
  { enableflags: EnableBit.diagexact },
  { enableflags: EnableBit.diagexact, cone: 1 },
  { impratio: 7 },
  { impratio: 7, cone: 1 },
  { impratio: 0.1, cone: 1 },
]

interface Outcome {
  readonly different: readonly string[]
  /** Number of rows of each `ConstraintType`, over all states and options. */
  readonly rows: readonly number[]
  readonly warnings: number
}

/** Compares rows in several states under several options. */
function compareRows(xml: string, options: readonly Options[], count = 2): Outcome {
  const m = loadModel(xml)
  const rm = new ReferenceModel(mj, xml)
  return compareModels(m, rm, options, count)
}

function compareModels(m: Model, rm: ReferenceModel, options: readonly Options[], count: number): Outcome {
  const pair: Pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
  const rows = new Array<number>(8).fill(0)
  const different: string[] = []
  let warnings = 0
  try {
    for (const changes of options) {
      for (const state of beyondLimits(m, trialStates(m, 1, count))) {
        for (const fields of withOptions(pair, changes, () => rowsInState(pair, state))) {
          if (!matches(fields)) different.push(`${JSON.stringify(changes)} ${state.label}: ${fieldLine(fields)}`)
        }
        for (let i = 0; i < pair.d.nefc; i++) rows[pair.d.efc_type[i]]++
        warnings += pair.d.warning_number[Warning.mixedsolref]
      }
    }
  } finally {
    pair.rd.delete()
    rm.delete()
  }
  return { different, rows, warnings }
}

function rowsInState(pair: Pair, state: TrialState): FieldResult[] {
  const { m, d, rd } = pair
  setState(pair, state)
  rd.call('mj_forward')
  forwardPosition(m, d)
  takeContacts(d, rd)
  makeConstraint(m, d)
  forwardVelocity(m, d)
  referenceConstraint(m, d)
  // the regularization of rows depends on the effective inertia
  if (m.opt.integrator === Integrator.discrete) forwardAcceleration(m, d)
  return compareConstraints(m, d, rd)
}

/** Runs `use` with changed options in both engines; flags are added. */
function withOptions<T>({ m, rm }: Pair, changes: Options, use: () => T): T {
  const names = Object.keys(changes) as (keyof Options)[]
  const before = names.map((name) => m.opt[name])
  names.forEach((name, i) => {
    const value = name.endsWith('flags') ? before[i] | (changes[name] ?? 0) : changes[name]
    Object.assign(m.opt, { [name]: value })
    Object.assign(rm.raw.opt, { [name]: value })
  })
  try {
    return use()
  } finally {
    names.forEach((name, i) => {
      Object.assign(m.opt, { [name]: before[i] })
      Object.assign(rm.raw.opt, { [name]: before[i] })
    })
  }
}

/** Random states are within limits: moves the joints of every state but the first out of them. */
function beyondLimits(m: Model, states: readonly TrialState[]): TrialState[] {
  const random = new Random(5)
  return states.map((state, k) => {
    if (k === 0) return state
    const qpos = state.arrays['qpos'].slice()
    for (let j = 0; j < m.njnt; j++) {
      const q = m.jnt_qposadr[j]
      if (m.jnt_type[j] === JointType.ball) qpos.set(random.direction(4), q)
      else if (m.jnt_type[j] !== JointType.free) qpos[q] *= 1 + 0.5 * random.normal()
    }
    return { ...state, arrays: { ...state.arrays, qpos } }
  })
}

const world = (content: string, after = '', before = '') =>
  `<mujoco>${before}<worldbody>${content}</worldbody>${after}</mujoco>`
const BOX = '<geom type="box" size=".1 .2 .3" pos=".1 .05 -.2" contype="0" conaffinity="0"/>'
/** Two branches of one tree, a tree of its own, a body that does not move, one that the user moves. */
const SCENE = `
  <body name="root" pos="0 0 1"><freejoint/>${BOX}<site name="s0" pos=".1 .2 .3" euler="10 20 30"/>
    <body name="left" pos=".3 .1 .2"><joint name="l" axis="0 1 0"/>${BOX}<site name="s1" pos=".3 .2 .3" euler="1 2 3"/>
      <body name="ball" pos="0 .1 .4"><joint name="b" type="ball"/>${BOX}</body>
    </body>
    <body name="right" pos="-.3 .1 .2"><joint name="r" axis="1 1 0"/><joint name="x" type="slide"/>${BOX}</body>
  </body>
  <body name="other" pos="2 0 1"><joint name="o" axis="0 0 1" pos=".1 .2 0"/>${BOX}<site name="s2"/>
    <body name="fixed" pos=".3 0 0" euler="0 30 0">${BOX}</body>
  </body>
  <body name="still" pos="0 2 0" euler="40 0 0">${BOX}<site name="s3"/></body>
  <body name="hand" mocap="true" pos="1 2 1"/>`
const TENDONS = `<tendon>
  <fixed name="f1"><joint joint="l" coef="2"/><joint joint="o" coef="-1"/></fixed>
  <fixed name="f2"><joint joint="x" coef="1"/><joint joint="l" coef=".5"/></fixed>
  <spatial name="p1"><site site="s0"/><site site="s2"/></spatial>
  <spatial name="p2"><site site="s1"/><site site="s3"/></spatial></tendon>`
const equality = (...rows: readonly string[]) => world(SCENE, `${TENDONS}<equality>${rows.join('')}</equality>`)
const BODY_PAIRS = ['left right', 'left other', 'right root', 'ball still', 'other fixed', 'still ball', 'hand left']
const SOFT = [
  'solref=".05 .7" solimp=".5 .9 .1 .3 3"',
  'solref="-300 -20" solimp=".2 .99 .5 .6 1"',
  'solref=".001 2" solimp=".9 .5 .3 .7 2.5"',
  'solref="-300 .5"',
  'solimp="0 2 -1 -1 .5"',
  'solimp=".8 .8 .1 .5 2"',
  'solimp=".8 .9 0 .5 2"',
]
const pairOf = (names: string) =>
  names
    .split(' ')
    .map((name, i) => `body${i + 1}="${name}"`)
    .join(' ')

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'points of bodies that are connected': [
    equality(...BODY_PAIRS.map((pair) => `<connect ${pairOf(pair)} anchor=".1 .2 .3"/>`)),
    equality(
      '<connect body1="left" anchor="0 0 .1"/>',
      '<connect site1="s0" site2="s2"/>',
      '<connect site1="s3" site2="s1"/>',
    ),
    equality(...SOFT.map((soft) => `<connect body1="left" body2="other" anchor=".1 0 0" ${soft}/>`)),
  ],
  'bodies that are welded': [
    equality(...BODY_PAIRS.map((pair) => `<weld ${pairOf(pair)}/>`)),
    equality(...BODY_PAIRS.map((pair) => `<weld ${pairOf(pair)} anchor=".1 .2 .3" torquescale="3"/>`)),
    equality(
      '<weld body1="left" relpose="1 2 3 1 1 0 0"/>',
      '<weld body1="ball" body2="other" relpose=".1 .2 .3 .5 .5 .1 .1" torquescale=".2"/>',
    ),
    equality('<weld site1="s0" site2="s2"/>', '<weld site1="s3" site2="s1" torquescale="2"/>'),
    equality(...SOFT.map((soft) => `<weld body1="left" body2="other" ${soft}/>`)),
  ],
  'joints that are coupled': [
    equality('<joint joint1="l"/>', '<joint joint1="x" polycoef=".3 0 0 0 0"/>'),
    equality(
      '<joint joint1="l" joint2="r"/>',
      '<joint joint1="o" joint2="x" polycoef=".1 2 3 4 5"/>',
      '<joint joint1="x" joint2="l" polycoef="0 0 1 0 0"/>',
    ),
    equality(...SOFT.map((soft) => `<joint joint1="l" joint2="o" ${soft}/>`)),
  ],
  'tendons that are coupled': [
    equality('<tendon tendon1="f1"/>', '<tendon tendon1="p1" polycoef=".3 0 0 0 0"/>'),
    equality(
      '<tendon tendon1="f1" tendon2="f2"/>',
      '<tendon tendon1="p2" tendon2="p1" polycoef=".1 2 3 4 5"/>',
      '<tendon tendon1="f2" tendon2="p2"/>',
    ),
    equality(...SOFT.map((soft) => `<tendon tendon1="p1" tendon2="f1" ${soft}/>`)),
  ],
  'joints with limits': [
    ...['range="-20 30"', 'range="-20 30" margin=".4"', 'range="10 40" margin="2"'].map((limit) =>
      world(`<body><joint axis="0 1 0" ${limit}/>${BOX}
        <body pos="0 0 1"><joint type="slide" ${limit.replace(/\d+ \d+/, '.1 .2')}/>${BOX}</body></body>`),
    ),
    ...['range="0 20"', 'range="0 20" margin=".5"', 'range="0 170" margin="6"'].map((limit) =>
      world(
        `<body><joint type="ball" ${limit}/>${BOX}<body pos="0 0 1"><joint type="ball" ${limit}/>${BOX}</body></body>`,
      ),
    ),
    ...SOFT.map((soft) =>
      world(
        `<body><joint range="-20 30" margin=".4" ${soft.replace('solref', 'solreflimit').replace('solimp', 'solimplimit')}/>${BOX}</body>`,
      ),
    ),
  ],
  'dry friction in joints': [
    ...['free', 'ball', 'slide', 'hinge'].map((type) =>
      world(`<body><joint type="${type}" frictionloss=".3"/>${BOX}</body>`),
    ),
    ...SOFT.map((soft) =>
      world(
        `<body><joint frictionloss="2" ${soft.replace('solref', 'solreffriction').replace('solimp', 'solimpfriction')}/>${BOX}</body>`,
      ),
    ),
  ],
  'tendons with limits and dry friction': ['', 'margin=".5"', 'margin="30"'].flatMap((margin) =>
    [
      'range=".2 .4"',
      'range="-1 -.5"',
      'range="2 3" frictionloss=".3"',
      'frictionloss=".3" solreffriction="-10 -20" solimpfriction=".1 .2 .3 .4 5"',
    ].map((rest) =>
      world(SCENE, TENDONS.replaceAll(/name="/g, `${rest} ${rest.includes('range') ? margin : ''} name="`)),
    ),
  ),
  'rows of every kind together': [
    world(
      SCENE.replaceAll('name="l"', 'name="l" range="-10 10" margin="1" frictionloss=".2"'),
      `${TENDONS.replace('name="f1"', 'name="f1" frictionloss="1" range="-.1 .1"')}<equality><weld body1="left" body2="right"/>
        <connect body1="other" anchor="1 0 0"/><joint joint1="x"/><tendon tendon1="f1" tendon2="p1"/></equality>`,
    ),
  ],
}

describe.each(Object.keys(TOPICS))('%s', (topic) => {
  test('have the rows of the reference', () => {
    for (const xml of TOPICS[topic]) {
      const { different, rows } = compareRows(xml, OPTIONS.slice(0, 2))
      expect(different, xml).toEqual([])
      expect(
        rows.some((n) => n > 0),
        xml,
      ).toBe(true)
    }
  })
})

test('equalities that are switched off in the state have no rows', () => {
  const xml = equality('<connect body1="left" anchor="0 0 .1" active="false"/>', '<joint joint1="l"/>')
  const { different, rows } = compareRows(xml, OPTIONS.slice(0, 2))
  expect(different).toEqual([])
  expect(rows[ConstraintType.equality]).toBe(2 * 4)
})

/** Things that lie on each other, in one tree and in several. */
const heap = (geom: string, pair = '') =>
  world(
    `<geom name="floor" type="plane" size="5 5 .1" ${geom}/>
     <body pos="0 0 .095"><freejoint/><geom name="a" size=".1" ${geom}/>
       <body pos=".15 0 .05"><joint axis="0 1 0"/><geom size=".1" ${geom}/>
         <body pos=".1 .1 0"><joint type="ball"/><geom size=".1" mass="3" ${geom}/></body></body>
       <body pos="0 .19 0"><joint axis="1 0 0"/><geom size=".1" ${geom}/></body></body>
     <body pos=".3 .05 .15" euler="10 20 30"><joint type="slide" axis="0 0 1"/><joint axis="1 2 3"/>
       <geom name="b" size=".1" ${geom}/></body>`,
    `<contact>${pair}</contact>`,
  )
const BETWEEN = '<pair geom1="a" geom2="floor"'

const CONTACTS: Readonly<Record<string, readonly string[]>> = {
  'without friction': [heap('condim="1"'), heap('condim="1" margin=".05" gap=".02"')],
  'with sliding friction': [heap(''), heap('friction=".7" margin=".05" gap=".02"'), heap('friction="0"')],
  'with spinning friction': [heap('condim="4" friction="1 .1 .01"')],
  'with rolling friction': [heap('condim="6" friction="1 .1 .01"')],
  'of explicit pairs': [
    heap('', `${BETWEEN} condim="6" friction="1 .5 .1 .02 .03"/>`),
    ...[
      'solreffriction=".1 1"',
      'solreffriction="-10 -20"',
      'solreffriction="-10 2"',
      'solref="-50 -2" solreffriction=".001 1"',
    ].map((soft) => heap('', `${BETWEEN} condim="4" ${soft}/>`)),
  ],
  'of all kinds of softness': SOFT.map((soft) => heap(`margin=".01" ${soft}`)),
  'that stick': [
    heap('adhesion=".5"'),
    heap('condim="6" adhesion="3" gap=".1"'),
    heap('', `${BETWEEN} adhesion="2" condim="1"/>`),
  ],
  'on surfaces that move': [1, 3, 4, 6].map((dim) => heap(`condim="${dim}" surfacevel="1 .2 .3 .4 .5 .6"`)),
}

describe.each(Object.keys(CONTACTS))('contacts %s', (topic) => {
  test('have the rows of the reference, with both cones and both kinds of storage', () => {
    for (const xml of CONTACTS[topic]) {
      const { different, rows } = compareRows(xml, OPTIONS, 1)
      expect(different, xml).toEqual([])
      expect(rows[5] + rows[6] + rows[7], xml).toBeGreaterThan(10)
    }
  })
})

/** Springs and dampers at the joints of a scene. */
const sprung = (xml: string, stiffness: number, damping: number): string =>
  xml.replace('<worldbody>', `<default><joint stiffness="${stiffness}" damping="${damping}"/></default><worldbody>`)

describe('rows with springs and dampers in the inertia', () => {
  const discrete = { integrator: Integrator.discrete }

  test('rows with the least regularization keep it', () => {
    // a dumbbell about its center: by `body_invweight0`, its contacts have no inverse inertia
    const xml = world(
      `<geom type="plane" size="1 1 1"/><body pos="0 0 .09"><joint axis="0 1 0" damping="3"/>
       <geom size=".1" pos=".3 0 0"/><geom size=".1" pos="-.3 0 0"/></body>`,
    )
    for (const cone of [0, 1]) expect(compareRows(xml, [{ ...discrete, cone }]).different).toEqual([])
  })

  test.each(Object.keys(CONTACTS))('are those of the reference for contacts %s', (topic) => {
    for (const xml of CONTACTS[topic]) {
      const { different, rows } = compareRows(
        sprung(xml, 300, 4),
        OPTIONS.map((options) => ({ ...options, ...discrete })),
        1,
      )
      expect(different, xml).toEqual([])
      expect(rows[5] + rows[6] + rows[7], xml).toBeGreaterThan(10)
    }
  })

  test('have the exact diagonal of the inertia with tendons and actuators on its diagonal alone', () => {
    const arm = (name: string, axis: string, inner = '') => `<body pos="0 .2 .1"><joint name="${name}" axis="${axis}"
      frictionloss=".3"/><geom size=".1" pos=".3 .1 0"/><site name="${name}" pos=".2 0 .1"/>${inner}</body>`
    const xml = `<mujoco><worldbody>${arm('a', '0 0 1', arm('b', '1 0 0', arm('c', '0 1 0')))}</worldbody>
      <tendon><fixed damping="7"><joint joint="a" coef="-.2"/><joint joint="c" coef="2"/></fixed></tendon>
      <actuator><velocity site="c" refsite="a" gear="1 2 3 0 0 0" kv="3"/></actuator></mujoco>`
    const { different, rows } = compareRows(
      xml,
      [0, EnableBit.diagexact].map((enableflags) => ({ ...discrete, enableflags })),
    )
    expect(different).toEqual([])
    expect(rows[ConstraintType.frictionDof]).toBeGreaterThan(0)
  })

  test('become no harder than any row may be where springs leave next to nothing to move', () => {
    const xml = `<mujoco><worldbody><body><joint type="slide" range="0 1" margin="2"/><geom size=".1" mass="1e13"/></body>
      </worldbody></mujoco>`
    for (const enableflags of [0, EnableBit.diagexact]) {
      const { different, rows } = compareRows(sprung(xml, 1e20, 0), [{ ...discrete, enableflags, timestep: 0.01 }])
      expect(different).toEqual([])
      expect(rows[ConstraintType.limitJoint]).toBeGreaterThan(0)
    }
  })
})

describe('options', () => {
  const everything = heap('condim="4" friction=".7 .1"').replace(
    '</worldbody>',
    `<body name="arm" pos="3 0 1"><joint name="arm" range="-10 10" margin="1" frictionloss=".2"/>
       <geom size=".1" pos=".5 0 0"/></body></worldbody><equality><connect body1="arm" anchor=".5 0 0"/></equality>`,
  )
  test.each(FLAGS.map((flag) => [JSON.stringify(flag), flag] as const))(
    '%s changes rows as in the reference',
    (_, flag) => {
      const { different } = compareRows(everything, [flag])
      expect(different).toEqual([])
    },
  )
  test.each(FLAGS.map((flag) => [JSON.stringify(flag), flag] as const))(
    '%s changes rows with springs and dampers in the inertia as in the reference',
    (_, flag) => {
      const { different } = compareRows(sprung(everything, 300, 4), [{ ...flag, integrator: Integrator.discrete }])
      expect(different).toEqual([])
    },
  )

  test('a solref with one number of each format is replaced, and counted as a warning', () => {
    const mixed = heap('').replace('</mujoco>', '<equality><joint joint1="j" solref="-1 1"/></equality></mujoco>')
    const { different, warnings } = compareRows(mixed.replace('axis="1 2 3"', 'name="j" axis="1 2 3"'), [{}])
    expect(different).toEqual([])
    expect(warnings).toBeGreaterThan(0)
  })
})

describe('contacts between bodies that nothing moves against each other', () => {
  const fused = world(
    '<body><freejoint/><geom name="1" size="1"/><body><geom name="2" size="1" pos="1.5 0 0"/></body></body>',
    '<contact><pair geom1="1" geom2="2"/></contact>',
    '<option><flag island="disable"/></option>',
  )
  test('have no rows, however the Jacobian is stored', () => {
    const { different, rows } = compareRows(fused, [{ jacobian: JacobianType.sparse }])
    expect(different).toEqual([])
    expect(rows[ConstraintType.contactPyramidal]).toBe(0)
    for (const jacobian of [JacobianType.dense, JacobianType.sparse]) {
      const m = loadModel(fused)
      m.opt.jacobian = jacobian
      const d = new Data(m)
      forward(m, d)
      expect([d.ncon, d.nefc, d.contact_exclude[0], d.contact_efc_address[0]]).toEqual([1, 0, 3, -1])
    }
  })

  test('have rows of zeros in the reference where it stores a full matrix, with forces that move nothing', () => {
    const reference = new ReferenceModel(mj, fused)
    reference.raw.opt.jacobian = JacobianType.dense
    const rd = new ReferenceData(reference)
    rd.call('mj_forward')
    expect(rd.raw.nefc).toBe(4)
    expect(Math.max(...rd.array('efc_force')!)).toBeGreaterThan(1e6)
    expect(Math.max(...rd.array('qfrc_constraint')!)).toBe(0)
    rd.delete()
    reference.delete()
  })
})

test('a contact between bodies that nothing moves is no error', () => {
  const xml = world(
    '<body><geom name="1" size="1"/></body><body><geom name="2" size="1" pos="1.5 0 0"/></body><body><joint/><geom size="1"/></body>',
    '<contact><pair geom1="1" geom2="2"/></contact>',
  )
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  expect(() => rd.call('mj_forward')).toThrow(/two static bodies/)
  rd.delete()
  reference.delete()
  const m = loadModel(xml)
  const d = new Data(m)
  forward(m, d)
  expect(d.ncon).toBeGreaterThan(0)
  expect(d.qacc.every(Number.isFinite)).toBe(true)
})

test('a tendon between sites that cannot move relative to each other has no row; the reference makes one of rounding', () => {
  const xml = world(
    `<body><freejoint/><geom size=".1" pos=".1 .2 .3"/><site name="a" pos=".2 -.2 -.3"/>
     <body pos=".3 .1 0" euler="10 20 30"><site name="b" pos="0 .1 0"/></body></body>`,
    '<tendon><spatial frictionloss="1"><site site="a"/><site site="b"/></spatial></tendon>',
  )
  const m = loadModel(xml)
  const d = new Data(m)
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  const random = new Random(1)
  let rows = 0
  for (let i = 0; i < 20; i++) {
    d.qpos.set([...random.vector(3), ...random.direction(4)])
    rd.set('qpos', d.qpos)
    forward(m, d)
    rd.call('mj_forward')
    expect(d.nefc).toBe(0)
    expect([...d.ten_J].every((x) => x === 0)).toBe(true)
    expect(Math.max(...Array.from(rd.array('ten_J')!, Math.abs))).toBeLessThan(1e-15)
    rows += rd.raw.nefc
  }
  expect(rows).toBeGreaterThan(10)
  rd.delete()
  reference.delete()
})

test('a tendon that an equality couples knows its row', () => {
  const xml = equality('<connect body1="left" anchor="0 0 .1"/>', '<tendon tendon1="f1" tendon2="p1"/>')
  const m = loadModel(xml)
  const d = new Data(m)
  forward(m, d)
  expect([...d.tendon_efcadr]).toEqual([3, -1, 3, -1])
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  rd.call('mj_forward')
  expect([...rd.array('tendon_efcadr')!]).toEqual([1, -1, 1, -1])
  rd.delete()
  reference.delete()
})

test('the Jacobian is sparse whatever the option says', () => {
  const m = loadModel(equality('<joint joint1="l" joint2="r"/>'))
  m.opt.jacobian = JacobianType.dense
  const d = new Data(m)
  forward(m, d)
  expect([d.nefc, d.nJ]).toEqual([1, 2])
})

test('a whole forward pass makes the rows itself', () => {
  const xml = heap('condim="4"')
  const m = loadModel(xml)
  const rm = new ReferenceModel(mj, xml)
  const pair: Pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
  for (const state of trialStates(m, 2, 2)) {
    setState(pair, state)
    forward(m, pair.d)
    pair.rd.call('mj_forward')
    const different = compareConstraints(m, pair.d, pair.rd).filter((field) => !matches(field))
    expect(different.map(fieldLine)).toEqual([])
  }
  pair.rd.delete()
  rm.delete()
})

test('a fixed tendon that names a joint twice has a limit; in the reference it has none', () => {
  const xml = `<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
    <tendon><fixed range="1 2"><joint joint="j" coef="2"/><joint joint="j" coef="3"/></fixed></tendon></mujoco>`
  const m = loadModel(xml)
  const d = new Data(m)
  forward(m, d)
  const rm = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(rm)
  rd.call('mj_forward')
  expect([d.nefc, rd.raw.nefc]).toEqual([1, 0])
  expect([d.efc_pos[0], d.efc_J[0]]).toEqual([-1, 5])
  rd.delete()
  rm.delete()
})

describe.skipIf(!sharedIsThere)('models of others (skipped where ../shared/models is absent)', () => {
  const models = sharedModels('mujoco', 'mujoco-tests').filter(
    ({ loadsInReference, dofs, sizes }) => loadsInReference && dofs > 0 && dofs <= 60 && !sizes.nmesh && !sizes.nflex,
  )
  test('have the rows of the reference, contacts aside', () => {
    const different: string[] = []
    const total = new Array<number>(8).fill(0)
    for (const { name, load, source } of models) {
      const outcome = compareModels(load(), new ReferenceModel(mj, source), [{ disableflags: DisableBit.contact }], 1)
      different.push(...outcome.different.map((line) => `${name}: ${line}`))
      outcome.rows.forEach((n, type) => {
        total[type] += n
      })
    }
    expect(different).toEqual([])
    expect(total[ConstraintType.equality]).toBeGreaterThan(100)
    expect(total[ConstraintType.limitJoint]).toBeGreaterThan(100)
  })
})
