import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'

/**
 * Small models for each thing that the compiler does, in all combinations that could matter. Each becomes the same
 * model in both engines, number by number, or is refused by both.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const world = (content: string, before = '', after = '') =>
  `<mujoco>${before}<worldbody>${content}</worldbody>${after}</mujoco>`
const body = (content: string, attributes = '') => `<body ${attributes}>${content}</body>`
const compiler = (settings: string) => `<compiler ${settings}/>`
const cross = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] => as.flatMap((a) => bs.map((b): [A, B] => [a, b]))

const BOX = '<geom type="box" size=".1 .2 .3"/>'
const TURNED = 'pos="1 2 3" euler="10 20 30"'

const ORIENTATIONS = [
  ...['quat="1 2 3 4"', 'axisangle="1 2 3 40"', 'axisangle="0 0 0 40"', 'euler="10 20 30"', 'euler="400 -200 30"'],
  ...['xyaxes="1 2 3 -1 0 .5"', 'xyaxes="1 0 0 2 0 0"', 'xyaxes="-1 0 0 0 1 0"', 'xyaxes="1 0 0 0 -1 0"'],
  ...['zaxis="1 2 3"', 'zaxis="0 0 -1"', 'zaxis="0 0 2"', 'zaxis="0 0 0"', 'zaxis="1e-8 0 -1"', 'zaxis="1e-6 0 -1"'],
]

const SHAPES = [
  ...['type="sphere" size=".3"', 'type="capsule" size=".3 .4"', 'type="cylinder" size=".3 .4"'],
  ...['type="ellipsoid" size=".3 .4 .5"', 'type="box" size=".3 .4 .5"'],
  ...['type="capsule" size=".1" fromto="1 2 3 -1 2 .5"', 'type="cylinder" size=".1" fromto="1 2 3 1 2 .5"'],
  ...['type="box" size=".1" fromto="1 2 3 1 2 5"', 'type="ellipsoid" size=".1 .2 .3" fromto="1 2 3 -1 2 .5"'],
]

const WRONG_GEOMS = [
  ...['size="0"', 'type="box" size="1 1"', 'type="capsule" size="1"', 'size=".1" fromto="0 0 0 1 1 1"'],
  ...['type="capsule" size=".1" fromto="0 0 0 1e-9 0 0"', 'type="capsule" size=".1" fromto="0 0 0 1e-6 0 0"'],
  ...['type="capsule" size=".1" fromto="0 0 0 1 0 0" pos="1 0 0"', 'size="1" mass="-1"', 'size="1" density="-1"'],
  ...['size="1" condim="2"', 'size="1e-8" mass="1"', 'type="box" size="1e-30 1 1"', 'type="plane" size="1 1 1"'],
  ...['type="plane" size="1 1 0"', 'type="plane" size="-1 0 1"', 'size="1 -1 -1"', 'size="1" user="1 2 3"'],
]

const INERTIALS = [
  ...['diaginertia="1 2 3"', 'diaginertia="1 2 4"', 'diaginertia="3 2 1.5" euler="10 20 30"', ''],
  ...['fullinertia="3 2 1.5 .1 .2 .3"', 'fullinertia="1 2 2.5 0 0 .3"', 'fullinertia="2 2 2 .5 .5 .5"'],
  ...['fullinertia="1 1 1 0 0 0"', 'fullinertia="1 2 2 0 0 0"', 'fullinertia="1 1 1 2 2 2"', 'diaginertia="-1 1 1"'],
  ...['fullinertia="0 0 0 0 0 0"', 'fullinertia="3 2 1.5 .1 .2 .3" diaginertia="1 1 1"'],
]

const INERTIA_SETTINGS = [
  ...['', 'inertiafromgeom="true"', 'inertiafromgeom="false"', 'balanceinertia="true"', 'settotalmass="7"'],
  ...['boundmass="2" boundinertia="1.7"', 'inertiagrouprange="1 2"', 'inertiagrouprange="3 1"', 'boundmass="-1"'],
]

const JOINTS = [
  ...['', 'type="slide"', 'type="ball"', 'type="free"', 'range="-10 20"', 'range="-10 20" limited="false"'],
  ...['limited="true"', 'limited="true" range="2 1"', 'range="2 1"', 'type="ball" range="0 30"'],
  ...['type="ball" range="1 30"', 'type="ball" range="-1 30" limited="false"', 'type="slide" range="-1 2" margin=".1"'],
  ...['type="free" range="0 1"', 'type="free" limited="true" range="0 1"', 'actuatorfrcrange="-1 2"'],
  ...['actuatorfrcrange="2 1" actuatorfrclimited="true"', 'type="ball" actuatorfrcrange="-1 1"'],
  ...['springdamper=".1 1"', 'springdamper="1 0"', 'springdamper="-1 1"', 'type="free" springdamper=".2 .5"'],
  ...['type="ball" springdamper=".2 .5" stiffness="1 2 3" damping="4 5 6"', 'stiffness="1 2" damping="3 4"'],
  'armature=".3" frictionloss=".4" solreflimit=".1" solimplimit=".3 .4" solreffriction="-1 -2" solimpfriction=".5"',
  ...['user="1 2 3" group="3" actuatorgravcomp="true"', 'ref="30" springref="20"', 'type="slide" ref="30"'],
  ...['type="ball" ref="30"', 'axis="1 2 3" pos="1 2 3"', 'axis="0 0 0"', 'axis="1e-8 0 0"', 'axis="1e-6 0 0"'],
  ...['type="ball" axis="0 0 0"', 'type="free" pos="1 2 3"', 'type="slide" pos="1e-7 0 0"', 'axis="1 1e-13 0"'],
]

/** Joints of one body, by first letter. */
const SEQUENCES = 'hs hh hhh bs bh bb hb sss ssh sssb hhhhhhh ssssss sssssss f fs sf hsb hsbs'.split(' ')
const JOINT_TYPES: Readonly<Record<string, string>> = { h: 'hinge', s: 'slide', b: 'ball', f: 'free' }
const AXES = ['1 0 0', '0 1 0', '0 0 1']
const jointSequence = (letters: string) =>
  [...letters].map((letter, i) => `<joint type="${JOINT_TYPES[letter]}" axis="${AXES[i % 3]}"/>`).join('')

