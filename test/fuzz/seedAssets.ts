import { BOX, mshFile, objFile, stlFile, textStlFile } from '../support/meshFiles.ts'
import { makePng, picture } from '../support/png.ts'
import { ints, makeSkin, reals } from '../support/skin.ts'
import type { Random } from './fuzzRandom.ts'

/** Files of assets that are damaged, and a model that names them. */

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Mesh files of every kind. */
export const MESH_FILES: Readonly<Record<string, Uint8Array>> = {
  'box.stl': stlFile(BOX),
  'text.stl': bytesOf(textStlFile(BOX)),
  'box.obj': bytesOf(objFile(BOX)),
  'box.msh': mshFile(BOX),
}

const BUFFERS = {
  'rgb.png': picture(4, 4, 7),
  'rgba.png': picture(2, 12, 3, 6),
  'grey.png': picture(5, 3, 9, 0),
  'palette.png': makePng({
    width: 4,
    height: 2,
    colorType: 3,
    depth: 2,
    rows: [
      [0, 0x1b],
      [2, 0x1b],
    ],
    chunks: [
      ['PLTE', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      ['tRNS', [0, 9]],
      ['sRGB', [0]],
    ],
  }),
  'interlaced.png': makePng({
    width: 3,
    height: 3,
    colorType: 0,
    interlaced: true,
    rows: [
      [0, 0],
      [1, 2],
      [2, 6, 8],
      [3, 1],
      [4, 7],
      [4, 3, 4, 5],
    ],
  }),
  'field.png': picture(3, 4, 1, 0),
  'field.bin': Buffer.concat([ints([3, 2]), reals([1, 2, 3, 4, 5, 6])]),
  'skin.skn': makeSkin({ texcoord: [0, 0, 1, 0, 0, 1], bones: [{}, { body: 'c', vertid: [1], vertweight: [2] }] }),
}

/** Files of assets. Copies: the buffers of Node share memory with their slices. */
export const ASSET_FILES: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries(BUFFERS).map(([name, bytes]) => [name, Uint8Array.from(bytes)]),
)

/** A model with all of these files. */
export const ASSET_MODEL = `<mujoco model="assets">
  <compiler strippath="false"/>
  <default><material shininess=".2"/><default class="c"><material><layer texture="rgb" role="rgb"/></material></default></default>
  <asset>
    <texture file="rgb.png" type="2d" hflip="true"/>
    <texture name="cube" type="cube" file="rgba.png" gridsize="6 1" gridlayout="RLUDFB" nchannel="4"/>
    <texture name="sky" type="skybox" fileup="rgb.png" filedown="rgb.png" colorspace="sRGB"/>
    <texture name="grey" type="2d" file="grey.png" nchannel="1" vflip="true"/>
    <texture name="palette" type="2d" file="palette.png" nchannel="4"/>
    <texture name="interlaced" type="2d" file="interlaced.png"/>
    <texture name="painted" builtin="gradient" width="8" height="8" mark="random" random=".1" rgb1="1 0 0"/>
    <texture name="checker" type="2d" builtin="checker" width="8" height="4" mark="edge" markrgb="1 1 1"/>
    <material name="m" texture="rgb" texrepeat="2 2" rgba="1 0 0 1"/>
    <material name="n" class="c"><layer texture="grey" role="orm"/><layer texture="palette" role="normal"/></material>
    <hfield name="hills" file="field.png" size="1 1 .5 .1"/>
    <hfield name="dunes" file="field.bin" size="1 1 .5 .1"/>
    <hfield name="steps" nrow="2" ncol="3" elevation="0 1 2 3 4 5" size="1 1 .5 .1"/>
    <skin file="skin.skn" material="m"/>
    <skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" texcoord="0 0 1 0 0 1">
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <light texture="painted" type="image"/>
    <geom type="hfield" hfield="hills" material="m"/>
    <body name="b"><freejoint/><geom size=".1" material="n"/><site material="m"/></body>
    <body name="c"><joint/><geom type="hfield" hfield="dunes"/></body>
  </worldbody>
</mujoco>`

/** A picture that is sound in itself, so that what is wrong is not hidden behind a checksum. */
export function oddPicture(random: Random): Uint8Array {
  const small = () => random.pick([0, 1, 2, 3, 5, 8, 60000, 2 ** 31 - 1])
  const rows = Array.from({ length: random.below(6) }, () => [
    random.below(6),
    ...Array.from({ length: random.below(20) }, () => random.below(256)),
  ])
  const chunk = (): [string, number[]] => [
    random.pick(['PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'ABCD', 'abcd', 'IHDR', 'IEND']),
    Array.from({ length: random.pick([0, 1, 2, 3, 6, 12, 13, 768, 771]) }, () => random.below(256)),
  ]
  return Uint8Array.from(
    makePng({
      width: small(),
      height: small(),
      colorType: random.pick([0, 2, 3, 4, 6, 1, 9]),
      depth: random.pick([1, 2, 4, 8, 16, 3]),
      interlaced: random.next() < 0.3,
      rows,
      chunks: Array.from({ length: random.below(3) }, chunk),
    }),
  )
}
