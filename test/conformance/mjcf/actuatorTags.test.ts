import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { BiasType, TrnType } from '../../../src/core/model/enums.ts'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'

/** Every tag of an actuator, with classes, transmissions and mistakes: the same model in both engines, or none. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const WORLD = `<worldbody>
  <site name="w" pos=".3 0 .6" quat="1 .1 .2 .3"/>
  <body name="bb"><joint name="a" range="-10 20" damping=".1"/><geom name="g" size="1" mass="1"/>
    <site name="s0" euler="10 20 30"/>
    <body pos="0 0 1"><joint name="b" type="ball"/><geom size="1"/><site name="s1" pos=".1 .2 .3" quat="1 2 3 4"/>
      <body pos="0 1 0"><joint name="c" type="slide" range="-1 2"/><geom size="1"/><site name="s2" pos=".3 0 0"/></body>
    </body>
  </body>
  <body pos="9 0 0"><freejoint name="f"/><geom size="1"/><site name="s3" pos=".1 0 .2"/></body>
</worldbody>
<tendon>
  <fixed name="t"><joint joint="a" coef="2"/><joint joint="c" coef="-.5"/></fixed>
  <spatial name="ts" range=".2 3"><site site="w"/><site site="s1"/></spatial>
</tendon>`
const model = (actuators: string, classes = '', settings = '') =>
  `<mujoco>${settings}<default>${classes}</default>${WORLD}<actuator>${actuators}</actuator></mujoco>`

const TRANSMISSIONS = [
  ...['joint="a"', 'joint="c" gear="3"', 'joint="b" gear="1 2 3"', 'joint="f" gear="1 2 3 4 5 6"', 'joint="zz"', ''],
  ...['jointinparent="a"', 'jointinparent="b" gear="1 2 3"', 'jointinparent="f" gear="1 2 3 4 5 6"', 'joint=""'],
  ...[
    'tendon="t" gear="2"',
    'tendon="ts" gear="-1"',
    'site="s1" gear="1 2 3 4 5 6"',
    'site="w"',
    'site="s3" refsite="w"',
  ],
  ...['site="s2" refsite="s0" gear="1 2 3"', 'site="s2" refsite="s1" gear="0 0 0 1 2 3"', 'joint="a" refsite="w"'],
  ...['site="s2" refsite="s3" gear="1 2 3 4 5 6"', 'cranksite="s1" slidersite="w" cranklength=".5"', 'tendon="zz"'],
  ...['cranksite="s2" slidersite="s0" cranklength="9" gear="2"', 'cranksite="s1" slidersite="w"', 'slidersite="w"'],
  ...['cranksite="s1" cranklength="1"', 'site="s1" refsite="zz"', 'joint="a" tendon="t"', 'joint="a" site="s1"'],
]

const BODIES = [
  '<general body="bb"/>',
  '<adhesion body="bb" ctrlrange="0 1"/>',
  '<adhesion body="world" ctrlrange="0 1"/>',
]
const ROTATIONS = [
  ...['joint="b"', 'site="s1" refsite="s0"', 'site="s2" refsite="s3" dampratio="1"', 'joint="a"', 'site="s1"'],
  ...['joint="b" input="quat" kp="2" kv="1" forcerange="0 2"', 'joint="b" forcerange="-1 1"', 'joint="b" input="ff"'],
]

const TAGS: Readonly<Record<string, readonly string[]>> = {
  general: [
    ...['gainprm="1 2 3"', 'dyntype="filter" dynprm=".1" actrange="-1 1"', 'actrange="0 1"', 'actlimited="true"'],
    ...['dyntype="user" actdim="3"', 'dyntype="filter" actdim="2"', 'dyntype="integrator" actdim="0"', 'actdim="1"'],
    ...['gaintype="affine" biastype="affine" biasprm="1 2 3"', 'gainprm="3" biasprm="0 -3 .7"', 'actearly="true"'],
    ...[
      'gaintype="muscle"',
      'biastype="muscle" biasprm="1 2 3 4 .5 1.5 1 1 1" lengthrange="0 1"',
      'input="pos"',
      'gaintype="so3"',
    ],
    ...['gaintype="pid" biastype="affine" gainprm="0"', 'gaintype="pid" biastype="affine"', 'dyntype="pid"'],
    ...['gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor"', 'gaintype="dcmotor"', 'group="-3" user="1 2 3"'],
  ],
  motor: [
    ...['', 'ctrlrange="-1 2"', 'ctrlrange="2 1"', 'ctrllimited="true"', 'forcerange="-3 3"', 'lengthrange="1 2"'],
    ...[
      'nsample="3" delay=".1" interp="linear"',
      'delay=".1"',
      'nsample="-2"',
      'nsample="20000000"',
      'gear="1 2 3 4 5 6"',
    ],
    ...['damping="1 2 3" armature=".5" gear="2"', 'ctrlrange="-1 2" ctrllimited="false"', 'damping="-1"', 'group="7"'],
  ],
  position: [
    ...[
      '',
      'kp="3" kv="2"',
      'kp="3" dampratio="1"',
      'kv="1" dampratio="1"',
      'kv="-1"',
      'dampratio="-1"',
      'timeconst=".1"',
    ],
    ...[
      'timeconst="0"',
      'timeconst="-1"',
      'inheritrange="1"',
      'inheritrange=".5" kp="2"',
      'inheritrange="1" ctrlrange="0 1"',
    ],
  ],
  velocity: ['', 'kv="3"', 'kv="-3"'],
  intvelocity: [
    '',
    'kp="2" kv="1" actrange="-1 1"',
    'inheritrange="2"',
    'inheritrange="1" actrange="0 1"',
    'dampratio="1"',
  ],
  damper: ['', 'kv="2" ctrlrange="0 1"', 'kv="-2" ctrlrange="0 1"', 'ctrlrange="-1 1"', 'ctrlrange="0 1"'],
  cylinder: ['', 'timeconst=".5" area="3" bias="1 2 3"', 'diameter="2"', 'diameter="-2" area="4"'],
  muscle: [
    ...['lengthrange="1 2"', 'lengthrange="1 2" timeconst=".1 .2" tausmooth=".3"', 'lengthrange="1 2" tausmooth="-1"'],
    ...['lengthrange="1 2" range="1 .5"', 'lengthrange="1 2" lmin="2"', 'lengthrange="1 2" scale="0"'],
    'lengthrange="1 2" range=".1 2" force="3" scale="4" lmin=".2" lmax="3" vmax="2" fpmax="4" fvmax="5"',
  ],
  pid: [
    ...[
      '',
      'kp="3" kv="2"',
      'ki="1" imax="2"',
      'slewmax="3"',
      'ki="1" slewmax="1"',
      'ki="-1"',
      'slewmax="-1"',
      'imax="3"',
    ],
    ...['input="pos"', 'input="vel ff"', 'input="ff pos"', 'input="voltage"', 'ki="1" input="vel"', 'ki="1" imax="-1"'],
    ...['velrange="0 1" ffrange="1 2" posrange="1 4" input="pos vel ff"', 'kp="2" dampratio="1"', 'inheritrange="2"'],
    ...['posrange="0 1" inheritrange="1"', 'nsample="3"'],
  ],
  dcmotor: [
    ...[
      '',
      'motorconst="1"',
      'resistance="1"',
      'motorconst="2 3" resistance="4"',
      'nominal="1 2 3"',
      'nominal="0 2 3"',
    ],
    ...['nominal="1 2 3" damping=".1"', 'nominal="1 2 3" damping=".1" resistance=".2"', 'nominal="1 2 3" damping="10"'],
    ...['motorconst="2" nominal="1 2 3"', 'motorconst="2" nominal="1 2 3" resistance="5"'],
    ...[
      ...['controller="1 2 3"', 'controller="1 2 3 4 5 6" input="pos vel"', 'controller="0 0 0 1"', 'input="none"'],
      ...['thermal="0 2 3"', 'thermal="1 0 3 .1 20 25"', 'thermal="1"', 'thermal="0 0 0 .1"', 'thermal="-1 2 3"'],
      ...['lugre="1 2 3 4 5"', 'lugre="-1 2"', 'cogging="1 2 3"', 'inductance="1 2"', 'inductance="0 2"'],
      ...['inductance="-1"', 'saturation="1 2 3"', 'saturation="0 2"', 'input="pos vel ff voltage"', 'nsample="2"'],
      ...[
        'input="none" nsample="2"',
        'input="pos" controller="1 1 1 1 1" lugre="1 1 1 1 1" thermal="1 1" inductance="1"',
      ],
    ].map((more) => `motorconst="2" resistance="3" ${more}`),
  ],
}

/** What one tag leaves in a class, others start from. */
const CLASSES = [
  ...['<position kp="5" kv="2"/>', '<position dampratio="2"/>', '<position timeconst=".1"/>', '<velocity kv="3"/>'],
  ...[
    '<muscle/>',
    '<muscle scale="3"/>',
    '<cylinder area="3" bias="1 -2 3"/>',
    '<damper kv="2"/>',
    '<pid kp="3" ki="2"/>',
  ],
  ...['<pid slewmax="2" input="pos"/>', '<orientation kp="3" input="quat"/>', '<adhesion gain="2" ctrlrange="0 1"/>'],
  ...['<general gainprm="3 2 1" dynprm="2 3" biasprm="1 -2 3 4" gear="2 3"/>', '<intvelocity kp="3" actrange="-1 1"/>'],
  ...[
    '<dcmotor motorconst="2" resistance="3" inductance="1"/>',
    '<dcmotor nominal="1 2 3" controller="1 2" input="pos"/>',
  ],
  ...[
    '<motor ctrlrange="0 1" gear="3"/><position kp="2"/>',
    '<position inheritrange="1"/>',
    '<motor user="1 2" group="2"/>',
  ],
]
const PLAIN = [
  ...['motor', 'position', 'velocity', 'intvelocity', 'cylinder', 'pid', 'dcmotor motorconst="1" resistance="2"'],
  ...['dcmotor', 'general lengthrange="0 1"', 'muscle lengthrange="0 1"', 'damper ctrlrange="0 2"'],
].map((tag) => `<${tag} joint="a"/>`)

