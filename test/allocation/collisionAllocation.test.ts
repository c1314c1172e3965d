import { expect, test } from 'vitest'
import { collision, Data, kinematics, loadModel } from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { steadyGrowth } from './growth.ts'

/** Bytes a collision of all bodies. */
const POSES = 20
const LIMIT = (64 * 1024) / POSES
const shapes = [
  'size=".1"',
  'type="capsule" size=".05 .1"',
  'type="box" size=".1 .1 .05"',
  'type="cylinder" size=".1 .1"',
]

/** Bodies of one, two and many geoms above a plane and a furnished world. */
function scene(bodies: number): string {
  const random = new Random(1)
  const geom = (i: number, spread: number) => `<geom ${shapes[i % 3]} pos="${random.vector(3, spread).join(' ')}"/>`
  const geoms = (count: number, spread: number) => Array.from({ length: count }, (_, i) => geom(i, spread)).join('')
  const body = (i: number) => `<body><freejoint/>${geoms([1, 2, 12][i % 3], 0.1)}</body>`
  return `<mujoco><worldbody><geom type="plane" size="1 1 1"/>${geoms(20, 0.5)}
    ${Array.from({ length: bodies }, (_, i) => body(i)).join('')}</worldbody></mujoco>`
}

test.each([8, 60])('finding contacts of %i bodies that drift and jump grows the heap by less than 64 KB', (bodies) => {
  const m = loadModel(scene(bodies))
  const d = new Data(m)
  const random = new Random(2)
  const starts = Array.from({ length: 4 }, () => random.vector(m.nq, 0.7))
  const drift = random.vector(m.nq, 1e-3)
  let contacts = 0
  const run = (poses: number) => {
    for (let pose = 0; pose < poses; pose++) {
      const start = starts[pose % 4]
      for (let step = 0; step < 10; step++) {
        for (let q = 0; q < m.nq; q++) d.qpos[q] = start[q] + step * drift[q]
        kinematics(m, d)
        collision(m, d)
        contacts += d.ncon
      }
    }
  }
  const grown = steadyGrowth(run, POSES, POSES, { limit: LIMIT })
  expect(contacts).toBeGreaterThan(1000)
  expect(grown).toBeLessThan(LIMIT)
})