/** Trees with static bodies, visual geoms, cameras and lights. */
const TREES = [
  body(
    `${BOX}<geom size=".2" group="1" pos="1 0 0" contype="0" conaffinity="0"/><freejoint/><site pos="1 2 3"/>
      <camera ${TURNED}/><frame ${TURNED}><camera ${TURNED}/><light pos="1 2 3" dir="1 1 1"/></frame>`,
    TURNED,
  ),
  body(
    `${BOX}<freejoint/>${body(
      `<geom size=".1" pos="1 2 3" margin=".3" contype="4"/><site pos="1 2 3"/><camera ${TURNED}/><light/>
        ${body('<geom size=".1"/>', 'pos="1 1 1"')}${body('<geom size=".1"/><joint/>', TURNED)}`,
      'pos="1 0 0" euler="0 30 0"',
    )}${body(`${BOX}<joint/>`, 'pos="1 1 1"')}`,
  ),
  `${body(
    `${BOX}${body(`${BOX}${body(`<joint/>${BOX}${body(BOX, TURNED)}`, 'pos="0 0 1"')}`, 'pos="0 2 1"')}
      ${body(BOX, 'pos="1 1 1"')}<geom size=".2"/>`,
    TURNED,
  )}<geom size="5"/>${body(BOX, 'mocap="true"')}${body(BOX, 'name="seen"')}<camera target="seen"/>`,
]

const TREE_SETTINGS = [
  ...['', 'fusestatic="true"', 'discardvisual="true"', 'alignfree="true"', 'alignfree="true" fusestatic="true"'],
  'alignfree="true" fusestatic="true" discardvisual="true" settotalmass="3"',
]

