import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { ObjType } from '../../../src/core/model/enums.ts'
import { ModelError } from '../../../src/core/model/errors.ts'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'

/**
 * Small models with contact pairs, equality constraints and tendons. Each becomes the same model in both engines,
 * number by number, and moves in the same way, or is refused by both.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** A free body, a chain of a hinge, a slide and a ball joint, a body that slides: three kinematic trees. */
const WORLD = `
  <worldbody>
    <site name="ground" pos="1 1 1"/>
    <geom name="ball" size=".4" pos=".3 1 1.5"/>
    <geom name="roll" type="cylinder" size=".4 .2" pos=".3 1 1.5" euler="20 0 0"/>
    <geom name="box" type="box" size=".1 .2 .1"/>
    <body name="A" pos="1 2 3" euler="10 20 30">
      <freejoint name="free"/>
      <geom name="a" size=".1" friction=".3 .4 .5" condim="1" solref=".1 .5" margin=".01" solmix="3" adhesion="3"/>
      <site name="sa" pos=".1 .2 .3" euler="5 6 7"/>
    </body>
    <body name="B" pos="-1 0 .5" euler="-20 40 10">
      <joint name="hinge" ref="10" springref="20"/>
      <joint name="slide" type="slide" ref=".3"/>
      <geom name="b" size=".1" pos=".1 0 0" priority="1" gap=".1"/>
      <site name="sb" pos="-.1 .2 .3" euler="50 6 7"/>
      <body name="C">
        <joint name="turn" type="ball"/>
        <geom name="c" size=".1" pos="0 .1 .1"/>
        <site name="sc" pos="0 0 .1"/>
      </body>
    </body>
    <body name="D" pos="0 4 0">
      <joint name="lift" type="slide"/>
      <geom name="d" size=".2"/>
      <site name="sd"/>
    </body>
  </worldbody>`

const model = (sections: string, before = '') => `<mujoco>${before}${WORLD}${sections}</mujoco>`
const contact = (content: string, before = '') => model(`<contact>${content}</contact>`, before)
const tendon = (content: string, before = '') => model(`<tendon>${content}</tendon>`, before)
const equality = (content: string, before = '') =>
  model(
    `<tendon>${fixed('name="t1"', 'hinge:2')}${fixed('name="t2"', 'slide:3')}</tendon><equality>${content}</equality>`,
    before,
  )

/** Objects of a path: a site, `(geom)`, `(geom side)`, or a number for a pulley. */
const spatial = (attributes: string, ...path: string[]) =>
  `<spatial ${attributes}>${path.map(pathObject).join('')}</spatial>`
function pathObject(object: string): string {
  const [, geom, side] = /^\((\w+) ?(\w*)\)$/.exec(object) ?? []
  if (geom) return `<geom geom="${geom}" ${side ? `sidesite="${side}"` : ''}/>`
  return /^-?\d/.test(object) ? `<pulley divisor="${object}"/>` : `<site site="${object}"/>`
}
/** Joints with coefficients, `hinge:2`. */
const fixed = (attributes: string, ...path: string[]) =>
  `<fixed ${attributes}>${path
    .map((item) => item.split(':'))
    .map(([joint, coef]) => `<joint joint="${joint}" coef="${coef}"/>`)
    .join('')}</fixed>`

const pairOf = (attributes: string) => `<pair geom1="a" geom2="b" ${attributes}/>`
const PAIRS = [
  ...['', 'condim="6" friction=".7"', 'friction=".7 .8 .9"', 'solref=".7"', 'solimp=".7 .8"', 'solreffriction=".7"'],
  ...['margin="1" gap=".5" adhesion="2"', 'name="p"', 'class="c"', 'class="c" solref=".6 .7"', 'condim="5"'],
  ...['condim="0"', 'friction="-1"', 'class="zz"'],
].map(pairOf)
const CONTACTS = [
  ...PAIRS,
  ...['<pair geom1="b" geom2="a"/>', '<pair geom1="a" geom2="a"/>', '<pair geom1="a"/>', '<pair geom1="a" geom2="z"/>'],
  '<pair name="1" geom1="d" geom2="c"/><pair name="2" geom1="b" geom2="a"/><pair name="3" geom1="a" geom2="b"/>',
  '<pair name="1" geom1="d" geom2="c"/><pair name="1" geom1="b" geom2="a"/>',
  '<exclude body1="D" body2="C"/><exclude name="x" body1="B" body2="A"/><exclude body1="A" body2="B"/>',
  ...['<exclude body1="A" body2="world"/>', '<exclude body1="A" body2="A"/>', '<exclude body1="A"/>'],
  ...['<exclude body1="A" body2="Z"/>', '<exclude name="x" body1="A" body2="B"/><pair name="x" geom1="a" geom2="b"/>'],
]
const CLASSES = `
  <default>
    <pair friction=".9" solref=".5" margin=".7"/> <equality solref=".5"/> <tendon width=".1" springlength="3"/>
    <default class="c">
      <pair friction=".9 .8 .7 .6" condim="6" solreffriction=".3 .3"/>
      <equality active="false" solimp=".5"/>
      <tendon range="0 1" rgba="1 2 3 4" width=".2" stiffness="1 2" damping="3" user="1 2 3" springlength="3 4"/>
    </default>
  </default>`

