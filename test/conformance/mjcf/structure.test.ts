import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { ObjType } from '../../../src/core/model/enums.ts'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'

/**
 * Small models that make copies of their parts or attach parts of others. Each becomes the same model in both engines,
 * number by number and name by name, or is refused by both.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

interface Case {
  readonly xml: string
  readonly files: Readonly<Record<string, string>>
}

const model = (content: string, before = '', files: Case['files'] = {}): Case => ({
  xml: `<mujoco>${before}<worldbody>${content}</worldbody></mujoco>`,
  files,
})
/** A body with a joint, a geom and a site, named after it. */
const part = (name: string, content = '', ref = 30) =>
  `<body name="${name}" pos="1 0 0"><joint name="j${name}" ref="${ref}"/><geom name="g${name}" size=".1"/>
    <site name="s${name}"/>${content}</body>`
const copies = (content: string, attributes = 'count="2"') => `<replicate ${attributes}>${content}</replicate>`
const keyframe = (...keys: string[]) => `<keyframe>${keys.map((key) => `<key ${key}/>`).join('')}</keyframe>`
const motors = (...joints: string[]) =>
  `<actuator>${joints.map((name) => `<motor name="a${name}" joint="j${name}"/>`).join('')}</actuator>`
const cross = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] => as.flatMap((a) => bs.map((b): [A, B] => [a, b]))

/** A model that attaches parts of `child.xml`. */
const parent = (content: string, child: string, before = '', more: Case['files'] = {}): Case =>
  model(content, `${before}<asset><model name="child" file="child.xml"/></asset>`, { 'child.xml': child, ...more })
const child = (content: string, before = '') =>
  `<mujoco model="the child">${before}<worldbody>${content}</worldbody></mujoco>`
const attach = (attributes: string) => `<attach model="child" prefix="p_" ${attributes}/>`

const CLASSES = `<default><geom size=".3"/><default class="c"><geom size=".4"/><default class="d"><geom size=".5"/>
  </default></default></default>`

const LISTS: Readonly<Record<string, string>> = {
  actuators: motors('b', 'x'),
  'actuators and sensors': `${motors('x', 'b')}<sensor><jointpos name="s" joint="jb"/><actuatorfrc actuator="ab"/>
    <jointpos name="sx" joint="jx"/></sensor>`,
  'sensors that refer to nothing': '<sensor><clock name="c"/><jointpos name="s" joint="jb"/><user dim="2"/></sensor>',
  'sensors that refer to copies and originals': `<sensor>
    <framepos name="1" objtype="body" objname="b" reftype="body" refname="x"/>
    <framepos name="2" objtype="site" objname="sx" reftype="geom" refname="gb"/>
    <framepos name="3" objtype="xbody" objname="b" reftype="site" refname="sb"/>
    <framepos name="4" objtype="body" objname="x"/><distance geom1="gx" body2="b"/></sensor>`,
  tendons: `<tendon><fixed name="1"><joint joint="jx" coef="1"/><joint joint="jb" coef="2"/></fixed>
    <fixed name="2"><joint joint="jb" coef="1"/></fixed><fixed name="3"><joint joint="jx" coef="1"/></fixed>
    <spatial name="4"><site site="sx"/><site site="sb"/></spatial>
    <spatial name="5"><site site="sx"/><geom geom="gb" sidesite="sb"/><site site="sb"/></spatial></tendon>`,
  'tendons and what refers to them': `<tendon><fixed name="t"><joint joint="jb" coef="1"/></fixed></tendon>
    <actuator><motor name="m" tendon="t"/></actuator><sensor><tendonpos name="tp" tendon="t"/></sensor>
    <equality><tendon name="e" tendon1="t"/></equality>`,
  equalities: `<equality><connect name="1" body1="b" anchor="0 0 0"/><connect name="2" body1="b" body2="x" anchor="0 0 0"/>
    <joint name="3" joint1="jb"/><joint name="4" joint1="jb" joint2="jx"/><weld name="5" body1="world" body2="b"/>
    <connect name="6" body1="x" anchor="0 0 0"/></equality>`,
  contacts: `<contact><pair name="1" geom1="gx" geom2="gb"/><pair name="2" geom1="gb" geom2="gb2"/>
    <exclude name="3" body1="world" body2="b"/><exclude name="4" body1="x" body2="b"/></contact>`,
  'site transmissions': `<actuator><motor name="m" site="sb" refsite="sx"/><motor name="n" site="sb" refsite="sb"/>
    <adhesion name="o" body="b" ctrlrange="0 1"/></actuator>`,
  tuples: '<custom><tuple name="t"><element objtype="joint" objname="jb"/></tuple></custom>',
  'tuples of other things': `<custom><numeric name="n" data="1"/><text name="t" data="x"/>
    <tuple name="t"><element objtype="joint" objname="jx"/></tuple></custom>`,
}
const BALL = '<geom size=".1"/>'
const PAIRED = '<geom name="gb2" size=".1"/>'

