import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { Data, DisableBit, forward, loadModel, step } from '../../../src/index.ts'
import {
  fieldLine,
  judge,
  matches,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../../../tools/compare/index.ts'

/**
 * Small models for each thing that a stage does, in all combinations that could matter: every field of the state agrees
 * with the reference in every state tried. Models that people write seldom use all of it.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const world = (content: string, before = '') => `<mujoco>${before}<worldbody>${content}</worldbody></mujoco>`
const BOX = '<geom type="box" size=".1 .2 .3" pos=".1 .05 -.2"/>'
const hinge = (content: string, axis = '0 1 0') => `<body pos=".3 .1 .2"><joint axis="${axis}"/>${BOX}${content}</body>`
const JOINTS = ['free', 'ball', 'slide', 'hinge'] as const
const MODES = ['fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom'] as const

/** Springs and dampers whose force grows with the square and the cube; springs are at rest away from qpos0. */
const POLYNOMIALS = ['3', '3 5', '3 5 7', '0 5', '0 0 7']

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'polynomial springs': JOINTS.flatMap((type) =>
    POLYNOMIALS.map((k) => {
      const rest = type === 'slide' || type === 'hinge' ? 'springref=".3" ref=".1"' : ''
      return world(`<body><joint type="${type}" stiffness="${k}" ${rest}/>${BOX}</body>`)
    }),
  ),
  'polynomial dampers': JOINTS.flatMap((type) =>
    POLYNOMIALS.flatMap((k) =>
      ['', 'eulerdamp="disable"', 'damper="disable"'].map((flags) =>
        world(`<body><joint type="${type}" damping="${k}"/>${BOX}</body>`, `<option><flag ${flags}/></option>`),
      ),
    ),
  ),
  'discrete inverse dynamics': ['', 'eulerdamp="disable"', 'damper="disable"', 'energy="enable"'].map((flags) =>
    world(
      `<body><joint type="ball" damping="1 2 3"/>${BOX}${hinge('')}</body><body><joint damping=".5"/>${BOX}</body>`,
      `<option><flag invdiscrete="enable" ${flags}/></option>`,
    ),
  ),
  'cameras and lights': MODES.flatMap((mode) =>
    ['', 'target="other"', 'target="own"'].map((target) =>
      world(`
        <body name="other" pos="1 2 3"><joint type="ball"/>${BOX}${hinge('')}</body>
        <body name="own" pos="0 0 1"><freejoint/>${BOX}${hinge('')}
          <camera mode="${mode}" ${target} pos=".1 .2 .3" euler="10 20 30"/>
          <light mode="${mode}" ${target} pos=".3 .2 .1" dir="1 2 3"/>
        </body>`),
    ),
  ),
  'cameras right above and below what they look at': ['0 0 3', '0 0 -3', '0 0 0'].map((pos) =>
    world(`<body name="own"><joint type="slide"/>${BOX}</body>
      <camera mode="targetbody" target="own" pos="${pos}"/><light mode="targetbody" target="own" pos="${pos}"/>`),
  ),
  // a row of the inertia matrix follows its parent's or not, and has an even or an odd number of ancestors
  'trees that branch at every depth': [1, 2, 3, 4, 5].map((depth) => {
    let tree = ''
    for (let i = 0; i < depth; i++) tree = hinge(`${tree}${hinge(hinge(''), '1 0 0')}${hinge('', '1 1 0')}`)
    return world(tree)
  }),
  'gravity compensation': ['0', '.5', '1', '2'].flatMap((share) =>
    ['true', 'false'].flatMap((actuated) =>
      ['', '<option><flag gravity="disable"/></option>', '<option gravity="0 0 0"/>'].map((option) =>
        world(
          `<body gravcomp="${share}"><joint actuatorgravcomp="${actuated}"/>${BOX}
            <body pos="0 0 1" gravcomp="${share}"><joint type="ball"/>${BOX}</body></body>`,
          option,
        ),
      ),
    ),
  ),
  'frames that coincide and frames that do not': ['', 'pos=".1 0 0"', 'euler="10 20 30"', 'pos=".1 0 0" euler="1 2 3"']
    .flatMap((place) => ['type="box" size=".1 .2 .3"', 'type="sphere" size=".1"'].map((shape) => [place, shape]))
    .map(([place, shape]) => world(`<body><freejoint/><geom ${shape} ${place}/><site ${place}/><site/></body>`)),
  'bodies without mass': [
    world('<body pos="1 0 0"><body pos="0 1 0"><site/></body></body>'),
    world(`<body mocap="true" pos="1 2 3"><body pos="0 1 0"><site pos="1 1 1"/></body></body>${hinge('')}`),
    world(`${hinge('<body pos="0 0 1"><body pos="0 1 0"><site/></body></body>')}`),
  ],
  'nothing at all': ['<mujoco/>', world('<body mocap="true"/>'), world('<geom type="plane" size="1 1 1"/>')],
}

test.each(Object.keys(TOPICS))('with %s every field of the state is as in the reference', (topic) => {
  for (const xml of TOPICS[topic]) {
    const subject = { name: topic, load: () => loadModel(xml), source: xml }
    const { outcome, message, model, data, rollouts } = judge(mj, subject, {
      rollouts: [{ steps: 20 }, { steps: 20, integrator: 'RK4' }],
    })
    const different = [...model, ...data].filter((field) => !matches(field)).map(fieldLine)
    expect(outcome, [xml, message ?? '', ...different].join('\n')).toBe('matched')
    expect(data.length).toBeGreaterThan(100)
    expect(rollouts.every((rollout) => rollout.checkpoints.length > 0)).toBe(true)
  }
})

describe('quaternions of no length', () => {
  const XML = world(`
    <body mocap="true" pos="1 2 3"><geom size=".1" pos="0 1 0"/></body>
    <body><freejoint/>${BOX}<body pos="1 0 0"><joint type="ball" stiffness="1" pos="0 .1 0"/>${BOX}</body></body>`)

  test('stand for no rotation, as in the reference', () => {
    const m = loadModel(XML)
    const reference = new ReferenceModel(mj, XML)
    const d = new Data(m)
    const rd = new ReferenceData(reference)
    for (const opt of [m.opt, reference.raw.opt]) opt.disableflags |= DisableBit.constraint
    d.qpos.fill(0)
    d.mocap_quat.fill(0)
    rd.set('qpos', d.qpos)
    rd.set('mocap_quat', d.mocap_quat)
    for (const run of [forward, step]) {
      run(m, d)
      rd.call(run === forward ? 'mj_forward' : 'mj_step')
      for (const field of ['qpos', 'qvel', 'xpos', 'xquat', 'geom_xpos', 'qfrc_spring', 'qacc'] as const) {
        const theirs = rd.array(field)!
        expect(d[field].every(Number.isFinite), field).toBe(true)
        for (let i = 0; i < theirs.length; i++) expect(d[field][i], `${field}[${i}]`).toBeCloseTo(theirs[i], 12)
      }
    }
    rd.delete()
    reference.delete()
  })
})
