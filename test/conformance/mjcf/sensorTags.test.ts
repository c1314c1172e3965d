import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { SENSORS } from '../../../src/format/mjcf/schema/schemaSensor.ts'
import { Data, step } from '../../../src/index.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'

/** Every type of sensor, on every kind of object: the same model in both engines, or none. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const model = (sensors: string, settings = '') => `<mujoco>${settings}
<asset><mesh name="mesh" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/></asset>
<worldbody>
  <camera name="picture" pos=".1 .2 3" resolution="4 3"/><camera name="dot" pos=".2 .1 4"/>
  <body name="one"><joint name="hinge" range="-10 20"/><geom name="g" size="1"/><site name="s" pos=".1 .2 .3"/>
    <body name="two" pos="0 0 1"><joint name="ball" type="ball"/><geom name="visual" size="1" contype="0" conaffinity="0"/>
      <body name="three" pos="0 1 0"><joint name="slide" type="slide"/><geom name="solid" type="mesh" mesh="mesh"/>
        <body name="fixed"><geom size=".1"/><site name="s2" pos="1 0 0"/></body></body>
    </body>
  </body>
  <body name="free" pos="9 0 0"><freejoint name="free"/><geom size="1"/></body>
</worldbody>
<tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed>
  <fixed name="limited" range="0 1"><joint joint="hinge" coef="1"/></fixed></tendon>
<actuator><motor name="m" joint="hinge" nsample="2"/><orientation name="o" joint="ball"/></actuator>
<sensor>${sensors}</sensor></mujoco>`

function agree(xml: string): void {
  const {
    outcome,
    message,
    model: fields,
    data = [],
  } = judge(mj, { name: 'sensors', load: () => loadModel(xml), source: xml }, { data: { states: 1 } })
  const differences = [...fields, ...data].filter((field) => !matches(field)).map(fieldLine)
  const same = outcome === 'matched' || outcome === 'refused by both'
  expect(same, [xml, outcome, message ?? '', ...differences].join('\n')).toBe(true)
}

const FRAMES = [
  'body" objname="one',
  'xbody" objname="two',
  'geom" objname="g',
  'site" objname="s',
  'camera" objname="dot',
]
/** What to look at, by the attribute that names it. */
const OBJECTS: Readonly<Record<string, readonly string[]>> = {
  site: ['s', 's2', 'nothing', ''],
  joint: ['hinge', 'ball', 'slide', 'free', 'nothing'],
  tendon: ['t', 'limited', 'nothing'],
  actuator: ['m', 'o', 'nothing'],
  body: ['one', 'world', 'nothing'],
}
const SIDES = [
  ...['geom1="g" geom2="visual"', 'geom1="g" body2="three"', 'body1="world" geom2="g"', 'body1="one" body2="free"'],
  ...['geom1="g"', 'geom1="g" body1="one" geom2="g"', 'geom1="nothing" geom2="g"', 'geom1="g" geom2=""', ''],
  ...['geom1="g" geom2="g"', 'body1="one" body2="one"', 'body1="two" geom2="g"'],
]
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  rangefinder: [
    ...['site="s"', 'camera="picture"', 'camera="dot" data="dist normal"', 'site="s" data="dir point"', ''],
    ...['site="s" camera="dot"', 'site="s" data="point dir"', 'site="s" data=""', 'site="s" data="dist dist"'],
  ],
  camprojection: ['site="s" camera="picture"', 'site="s" camera="dot"', 'site="s"', 'site="s" camera="nothing"'],
  insidesite: ['objtype="body" objname="one" site="s2"', 'objtype="body" objname="one"', 'site="s"'],
  distance: SIDES,
  normal: [...SIDES, 'geom1="g" geom2="visual" cutoff="1"'],
  fromto: SIDES,
  contact: [
    ...['', 'geom1="g"', 'site="s" geom2="g" data="found force dist" num="3" reduce="maxforce"', 'num="0"', 'num="-1"'],
    ...['subtree1="one" body2="free" data="torque pos normal tangent" reduce="netforce" num="2"', 'geom1="g" site="s"'],
    ...[
      'body1="world" subtree2="one" reduce="mindist"',
      'data="force found"',
      'geom1="nothing"',
      'geom1=""',
      'data=""',
    ],
  ],
  tactile: ['mesh="mesh" geom="g"', 'mesh="mesh" geom="visual"', 'mesh="nothing" geom="g"', 'mesh="mesh"'],
  user: [
    ...[
      'dim="2"',
      'dim="0"',
      'dim="-1"',
      '',
      'dim="3" datatype="axis" needstage="pos"',
      'dim="3" datatype="quaternion"',
    ],
    ...['dim="1" objtype="body" objname="one"', 'dim="1" objtype="mesh" objname="mesh"', 'dim="1" objtype="geom"'],
    ...['dim="1" objtype="tendon" objname="t"', 'dim="1" objtype="actuator" objname="o"', 'dim="1" objname="g"'],
    ...['dim="1" objtype="key" objname="nothing"', 'dim="3" datatype="axis" cutoff="1"', 'dim="1" noise="2"'],
  ],
  e_potential: [''],
  e_kinetic: [''],
  clock: [
    ...[
      'name="c" user="1 2 3"',
      'cutoff="1" noise=".5"',
      'cutoff="-1"',
      'noise="-1"',
      'interval="1"',
      'interval="1 -.5"',
    ],
    ...[
      'interval="1 -1"',
      'interval="1 .5"',
      'interval="-1"',
      'interval="0 -1"',
      'delay="1"',
      'delay="-1" nsample="2"',
    ],
    ...['nsample="3"', 'delay="1" nsample="2" interp="cubic"', 'nsample="20000000"'],
    ...['nsample="3" interval=".0031"', 'nsample="2" interval=".01 -.003" interp="linear"'],
  ],
}

