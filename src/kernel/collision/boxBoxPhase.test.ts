import { describe, expect, test } from 'vitest'
import { pair } from '../../../test/support/kernelPairs.ts'
import { RandomNumbers } from '../../core/random/random.ts'
import { type Data, loadModel } from '../../index.ts'
import { collision, runKernel } from '../../physics/collision/collision.ts'
import { kinematics } from '../../stages.ts'

const CONTACT = ['contact_dist', 'contact_pos', 'contact_frame'] as const

/** Two boxes near to each other, their poses by a test: positions and rotation vectors. */
type Poses = (random: RandomNumbers) => { at: number[]; turn1: number[]; turn2: number[] }

const around = (random: RandomNumbers, size: number): number[] => [0, 1, 2].map(() => size * random.normal())
const pick = <T>(random: RandomNumbers, ...choices: T[]): T =>
  choices[Math.min(choices.length - 1, Math.floor(choices.length * Math.abs(random.normal()) * 0.5))]
/** Nothing, or a little: as deep as rounding, or as a slow motion goes. */
const little = (random: RandomNumbers): number => pick(random, 0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3)
const quarter = (random: RandomNumbers): number => 0.5 * Math.PI * pick(random, 0, 0, 1, 2)

const POSES: Record<string, Poses> = {
  'in any pose': (random) => ({ at: around(random, 0.1), turn1: around(random, 2), turn2: around(random, 2) }),
  'deep in each other': (random) => ({
    at: around(random, pick(random, 0, 1e-12, 0.01)),
    turn1: around(random, 2),
    turn2: around(random, 2),
  }),
  'face on face': (random) => ({
    at: [0.05 * random.normal(), 0.05 * random.normal(), 0.08 - little(random)],
    turn1: around(random, little(random)),
    turn2: [little(random), little(random), random.normal()],
  }),
  'edge on edge': (random) => ({
    at: [0.03 * random.normal(), 0.03 * random.normal(), 0.12 + 0.02 * random.normal()],
    turn1: [Math.PI / 4 + 0.1 * random.normal(), little(random), little(random)],
    turn2: [little(random), Math.PI / 4 + 0.1 * random.normal(), little(random)],
  }),
  'with parallel edges': (random) => ({
    at: around(random, 0.1),
    turn1: [little(random), 0, 2 * random.normal()],
    turn2: [0, little(random), 2 * random.normal()],
  }),
  'along the axes': (random) => ({
    at: [0.1, 0.07, 0.04].map((x) => x * pick(random, 0, 1, 2, -1, -2) + little(random)),
    turn1: [quarter(random), 0, 0],
    turn2: [0, 0, quarter(random)],
  }),
}

const SIZES = { 'two boxes': '.1 .07 .04', 'equal cubes': '.05 .05 .05', 'a slab and a rod': '.2 .2 .005' }

describe.each(Object.entries(SIZES))('%s', (name, size) => {
  const other = name === 'a slab and a rod' ? '.01 .01 .2' : name === 'equal cubes' ? size : '.05 .09 .04'
  describe.each(['', 'margin=".01" gap=".005"'])('%s', (margin) => {
    const m = loadModel(`<mujoco><worldbody>
      <body><freejoint/><geom type="box" size="${size}" ${margin}/></body>
      <body><freejoint/><geom type="box" size="${other}"/></body>
    </worldbody></mujoco>`)
    const { plain, fast } = pair(m)
    const setPose = (d: Data, joint: number, at: readonly number[], turn: readonly number[]): void => {
      const angle = Math.hypot(...turn)
      const scale = angle > 0 ? Math.sin(angle / 2) / angle : 0
      d.qpos.set([...at, Math.cos(angle / 2), ...turn.map((x) => scale * x)], 7 * joint)
    }

    test.each(Object.entries(POSES))('%s have the contacts of TypeScript, bit by bit', (_pose, poses) => {
      const random = new RandomNumbers(7)
      let contacts = 0
      for (let round = 0; round < 500; round++) {
        const { at, turn1, turn2 } = poses(random)
        for (const d of [plain, fast]) {
          setPose(d, 0, [0, 0, 0], turn1)
          setPose(d, 1, at, turn2)
          kinematics(m, d)
        }
        collision(m, plain)
        const { kernels, address, left } = fast.kernels
        expect(runKernel(m, fast, kernels.collide!, address, left)).toBe(true)
        expect(left?.count).toBe(0)
        expect(fast.ncon).toBe(plain.ncon)
        for (const field of CONTACT) {
          const width = plain[field].length / plain.contactCapacity
          // 0 and −0 are the same
          const [a, b] = [plain, fast].map((d) => Array.from(d[field].subarray(0, width * d.ncon), (x) => x + 0))
          expect(b).toEqual(a)
        }
        contacts += plain.ncon
      }
      expect(contacts).toBeGreaterThan(100)
    })
  })
})
