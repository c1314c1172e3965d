import { beforeAll, describe, expect, test } from 'vitest'
import { Data, forward, loadModel } from '../../../src/index.ts'
import { type ReferenceModule, RefusedByReference } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'
import { deletePair, differences, forwardBoth, sensorPair, setArrays } from '../support/sensorPair.ts'

/** Skins of taxels, with and without frames, pressed into shapes of all kinds. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const SKINS = [
  'builtin="plate" params="6 5" scale=".1 .1 1"',
  'builtin="wedge" params="4 4 30 30 0" scale=".1 .1 .1"',
  'builtin="sphere" params="1" scale=".1 .1 .1"',
  'vertex="-.1 -.1 0 .1 -.1 0 -.1 .1 0 .1 .1 0 0 0 .02 0 0 -.02"',
]
const SHAPES = [
  ...['sphere" size=".1', 'box" size=".05 .06 .07', 'ellipsoid" size=".05 .1 .07', 'capsule" size=".05 .06'],
  ...['cylinder" size=".06 .08', 'mesh" mesh="cube'],
]
const CUBE = 'vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".06 .06 .06"'

/** @param octree a geom of type sdf, which gives a mesh an octree, with which it can be felt */
function pressed(random: Random, octree = ''): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.uniform(0, values.length))]
  const near = (size: number) => size * random.uniform(-1, 1)
  const geom = () => `<geom type="${pick(SHAPES)}" pos="${near(0.02)} ${near(0.02)} 0"/>`
  const place = () => `${near(0.1)} ${near(0.1)} ${near(0.1)}`
  const others = [1, 2, 3].map(() => `<body pos="${place()}"><freejoint/>${geom()}${geom()}</body>`)
  return `
<mujoco>
  <asset><mesh name="skin" ${pick(SKINS)}/><mesh name="cube" ${CUBE}/></asset>
  <worldbody>
    ${random.uniform(0, 1) < 0.3 ? '<geom type="plane" size="1 1 1" pos="0 0 -.03"/>' : ''}${octree}
    <body euler="${near(90)} ${near(90)} 0">${pick(['<freejoint/>', '', '<joint type="ball"/>'])}
      <geom name="carrier" type="${pick(['box" size=".1 .1 .01', 'sphere" size=".1'])}" euler="${near(90)} 0 0" pos="0 .01 0"/>
      <geom size=".02" pos=".1 0 0"/><body pos="0 .05 0"><geom size=".05"/></body></body>
    ${others.join('')}
  </worldbody>
  <sensor><tactile mesh="skin" geom="carrier"/><tactile mesh="skin" geom="carrier" cutoff=".05"/></sensor>
</mujoco>`
}

/** Compares a scene in five states. @returns in how many of them something was felt */
function feel(random: Random, xml: string, scene: number): number {
  const pair = sensorPair(mj, xml)
  let felt = 0
  for (let k = 0; k < 5; k++) {
    setArrays(pair, {
      qpos: pair.m.qpos0.map((x) => x + 0.03 * random.uniform(-1, 1)),
      qvel: random.vector(pair.m.nv),
    })
    forwardBoth(pair)
    expect(differences(pair, `scene ${scene}, state ${k}`)).toEqual([])
    if (pair.d.sensordata.some((x) => x !== 0)) felt++
  }
  deletePair(pair)
  return felt
}

describe('skins of taxels', () => {
  test('feel what those of the reference feel', () => {
    const random = new Random(41)
    let felt = 0
    for (let i = 0; i < 25; i++) felt += feel(random, pressed(random), i)
    expect(felt).toBeGreaterThan(80)
  })

  test('feel meshes that have an octree', () => {
    const random = new Random(42)
    expect(feel(random, pressed(random, '<geom type="sdf" mesh="cube" pos="9 9 9"/>'), 0)).toBeGreaterThan(3)
  })

  test('are loaded alike: plates have their mass on the surface, and something must be able to touch', () => {
    const model = (skin: string, mask: string) =>
      `<mujoco><asset><mesh name="skin" ${skin}/></asset><worldbody><body><geom name="g" size=".1" ${mask}/></body></worldbody>
      <sensor><tactile mesh="skin" geom="g"/></sensor></mujoco>`
    for (const skin of SKINS) {
      for (const inertia of ['', 'inertia="exact"', 'inertia="convex"'])
        expect(() => loadModel(model(`${skin} ${inertia}`, '')).nsensordata, skin).not.toThrow()
      expect(() => loadModel(model(skin, 'contype="0" conaffinity="0"'))).toThrow(/can collide/)
      expect(() => sensorPair(mj, model(skin, 'contype="0" conaffinity="0"'))).toThrow(RefusedByReference)
    }
  })

  test('do not feel height fields, at which the reference stops', () => {
    const xml = `<mujoco><asset><mesh name="skin" ${SKINS[1]}/><hfield name="h" nrow="2" ncol="2" size="1 1 .1 .1" elevation="0 1 1 1"/></asset>
      <worldbody><geom type="hfield" hfield="h"/><body pos="0 0 .05"><freejoint/><geom name="g" size=".1"/></body></worldbody>
      <sensor><tactile mesh="skin" geom="g"/></sensor></mujoco>`
    const m = loadModel(xml)
    const d = new Data(m)
    forward(m, d)
    expect(d.ncon).toBeGreaterThan(0)
    expect(d.sensordata.every((x) => x === 0)).toBe(true)
    const pair = sensorPair(mj, xml)
    expect(() => pair.rd.call('mj_forward')).toThrow()
  })
})