const TAGS = Object.keys(SENSORS).map((kind) => kind.replace('sensor/', ''))

test.each(TAGS)('%s becomes the same sensor as in the reference', (tag) => {
  const { attributes } = SENSORS[(tag === 'contact' ? 'sensor/contact' : tag) as keyof typeof SENSORS]
  const special = SPECIAL[tag]
  const named = Object.keys(OBJECTS).find((key) => key in attributes)
  const cases =
    special ??
    (named
      ? OBJECTS[named].map((name) => `${named}="${name}"`)
      : [
          ...FRAMES.map((frame) => `objtype="${frame}"`),
          ...FRAMES.map((frame) => `objtype="site" objname="s" ${`objtype="${frame}"`.replaceAll('obj', 'ref')}`),
          ...['objtype="body"', 'objname="one"', 'objtype="joint" objname="hinge"', 'objtype="site" objname=""'],
        ])
  for (const attributes of cases) agree(model(`<${tag} ${attributes}/>`))
  agree(model(`<${tag} ${cases[0]} cutoff="2"/>`))
})

test('values and histories stand one after the other', () => {
  agree(
    model(
      '<gyro site="s" nsample="3"/><contact num="4" data="pos"/><clock nsample="2" interval=".1"/><framequat objtype="site" objname="s"/>',
    ),
  )
})

test('a negative number of samples keeps nothing; in the reference it spoils the buffer of another', () => {
  const m = loadModel(model('<clock nsample="-1"/>'))
  const d = new Data(m)
  const rm = mj.MjModel.from_xml_string(model('<clock nsample="-1"/>'))
  const rd = new mj.MjData(rm)
  for (let i = 0; i < 3; i++) {
    step(m, d)
    mj.mj_step(rm, rd)
  }
  expect(d.history[0]).toBe(0)
  expect(rd.history[0]).not.toBe(0)
})

test('what sensors name is neither merged nor discarded', () => {
  for (const sensor of [
    ...[
      '<force site="s2"/>',
      '<gyro site="s2"/>',
      '<subtreecom body="fixed"/>',
      '<distance geom1="visual" geom2="g"/>',
    ],
    ...['<framepos objtype="body" objname="fixed"/>', '<framepos objtype="geom" objname="visual"/>'],
  ])
    for (const setting of ['fusestatic="true"', 'discardvisual="true"', 'fusestatic="true" discardvisual="true"'])
      agree(model(sensor, `<compiler ${setting}/>`))
})

test('a fixed body that a sensor names by its frame is not merged either, as it is in the reference', () => {
  const xml = model('<framepos objtype="xbody" objname="fixed"/>', '<compiler fusestatic="true"/>')
  expect(loadModel(xml).nbody).toBe(6)
  expect(() => mj.MjModel.from_xml_string(xml)).toThrow(/unrecognized name/)
})

test('a type of object that does not exist is refused, which the reference takes for none', () => {
  const xml = model('<user dim="1" objtype="geon" objname="g"/>')
  expect(() => loadModel(xml)).toThrow(/unknown keyword.*geom/)
  mj.MjModel.from_xml_string(xml).delete()
})