const option = (attributes: string) => `<option ${attributes}/>`
const flag = (attributes: string) => `<option><flag ${attributes}/></option>`
const size = (attributes: string) => `<size ${attributes}/>`
const visual = (content: string) => `<visual>${content}</visual>`
const SETTINGS: readonly (readonly [string, string])[] = [
  [option('timestep=".001"'), option('timestep=".003"')],
  [option('timestep=".002"'), option('timestep=".001"')],
  [option('gravity="0 0 -1" iterations="3"'), option('gravity="0 0 -2" tolerance="1e-3"')],
  [option('iterations="3" tolerance="1e-9"'), option('iterations="300" tolerance="1e-3"')],
  [option('sdf_iterations="3" ccd_iterations="9"'), option('sdf_iterations="5" ccd_iterations="50"')],
  [option('integrator="RK4"'), option('integrator="implicit"')],
  [option('cone="elliptic" solver="CG"'), option('impratio="3" jacobian="dense"')],
  [option('o_solref=".1 1" o_margin=".1"'), option('o_solref=".2 1"')],
  [option('actuatorgroupdisable="1"'), option('actuatorgroupdisable="2 3"')],
  [flag('contact="disable"'), flag('contact="enable"')],
  [flag('contact="disable" energy="enable"'), flag('gravity="disable" fwdinv="enable"')],
  [flag('energy="enable"'), flag('energy="disable"')],
  [size('nuser_body="3" nkey="2"'), size('nuser_body="5" nkey="1"')],
  [size('nuserdata="3"'), size('nuserdata="5" nuser_sensor="2"')],
  [visual('<map znear=".2" zfar="3"/>'), visual('<map znear=".3" zfar="4"/>')],
  [visual('<global realtime=".2" fovy="30"/>'), visual('<global realtime=".3" fovy="40"/>')],
  [visual('<map stiffness="3"/><scale com="2"/>'), visual('<map stiffness="4"/><rgba haze="1 1 1 1"/>')],
  ['<statistic extent="3"/>', '<statistic extent="4" center="1 2 3"/>'],
]

const cable = (attributes: string, geom = 'type="capsule" size=".1"', more = '<joint kind="main"/>') =>
  `<composite type="cable" prefix="x" ${attributes}><geom ${geom}/>${more}</composite>`
const STRAIGHT = 'count="4 1 1" size="1" curve="s 0 0"'

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
const ASSETS = child(
  `<body name="b"><joint/><geom name="g" type="mesh" mesh="tetra" material="red"/><site material="plain"/></body>
    <frame name="f"><geom type="hfield" hfield="hills" class="painted"/></frame><light texture="flat"/>`,
  `<default><default class="painted"><geom material="plain"/></default></default>
    <asset><mesh name="tetra" vertex="0 0 0  1 0 0  0 2 0  0 0 3" material="red"/><hfield name="hills" nrow="2" ncol="2"
    elevation="0 1 2 3" size="1 1 1 1"/><texture name="flat" type="2d" builtin="flat" width="4" height="4"/>
    <material name="red" texture="flat" rgba="1 0 0 1"/><material name="plain"/></asset>
    <tendon><spatial material="red"><site site="nowhere"/></spatial></tendon>`,
)

