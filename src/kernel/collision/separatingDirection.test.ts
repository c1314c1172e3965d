import { expect, test } from 'vitest'
import { RandomNumbers } from '../../core/random/random.ts'
import { Data, geomDistance, loadModel } from '../../index.ts'
import { kinematics } from '../../stages.ts'
import type { Mask } from '../language/kernelLanguage.ts'
import { PlainKernel } from '../language/plainKernel.ts'
import { numbersOf } from '../record/kernelLayout.ts'
import { areApart } from './separatingDirection.ts'

const SHAPES = {
  sphere: '.1',
  capsule: '.05 .15',
  ellipsoid: '.15 .1 .06',
  cylinder: '.08 .12',
  box: '.1 .06 .14',
}
const pairs = Object.keys(SHAPES).flatMap((a) => Object.keys(SHAPES).map((b) => [a, b] as const))

test.each(pairs)('a direction that shows a %s and a %s to be apart by a gap is right, and often there', (a, b) => {
  const body = (type: keyof typeof SHAPES): string =>
    `<body><freejoint/><geom type="${type}" size="${SHAPES[type]}"/></body>`
  const m = loadModel(
    `<mujoco><worldbody>${body(a as keyof typeof SHAPES)}${body(b as keyof typeof SHAPES)}</worldbody></mujoco>`,
  )
  const d = new Data(m)
  const random = new RandomNumbers(3)
  const k = new PlainKernel({
    field: (name) => Reflect.get(d, name) as Float64Array,
    numbers: (name) => numbersOf(m, name),
    workspace: (_, length) => new Float64Array(length),
    integers: () => new Int32Array(0),
    integerWorkspace: (_, length) => new Int32Array(length),
  })
  const holds = (mask: Mask): boolean => k.any(mask) === 1
  let apart = 0
  let shown = 0
  for (let round = 0; round < 300; round++) {
    for (let i = 0; i < m.nq; i++) d.qpos[i] = (i % 7 < 3 ? 0.12 : 1) * random.normal()
    kinematics(m, d)
    const distance = geomDistance(m, d, null, 0, 1, 10)
    const gap = 0.02 * Math.abs(random.normal())
    const isShown = holds(areApart(k, m, 0, 1, k.num(gap)))
    if (isShown) expect(distance).toBeGreaterThan(gap - 1e-6)
    if (distance > gap + 0.02) {
      apart++
      if (isShown) shown++
    }
  }
  expect(apart).toBeGreaterThan(40)
  expect(shown / apart).toBeGreaterThan(0.7)
})
