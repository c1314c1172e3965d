import load from '@mujoco/mujoco'
import { beforeAll, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { fieldLine, judge, matches, type ReferenceModule } from '../../../tools/compare/index.ts'
import { makePng, picture } from '../../support/png.ts'
import { ints, makeSkin, reals } from '../../support/skin.ts'

/**
 * Small models with textures, materials, height fields and skins. Each becomes the same model in both engines, byte
 * by byte, or is refused by both.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const PALETTE = ['PLTE', [1, 2, 3, 4, 5, 6]] as const
const ROW = [0, 11, 22, 33, 44, 55, 66]

/** Two by one pixels in every way that PNG has. */
const PICTURES: Readonly<Record<string, Buffer>> = {
  'grey.png': makePng({ width: 2, height: 1, colorType: 0, rows: [[0, 10, 20]] }),
  'grey1.png': makePng({ width: 2, height: 1, colorType: 0, depth: 1, rows: [[0, 0x40]] }),
  'grey2.png': makePng({ width: 4, height: 1, colorType: 0, depth: 2, rows: [[0, 0x1b]] }),
  'grey4.png': makePng({ width: 2, height: 1, colorType: 0, depth: 4, rows: [[0, 0x3c]] }),
  'grey16.png': makePng({ width: 2, height: 1, colorType: 0, depth: 16, rows: [[0, 10, 200, 20, 100]] }),
  'greyT.png': makePng({ width: 2, height: 1, colorType: 0, rows: [[0, 10, 20]], chunks: [['tRNS', [0, 20]]] }),
  'greyAlpha.png': makePng({ width: 2, height: 1, colorType: 4, rows: [[0, 10, 20, 30, 40]] }),
  'rgb.png': makePng({ width: 2, height: 1, rows: [ROW] }),
  'rgbT.png': makePng({ width: 2, height: 1, rows: [ROW], chunks: [['tRNS', [0, 11, 0, 22, 0, 33]]] }),
  'rgb16.png': makePng({ width: 1, height: 1, depth: 16, rows: [[0, 1, 255, 2, 0, 3, 128]] }),
  'rgba.png': makePng({ width: 1, height: 1, colorType: 6, rows: [[0, 1, 2, 3, 100]] }),
  'rgba16.png': makePng({ width: 1, height: 1, colorType: 6, depth: 16, rows: [[0, 1, 9, 2, 9, 3, 9, 100, 9]] }),
  'palette.png': makePng({ width: 2, height: 1, colorType: 3, rows: [[0, 0, 1]], chunks: [PALETTE] }),
  'palette1.png': makePng({ width: 3, height: 1, colorType: 3, depth: 1, rows: [[0, 0x40]], chunks: [PALETTE] }),
  'paletteT.png': makePng({
    width: 2,
    height: 1,
    colorType: 3,
    rows: [[0, 0, 1]],
    chunks: [PALETTE, ['tRNS', [7]]],
  }),
  'beyond.png': makePng({ width: 2, height: 1, colorType: 3, rows: [[0, 0, 9]], chunks: [PALETTE] }),
  'srgb.png': makePng({ width: 2, height: 1, rows: [ROW], chunks: [['sRGB', [0]]] }),
  'gamma.png': makePng({ width: 2, height: 1, rows: [ROW], chunks: [['gAMA', [0, 0, 0xb1, 0x8f]]] }),
  'filters.png': makePng({
    width: 3,
    height: 5,
    rows: [0, 1, 2, 3, 4].map((filter) => [filter, 250, 3, 17, 4, 99, 6, 70, 8, 9]),
  }),
  'filtersFirst.png': makePng({ width: 2, height: 1, rows: [[4, ...ROW.slice(1)]] }),
  'interlaced.png': makePng({
    width: 3,
    height: 3,
    colorType: 0,
    interlaced: true,
    rows: [
      [0, 0],
      [0, 2],
      [0, 6, 8],
      [0, 1],
      [0, 7],
      [0, 3, 4, 5],
    ],
  }),
  'short.png': makePng({ width: 2, height: 2, rows: [ROW] }),
  'long.png': makePng({ width: 1, height: 1, rows: [ROW] }),
  'filter5.png': makePng({ width: 2, height: 1, rows: [[5, ...ROW.slice(1)]] }),
  'depth3.png': makePng({ width: 2, height: 1, depth: 3, rows: [ROW] }),
  'noPalette.png': makePng({ width: 2, height: 1, colorType: 3, rows: [[0, 0, 1]] }),
  'critical.png': makePng({ width: 2, height: 1, rows: [ROW], chunks: [['ABCD', [1]]] }),
  'broken.png': picture(2, 2).fill(1, 45, 47),
  'cut.png': picture(2, 2).subarray(0, 50),
  'empty.png': Buffer.alloc(0),
}

const FILES: Readonly<Record<string, Uint8Array>> = {
  ...PICTURES,
  'a.png': picture(2, 2),
  'b.png': picture(2, 2, 100),
  'big.png': picture(4, 4),
  'wide.png': picture(3, 2),
  'six.png': picture(2, 12),
  'grid.png': picture(8, 6),
  'folder/a.b.png': picture(2, 2, 50),
  'upper.PNG': picture(2, 2),
  noEnding: picture(2, 2),
  'picture.jpg': picture(2, 2),
  'container.ktx': Buffer.from([1, 2, 3, 4, 5, 6, 7]),
  'field.bin': Buffer.concat([ints([2, 3]), reals([1, 2, 3, 4, 5, 7])]),
  'fieldRow.bin': Buffer.concat([ints([1, 3]), reals([1, 2, 3.3])]),
  'fieldShort.bin': Buffer.concat([ints([2, 3]), reals([1, 2, 3, 4, 5])]),
  'fieldLong.bin': Buffer.concat([ints([2, 3]), reals([1, 2, 3, 4, 5, 6, 7])]),
  'fieldHuge.bin': Buffer.concat([ints([100_000, 100_000]), reals([1, 2])]),
  'fieldNegative.bin': Buffer.concat([ints([-2, 3]), reals([1, 2])]),
  'fieldEmpty.bin': Buffer.alloc(0),
  's.skn': makeSkin({ texcoord: [0, 0, 1, 0, 0, 1] }),
  'two.skn': makeSkin({
    bones: [
      { body: 'c', bindquat: [1, 2, 3, 4], bindpos: [0.1, 0.2, 0.3] },
      { body: 'b', vertid: [2, 0], vertweight: [3, 0.5] },
    ],
  }),
  'nobody.skn': makeSkin({ bones: [{ body: 'x' }] }),
  'cut.skn': makeSkin().subarray(0, 60),
  'long.skn': Buffer.concat([makeSkin(), Buffer.alloc(4)]),
  'negative.skn': makeSkin({ declared: [-3, 0, 1, 1] }),
  'huge.skn': makeSkin({ declared: [2 ** 30, 0, 1, 1] }),
  'loose.skn': makeSkin({ bones: [{ vertid: [0, 1], vertweight: [1, 1] }] }),
  'empty.skn': Buffer.alloc(0),
}

const BODIES = '<worldbody><body name="b"><geom size="1"/></body><body name="c"><geom size="1"/></body></worldbody>'
const assets = (content: string, after = '', before = '') =>
  `<mujoco>${before}<asset>${content}</asset>${after}</mujoco>`
const textures = (...list: string[]) => list.map((attributes) => assets(`<texture name="t" ${attributes}/>`))
const cross = (...sets: (readonly string[])[]): string[] =>
  sets.reduce<string[]>((combined, set) => combined.flatMap((a) => set.map((b) => `${a} ${b}`)), [''])

const TWO = '<texture name="t" type="2d" file="a.png"/><texture name="u" type="2d" file="b.png"/>'
const RED = '<material name="red" rgba="1 0 0 1"/>'
const TRIANGLE = 'vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"'
const BONE = '<bone body="b" bindpos="1 2 3" bindquat="2 0 1 0" vertid="0 1 2" vertweight="1 1 2"/>'
const bone = (attributes: string) => `<bone body="b" bindpos="1 2 3" bindquat="1 0 0 0" ${attributes}/>`
const skins = (...list: string[]) => list.map((content) => assets(content, BODIES))
const field = (attributes: string) => assets(`<hfield name="h" ${attributes}/>`)
const FIELD = '<hfield name="f" nrow="2" ncol="2" elevation="0 1 0 2" size="1 2 3 4"/>'
const SECOND = '<hfield name="h" nrow="2" ncol="3" elevation="0 1 0 1 5 7" size="3 4 1 .5"/>'
const fields = (content: string, before = '') => assets(FIELD + SECOND, `<worldbody>${content}</worldbody>`, before)

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'pictures of every kind': cross(
    Object.keys(PICTURES).map((file) => `file="${file}"`),
    ['', 'nchannel="1"', 'nchannel="4"'],
  ).flatMap((attributes) => textures(`type="2d" ${attributes}`)),

  'flipped pictures': textures(
    ...cross(['type="2d" file="wide.png"', 'type="cube" file="a.png"'], ['', 'hflip="true"'], ['', 'vflip="true"']),
    'type="cube" fileback="a.png" filefront="b.png" vflip="true" hflip="true"',
    'type="2d" builtin="gradient" width="4" height="3" hflip="true" rgb1="1 0 .2"',
  ),

  'painted textures': textures(
    ...cross(
      [
        'type="2d" width="7" height="4"',
        'type="2d" width="8" height="9"',
        'type="cube" width="5"',
        'type="skybox" width="6"',
      ],
      ['builtin="flat"', 'builtin="checker"', 'builtin="gradient"'],
      ['', 'mark="edge"', 'mark="cross"', 'mark="random"', 'mark="random" random=".4"'],
    ).map((attributes) => `${attributes} rgb1=".9 .1 0" rgb2=".2 .3 1" markrgb=".4 .5 .6"`),
    'type="2d" builtin="gradient" width="1" height="3"',
    'type="2d" builtin="flat" width="2" height="2" nchannel="4"',
    'type="2d" builtin="flat" width="2" height="2" rgb1="2 -1 1e12"',
    'type="2d" builtin="flat" width="2" height="2" colorspace="sRGB"',
    'type="2d" builtin="flat" width="2" height="2" content_type="x/y"',
    'type="2d" builtin="flat" width="2"',
    'type="2d" builtin="flat" height="2"',
    'type="2d" builtin="flat" width="-2" height="-2"',
    'type="2d" builtin="none" width="2" height="2"',
    'type="2d" builtin="flat" width="2" height="2" file="a.png"',
    'type="cube" builtin="flat" width="2" height="2" fileup="a.png"',
  ),

  'large gradients': textures('type="skybox" builtin="gradient" width="64" rgb1=".3 .5 .7" rgb2="0 0 0"'),

  cubes: textures(
    ...cross(
      ['type="cube"', 'type="skybox"'],
      [
        ...['file="a.png"', 'file="wide.png"', 'file="six.png"', 'file="six.png" gridsize="6 1" gridlayout="RLUDFB"'],
        ...['file="six.png" gridsize="6 1" gridlayout="BFDU.R"', 'file="six.png" gridsize="6 1"'],
        ...['file="six.png" gridsize="6 1" gridlayout="BBDULR"', 'file="six.png" gridsize="6 1" gridlayout="BFDULX"'],
        ...['file="six.png" gridsize="6 1" gridlayout="BFDU"', 'file="six.png" gridlayout="BFDULR"'],
        ...['file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.."', 'file="a.png" gridsize="1 1" gridlayout="X"'],
        ...['file="a.png" gridsize="2 2" gridlayout="FBUD"', 'file="a.png" gridsize="0 1" gridlayout="F"'],
        ...['file="a.png" gridsize="13 1" gridlayout="F"', 'file="six.png" gridsize="3 1" gridlayout="BFD"'],
        ...['fileright="a.png"', 'fileleft="b.png" filedown="a.png"', 'fileright="a.png" fileleft="big.png"'],
        ...['fileright="wide.png"', '', 'file="a.png" fileup="b.png"', 'file="container.ktx"'],
      ],
    ).map((attributes) => `rgb1=".9 .1 0" ${attributes}`),
    'type="2d" file="six.png" gridsize="6 1" gridlayout="BFDULR"',
    'type="2d" fileright="a.png"',
    'type="2d"',
  ),

  'files of textures': [
    ...textures(
      ...['file="upper.PNG"', 'file="noEnding"', 'file="noEnding" content_type="image/png"', 'file="picture.jpg"'],
      ...[
        'file="picture.jpg" content_type="image/png"',
        'file="a.png" content_type="image/foo"',
        'file="folder/a.b.png"',
      ],
      ...['file="a.png" nchannel="2"', 'file="a.png" colorspace="linear"', 'file="srgb.png" colorspace="linear"'],
      ...['file="srgb.png" colorspace="auto"', 'file="a.png" width="7" height="9"', 'file="a.png" mark="edge"'],
      ...[
        'file="container.ktx"',
        'file="container.ktx" hflip="true"',
        'file="container.ktx" nchannel="4"',
        'file="x.png"',
      ],
    ).map((xml) => xml.replace('name="t"', 'name="t" type="2d"')),
    assets('<texture type="2d" file="folder/a.b.png"/><texture type="2d" file="a.png"/>'),
    assets('<texture type="2d" file="a.png"/><texture type="2d" name="a" file="b.png"/>'),
    assets('<texture type="2d" builtin="flat" width="1" height="1"/>'),
    assets('<texture type="cube" builtin="flat" width="1"/>'),
    assets('<texture type="skybox" builtin="flat" width="1"/><texture type="skybox" builtin="flat" width="2"/>'),
    assets('<texture type="2d" file="a.b.png"/>', '', '<compiler texturedir="folder"/>'),
    assets('<texture type="2d" file="a.b.png"/>', '', '<compiler meshdir="folder"/>'),
    assets('<texture type="2d" file="a.b.png"/>', '', '<compiler assetdir="folder"/>'),
    assets('<texture type="2d" file="a.b.png"/>', '', '<compiler texturedir="x"/><compiler assetdir="folder"/>'),
    assets('<texture type="2d" file="a.b.png"/>', '', '<compiler texturedir="folder" assetdir="x"/>'),
    assets('<texture type="2d" file="a.png"/>', '', '<compiler texturedir="" assetdir="x"/>'),
    assets('<texture type="2d" file="x/y/a.png"/>', '', '<compiler strippath="true"/>'),
    assets('<texture type="2d" file="x\\y\\a.b.png"/>', '', '<compiler strippath="true" assetdir="folder/"/>'),
    assets('<texture type="2d" file="folder\\a.b.png"/>'),
  ],

  materials: [
    assets('<material name="m"/>'),
    assets('<material/>'),
    assets('<material name="m"/><material name="m"/>'),
    assets(`${TWO}<material name="m" texture="u" texrepeat="2 3" texuniform="true" emission=".1" specular=".2"
      shininess=".3" reflectance=".4" metallic=".6" roughness=".7" rgba=".1 .2 .3 .4"/><material name="n"/>`),
    assets(`${TWO}<material name="m" texture="x"/>`),
    assets(`${TWO}<material name="m" texture=""/>`),
    assets(`${TWO}<material name="m" class="x"/>`),
    ...['rgb', 'occlusion', 'roughness', 'metallic', 'normal', 'opacity', 'emissive', 'rgba', 'orm'].map((role) =>
      assets(`${TWO}<material name="m"><layer texture="u" role="${role}"/><layer texture="t" role="rgb"/></material>`),
    ),
    assets(`${TWO}<material name="m" texture="t"><layer texture="u" role="orm"/></material>`),
    assets(`${TWO}<material name="m"><layer texture="x" role="orm"/></material>`),
    assets(`${TWO}<material name="m"><layer texture="u"/></material>`),
    assets(`${TWO}<material name="m"><layer role="orm"/></material>`),
    ...[
      '<material texture="u" rgba="1 0 0 1" texrepeat="3 3"/><default class="c"><material texture="t"/></default>',
      '<material texture="u" rgba="1 0 0 1"/><default class="c"><material shininess=".25"/></default>',
      '<default class="c"><material><layer texture="u" role="orm"/></material></default>',
      '<material><layer texture="u" role="rgb"/></material><default class="c"/>',
      '<material texture="u"/><default class="c"><material><layer texture="t" role="rgb"/></material></default>',
    ].flatMap((defaults) =>
      [
        '<material name="m" class="c" specular=".9"/>',
        '<material name="m" class="c" texture="t"/>',
        '<material name="m" class="c"><layer texture="t" role="orm"/></material>',
        '<material name="m" class="c"><layer texture="t" role="rgb"/></material>',
        '<material name="m"/>',
      ].map((material) => assets(TWO + material, '', `<default>${defaults}</default>`)),
    ),
  ],

  'what has a material': [
    ...[
      ...['<geom size="1" material="red"/>', '<geom size="1" material="red" rgba=".5 .5 .5 1"/>'],
      ...['<geom size="1" material="red" rgba=".1 .2 .3 .4"/>', '<site material="red"/>', '<site material="x"/>'],
      ...['<geom size="1" material="x"/>', '<site material="red" rgba="0 0 1 1"/>', '<light texture="u"/>'],
      ...['<light texture="x"/>', '<light texture="u" type="image"/>', '<light type="image"/>'],
    ].map((content) => assets(TWO + RED, `<worldbody>${content}</worldbody>`)),
    assets(RED, '<worldbody><geom size="1"/><site/></worldbody>', '<default><geom material="red"/></default>'),
    assets(
      `${TWO + RED}<material name="t" texture="t"/>`,
      '<worldbody><geom size="1" material="red"/><site material="t"/></worldbody>',
      '<compiler discardvisual="true"/>',
    ),
  ],

  'height fields': [
    ...['a.png', 'rgb.png', 'grey16.png', 'rgba.png', 'wide.png', 'field.bin', 'fieldRow.bin', 'fieldShort.bin'],
    ...['fieldLong.bin', 'fieldHuge.bin', 'fieldNegative.bin', 'fieldEmpty.bin', 'container.ktx', 'x.png', 'upper.PNG'],
    ...['noEnding', 'field.bin" content_type="image/png', 'field.bin" content_type="x', 'short.png'],
    ...['a.png" content_type="image/vnd.mujoco.hfield', 'noEnding" content_type="image/png'],
  ]
    .map((file) => field(`file="${file}" size="1 2 3 4"`))
    .concat(
      [
        ...[
          'nrow="2" ncol="3"',
          'nrow="2" ncol="3" elevation="1 2 3 4 5 6"',
          'nrow="2" ncol="3" elevation="1 2 3 4 5"',
        ],
        ...['nrow="0" ncol="0" elevation="1 2"', 'nrow="1" ncol="1" elevation="7"', 'nrow="3" ncol="1"', ''],
        ...['nrow="2" ncol="2" elevation="-1 -1 -1 -1"', 'nrow="2" ncol="2" elevation="-1 1e30 0 1"'],
        ...['nrow="2" ncol="2" elevation="1 1.00000001 1 1"', 'nrow="2" ncol="2" elevation="1 2 3 4" file="wide.png"'],
        ...['nrow="3" ncol="2" elevation=".1 .2 .7 -.3 .25 1.1"', 'nrow="-1" ncol="-3"'],
      ].map((attributes) => field(`${attributes} size="1 2 3 4"`)),
      ['0 1 1 1', '1 1 1 0', '1 -1 1 1', '1 1 1', '1 1 1 1 1'].map((size) => field(`nrow="2" ncol="2" size="${size}"`)),
      field('nrow="2" ncol="2"'),
      assets('<hfield nrow="2" ncol="2" size="1 1 1 1"/>'),
      assets('<hfield file="folder/a.b.png" size="1 1 1 1"/>'),
      assets('<hfield file="a.b.png" size="1 1 1 1"/>', '', '<compiler meshdir="folder"/>'),
      assets('<hfield file="a.b.png" size="1 1 1 1"/>', '', '<compiler texturedir="folder"/>'),
      assets(FIELD + FIELD),
    ),

  'geoms of height fields': [
    ...['hfield="f"', 'hfield="h" size="1 1 1"', 'hfield="h" pos="1 2 3" euler="10 20 30"', '', 'hfield="x"'],
    ...[
      'hfield="h" fromto="0 0 0 1 1 1"',
      'hfield="h" fluidshape="ellipsoid"',
      'hfield="f" contype="0" conaffinity="0"',
    ],
  ]
    .map((attributes) => fields(`<geom type="hfield" ${attributes}/>`))
    .concat(
      ['', 'mass="3" pos="1 2 3" euler="10 20 30"', 'shellinertia="true"', 'density="0"'].map((attributes) =>
        fields(`<body pos="0 0 1"><joint/><geom size="1"/><geom type="hfield" hfield="f" ${attributes}/></body>`),
      ),
      fields('<geom size="1" hfield="f"/>'),
      fields('<site type="hfield"/>'),
      fields('<geom/>', '<default><geom type="hfield" hfield="f"/></default>'),
      fields('<geom type="hfield" hfield="h" contype="0" conaffinity="0"/>', '<compiler discardvisual="true"/>'),
    ),

  skins: [
    ...skins(
      ...['s', 'two', 'nobody', 'cut', 'long', 'negative', 'huge', 'loose', 'empty', 'x'].map(
        (file) => `<skin name="s" file="${file}.skn"/>`,
      ),
      '<skin file="s.skn" inflate=".1" group="3" rgba="1 0 0 1"/>',
      '<skin file="field.bin"/>',
      `<skin ${TRIANGLE}>${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE} texcoord="0 0 1 0 0 1" material="red">${BONE}</skin>${RED}`,
      `<skin name="s" ${TRIANGLE} material="x">${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE} group="6">${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE} texcoord="0 0 1 0 0">${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE} file="s.skn">${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE}/>`,
      '<skin name="s"/>',
      `<skin vertex="0 0 0 1 0 0 0 1" face="0 1 2">${BONE}</skin>`,
      `<skin vertex="0 0 0 1 0 0 0 1 0" face="0 1">${BONE}</skin>`,
      `<skin vertex="0 0 0 1 0 0 0 1 0">${BONE}</skin>`,
      `<skin name="s" ${TRIANGLE}>${BONE}</skin><skin name="t" ${TRIANGLE} texcoord="0 0 1 0 0 1">${BONE}${BONE}</skin>`,
      ...[
        ...['vertid="0 1" vertweight="1 1 2"', 'vertid="0 1" vertweight="1 1"', 'vertid="0 1 3" vertweight="1 1 1"'],
        ...[
          'vertid="0 1 2" vertweight="1 1 0"',
          'vertid="" vertweight=""',
          '',
          'vertid="0 1 2 2" vertweight="1 2 3 5"',
        ],
      ].map((vertices) => `<skin ${TRIANGLE}>${bone(vertices)}</skin>`),
      `<skin ${TRIANGLE}>${BONE.replace('body="b"', 'body="x"')}</skin>`,
      `<skin ${TRIANGLE}>${BONE.replace('body="b"', 'body="world"')}</skin>`,
      `<skin ${TRIANGLE}>${BONE.replace('bindpos="1 2 3"', '')}</skin>`,
    ),
    `<mujoco><deformable><skin ${TRIANGLE}>${BONE}</skin></deformable><asset><skin file="two.skn"/></asset>${BODIES}</mujoco>`,
    assets(`<skin ${TRIANGLE} texcoord="0 0 1 0 0 1">${BONE}</skin>`, BODIES, '<compiler discardvisual="true"/>'),
    assets(
      `<skin ${TRIANGLE}>${BONE}</skin>`,
      '<worldbody><body><freejoint/><geom size="1"/><body name="c"><geom size="1"/></body><body name="b"/></body></worldbody>',
      '<compiler fusestatic="true"/>',
    ),
  ],
}