const EQUALITIES = [
  ...['body1="A" body2="B" anchor=".1 .2 .3"', 'body1="A" anchor=".1 .2 .3"', 'body1="A"', 'body2="A" anchor="0 0 1"'],
  ...['site1="sa" site2="sb"', 'site1="sa"', 'site2="sa"', 'site1="sa" site2="sb" anchor="1 2 3"'],
  ...['site1="sa" site2="sb" body1="A"', 'site1="sa" body2="B"', 'body1="A" body2="A" anchor="0 0 0"'],
  ...['body1="A" body2="Z" anchor="0 0 0"', 'body1="world" body2="A" anchor="0 0 0"', 'site1="sa" site2="zz"'],
  ...['site1="sa" site2="ground"', 'body1="A" anchor=".1 .2"', 'body1="A" body2="" anchor="0 0 0"', ''],
  ...['body1="" anchor="0 0 0"', 'body1="A" body2="C" anchor="1 0 0" active="false" solref=".1" solimp=".2 .3"'],
  ...[
    'body1="A" body2="B" relpose="1 2 3 4 5 6 7"',
    'body1="A" relpose="1 2 3 0 0 0 0" anchor="3 2 1" torquescale="5"',
  ],
  ...['site1="sa" site2="sb" torquescale="2"', 'site1="sa" site2="sb" relpose="1 2 3 4 5 6 7"', 'class="c" body1="A"'],
  'class="c" body1="A" anchor="0 0 0" active="true"',
].flatMap((attributes) => [`<connect ${attributes}/>`, `<weld ${attributes}/>`])
const COUPLINGS = [
  ...['<joint joint1="hinge"/>', '<joint joint1="hinge" joint2="slide" polycoef="1 2 3"/>', '<joint joint1="turn"/>'],
  ...['<joint joint1="hinge" joint2="turn"/>', '<joint joint1="hinge" joint2="hinge"/>', '<joint joint1="zz"/>'],
  ...['<joint joint2="hinge"/>', '<joint joint1="hinge" polycoef="1 2 3 4 5 6"/>', '<joint joint1="free"/>'],
  ...['<tendon tendon1="t1"/>', '<tendon tendon1="t1" tendon2="t2" polycoef=".5"/>', '<tendon tendon1="zz"/>'],
  ...['<tendon tendon1="t1" tendon2="t1"/>', '<tendon tendon1="t1" tendon2="zz"/>', '<tendon tendon2="t1"/>'],
  '<weld name="q" body1="A"/><connect name="q" body1="A" anchor="0 0 0"/>',
  '<weld name="t1" body1="A"/><joint name="hinge" joint1="hinge" class="c"/>',
]