function agree(xml: string, data: boolean): void {
  const subject = { name: 'actuators', load: () => loadModel(xml), source: xml }
  const { outcome, message, model: fields, data: states = [] } = judge(mj, subject, { data: data && { states: 1 } })
  const differences = [...fields, ...states].filter((field) => !matches(field)).map(fieldLine)
  const same = outcome === 'matched' || outcome === 'refused by both'
  expect(same, [xml, outcome, message ?? '', ...differences].join('\n')).toBe(true)
}

test.each(Object.entries(TAGS))('%s becomes the same actuator as in the reference', (tag, cases) => {
  for (const attributes of cases) agree(model(`<${tag} joint="a" ${attributes}/>`), false)
})

test('an actuator starts from what its class has of all tags', () => {
  for (const classes of CLASSES) {
    for (const actuator of PLAIN) agree(model(actuator, classes), false)
    agree(model('<orientation joint="b"/>', classes), false)
    agree(model('<adhesion body="bb"/>', classes), false)
  }
})

test('lengths, moments and velocities of all transmissions are those of the reference', () => {
  for (const transmission of TRANSMISSIONS) agree(model(`<motor ${transmission}/>`), true)
  for (const body of BODIES) agree(model(body), true)
  for (const rotation of ROTATIONS) agree(model(`<orientation ${rotation}/>`), true)
})

