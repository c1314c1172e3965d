import { beforeAll, describe, expect, test } from 'vitest'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'
import { deletePair, differences, forwardBoth, sensorPair, setArrays } from '../support/sensorPair.ts'

/** Contact sensors with every criterion, reduction and field, and touch sensors, in random heaps. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const FIELDS = ['found', 'force', 'torque', 'dist', 'pos', 'normal', 'tangent']
const REDUCTIONS = ['none', 'mindist', 'maxforce', 'netforce']
const SHAPES = [
  ...['sphere" size=".15', 'box" size=".1 .12 .14', 'capsule" size=".08 .12', 'cylinder" size=".1 .1'],
  'ellipsoid" size=".1 .12 .09',
]
const VOLUMES = ['sphere', 'box', 'ellipsoid', 'capsule', 'cylinder']

/** A heap of bodies, some with a child, and sensors of all kinds that look at it. */
function heap(random: Random, count: number): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.uniform(0, values.length))]
  const sometimes = (share: number) => random.uniform(0, 1) < share
  const near = (size: number) => size * random.uniform(-1, 1)
  const bodies = ['world']
  const geoms = ['floor']
  const sites = ['room']
  let elements = ''
  for (let i = 0; i < 2 + Math.floor(random.uniform(0, 5)); i++) {
    const child = sometimes(0.5)
    bodies.push(`b${i}`, ...(child ? [`c${i}`] : []))
    geoms.push(`g${i}`, ...(child ? [`h${i}`] : []))
    sites.push(`s${i}`)
    const contact = `condim="${pick([1, 3, 4, 6])}" friction="${random.uniform(0.2, 1.2)} .01 .003"`
    const reach = `margin="${sometimes(0.3) ? 0.05 : 0}" gap="${sometimes(0.3) ? 0.03 : 0}"`
    elements += `
    <body name="b${i}" pos="${near(0.3)} ${near(0.3)} ${random.uniform(0.1, 0.3)}"><freejoint/>
      <geom name="g${i}" type="${pick(SHAPES)}" euler="${near(90)} ${near(90)} 0" ${contact} ${reach} adhesion="${sometimes(0.2) ? 1 : 0}"/>
      <site name="s${i}" type="${pick(VOLUMES)}" size=".2 .15 .1"/>
      ${child ? `<body name="c${i}" pos=".1 .1 .1"><joint type="ball"/><geom name="h${i}" size=".1" pos=".1 0 0"/></body>` : ''}
    </body>`
  }
  const sensors: string[] = sites.map((site) => `<touch site="${site}"/>`)
  const names = { geom: geoms, body: bodies, subtree: bodies, site: sites }
  for (let i = 0; i < count; i++) {
    const kind1 = pick(['', 'geom', 'body', 'subtree', 'site'] as const)
    const kind2 = pick(['', 'geom', 'body', 'subtree'] as const)
    const side1 = kind1 === '' ? '' : `${kind1}${kind1 === 'site' ? '' : 1}="${pick(names[kind1])}"`
    const side2 = kind2 === '' ? '' : `${kind2}2="${pick(names[kind2])}"`
    const data = FIELDS.filter(() => sometimes(0.6)).join(' ')
    const rest = `${data && `data="${data}"`} ${sometimes(0.2) ? 'cutoff=".1"' : ''}`
    sensors.push(`<contact ${side1} ${side2} num="${pick([1, 2, 3, 8, 30])}" reduce="${pick(REDUCTIONS)}" ${rest}/>`)
  }
  return `
<mujoco>
  <option cone="${pick(['elliptic', 'pyramidal'])}"/>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1" condim="${pick([1, 3])}"/><site name="room" size=".5 .5 .2" type="box"/>
    ${elements}
  </worldbody>
  <sensor>${sensors.join('')}</sensor>
</mujoco>`
}

describe('contact sensors', () => {
  test('tell what those of the reference tell, in 300 heaps as they fall', () => {
    const random = new Random(21)
    let contacts = 0
    let sensors = 0
    for (let i = 0; i < 60; i++) {
      const pair = sensorPair(mj, heap(random, 40))
      const { rd } = pair
      for (let k = 0; k < 5; k++) {
        for (let n = 0; n < 3 ** k; n++) rd.call('mj_step')
        setArrays(pair, { qpos: rd.array('qpos') as Float64Array, qvel: rd.array('qvel') as Float64Array })
        forwardBoth(pair)
        expect(differences(pair, `heap ${i}.${k}`)).toEqual([])
        contacts += pair.d.ncon
        sensors += pair.m.nsensor
      }
      deletePair(pair)
    }
    expect(sensors).toBeGreaterThan(12_000)
    expect(contacts).toBeGreaterThan(1000)
  })
})
