import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { makePng, picture } from '../../../../test/support/png.ts'
import { ints, makeSkin, reals } from '../../../../test/support/skin.ts'
import { ObjType } from '../../../core/model/enums.ts'
import { modelFromMessage, modelMessage } from '../../../core/model/modelMessage.ts'
import { loadModel, readSpec } from '../../load.ts'
import { MemoryBudget } from '../text/memoryBudget.ts'
import { compileTexture } from './texture.ts'

/** Assets as users meet them: what becomes of them, and what is said when they are wrong. */

const BODY = '<worldbody><body name="b"><geom size="1"/></body></worldbody>'
const load = (assets: string, files: Record<string, Uint8Array> = {}, options: object = {}, rest = BODY) =>
  loadModel(`<mujoco><asset>${assets}</asset>${rest}</mujoco>`, { files, ...options })
const refusal = (...args: Parameters<typeof load>) => modelError(() => load(...args))

test('a checker has the first color in two corners and the second in the others', () => {
  const m = load('<texture name="t" type="2d" builtin="checker" width="2" height="2" rgb1="1 0 0" rgb2="0 0 1"/>')
  expect([...m.tex_data]).toEqual([255, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0])
})

test('a skybox is brightest above and darkest below', () => {
  const m = load('<texture type="skybox" builtin="gradient" width="3" rgb1="1 1 1" rgb2="0 0 0"/>')
  const center = (face: number) => m.tex_data[3 * (9 * face + 4)]
  const [right, left, up, down] = [0, 1, 2, 3].map(center)
  expect([up, down, right, left]).toEqual([255, 0, 127, 127])
})

test('a built-in texture is painted when its pixels are first read, between those from files', () => {
  const flat = (name: string, rgb: string) =>
    `<texture name="${name}" type="2d" builtin="flat" width="1" height="1" rgb1="${rgb}"/>`
  const m = load(`${flat('s', '1 0 0')}<texture type="2d" file="a.png"/>${flat('t', '0 0 1')}`, {
    'a.png': picture(1, 1),
  })
  const unread = Array.from(m.arena.bytes().filter((byte) => byte === 255)).length
  expect([...m.tex_data]).toEqual([255, 0, 0, 0, 1, 2, 0, 0, 255])
  expect(Array.from(m.arena.bytes().filter((byte) => byte === 255)).length).toBe(unread + 2)
  // what a user paints stays
  m.tex_data.fill(7)
  expect([...m.tex_data]).toEqual(Array(9).fill(7))
})

test('a model that is sent to another thread has its textures painted', () => {
  const m = load('<texture name="t" type="2d" builtin="checker" width="2" height="2" rgb1="1 0 0" rgb2="0 0 1"/>')
  const received = modelFromMessage(structuredClone(modelMessage(m)))
  expect([...received.tex_data]).toEqual([255, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0])
})

test('marks at random pixels are the same however often a model is loaded', () => {
  const stars = `<texture type="skybox" builtin="gradient" mark="random" random=".01" markrgb="1 1 1" rgb1="0 0 0"
    rgb2="0 0 0" width="64" height="64"/>`
  const first = load(stars).tex_data
  const share = first.filter((byte) => byte === 255).length / first.length
  expect(share).toBeGreaterThan(0.005)
  expect(share).toBeLessThan(0.02)
  for (let i = 0; i < 5; i++) expect(load(stars).tex_data).toEqual(first)
})