test('several actuators stand one after the other in all arrays', () => {
  const all = [
    ...['<orientation joint="b" input="quat" nsample="2"/>', '<motor name="m" tendon="ts" nsample="3"/>'],
    ...['<pid joint="a" ki="1" user="1 2"/>', '<cylinder site="s2" refsite="s0"/>', '<motor joint="f" gear="0 0 1"/>'],
  ]
  agree(model(all.join('')), true)
  agree(model(all.toReversed().join('')), true)
})

test('actuators lend inertia and damping to joints and tendons', () => {
  for (const load of ['armature="2"', 'damping="3"', 'damping=".1 .2 .3" armature=".1" gear="2"'])
    for (const target of ['joint="a"', 'joint="b"', 'jointinparent="f"', 'tendon="t"', 'tendon="ts"', 'site="s1"'])
      agree(model(`<motor ${target} ${load}/><motor joint="a" ${load}/>`), true)
})

test('with autolimits off, ranges must say that they limit', () => {
  const off = '<compiler autolimits="false"/>'
  for (const range of ['ctrlrange', 'forcerange', 'actrange'])
    for (const flag of ['', `${range.replace('range', 'limited')}="true"`]) {
      const world = model(`<general joint="b" dyntype="filter" ${range}="-1 1" ${flag}/>`, '', off)
      agree(world.replace('range="-10 20"', '').replace('range="-1 2"', '').replace('range=".2 3"', ''), false)
    }
})

