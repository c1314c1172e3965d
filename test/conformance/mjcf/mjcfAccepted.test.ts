import loadReference, { type MainModule } from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { ModelError } from '../../../src/core/model/errors.ts'
import { loadModel } from '../../../src/format/load.ts'

/** Small models, right and wrong: ours are loaded and refused where the reference does so. */

let reference: MainModule
beforeAll(async () => {
  reference = await loadReference({ print: () => {}, printErr: () => {} })
})

const acceptedByReference = (xml: string): boolean => {
  try {
    reference.MjModel.from_xml_string(xml).delete()
    return true
  } catch {
    return false
  }
}

/** Empty when we load the model, else what we say against it. */
const refusal = (xml: string): string => {
  try {
    loadModel(xml)
    return ''
  } catch (error) {
    if (error instanceof ModelError) return error.message
    throw error
  }
}

const inWorld = (parts: readonly string[]) => parts.map((part) => `<mujoco><worldbody>${part}</worldbody></mujoco>`)
const inModel = (sections: readonly string[]) => sections.map((section) => `<mujoco>${section}</mujoco>`)
const custom = (fields: readonly string[]) => inModel(fields.map((field) => `<custom>${field}</custom>`))
const tuple = (elements: string) => `<tuple name="t">${elements}</tuple>`
const inertial = (attributes: string) => `<body><inertial pos="0 0 0" mass="1" ${attributes}/></body>`
const ball = '<geom size="1"/>'