test('textures lie one after the other', () => {
  const m = load('<texture name="t" type="2d" builtin="flat" width="2" height="3"/><texture type="2d" file="a.png"/>', {
    'a.png': picture(2, 2),
  })
  expect([...m.tex_adr]).toEqual([0, 18])
  expect(m.ntexdata).toBe(30)
  expect(m.names.all(ObjType.texture)).toEqual(['t', 'a'])
  expect([...m.tex_data.subarray(18)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a missing picture is an error, unless the user asks for the physics alone', () => {
  const assets = '<texture name="t" type="2d" file="a.png"/><material name="m" texture="t"/>'
  const scene = '<worldbody><body><freejoint/><geom size="1" material="m"/></body></worldbody>'
  expect(refusal(assets, {}, {}, scene)).toMatchObject({ attribute: 'file', missingFile: true })
  const m = load(assets, {}, { missingPictures: 'ignore' }, scene)
  expect(m.missingPictures).toEqual(['a.png'])
  expect([m.tex_width[0], m.tex_height[0], ...m.tex_data]).toEqual([1, 1, 204, 204, 204])
  expect(m.body_mass[1]).toBeGreaterThan(0)
  const complete = load(assets, { 'a.png': picture(1, 1) }, { missingPictures: 'ignore' }, scene)
  expect(complete.missingPictures).toEqual([])
})

test('a missing face of a skybox is a missing picture too', () => {
  const m = load(
    '<texture type="skybox" fileup="up.png" filedown="down.png"/>',
    { 'up.png': picture(2, 2) },
    {
      missingPictures: 'ignore',
    },
  )
  expect(m.missingPictures).toEqual(['down.png'])
})

test('height fields are physics: a missing one is always an error', () => {
  const error = refusal('<hfield file="h.png" size="1 1 1 1"/>', {}, { missingPictures: 'ignore' })
  expect(error.message).toContain("file 'h.png' not found; looked for 'h.png'")
})

test('a picture that cannot be read is an error that names its path and what is wrong with it', () => {
  const error = refusal(
    '<texture name="t" type="2d" file="a.png"/>',
    { 'a.png': Uint8Array.of(1, 2) },
    {
      missingPictures: 'ignore',
    },
  )
  expect(error.message).toMatch(
    /^model\.xml:1:16: <texture> 't', attribute 'file': cannot read the picture 'a\.png': it is not a PNG file$/,
  )
})

test('sizes that no computer should allocate are refused', () => {
  const flat = (size: string) => `<texture name="t" type="2d" builtin="flat" ${size}/>`
  expect(refusal(flat('width="100000" height="100000"')).message).toContain('at most')
  expect(refusal(flat('width="2147483647" height="2147483647" nchannel="2147483647"')).message).toContain('at most')
  expect(refusal('<hfield name="h" nrow="1000000" ncol="1000000" size="1 1 1 1"/>').message).toContain('at most')
})

test('textures together have a limit, which is looked at before painting', () => {
  const texture = '<texture name="t" type="2d" builtin="flat" width="4" height="4"/>'
  const { assets } = readSpec(`<mujoco><asset>${texture}</asset></mujoco>`)
  const [asset] = assets.filter((asset) => asset.kind === 'texture')
  expect(compileTexture(asset, {}, new MemoryBudget(48)).width).toBe(4)
  const error = modelError(() => compileTexture(asset, {}, new MemoryBudget(47)))
  expect(error.message).toContain('too much memory: pixels of textures')
})

test('a cube of one large picture is refused by the header of the file', () => {
  const faces = ['right', 'left', 'up', 'down', 'front', 'back'].map((face) => `file${face}="a.png"`).join(' ')
  // there are no pixels behind the header: decoding would fail
  const header = makePng({ width: 8000, height: 8000, rows: [] })
  const error = refusal(`<texture name="t" type="cube" ${faces}/>`, { 'a.png': header })
  expect(error.reason).toBe('loading the model takes too much memory: pixels of textures')
  expect(error.expected).toBe('at most 1024 MiB at the peak')
  expect(error.found).toMatch(/^about 21\d\d MiB$/)
})

test('a picture that several faces of a cube name is decoded once', () => {
  const faces = ['right', 'left', 'up'].map((face) => `file${face}="a.png"`).join(' ')
  const { assets } = readSpec(`<mujoco><asset><texture name="t" type="cube" ${faces}/></asset></mujoco>`)
  const [asset] = assets.filter((asset) => asset.kind === 'texture')
  // room for the cube and for one decoded picture at a time
  const files = { 'a.png': picture(2, 2) }
  const { pixels } = compileTexture(asset, { files }, new MemoryBudget(2 * 6 * 12 + 2 * 12 + 14))
  const data = pixels as Uint8Array
  expect([...data.subarray(12, 36)]).toEqual([...data.subarray(0, 12), ...data.subarray(0, 12)])
})

test('unknown names are answered with names like them', () => {
  const assets = '<texture name="wood" type="2d" builtin="flat" width="1" height="1"/><material name="oak"/>'
  expect(refusal(`${assets}<material name="m" texture="wod"/>`).suggestion).toContain('wood')
  expect(refusal(assets, {}, {}, '<worldbody><geom size="1" material="oka"/></worldbody>').suggestion).toContain('oak')
  expect(refusal(assets, {}, {}, '<worldbody><light texture="woood"/></worldbody>').suggestion).toContain('wood')
})

test('a material in a default class is where materials start from', () => {
  const m = loadModel(`<mujoco>
    <default><material shininess=".25"/><default class="dull"><material specular="0"/></default></default>
    <asset><material name="a"/><material name="b" class="dull" rgba="1 0 0 1"/></asset></mujoco>`)
  expect([...m.mat_shininess]).toEqual([0.25, 0.25])
  expect([...m.mat_specular]).toEqual([0.5, 0])
})

test('the first row of written elevations lies farthest along y', () => {
  const m = load('<hfield name="h" nrow="2" ncol="3" elevation="5 6 7 1 2 3" size="1 1 1 1"/>')
  expect([...m.hfield_data]).toEqual([0, 1 / 6, 2 / 6, 4 / 6, 5 / 6, 1].map(Math.fround))
})

test('a binary height field starts with the row nearest along y', () => {
  const m = load('<hfield name="h" file="h.bin" size="1 1 1 1"/>', {
    'h.bin': Buffer.concat([ints([2, 2]), reals([10, 20, 30, 50])]),
  })
  expect([...m.hfield_data]).toEqual([0, 0.25, 0.5, 1])
})

test('elevations that are no numbers are refused', () => {
  const file = Buffer.concat([ints([2, 2]), reals([1, Number.NaN, 3, 4])])
  expect(refusal('<hfield name="h" file="h.bin" size="1 1 1 1"/>', { 'h.bin': file }).reason).toBe(
    'an elevation is not finite',
  )
})

test('the weights of each vertex of a skin sum to one', () => {
  const bones = [{ vertweight: [1, 2, 3] }, { vertid: [2, 0], vertweight: [9, 3] }]
  const m = load('<skin file="s.skn"/>', { 's.skn': makeSkin({ bones }) })
  expect([...m.skin_bonevertweight]).toEqual([0.25, 1, 0.25, 0.75, 0.75])
  expect([...m.skin_bonevertadr]).toEqual([0, 3])
  expect([...m.skin_bonebodyid]).toEqual([1, 1])
})

test('a skin whose triangles have vertices that it does not have is refused', () => {
  const error = refusal('<skin file="s.skn"/>', { 's.skn': makeSkin({ face: [0, 1, 3] }) })
  expect(error.message).toContain('a triangle has a vertex that is not among the 3')
})

test('a skin file of an enormous declared size is refused before anything is allocated', () => {
  const error = refusal('<skin file="s.skn"/>', { 's.skn': makeSkin({ declared: [2 ** 31 - 1, 0, 1, 1] }) })
  expect(error.message).toMatch(/cannot read the skin 's\.skn': it is too short: 25769803764 more bytes expected/)
})

test('the faces of a cube have as many channels as the texture says', () => {
  const faces = '<texture name="t" type="cube" nchannel="4" rgb1="1 0 0" fileright="a.png" fileback="b.png"/>'
  const m = load(faces, { 'a.png': picture(1, 1), 'b.png': picture(1, 1, 10) })
  const red = [255, 0, 0, 255]
  expect([...m.tex_data]).toEqual([0, 1, 2, 255, ...red, ...red, ...red, ...red, 10, 11, 12, 255])
})

test('discardvisual takes textures and materials away from all that had them', () => {
  const assets = `<texture name="t" type="2d" file="missing.png"/><material name="m" texture="t"/>
    <skin file="s.skn" material="m"/>`
  const scene =
    '<worldbody><light texture="t"/><site material="m"/><body name="b"><geom size="1" material="m"/></body></worldbody>'
  const m = load(assets, { 's.skn': makeSkin() }, {}, `<compiler discardvisual="true"/>${scene}`)
  expect([m.ntex, m.nmat, m.nskin]).toEqual([0, 0, 1])
  expect([m.light_texid[0], m.site_matid[0], m.geom_matid[0], m.skin_matid[0]]).toEqual([-1, -1, -1, -1])
})