/** What tendons may run along. */
const PATHS = [
  ['sa', 'sb'],
  ['sa', '(ball)', 'sb'],
  ['sa', '(roll ground)', 'sb'],
  ['sd', '(ball sb)', 'sa', '(roll)', 'sc'],
  ['ground', 'sa', 'sb', 'sc', '2', 'sa', 'ground'],
  ['2', 'sa', 'sb', '3', 'sc', '(d)', 'sa'],
  ['sd', 'sb', 'sa'],
  ['sa', '(d sd)', 'sb'],
  ['ground', 'sc'],
  ['sa', 'sb', '1', 'sb', 'sa'],
  ['sa', '(ball)', 'sa'],
]
const WRONG_PATHS = [
  [],
  ['sa'],
  ['sa', '(ball)'],
  ['(ball)', 'sa'],
  ['sa', '(ball)', '(roll)', 'sb'],
  ['sa', 'sa'],
  ['sa', 'sb', 'sb'],
  ['sa', 'sb', '2'],
  ['2', '3', 'sa', 'sb'],
  ['sa', '2', 'sa', 'sb'],
  ['sa', 'sb', '2', 'sa'],
  ['sa', '(ball)', '2', 'sa', 'sb'],
  ['2', '(ball)', 'sb'],
  ['sa', '(box)', 'sb'],
  ['sa', 'zz'],
  ['sa', '(zz)', 'sb'],
  ['sa', '(ball zz)', 'sb'],
  ['sa', 'sb', '-1', 'sa', 'sb'],
]
const JOINTS = [
  ['hinge:2', 'slide:3'],
  ['slide:2', 'hinge:3'],
  ['lift:1', 'hinge:-2', 'free:3'],
  ['turn:1'],
  ['lift:1'],
  ['zz:1'],
  [],
]
const TENDONS = [
  ...PATHS.map((path) => spatial('', ...path)),
  ...WRONG_PATHS.map((path) => spatial('', ...path)),
  ...JOINTS.map((path) => fixed('', ...path)),
  fixed('', 'lift:1') + spatial('', 'sa', '(ball)', 'sb') + fixed('', 'hinge:1') + spatial('', 'sc', '(roll)', 'sd'),
  ...['<fixed><site site="sa"/></fixed>', '<spatial><joint joint="hinge" coef="1"/></spatial>'],
  ...['<fixed><joint joint="hinge"/></fixed>', spatial('name="t"', 'sa', 'sb') + fixed('name="t"', 'hinge:1')],
  // inertia, also of bodies that would be simple
  ...PATHS.map((path) => spatial('armature="1.5"', ...path)),
  ...JOINTS.map((path) => fixed('armature="1.5"', ...path)),
  spatial('armature="1.5"', 'sd', 'ground'),
  // springs and dampers
  ...PATHS.map((path) => spatial('stiffness="3 4 5" damping="1 2 3" springlength="1 2"', ...path)),
  ...JOINTS.map((path) => fixed('stiffness="3 4 5" damping="1 2 3" springlength=".1"', ...path)),
  spatial('stiffness="-3" damping="-1" material="m"', 'sa', 'sb'),
]
const TENDON_ATTRIBUTES = [
  ...['range="1 2"', 'range="2 1"', 'limited="true"', 'limited="true" range="2 1"', 'limited="false" range="1 2"'],
  ...['springlength="1"', 'springlength="1 2"', 'springlength="2 1"', 'springlength="-1 2"', 'springlength="-.5"'],
  ...['springlength="2 -1"', 'springlength=""', 'actuatorfrcrange="-1 2"', 'actuatorfrcrange="1 2"', 'width="0"'],
  ...['actuatorfrcrange="-2 -1"', 'actuatorfrcrange="2 1"', 'actuatorfrclimited="true"', 'actuatorfrcrange="0 1"'],
  ...['margin="-1"', 'frictionloss="2" group="3" solreflimit=".1" solimplimit=".3 .4"', 'user="1 2"', 'limited="auto"'],
  ...['solreffriction="-1 -2" solimpfriction=".5"', 'frictionloss="-1"', 'class="c"', 'class="c" springlength="5"'],
  ...['class="c" stiffness="4"', 'class="zz"', 'material="zz"', 'rgba="1 0 0 1"', 'armature="2"'],
]

/** Settings under which references to bodies and geoms matter. */
const SETTINGS = [
  tendon(fixed('range="0 1"', 'hinge:1'), '<compiler autolimits="false"/>'),
  tendon(fixed('actuatorfrcrange="0 1"', 'hinge:1'), '<compiler autolimits="false"/>'),
  tendon(fixed('', 'hinge:1'), '<size nuser_tendon="3"/>'),
  tendon(fixed('user="1 2"', 'hinge:1'), '<size nuser_tendon="1"/>'),
  tendon(spatial('stiffness="1"', 'sa', 'sb'), '<option><flag spring="disable"/></option>'),
  tendon(spatial('damping="1"', 'sa', 'sb'), '<option><flag spring="disable" damper="disable"/></option>'),
  ...['', '<pair geom1="gg" geom2="m"/>', '<exclude body1="S" body2="M"/>'].flatMap((content) =>
    ['fusestatic="true"', 'discardvisual="true"'].map(
      (setting) => `<mujoco><compiler ${setting}/>${STATIC()}<contact>${content}</contact></mujoco>`,
    ),
  ),
  ...['body1="M" body2="S" anchor="0 0 0"', 'site1="sm" site2="ss"'].map(
    (ends) =>
      `<mujoco><compiler fusestatic="true"/>${STATIC()}<equality><connect ${ends}/></equality>
       <tendon>${spatial('', 'ss', '(gg)', 'sm')}</tendon></mujoco>`,
  ),
  `<mujoco><compiler discardvisual="true"/>${STATIC()}<tendon>${spatial('', 'ss', '(gg)', 'sm')}</tendon></mujoco>`,
  ...['never', 'allowed', 'init', 'auto'].flatMap((policy) =>
    [spatial('', 'sa', 'sb'), spatial('stiffness="1"', 'sa', 'sb'), spatial('', 'sa', 'sb', 'sd')].map((content) =>
      tendon(content).replace('<body name="A"', `<body name="A" sleep="${policy}"`),
    ),
  ),
]
/** A fixed body before a moving one, with a visual geom. */
function STATIC(): string {
  return `<worldbody>
    <body name="S" pos="0 0 2"><geom name="gg" size=".1" contype="0" conaffinity="0"/><site name="ss" pos="1 0 0"/></body>
    <body name="M"><freejoint/><geom name="m" size=".1"/><site name="sm" pos="-1 0 0"/></body>
  </worldbody>`
}