const CAMERAS = [
  ...['fovy="30"', 'fovy="180"', 'fovy="-1"', 'sensorsize="1 0" focal="1 1"', 'focal="1 1"', 'focal="0 0"'],
  ...['resolution="640 480" sensorsize=".01 .02" focal=".1 .2" principal=".001 .002"', 'principalpixel="1 2"'],
  ...['resolution="640 480" sensorsize=".01 .02" focalpixel="100 200" principalpixel="3 4"', 'sensorsize=".01 .02"'],
  ...['resolution="0 0" sensorsize="1 1"', 'output="rgb depth"', 'output="distance normal segmentation"', 'user="1"'],
  ...Array.from({ length: 40 }, (_, i) => `resolution="8 6" sensorsize=".02 .01" focal=".02 ${0.0007 * (i + 1)}"`),
  ...['output="foo"', 'output=""', 'projection="orthographic" ipd=".1"', 'mode="track" pos="1 2 3"'],
]

const LIGHTS = [
  ...['', 'dir="0 0 0"', 'dir="1 2 3"', 'type="point"', 'directional="true"', 'active="false" castshadow="false"'],
  'cutoff="30" exponent="3" ambient=".1 .2 .3" attenuation="1 2 3" range="3" intensity="5" bulbradius=".3"',
]

const SCENE = `${body(`${BOX}<freejoint/>`, 'pos="1 2 3" euler="30 0 0"')}${body(`${BOX}<joint ref="90"/>`)}
  ${body(`${BOX}<joint type="ball"/>`)}${body('', 'mocap="true" pos="3 2 1" quat="1 2 3 4"')}`