test('keyframes hold controls and activations', () => {
  const key = (attributes: string) => `<keyframe><key ${attributes}/></keyframe>`
  for (const attributes of ['ctrl="1 2" act="3"', 'ctrl="1 2 3"', 'act="1 2"', ''])
    agree(model('<motor joint="a"/><cylinder joint="c"/>', '', key(attributes)), true)
})

/** A pendulum without limits, pulled by tendons. */
const pendulum = (actuators: string, compiler = '', options = '') => `<mujoco><compiler>${compiler}</compiler>${options}
<worldbody><site name="w" pos=".3 0 .6"/>
  <geom name="wheel" size=".1" pos=".2 0 -.2" contype="0" conaffinity="0"/><site name="side" pos=".5 0 -.2"/>
  <body><joint name="h" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/><site name="p" pos="0 0 -.5"/></body>
  <body pos="2 0 0"><joint name="b" type="ball"/><geom size=".1" pos="0 0 -.3"/></body>
</worldbody><tendon>
  <spatial name="t"><site site="w"/><site site="p"/></spatial>
  <spatial name="round"><site site="w"/><geom geom="wheel" sidesite="side"/><site site="p"/></spatial>
  <fixed name="endless"><joint joint="h" coef="2"/></fixed>
</tendon><actuator>${actuators}</actuator></mujoco>`

test('length ranges are found by the same simulation', () => {
  const all = '<lengthrange mode="all"/>'
  for (const muscle of ['tendon="t"', 'tendon="t" gear="-2"', 'tendon="round"', 'joint="h"', 'tendon="endless"'])
    agree(pendulum(`<muscle ${muscle}/>`), false)
  for (const actuator of ['tendon="t"', 'joint="b"', 'cranksite="p" slidersite="w" cranklength="2"'])
    agree(pendulum(`<motor ${actuator}/>`, all), false)
  for (const settings of [
    ...['mode="none"', 'useexisting="false"', 'accel="5" timeconst=".3" timestep=".005" inttotal="7" interval="1"'],
    ...['maxforce=".3"', 'tolrange="1e-12"'],
  ])
    agree(pendulum('<muscle tendon="t" lengthrange="1 2"/><muscle tendon="t"/>', `<lengthrange ${settings}/>`), false)
  for (const integrator of ['RK4', 'implicitfast'])
    agree(pendulum('<muscle tendon="t"/>', '', `<option integrator="${integrator}"/>`), false)
})