const TOPICS: Readonly<Record<string, readonly Case[]>> = {
  'copies in a row, in a ring, in a spiral': cross(
    ['offset="1 0 0"', 'euler="0 0 30"', 'offset=".3 .2 .1" euler="10 20 30"', 'offset="0 1 0" sep="-"'],
    [1, 2, 3, 11],
  ).flatMap(([attributes, count]) => [
    model(copies(`${part('b')}<geom name="w" size=".2"/>`, `${attributes} count="${count}"`)),
    model(
      `<frame pos="1 2 3" euler=".1 .2 .3">${copies(part('b'), `${attributes} count="${count}"`)}</frame>`,
      '<compiler angle="radian" eulerseq="ZyX"/>',
    ),
    model(part('x', copies(`${part('b')}<joint name="more"/><site name="w" pos="1 2 3"/>`, `${attributes} count="2"`))),
  ]),
  'copies of copies': [
    model(copies(`<body name="b">${copies('<site name="s"/><geom size="1"/>', 'count="11" offset="0 1 0"')}</body>`)),
    model(copies(copies(copies('<site name="a"/>')) + copies(copies('<site name="a2"/>')))),
    model(copies(copies(part('b'), 'count="3" euler="0 10 0" offset="1 0 0"'), 'count="2" sep="_" offset="0 1 0"')),
    model(`<frame pos="0 0 1">${copies(`<frame pos="0 1 0">${part('b')}</frame>`)}<geom size="1"/></frame>`),
  ],
  'copies of free and mocap bodies': [
    model(copies('<body pos="1 0 0"><freejoint/><geom size="1"/></body>', 'count="3" offset="1 0 0" euler="0 0 90"')),
    model(copies('<body mocap="true" pos="1 2 3"/>', 'count="2" offset="1 0 0"')),
  ],
  'numbers of copies': ['count="0"', 'count="-3"', '', 'count="1"', 'count="2.5"'].map((count) =>
    model(copies('<geom name="g" size="1"/>', count)),
  ),
  'what stands in copies': [
    model(copies('<joint/>')),
    model('<replicate count="2"/>'),
    model(part('x', copies('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'))),
    model(part('x', copies('<frame pos="1 0 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></frame>'))),
    model(copies('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>')),
    model(copies(`<camera name="c" target="b"/>${part('b')}`)),
    model(`${part('x')}${copies('<camera name="c" target="x"/>')}`),
    model(`<camera target="b"/>${copies(part('b'))}`),
    model(`${copies(part('b'))}<camera target="b1"/>`, motors('b1')),
    model(copies('<light name="l"/><camera name="c"/><frame name="f"><site name="s"/></frame>')),
  ],
  'names in copies': [
    model(
      copies(part('b1') + part('b10'), 'count="3"'),
      `<contact><exclude name="e" body1="b1" body2="b10"/></contact>${motors('b1')}`,
    ),
    parent('', child(part('b') + copies('<attach body="b" prefix="p"/>'), `<sensor><clock name="c"/></sensor>`)),
    parent(attach(''), child(`${copies('<site name="s"/>')}`, '<equality><connect site1="s" site2="s"/></equality>')),
    model(`<geom name="g0" size="1"/>${copies('<geom name="g" size="1"/>')}`),
    model(`<geom name="g" size="1"/>${copies('<geom name="g" size="1"/>')}`),
    model(`${copies('<geom name="g" size="1"/>')}<geom name="g" size="1"/>`),
    model(copies('<geom name="g" size="1"/><geom name="g" size="1"/>')),
    model(`${copies('<site name="s"/>')}${copies('<site name="s"/>', 'count="2" sep="_"')}`),
    model(`${copies('<site name="s"/>')}${copies('<site name="s"/>', 'count="3"')}`),
  ],
  'classes around and in copies': [
    model(
      copies('<geom/><frame childclass="d"><geom/></frame><body><geom/></body>', 'count="2" childclass="c"'),
      CLASSES,
    ),
    model(`<frame childclass="d">${copies('<geom/><geom class="c"/>')}</frame>`, CLASSES),
    model(`<body childclass="d"><frame>${copies('<geom/>')}</frame></body>`, CLASSES),
    model(copies('<geom/>', 'count="2" childclass="zz"'), CLASSES),
  ],
  'what refers to copies': Object.values(LISTS).flatMap((lists) => [
    model(`${part('x')}${copies(part('b') + PAIRED)}`, lists),
    model(`${copies(part('b') + PAIRED, 'count="3"')}${part('x')}`, lists),
    model(`${part('x')}${copies(copies(part('b') + PAIRED))}`, lists),
  ]),
  'keyframes and copies': [
    model(`${part('x')}${copies(part('b'))}${part('y')}`, keyframe('name="k" qpos="1 2" qvel="3 4"', 'time="3"')),
    model(`${part('x')}${copies(part('b'))}`, keyframe('name="k" qpos="1 2 3"')),
    model(`${part('x')}${copies(part('b'))}${part('y')}`, keyframe('name="k" qpos="1"')),
    model(`${part('x')}${copies(part('b'), 'count="0"')}${part('y')}`, keyframe('name="k" qpos="1 2"')),
    model(`${part('x')}${copies('<geom size="1"/>')}${part('y')}`, keyframe('name="k" qpos="1"')),
    model(`${part('x')}${copies(part('b'))}${copies(part('c'))}`, keyframe('name="k" qpos="1 2"', 'qvel="1 2"')),
    model(`${part('x')}${copies(`<body>${part('o')}${copies(part('b'))}</body>`)}`, keyframe('name="k" qpos="1 2 3"')),
    model(`${part('x')}${copies(`<body>${copies(part('b'))}${part('o')}</body>`)}`, keyframe('name="k" qpos="1 2"')),
    model(`<body><geom size="1"/>${part('x')}${copies('<joint name="b" ref="20"/>')}</body>`, keyframe('qpos="1 2"')),
    model(`${copies('<site/>')}${part('x')}`, motors('x') + keyframe('name="k" ctrl="3"')),
    model(`${part('x')}${copies(part('b'))}`, `<size nkey="5"/>${keyframe('name="k" qpos="1 2"')}`),
    ...['', 'ctrl="5 6"', 'ctrl="1"'].flatMap((ctrl) => [
      model(`${part('x')}${copies(part('b'))}`, motors('b', 'x') + keyframe(`name="k" qpos="1 2" ${ctrl}`)),
      model(`${part('x')}${copies(part('b'), 'count="1"')}`, motors('x', 'b') + keyframe(`qpos="1 2" ${ctrl}`)),
    ]),
    ...cross(
      ['intvelocity', 'motor', 'muscle', 'position timeconst=".1"', 'general dyntype="filter" actdim="1"'],
      ['act="3 4"', 'act="3"', 'ctrl="5 6" act="7 8"'],
    ).flatMap(([kind, key]) => {
      const actuators = `<actuator><${kind} name="ab" joint="jb" actrange="0 1"/><${kind} name="ax" joint="jx"
        actrange="0 1"/></actuator>${keyframe(`name="k" ${key}`)}`.replaceAll(
        kind === 'intvelocity' ? '' : 'actrange="0 1"',
        '',
      )
      return [
        model(`${part('x')}${copies(part('b'))}`, actuators),
        model(`${part('x')}${part('b')}<attach body="b" prefix="s"/>`, actuators),
        parent(attach('body="b"'), child(part('x') + part('b'), actuators)),
      ]
    }),
    model(
      copies('<frame pos="0 0 5"><body pos="1 2 3" euler="0 0 90"><freejoint/><geom size="1"/></body></frame>'),
      keyframe('name="k" qpos="1 2 3 4 5 6 7" qvel="1 2 3 4 5 6"', ''),
    ),
    ...['mpos="1 2 3"', 'mpos="1 2 3" mquat="1 2 3 4"', 'mpos="1 2 3 4 5 6"'].map((key) =>
      model(
        copies(
          '<frame pos="0 0 5"><body mocap="true" pos="1 2 3" euler="0 0 90"/></frame>',
          'count="2" offset="1 0 0"',
        ),
        keyframe(key),
      ),
    ),
  ],
  'short keyframes': [
    model(part('x') + part('y'), keyframe('qpos="1"')),
    model('<body pos="1 2 3" euler="0 0 90"><freejoint/><geom size="1"/></body>', keyframe('qpos="1"')),
    model('<body><geom size="1"/><joint type="ball"/></body>', keyframe('qpos="1"', 'qvel="1"', 'qpos="1 2 3 4 5"')),
    model(
      '<frame pos="0 0 7"><body mocap="true" pos="1 2 3" euler="0 0 90"/><body mocap="true" pos="3 2 1"/></frame>',
      keyframe('mpos="1 2 3"', 'mquat="1 2 3 4"'),
    ),
  ],
  'parts of the same model': [
    ...['body="b"', 'frame="f"', 'body="world"', '', 'body="zz"', 'frame="zz"', 'body="b" frame="f"'].flatMap(
      (what) => [
        model(`${part('b')}<frame name="f" pos="1 2 3">${part('c')}<geom name="g" size="1"/></frame>
        <attach prefix="s" ${what}/><frame pos="0 0 1" euler="0 0 90"><attach prefix="t" ${what}/></frame>`),
      ],
    ),
    model(`<attach body="b" prefix="a"/>${part('b')}`),
    model(part('b', '<attach body="b" prefix="a"/>')),
    model('<frame name="f" pos="1 2 3"><geom name="g" size="1"/><attach frame="f" prefix="a"/></frame>'),
    model(`${part('b')}<attach body="b" prefix="a"/><attach body="ab" prefix="c"/>`),
    model(`${part('b')}<attach body="b" prefix="a"/><attach body="b" prefix="a"/>`),
    model(`${copies('<frame name="f"><geom name="g" size="1"/></frame>')}<attach frame="f0" prefix="p"/>`),
    model(`${part('b')}<attach body="b"/>`),
    model(`${part('b')}<attach body="b" prefix=""/>`),
    ...Object.values(LISTS).flatMap((lists) => [
      model(`${part('x')}<frame name="f">${part('b') + PAIRED}</frame><attach frame="f" prefix="p"/>`, lists),
      model(`${part('x')}${part('b') + PAIRED}<attach body="b" prefix="p"/><attach body="b" prefix="q"/>`, lists),
    ]),
    ...['qpos="1 2"', 'qpos="1 2" ctrl="5 6"', 'qpos="1"', 'qvel="1 2"', ''].flatMap((key) => [
      model(`${part('x')}${part('b')}<attach body="b" prefix="s"/>`, motors('b', 'x') + keyframe(`name="k" ${key}`)),
      model(
        `${part('x')}${part('b')}<attach body="b" prefix="s"/><attach body="x" prefix="t"/>`,
        motors('x') + keyframe(`name="k" ${key}`),
      ),
    ]),
    model(`${part('b')}<attach body="b" prefix="s"/>${part('y')}<attach body="b" prefix="t"/>`, keyframe('qpos="1"')),
    model(`${part('b')}<attach body="b" prefix="s"/>${copies(part('c'))}`, keyframe('qpos="1"')),
    model(`${part('b')}<attach body="b" prefix="s"/>${copies('<site/>')}`, motors('b') + keyframe('qpos="1" ctrl="2"')),
    model(
      '<body><geom size="1"/><frame name="f"><joint name="a"/></frame><attach frame="f" prefix="s"/></body>',
      keyframe('qpos="1"'),
    ),
  ],
  'parts of another model': [
    ...[
      'body="b"',
      'frame="f"',
      'body="world"',
      '',
      'body="zz"',
      'frame="zz"',
      'body="b" frame="f"',
      'body="bb"',
    ].flatMap((what) =>
      [
        attach(what),
        `<body pos="0 0 5"><joint/><geom size="1"/>${attach(what)}</body>`,
        `<frame pos="0 0 5" euler="0 0 90">${attach(what)}</frame>`,
        copies(attach(what), 'count="2" offset="1 0 0"'),
      ].map((content) =>
        parent(
          content,
          child(
            `<geom name="wg"/><light name="wl"/><body name="b" euler="0 0 .1"><joint name="jb" ref="1" range="-1 1"/>
              <geom name="gb" class="c"/><body name="bb"><joint name="jbb"/><geom/></body></body>${part('o')}
              <frame name="f" pos="0 0 1"><body name="fb"><geom/><joint name="fj"/></body><geom name="fg" class="d"/></frame>`,
            `<compiler angle="radian" autolimits="true"/>${CLASSES}
              <custom><numeric name="n" data="1"/><text name="t" data="x"/></custom>`,
          ),
        ),
      ),
    ),
    parent(
      '<frame pos="0 0 3"/><attach model="child" prefix="q" body="b"/>',
      child('<frame pos="1 0 0">' + part('b') + '</frame>'),
    ),
    parent(
      `<body>${attach('frame="f"')}</body>`,
      child(
        '<body><frame name="f" pos="1 0 0"><joint name="j"/><inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/><body name="q"/><geom name="g" size="1"/></frame></body>',
      ),
    ),
    parent(attach('body="b"') + attach('body="b"'), child(part('b'))),
    parent(attach('body="b"') + attach('body="c"'), child(part('b') + part('c'))),
    parent(attach('body="b"') + '<attach model="child" body="b" prefix="q"/>', child(part('b'))),
    parent(attach('') + attach(''), child('<geom size="1"/>')),
    parent(attach('frame="f"') + attach('frame="f"'), child('<frame name="f"><geom size="1"/></frame>')),
    parent('<attach model="children" prefix="" body="b"/>', child(part('b'))),
    parent('<attach model="child" body="b"/>', child(part('b'))),
    parent(`${attach('body="b"')}`, child(`${part('x')}<body name="b"><camera target="x"/></body>`)),
    parent(`${attach('body="b"')}`, child('<body name="b"><camera target="b"/></body>')),
    parent(attach('body="b"'), child(part('b') + '<geom size="0"/>')),
    parent(attach('body="b"'), child('<body name="b"><geom size="0"/></body>')),
    parent('', child('<geom size="0"/>')),
    parent('', child('<geom foo="0"/>')),
    parent(attach('body="b"'), child(part('b')), '<compiler fusestatic="true" discardvisual="true"/>'),
    parent(attach('body="b"'), child(part('b'), '<compiler inertiafromgeom="false" boundmass="3" boundinertia="3"/>')),
    parent(
      attach('body="b"'),
      child(
        '<body name="b"><geom type="box" size=".1 .2 .3" pos=".1 .1 .1"/><freejoint/></body>',
        '<compiler alignfree="true"/>',
      ),
    ),
    parent(
      attach('body="b"'),
      child(
        '<body name="b"><geom size=".1"/><joint range="0 10" limited="auto"/></body>',
        '<compiler autolimits="false"/>',
      ),
    ),
    model('<attach model="the child" body="b" prefix="a"/>', '<asset><model file="child.xml"/></asset>', {
      'child.xml': child(part('b')),
    }),
    model('', '<asset><model file="nowhere.xml"/></asset>'),
    model('', '<asset><model name="a"/></asset>'),
    model(
      '<attach model="a" body="b" prefix=""/>',
      '<asset><model name="a" file="1.xml"/><model name="a" file="2.xml"/></asset>',
      { '1.xml': child(part('b')), '2.xml': child('<body name="b"/>') },
    ),
    model(
      '<attach model="a" body="b" prefix="1"/><attach model="b" body="b" prefix="2"/>',
      '<asset><model name="a" file="1.xml"/><model name="b" file="1.xml"/></asset>',
      { '1.xml': child(part('b')) },
    ),
  ],
  'classes of another model': ['class="p_c"', 'class="p_main"', 'class="c"', 'class="p_e"']
    .flatMap((name) => [
      parent(`${attach('body="b"')}<geom ${name}/>`, child(part('b'), CLASSES)),
      parent(`<geom ${name}/>${attach('body="b"')}`, child(part('b'), CLASSES)),
      parent(`${attach('body="b"')}<body child${name}><geom/></body>`, child(part('b'), CLASSES)),
    ])
    .concat([
      parent(
        `<body childclass="c">${attach('body="b"')}</body>`,
        child('<body name="b"><geom/></body>', '<default><geom size="2"/></default>'),
        CLASSES,
      ),
      parent(attach('body="b"'), child('<body childclass="c"><body name="b"><geom/></body></body>', CLASSES)),
    ]),
  'what refers to parts of another model': Object.values(LISTS).flatMap((lists) => [
    parent(attach('body="b"'), child(part('x') + part('b') + PAIRED, lists)),
    parent(attach('body="b"') + part('x'), child(part('x') + part('b') + PAIRED, lists)),
    parent(part('x') + attach('body="b"'), child(part('x') + part('b') + PAIRED, lists)),
    parent(attach(''), child(part('x') + part('b') + PAIRED, lists)),
    parent(`${part('y')}${copies(attach('body="b"'))}`, child(part('x') + part('b') + PAIRED, lists), motors('y')),
    parent(
      attach('body="b"') + '<attach model="child" prefix="q" body="x"/>',
      child(part('x') + part('b') + PAIRED, lists),
    ),
  ]),
  'keyframes of another model': [
    ...cross(
      ['name="k" qpos="1 2 3" ctrl="4 5" time="1"', 'name="k" qvel="1 2 3"', '', 'qpos="1 2"', 'name="k" ctrl="1"'],
      ['', keyframe('name="m" qpos="9" ctrl="8"'), keyframe('name="m" qpos="9 8 7 6" qvel="1"')],
    ).flatMap(([key, own]) => {
      const other = child(part('b', part('bb')) + part('c'), motors('c', 'b') + keyframe(key))
      return [
        parent(part('x') + attach('body="b"') + part('y'), other, motors('x') + own),
        parent(
          attach('body="b"') + '<attach model="child" body="c" prefix="q"/>' + part('y'),
          other,
          motors('y') + own,
        ),
        parent(attach('') + part('y'), other, motors('y') + own),
        parent(part('x') + copies(`<body>${attach('body="b"')}</body>`), other, motors('x') + own),
        parent(attach('body="b"') + '<attach body="p_b" prefix="q"/>', other, own),
        parent(part('x') + attach('body="b"') + copies('<geom size="1"/>', 'count="1"'), other, motors('x') + own),
      ]
    }),
    parent(attach(''), child(part('a') + copies(part('b')), keyframe('name="k" qpos="1 2"'))),
    parent(
      attach('body="b"'),
      child(`${part('b')}${part('c')}<attach body="c" prefix="z"/>`, keyframe('name="k" qpos="1 2"')),
    ),
    parent(
      `${attach('body="b"')}<attach model="child" prefix="q" body="c"/>`,
      child(`${part('b')}${part('c')}<attach body="b" prefix="z"/>`, keyframe('name="k" qpos="1 2"')),
    ),
  ],
  'assets of another model': [
    ...['body="b"', 'frame="f"', ''].flatMap((what) => [
      parent(attach(what), ASSETS),
      parent(attach(what) + `<attach model="child" prefix="q" ${what}/>`, ASSETS),
      parent(copies(attach(what)), ASSETS),
      parent(attach(what) + '<geom size="1" material="p_red"/><geom type="mesh" mesh="p_tetra"/>', ASSETS),
    ]),
    parent(attach('body="b"'), ASSETS, '<asset><material name="red" rgba="0 1 0 1"/></asset>'),
    parent(attach('body="b"'), ASSETS, '<asset><material name="p_red"/></asset>'),
    parent('', ASSETS),
    model('<attach model="m" body="b" prefix="p"/>', '<asset><model name="m" file="sub/child.xml"/></asset>', {
      'sub/child.xml': child(
        '<body name="b"><geom type="mesh" mesh="tetra"/></body>',
        '<compiler meshdir="meshes"/><asset><mesh file="tetra.obj"/></asset>',
      ),
      'sub/meshes/tetra.obj': TETRAHEDRON,
    }),
    model(
      '<attach model="m" body="b" prefix="p"/><geom type="mesh" mesh="tetra"/>',
      `<compiler meshdir="own" angle="radian"/>
      <asset><mesh file="tetra.obj"/><model name="m" file="sub/child.xml"/></asset>`,
      {
        'sub/child.xml': child(
          '<body name="b"><geom type="mesh" mesh="tetra" euler="10 20 30"/></body>',
          '<asset><mesh file="tetra.obj"/></asset>',
        ),
        'sub/tetra.obj': TETRAHEDRON,
        'own/tetra.obj': TETRAHEDRON.replace('v 1 0 0', 'v 2 0 0'),
      },
    ),
  ],
  'models in models': [
    model('<attach model="m" body="m" prefix="1"/>', '<asset><model name="m" file="sub/middle.xml"/></asset>', {
      'sub/middle.xml': `<mujoco><asset><model name="k" file="inner.xml"/></asset><worldbody><body name="m">
        <attach model="k" body="b" prefix="2"/></body></worldbody></mujoco>`,
      'sub/inner.xml': child(part('b'), motors('b')),
    }),
    model('<attach model="m" body="b" prefix="1"/>', '<include file="sub/assets.xml"/>', {
      'sub/assets.xml': '<mujoco><asset><model name="m" file="inner.xml"/></asset></mujoco>',
      'sub/inner.xml': '<mujoco><include file="body.xml"/></mujoco>',
      'sub/body.xml': `<mujoco><worldbody>${part('b')}</worldbody></mujoco>`,
    }),
    model(
      '<attach model="m" body="b" prefix="1"/>',
      '<compiler meshdir="x" assetdir="y"/><asset><model name="m" file="a.xml"/></asset>',
      { 'a.xml': child(part('b')) },
    ),
  ],
  cables: [
    ...cross(
      [
        's',
        's 0 0',
        '0 s 0',
        '0 0 s',
        's s s',
        '0 0 0',
        'cos(s) sin(s) 0',
        's cos(s) sin(s)',
        's sin(s)',
        'foo',
        's 0 0 0',
      ],
      ['count="2 1 1"', 'count="4"', 'count="7" quat="1 0 .5 0" offset="1 2 3"', 'count="5" initial="none"'],
    ).map(([curve, count]) => model(cable(`curve="${curve}" size="1 .5 .7" ${count}`))),
    ...['1 1 1', '3 1 1', '3 2 1', '0', '-1 1 1', '4 1', '4 1 1 1'].map((count) =>
      model(cable(`curve="s" size="1" count="${count}"`)),
    ),
    ...['0 0 0 1 0 0 1 1 0 1 1 1 2 1 1', '0 0 0 .1 .2 .3', '0 0 0 1 0 0 1 1', '0 0 0', '0 0 0 1 1 1 2 2 2.1'].flatMap(
      (vertex) => [
        model(cable(`vertex="${vertex}"`)),
        model(cable(`vertex="${vertex}" initial="free" offset="1 2 3" quat="0 1 0 0"`)),
        model(cable(`vertex="${vertex}" count="4"`)),
      ],
    ),
    ...['free', 'ball', 'none', 'hinge'].flatMap((initial) =>
      [
        '',
        'damping="1" armature="2" stiffness="3"',
        'frictionloss="1" limited="false" range="0 30"',
        'type="hinge"',
      ].map((joint) => model(cable(`${STRAIGHT} initial="${initial}"`, undefined, `<joint kind="main" ${joint}/>`))),
    ),
    ...['type="cylinder" size=".1" mass="3"', 'type="sphere" size=".1"', 'size=".1"', 'type="capsule"', 'name="a"'].map(
      (geom) => model(cable(STRAIGHT, geom)),
    ),
    ...['.02 .03 .005', '.5 .1 .2', '.5 .1', '.5'].map((size) => model(cable(STRAIGHT, `type="box" size="${size}"`))),
    ...['2', '4', '7'].map((count) =>
      model(
        cable(`curve="s cos(s) sin(s)" size="1 .5 .7" count="${count}"`, 'type="box" size=".1 .2 .3" rgba="1 0 0 1"'),
      ),
    ),
    model(cable(STRAIGHT, undefined, '<site size=".3" rgba="1 0 0 1" group="2"/>')),
    model(cable(STRAIGHT, undefined, '<joint kind="main"/><joint kind="main"/>')),
    model(cable(STRAIGHT, undefined, '<joint/>')),
    model(cable(STRAIGHT, undefined, '<body/>')),
    model(`${cable(STRAIGHT)}${cable(STRAIGHT)}`),
    model(`<frame pos="1 2 3" euler="10 20 30">${cable(STRAIGHT)}</frame>`),
    model(
      `<body name="q" pos="1 2 3">${cable(STRAIGHT)}</body>`,
      '<default><geom size=".7"/><joint damping="4"/></default>',
    ),
    model(copies(cable(STRAIGHT), 'count="3" offset="0 1 0"'), '<actuator><motor joint="xJ_1"/></actuator>'),
    model(part('b', cable(STRAIGHT)) + '<attach body="b" prefix="p"/>'),
    parent(attach('body="b"'), child(part('b', cable(STRAIGHT)))),
    ...['particle', 'grid', 'rope', 'loop', 'cloth', 'box', ''].map((type) =>
      model(cable(STRAIGHT).replace('"cable"', `"${type}"`)),
    ),
    model(cable('curve="s" count="4"')),
    model(cable('curve="s" count="4" size="0"')),
    model(cable('curve="s" count="4" size="-1"')),
    model(cable('count="4" size="1"')),
  ],
  'settings of another model': cross(['warning', 'merge', 'error'], SETTINGS).flatMap(([policy, [one, other]]) =>
    [
      ['', one],
      [one, ''],
      [one, other],
      [other, one],
      [one, one],
    ].map(([ours, theirs]) =>
      parent(attach('body="b"'), child(part('b'), theirs), `<compiler conflict="${policy}"/>${ours}`),
    ),
  ),
  'settings of several other models': ['warning', 'merge', 'error'].map((policy) =>
    model(
      '<attach model="one" body="b" prefix="1"/><attach model="two" body="b" prefix="2"/>',
      `<compiler conflict="${policy}"/><asset><model name="one" file="1.xml"/><model name="two" file="2.xml"/></asset>`,
      {
        '1.xml': child(part('b'), '<option timestep=".005" gravity="0 0 -1"/>'),
        '2.xml': child(part('b'), '<option timestep=".001" gravity="0 0 -1" wind="1 2 3"/>'),
      },
    ),
  ),
  'inertias in frames': [
    ...['diaginertia="1 2 2.5"', 'diaginertia="1 2 2.5" quat="1 2 3 4"', 'fullinertia="1 1.2 1.3 .1 .2 .3"'].flatMap(
      (how) => {
        const inertial = `<inertial pos=".1 .2 .3" mass="2" ${how}/>`
        const frame = (content: string) => `<frame pos="1 0 0" euler="0 20 90">${content}</frame>`
        const other = '<inertial pos="1 1 1" mass="3" diaginertia="1 1 1"/>'
        return [
          model(`<body><joint/>${frame(inertial)}</body>`),
          model(`<body><joint/>${frame(frame(inertial))}${BALL}</body>`),
          model(`<body>${other}${frame(inertial)}</body>`),
          model(`<body>${frame(inertial)}${other}</body>`),
          model(`<body>${frame(inertial + other)}</body>`),
          model(`<body>${frame(inertial)}${frame(other)}</body>`),
          model(frame(inertial)),
          model(`<body>${frame(inertial)}</body>`, '<compiler inertiafromgeom="true"/>'),
        ]
      },
    ),
  ],
}
test.each(Object.keys(TOPICS))(
  '%s become what they become in the reference',
  (topic) => {
    const wrong: string[] = []
    for (const { xml, files } of TOPICS[topic]) {
      const { outcome, message, model } = judge(
        mj,
        {
          name: topic,
          load: () => loadModel(xml, { files }),
          source: { path: 'm.xml', files: (path) => (path === 'm.xml' ? xml : files[path]) },
        },
        { data: false },
      )
      const differences = model
        .filter((field) => !matches(field))
        .map(fieldLine)
        .slice(0, 5)
      if (outcome === 'matched' || outcome === 'refused by both') continue
      wrong.push([xml, JSON.stringify(files), outcome, message ?? '', ...differences].join('\n  '))
    }
    expect(wrong).toEqual([])
  },
  60_000,
)