test('with an exclude, all other static bodies are fused; the reference keeps some that come before', () => {
  const bodies = ['a', 'b', 'c', 'd', 'x', 'y'].map((name) => `<body name="${name}"/>`).join('')
  const xml = `<mujoco><compiler fusestatic="true"/><worldbody>${bodies}</worldbody>
    <contact><exclude body1="x" body2="y"/></contact></mujoco>`
  const theirs = new ReferenceModel(mj, xml)
  expect(loadModel(xml).names.all(ObjType.body)).toEqual(['world', 'x', 'y'])
  expect(theirs.names(ObjType.body)).toEqual(['world', 'b', 'c', 'd', 'x', 'y'])
  theirs.delete()
})

test('after fusing static bodies, the reference takes other sites and geoms than those that are named; ours does not', () => {
  // the static body comes last, so that what is in it moves to the front
  const xml = `<mujoco><compiler fusestatic="true"/>
    <worldbody>
      <body name="M"><freejoint/><geom name="m" size=".1"/><site name="sm" pos="-1 0 0"/></body>
      <body name="S" pos="0 0 2"><geom name="s" size=".1"/><site name="ss" pos="1 0 0"/></body>
    </worldbody>
    <contact><pair geom1="m" geom2="s"/></contact>
    <equality><connect site1="sm" site2="ss"/></equality>
    <tendon>${spatial('', 'ss', 'sm')}</tendon>
    <actuator><general site="sm"/></actuator>
    <sensor><gyro site="sm"/><framepos objtype="geom" objname="m"/></sensor></mujoco>`
  const ours = loadModel(xml)
  const theirs = new ReferenceModel(mj, xml)
  const [ss, sm] = ['ss', 'sm'].map((name) => ours.names.id(ObjType.site, name))
  expect(theirs.names(ObjType.site)).toEqual(ours.names.all(ObjType.site))
  expect([...ours.wrap_objid]).toEqual([ss, sm])
  expect([...theirs.array('wrap_objid')!]).toEqual([sm, ss])
  expect([ours.eq_obj1id[0], ours.eq_obj2id[0]]).toEqual([sm, ss])
  expect([...theirs.array('eq_obj1id')!]).toEqual([ss])
  const [s, geom] = ['s', 'm'].map((name) => ours.names.id(ObjType.geom, name))
  expect([ours.pair_geom1[0], ours.pair_geom2[0]]).toEqual([s, geom])
  expect(ours.actuator_trnid[0]).toBe(sm)
  expect(theirs.array('actuator_trnid')![0]).toBe(ss)
  expect([...ours.sensor_objid]).toEqual([sm, geom])
  expect([...theirs.array('sensor_objid')!]).toEqual([ss, s])
  theirs.delete()
})

test('a pulley with the divisor 0 makes a length that is not finite: only ours refuses it', () => {
  const xml = tendon(spatial('', '0', 'sa', 'sb'))
  const theirs = new ReferenceModel(mj, xml)
  expect(theirs.array('tendon_length0')![0]).toBe(Infinity)
  theirs.delete()
  expect(() => loadModel(xml)).toThrow(ModelError)
})

describe.each(
  Object.entries({
    'contact pairs and exclusions': CONTACTS.map((content) => contact(content, CLASSES)),
    'equality constraints': [...EQUALITIES, ...COUPLINGS].map((content) => equality(content, CLASSES)),
    'paths of tendons': TENDONS.map((content) => tendon(content)),
    'attributes of tendons': TENDON_ATTRIBUTES.flatMap((attributes) => [
      tendon(fixed(attributes, 'hinge:1'), CLASSES),
      tendon(spatial(attributes, 'sa', 'sb'), CLASSES),
    ]),
    'settings of the compiler': SETTINGS,
  }),
)('%s', (_, models) => {
  test(`${models.length} models are the same in both engines, or refused by both`, () => {
    const outcomes = new Set<string>()
    for (const xml of models) {
      const verdict = judge(mj, { name: xml, load: () => loadModel(xml), source: xml }, { data: { states: 1 } })
      const different = [...verdict.model, ...verdict.data].filter((field) => !matches(field)).map(fieldLine)
      outcomes.add(verdict.outcome)
      expect(different, xml).toEqual([])
      expect(['matched', 'refused by both'], `${verdict.message}\n${xml}`).toContain(verdict.outcome)
    }
    expect(outcomes.size).toBe(2)
  })
})