const SAME = [
  ...['<mujoco/>', '<mujoco model=""/>', '<mujoco>text</mujoco>', '<foo/>', '<MuJoCo/>', '<mujoco foo=""/>'],
  ...['<mujoco', '<mujoco></mujoc>', '<mujoco model="a" model="b"/>', '<mujoco model=a/>', '', 'x'],
  ...['\ufeff<mujoco/>', ' <mujoco/> ', '\n<?xml version="1.0"?><mujoco/>', '<mujoco><!-- a -- b --></mujoco>'],

  // numbers, in every way of writing them
  ...inWorld(
    [
      '1e3',
      '.5',
      '+1',
      '-1',
      '0x10',
      '1.',
      '',
      ' ',
      '\t1\n',
      '1E+3',
      '1e',
      '1,2',
      '1;',
      '1e400',
      '1e-400',
      '1f',
      '--1',
    ].map((number) => `<geom size="1" margin="${number}"/>`),
  ),
  ...inWorld(
    ['1', '+1', '-1', '1.0', '1e2', '2147483648', '-2147483648', '0x10', '', '1 2', 'a'].map(
      (number) => `<geom size="1" contype="${number}"/>`,
    ),
  ),

  // geoms and sites
  ...inWorld([
    '<geom/>',
    '<geom size=""/>',
    '<geom size="0"/>',
    '<geom size="-1"/>',
    '<geom size="1 2 3 4"/>',
    '<geom size="1" pos=""/>',
    '<geom size="1" pos="0 0"/>',
    '<geom size="1" pos="0 0 0 0"/>',
    '<geom size="1" type="Sphere"/>',
    '<geom size="1" type=""/>',
    '<geom size="1" quat="0 0 0 0"/>',
    '<geom size="1" quat="1 0 0 0" euler="0 0 0"/>',
    '<geom size="1" axisangle="0 0 0 1"/>',
    '<geom size="1" zaxis="0 0 0"/>',
    '<geom size="1" xyaxes="1 0 0 1 0 0"/>',
    '<geom size="1" condim="2"/>',
    '<geom size="1" condim="7"/>',
    '<geom size="1" group="-1"/>',
    '<geom size="1" group="9"/>',
    '<geom size=".1" fromto="0 0 0 1 0 0"/>',
    '<geom size=".1" type="capsule" fromto="0 0 0 1 0 0"/>',
    '<geom size=".1" type="capsule" fromto="0 0 0 0 0 0"/>',
    '<geom size=".1" type="capsule" fromto="0 0 0 1 0 0" pos="1 0 0"/>',
    '<geom size=".1" type="capsule" fromto="0 0 0 1 0 0" quat="1 0 0 0"/>',
    '<geom size="1" type="capsule"/>',
    '<geom size="1 1" type="box"/>',
    '<geom size="0 0 1" type="plane"/>',
    '<geom size="1 1 0" type="plane"/>',
    '<site/>',
    '<site size="0"/>',
    '<site type="plane"/>',
    '<geom name="a" size="1"/><geom name="a" size="1"/>',
    '<geom name="" size="1"/><geom name="" size="1"/>',
    '<body name="a"/><geom name="a" size="1"/>',
    '<frame name="a"/><frame name="a"/>',
    '<frame name="a"/><body name="a"/>',
    '<geom size="1" class="x"/>',
    '<geom size="1" class=""/>',
    '<geom size="1" class="main"/>',
  ]),

  // bodies, joints, inertia
  ...inWorld([
    '<body/>',
    '<body name="world"/>',
    '<body childclass="x"/>',
    '<body mocap="true"/>',
    '<body><body mocap="true"/></body>',
    `<body mocap="true"><joint/>${ball}</body>`,
    '<body simple="true"/>',
    '<body sleep="x"/>',
    '<body user=""/>',
    '<body user="a"/>',
    '<body><joint/></body>',
    `<body><joint/>${ball}</body>`,
    `<body><joint axis="0 0 0"/>${ball}</body>`,
    `<body><joint type="ball" range="1 2"/>${ball}</body>`,
    `<body><joint range="2 1"/>${ball}</body>`,
    `<body><joint limited="true"/>${ball}</body>`,
    `<body><joint springdamper="1 0"/>${ball}</body>`,
    `<body><joint springdamper="-1 1"/>${ball}</body>`,
    `<body><joint type="ball"/><joint/>${ball}</body>`,
    `<body><joint/><joint type="ball"/>${ball}</body>`,
    `<body><freejoint/><freejoint/>${ball}</body>`,
    `<body><freejoint/><joint/>${ball}</body>`,
    `<body>${'<joint type="slide"/>'.repeat(7)}${ball}</body>`,
    `<body>${ball}<body><freejoint/>${ball}</body></body>`,
    `<body><joint name="j"/><freejoint name="j"/>${ball}</body>`,
    `<body><frame><joint/></frame>${ball}</body>`,
    `<body><joint/><geom type="plane" size="1 1 1"/>${ball}</body>`,
    '<joint/>',
    '<freejoint/>',
    '<frame><joint/></frame>',
    '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>',
    inertial(''),
    inertial('diaginertia="1 1 1"'),
    inertial('diaginertia="1 1 5"'),
    inertial('fullinertia="1 1 1 0 0 0"'),
    inertial('fullinertia="1 1 1 5 5 5"'),
    inertial('diaginertia="1 1 1" fullinertia="1 1 1 0 0 0"'),
    inertial('euler="0 0 1" fullinertia="1 1 1 0 0 0"'),
    '<body><inertial mass="1" diaginertia="1 1 1"/></body>',
    '<body><inertial pos="0 0 0" diaginertia="1 1 1"/></body>',
    `${inertial('diaginertia="1 1 1"').replace('</body>', '')}<inertial pos="0 0 0" mass="1"/></body>`,
  ]),

  // cameras and lights
  ...inWorld([
    '<camera output="rgb depth"/>',
    '<camera output="rgb foo"/>',
    '<camera output="rgb rgb"/>',
    '<camera fovy="180"/>',
    '<camera fovy="30" sensorsize="1 1"/>',
    '<camera sensorsize="1 1" focal="1 1" resolution="5 5"/>',
    '<camera focal="1 1"/>',
    '<camera mode="targetbody" target="x"/>',
    '<light directional="true" type="spot"/>',
    '<light mode="trackcom"/>',
    '<light mode="targetbody" target="x"/>',
    '<light target="world"/>',
  ]),

  // classes
  ...inModel([
    '<default class="foo"/>',
    '<default class="main"/>',
    '<default/><default class="bar"/>',
    '<default><default/></default>',
    '<default><default class="a"/><default class="a"/></default>',
    '<default><default class="main"/></default>',
    '<default><default class="a"/></default><default><default class="a"/></default>',
    '<default><geom/><geom/></default>',
    '<default><geom name="a"/></default>',
    '<default><geom class="a"/></default>',
    '<default><camera target="a"/></default>',
    '<default><light texture="a"/></default>',
    '<default><geom quat="0 0 0 0"/></default>',
    '<default><geom mesh="a" material="b"/></default>',
    '<default><motor gear="1"/><position kp="1"/><mesh scale="1 1 1"/></default>',
    '<default><freejoint/></default>',
    '<default><gem/></default>',
  ]),

  // settings
  ...inModel([
    '<compiler eulerseq="xy"/>',
    '<compiler coordinate="global"/>',
    '<compiler coordinate="local"/>',
    '<compiler angle="deg"/>',
    '<compiler autolimits="auto"/>',
    '<compiler autolimits="false"/><worldbody><body><joint range="0 1"/><geom size="1"/></body></worldbody>',
    '<compiler><lengthrange/><lengthrange/></compiler>',
    '<option integrator="euler"/>',
    '<option gravity="0 0"/>',
    '<option o_solref="1"/>',
    '<option o_friction="1 1 1 1 1 1"/>',
    '<option actuatorgroupdisable="0 30"/>',
    '<option actuatorgroupdisable="31"/>',
    '<option actuatorgroupdisable="-1"/>',
    '<option collision="all"/>',
    '<option><flag gravity="on"/></option>',
    '<option><flag/><flag/></option>',
    '<size nuserdata="-1"/>',
    '<size nkey="3"/>',
    '<size nuser_body="-2"/>',
    '<size njmax="-5"/>',
    '<size memory="10M"/>',
    '<size memory="1.5M"/>',
    '<size memory="10 M"/>',
    '<size memory="5M" nstack="4"/>',
    '<size memory="5M" nconmax="4"/>',
    '<statistic extent="0"/>',
    '<statistic center="0 0"/>',
    '<visual><map znear="0"/></visual>',
    '<visual><quality shadowsize="1.5"/></visual>',
    '<visual><rgba haze="1 1 1"/></visual>',
    '<visual><global/><global/></visual>',
    '<visual><headlight active="2"/></visual>',
    '<worldbody name="a"/>',
    '<worldbody childclass="main"/>',
    '<worldbody/><worldbody/>',
  ]),

  // custom fields and keys
  ...custom([
    '<numeric name="a"/>',
    '<numeric data="1"/>',
    '<numeric name="" data="1"/>',
    '<numeric name="a" size="0" data="1"/>',
    '<numeric name="a" size="3" data="1"/>',
    '<numeric name="a" size="1" data="1 2"/>',
    '<numeric name="a" size="500"/>',
    '<numeric name="a" size="501"/>',
    '<numeric name="a" size="-1" data="1"/>',
    '<text name="a" data=""/>',
    '<text name="a"/>',
    '<text data="b"/>',
    '<text name="a" data="b"/><text name="a" data="b"/>',
    '<numeric name="a" data="1"/><text name="a" data="1"/>',
    tuple(''),
    tuple('<element objtype="body" objname="world"/>'),
    tuple('<element objtype="foo" objname="world"/>'),
    tuple('<element objtype="body" objname="foo"/>'),
    tuple('<element objname="world"/>'),
    '<tuple name="b"><element objtype="tuple" objname="a"/></tuple><tuple name="a"><element objtype="body" objname="world"/></tuple>',
  ]),
  ...inModel([
    '<keyframe><key/></keyframe>',
    '<keyframe><key name="a"/><key name="a"/></keyframe>',
    '<keyframe><key qpos=""/></keyframe>',
    '<keyframe><key qpos="1"/></keyframe>',
    '<keyframe><key mpos="1 2 3"/></keyframe>',
    '<size nkey="0"/><keyframe><key/></keyframe>',
  ]),
]