test.each(Object.keys(TOPICS))('%s become what they become in the reference', (topic) => {
  for (const xml of TOPICS[topic]) {
    const files = (path: string) => (path === 'model.xml' ? xml : FILES[path])
    const subject = { name: topic, load: () => loadModel(xml, { files }), source: { path: 'model.xml', files } }
    const { outcome, message, model } = judge(mj, subject, { data: false })
    const differences = model.filter((result) => !matches(result)).map(fieldLine)
    const agree = outcome === 'matched' || outcome === 'refused by both'
    expect(agree, [xml, outcome, message ?? '', ...differences].join('\n')).toBe(true)
  }
})

/** The second of two places where an included file may have its assets: in its own folder. */
test('files that included models name are found where the reference finds them', () => {
  const included = '<mujoco><asset><texture name="t" type="2d" file="a.png"/></asset></mujoco>'
  const places = ['a.png', 'p/a.png', 'sub/a.png', 'sub/p/a.png', 'sub/deep/a.png', 'p/sub/a.png']
  for (const dir of ['', '<compiler texturedir="p"/>']) {
    for (const [top, inner] of [
      ['<include file="sub/part.xml"/>', { 'sub/part.xml': included }],
      ['<include file="part.xml"/>', { 'part.xml': included }],
      [
        '<include file="sub/part.xml"/>',
        { 'sub/part.xml': '<mujoco><include file="deep/part.xml"/></mujoco>', 'sub/deep/part.xml': included },
      ],
    ] as const) {
      for (const place of places) {
        const xml = `<mujoco>${dir}${top}</mujoco>`
        const all: Readonly<Record<string, string | Uint8Array>> = {
          'model.xml': xml,
          ...inner,
          [place]: FILES['a.png'],
        }
        const files = (path: string) => all[path]
        const subject = { name: place, load: () => loadModel(xml, { files }), source: { path: 'model.xml', files } }
        const { outcome } = judge(mj, subject, { data: false })
        expect(['matched', 'refused by both'], `${xml} ${Object.keys(all).join(' ')}: ${outcome}`).toContain(outcome)
      }
    }
  }
})