test('length ranges of a muscle on a site are found by the same simulation, along each direction of its frame', () => {
  for (const gear of ['1 0 0 0 0 0', '1 0 1 0 0 0', '.5 0 -2 0 0 0'])
    expect(siteRange(`site="p" refsite="w" gear="${gear}"`), gear).toHaveLength(2)
  // along x the end of the pendulum, 0.5 m long, goes from −0.5 to 0.5, as seen from a site at 0.3
  const [low, high] = siteRange('site="p" refsite="w" gear="1 0 0 0 0 0"')
  expect(low).toBeCloseTo(-0.8, 2)
  expect(high).toBeCloseTo(0.2, 2)
  // without a site to measure from there is no length, and across the plane of motion it does not change
  for (const still of ['site="p"', 'site="p" refsite="w" gear="0 1 0 0 0 0"']) agree(pendulum(siteMuscle(still)), false)
})

/** A muscle on a site, which the tag of its own does not allow. */
function siteMuscle(transmission: string): string {
  const shape = '.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2'
  const types = 'dyntype="muscle" gaintype="muscle" biastype="muscle"'
  return `<general ${transmission} ${types} dynprm=".01 .04" gainprm="${shape}" biasprm="${shape}"/>`
}

/** The range that both engines find for a muscle on a site. */
function siteRange(transmission: string): number[] {
  const xml = pendulum(siteMuscle(transmission))
  agree(xml, false)
  return [...loadModel(xml).actuator_lengthrange]
}

test('length ranges that limits end are found by the same simulation', () => {
  for (const target of ['joint="a"', 'joint="c" gear="2"', 'tendon="t"', 'tendon="ts"', 'jointinparent="a"'])
    agree(model(`<muscle ${target}/>`), false)
  agree(model('<muscle joint="a" lengthrange="-1 1"/>'), false)
})

test('limits are copied from the joint or tendon that the actuator acts on, whichever actuator it is', () => {
  const muscles = ['joint="c"', 'tendon="ts"', 'joint="c"'].map((target) => `<muscle ${target}/>`)
  const xml = (list: readonly string[]) =>
    model(list.join(''), '', '<compiler><lengthrange uselimit="true"/></compiler>')
  agree(xml(muscles.slice(0, 1)), false)
  const m = loadModel(xml(muscles))
  expect(m.actuator_trntype).toEqual(Int32Array.of(TrnType.joint, TrnType.tendon, TrnType.joint))
  expect(m.actuator_lengthrange).toEqual(Float64Array.of(-1, 2, 0.2, 3, -1, 2))
})

test('a damping ratio of a spring that pushes away has no meaning, and is refused', () => {
  const xml = model('<pid joint="a" kp="-1" dampratio="1"/>')
  expect(() => loadModel(xml)).toThrow(/actuator_biasprm is not finite/)
  const reference = mj.MjModel.from_xml_string(xml)
  expect((reference.actuator_biasprm as Float64Array).some(Number.isNaN)).toBe(true)
  reference.delete()
})

test('mistakes in an intvelocity or orientation that the reference overlooks are refused', () => {
  for (const actuator of [
    '<intvelocity joint="a" kv="1" dampratio="1"/>',
    '<intvelocity joint="a" kv="-1"/>',
    '<intvelocity joint="a" dampratio="-1"/>',
    '<general joint="b" gaintype="so3" biastype="so3" biasprm="0 -1" actdim="2"/>',
  ]) {
    expect(() => loadModel(model(actuator))).toThrow(/kv|damping ratio|activations/)
    mj.MjModel.from_xml_string(model(actuator)).delete()
  }
})

test('an intvelocity may limit its control and inherit its range; in the reference it loses its spring', () => {
  const xml = model('<intvelocity joint="c" kp="3" inheritrange="1" ctrlrange="-2 2"/>')
  const m = loadModel(xml)
  expect(m.actuator_biastype[0]).toBe(BiasType.affine)
  expect(m.actuator_actrange).toEqual(Float64Array.of(-1, 2))
  const reference = mj.MjModel.from_xml_string(xml)
  expect(reference.actuator_biastype[0]).toBe(BiasType.none)
  reference.delete()
})