test.each(SAME)('%s', (xml) => {
  const ours = refusal(xml)
  expect(ours === '', ours || 'we load it').toBe(acceptedByReference(xml))
})

/** Mistakes that the reference overlooks. */
const STRICTER = [
  ...inWorld(['nan', 'inf', '-Infinity'].map((number) => `<geom size="1" margin="${number}"/>`)),
  ...inModel(['<option timestep="0"/>', '<option timestep="-1"/>', '<compiler eulerseq="abc"/>']),
  ...inModel(['<body name="dropped"/>', '<frame/>', '<worldbody><frame postion="1 0 0"/></worldbody>']),
  ...['<mujoco/><mujoco/>', '<!DOCTYPE mujoco><mujoco/>', '<mujoco model="&x;"/>', '<mujoco model="a&b"/>'],
]

test.each(STRICTER)('%s is refused, although the reference overlooks the mistake', (xml) => {
  expect(acceptedByReference(xml)).toBe(true)
  expect(refusal(xml)).not.toBe('')
})

/** What only we have. */
const WIDER = inModel([
  ...['CGStrict', 'ActiveSet', 'DualCG'].flatMap((solver) => [
    `<option solver="${solver}"/>`,
    `<option solver="${solver}" cone="elliptic"/>`,
  ]),
  '<worldbody><body name="b" pos="0 0 1"/></worldbody><equality><distance body1="b"/></equality>',
  '<size nuserdata="2"/><keyframe><key userdata="1 2"/></keyframe>',
])

test.each(WIDER)('%s is loaded, although the reference does not know it', (xml) => {
  expect(acceptedByReference(xml)).toBe(false)
  expect(refusal(xml)).toBe('')
})