const KEYS = [
  ...['', 'name="a" time="3" qpos="0 0 0 2 0 0 0 1 0 0 0 3"', 'qvel="1 2 3 4 5 6 7 8 9 10"', 'qvel="1"', 'act="1"'],
  ...['ctrl="1"', 'mpos="1 2 3" mquat="0 0 0 3"', 'mpos="1"', 'qpos="0 0 0 0 0 0 0 0 0 0 0 0"'],
  ...['qvel="1 2 3 4 5 6 7 8 9 10 11"', 'mpos="1 2 3 4"', 'qpos="0 0 0 0 0 0 0 0 0 0 0 0 0"'],
]

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'orientations of bodies': ORIENTATIONS.map((o) => world(body(`${BOX}<joint/>`, o))),
  'orientations in frames': ORIENTATIONS.map((o) =>
    world(
      `<frame ${o} pos="1 2 3">${body(
        `${BOX}<joint axis="1 2 3" pos=".1 .2 .3"/><site ${o}/><camera pos=".1 .2 .3" ${o}/><light dir="1 2 3" pos="1 1 1"/>`,
        `pos="4 5 6" ${o}`,
      )}<geom size=".1" ${o}/></frame>`,
    ),
  ),
  'sequences of Euler angles': cross(
    ['xyz', 'XYZ', 'zyx', 'xyX', 'zxz', 'ZYX', 'yYz', 'abc', 'xy'],
    ['degree', 'radian'],
  ).map(([sequence, angle]) =>
    world(
      body(`${BOX}<joint range="-1 2" ref=".5" springref="1"/>`, 'euler=".3 .4 .5"'),
      compiler(`eulerseq="${sequence}" angle="${angle}"`),
    ),
  ),
  'solid and hollow shapes': cross(cross(SHAPES, ['', 'shellinertia="true"']), [
    'mass="2.5"',
    'mass="0"',
    'fluidshape="ellipsoid" fluidcoef="1 2 3" mass="1"',
  ]).map(([[shape, shell], more]) => world(body(`<geom ${shape} ${shell} ${more}/>`, TURNED))),
  'solid shapes by density': cross(SHAPES, ['', 'density="30"', 'density="0"']).map(([shape, more]) =>
    world(body(`<geom ${shape} ${more}/>`, TURNED)),
  ),
  'settings of geoms': [
    world(
      body(`<geom size="1" friction=".3 .2" solref="-3" solimp=".8" margin=".1" gap=".2" rgba=".1 .2 .3 .4"
      user="1 2" surfacevel="1 2 3" adhesion=".1" condim="6" group="3" priority="2" solmix=".2" contype="6"/><joint/>`),
    ),
  ],
  'wrong geoms': WRONG_GEOMS.flatMap((geom) => [
    world(`<geom ${geom}/>`),
    world(body(`<geom ${geom}/>`)),
    world(body(`<freejoint/><geom ${geom}/>`)),
  ]),
  'symmetric bodies': [0.1, 0.2, 0.3, 0.4, 0.5].map((r) =>
    world(
      body(`<geom type="capsule" size=".03" fromto=".01 .01 .01 ${r} ${r} ${r}"/><joint/>
        ${body('<geom size=".04"/>', 'pos=".18 .18 .18"')}`),
      compiler('fusestatic="true"'),
    ),
  ),
  inertias: cross(INERTIALS, INERTIA_SETTINGS).flatMap(([inertial, settings]) => [
    world(
      body(`<inertial pos=".1 .2 .3" mass="1" ${inertial}/><joint/>${BOX}${body(`${BOX}<joint type="ball"/>`)}`),
      compiler(settings),
    ),
    world(body(`<inertial pos=".1 .2 .3" mass="1" ${inertial}/>`), compiler(settings)),
  ]),
  'bodies without mass': [
    ...['', '<joint/>', `<joint/>${body(BOX)}`, `<joint/>${body(`<joint/>${BOX}`)}`, `<joint/>${body(body(BOX))}`],
  ].flatMap((content) => [world(body(content, TURNED)), world(`<frame pos="1 0 0">${body(content, TURNED)}</frame>`)]),
  joints: cross(JOINTS, ['', 'autolimits="false"']).flatMap(([joint, settings]) => [
    world(body(`${BOX}<joint ${joint}/>`, TURNED), compiler(settings)),
    world(body(`${BOX}<joint ${joint}/>${body(`${BOX}<joint pos="0 1 0"/>`, 'pos="0 0 1"')}`), compiler(settings)),
  ]),
  'several joints': SEQUENCES.map(jointSequence).flatMap((joints) => [
    world(body(BOX + joints)),
    world(body(body(BOX + joints))),
    world(body(body(body(BOX + joints)))),
    world(body(`${BOX}${joints}${body(`${BOX}<joint/>`)}`)),
    world(body(BOX + joints, 'simple="false"')),
    world(body(`<geom size=".1" pos=".1 0 0"/>${joints}`)),
    world(body(`<joint/>${BOX}${body(BOX + joints, 'pos="1 0 0"')}`)),
  ]),
  'trees, fused, aligned and stripped,': cross(TREES, TREE_SETTINGS).map(([tree, settings]) =>
    world(tree, compiler(settings)),
  ),
  'free joints that align': cross(['true', 'false', 'auto'], ['true', 'false']).map(([align, alignfree]) =>
    world(
      body(`<geom type="box" size=".1 .2 .3" ${TURNED}/><freejoint align="${align}"/><site pos="1 1 1"/>`, TURNED),
      compiler(`alignfree="${alignfree}"`),
    ),
  ),
  'mocap bodies, sleep policies and gravity compensation': [
    world(`${SCENE}${body(BOX, 'gravcomp="-1" user="1 2"')}${body(`${BOX}<joint/>`, 'gravcomp="1"')}`),
    ...['mocap="true"', 'sleep="never"', 'sleep="allowed"'].flatMap((attribute) => [
      world(body(BOX, attribute)),
      world(body(`${BOX}<freejoint/>`, attribute)),
      world(body(`${BOX}<freejoint/>${body(`${BOX}<joint/>`, attribute)}`)),
    ]),
  ],
  sites: [
    ...['', 'type="box" size="1 2 3"', 'type="capsule" size=".1" fromto="0 0 0 1 2 3"', 'type="plane"', 'size="0"'],
    ...['type="cylinder" size="1"', 'fromto="0 0 0 1 2 3"', 'pos="1e-7 0 0"', 'pos="1 2 3" euler="10 20 30"'],
  ].map((site) => world(body(`<geom type="box" size=".1 .2 .3" ${TURNED}/><joint/><site ${site}/>`))),
  'masses of some groups of geoms': ['0 5', '1 2', '2 2', '3 5', '3 1', '-1 0'].map((range) =>
    world(
      body(`<freejoint/>${[0, 1, 2, 3].map((group) => `<geom size=".${group + 1}" pos="${group} 0 0" group="${group}"/>`).join('')}
        <inertial pos="1 2 3" mass="4" diaginertia="1 1 1"/>`),
      compiler(`inertiafromgeom="true" inertiagrouprange="${range}"`),
    ),
  ),
  'everything in turned frames': [1, 2, 3].flatMap((depth) =>
    ['ball', 'slide', 'hinge'].map((type) =>
      world(
        body(
          `${`<frame ${TURNED}>`.repeat(depth)}
            <joint type="${type}" axis="1 2 3" pos=".1 .2 .3"/>
            <geom type="capsule" size=".1" fromto="0 0 0 1 2 3"/><site ${TURNED}/><camera ${TURNED}/>
            <light pos="1 2 3" dir="1 2 3"/>${body(BOX, TURNED)}
          ${'</frame>'.repeat(depth)}`,
          TURNED,
        ),
      ),
    ),
  ),
  'tracking cameras and lights': cross(
    ['fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom'],
    ['', 'target="a"', 'target="b"', 'target="world"', 'target="zz"'],
  ).map(([mode, target]) =>
    world(
      body(
        `${BOX}<freejoint/><camera mode="${mode}" ${target} ${TURNED}/><light mode="${mode}" ${target} pos="1 2 3"/>
        ${body(`${BOX}<joint/>`, 'name="b" pos="1 1 1"')}`,
        `name="a" ${TURNED}`,
      ),
    ),
  ),
  cameras: CAMERAS.map((camera) => world(`<camera ${camera}/>`, '<visual><map znear=".03"/></visual>')),
  lights: LIGHTS.map((light) => world(`<light ${light}/>`)),
  keyframes: cross(KEYS, ['', '<size nkey="3"/>']).map(([key, size]) =>
    world(SCENE, size, `<keyframe><key ${key}/></keyframe>`),
  ),
  'user data': [
    '',
    'nuser_body="3" nuser_site="1"',
    'nuser_site="0"',
    'nuser_cam="4" nuser_tendon="3" nuserdata="7"',
  ].map((size) => world('<site user="1"/><camera user="1 2 3"/><body user="1 2"/>', `<size ${size}/>`)),
  statistics: [
    ...['', 'extent="3" center="1 2 3"', 'meaninertia="4" meanmass="5" meansize="6"'].flatMap((settings) =>
      ['', '<geom size="1"/>', '<site pos="1 2 3"/>', '<geom type="plane" size="5 3 1"/>', body(''), SCENE].map(
        (scene) => world(scene, `<statistic ${settings}/>`),
      ),
    ),
  ],
}

test.each(Object.keys(TOPICS))('%s become what they become in the reference', (topic) => {
  for (const xml of TOPICS[topic]) {
    const { outcome, message, model } = judge(
      mj,
      { name: topic, load: () => loadModel(xml), source: xml },
      { data: false },
    )
    const differences = model.filter((field) => !matches(field)).map(fieldLine)
    const agree = outcome === 'matched' || outcome === 'refused by both'
    expect(agree, [xml, outcome, message ?? '', ...differences].join('\n')).toBe(true)
  }
})