test('a tendon of an attached model stays; the reference drops it where the class of a geom has another type', () => {
  const child = (
    type: string,
  ) => `<mujoco model="x"><default><default class="c"><geom type="${type}"/></default></default>
    <worldbody><body childclass="c"><geom name="g" type="sphere" size=".1"/><site name="a" pos="1 0 0"/><site name="b"/></body>
    </worldbody><tendon><spatial><site site="a"/><geom geom="g"/><site site="b"/></spatial></tendon></mujoco>`
  const xml = `<mujoco><asset><model name="x" file="x.xml"/></asset><worldbody><attach model="x" prefix="x"/></worldbody></mujoco>`
  for (const [type, theirs] of [
    ['sphere', 1],
    ['box', 0],
  ] as const) {
    const files: Readonly<Record<string, string>> = { 'm.xml': xml, 'x.xml': child(type) }
    const reference = new ReferenceModel(mj, { path: 'm.xml', files: (path) => files[path] })
    expect(reference.size('ntendon'), type).toBe(theirs)
    reference.delete()
    expect(loadModel(xml, { files }).ntendon, type).toBe(1)
  }
})

test('a sensor is copied with the part that it names; in the reference also where names only begin alike', () => {
  const xml = `<mujoco><worldbody><geom name="g1" size="1"/>
    <replicate count="4"><geom name="g11" size=".1"/></replicate></worldbody>
    <sensor><framepos objtype="geom" objname="g1"/></sensor></mujoco>`
  const ours = loadModel(xml)
  const theirs = new ReferenceModel(mj, xml)
  expect(theirs.names(ObjType.geom)).toEqual(ours.names.all(ObjType.geom))
  const named = (ids: Iterable<number>) => [...ids].map((id) => ours.names.name(ObjType.geom, id))
  expect(named(ours.sensor_objid)).toEqual(['g1'])
  expect(named(theirs.array('sensor_objid')!)).toEqual(['g1', 'g112', 'g113'])
  theirs.delete()
})
