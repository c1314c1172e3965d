import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { contactError, PairScene } from '../support/pairPoses.ts'

/**
 * Pairs of primitive shapes that have a formula of their own: the same contacts in the same order as the reference, in
 * poses of every kind, of ordinary, thin, tiny and large geoms, with and without margins.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** Of each pair of geoms, and half as many that are nearly aligned; each pair of types has two or more of geoms. */
const POSES = 600
const plane = 'type="plane" size="1 1 1"'
const sphere = (r: number) => `type="sphere" size="${r}"`
const capsule = (r: number, half: number) => `type="capsule" size="${r} ${half}"`
const cylinder = (r: number, half: number) => `type="cylinder" size="${r} ${half}"`
const ellipsoid = (x: number, y: number, z: number) => `type="ellipsoid" size="${x} ${y} ${z}"`
const box = (x: number, y: number, z: number) => `type="box" size="${x} ${y} ${z}"`

type Pair = readonly [first: string, second: string]

/** For each pair of types: ordinary sizes, then sizes that are hard on the formulas. */
const PAIRS: Readonly<Record<string, readonly Pair[]>> = {
  'plane and sphere': [
    [plane, sphere(0.2)],
    [plane, sphere(1e-6)],
  ],
  'plane and capsule': [
    [plane, capsule(0.1, 0.3)],
    [plane, capsule(1e-5, 0.5)],
    [plane, capsule(0.5, 1e-7)],
  ],
  'plane and ellipsoid': [
    [plane, ellipsoid(0.1, 0.2, 0.3)],
    [plane, ellipsoid(1e-5, 0.5, 0.5)],
  ],
  'plane and cylinder': [
    [plane, cylinder(0.15, 0.2)],
    [plane, cylinder(0.5, 1e-5)],
    [plane, cylinder(1e-5, 0.5)],
  ],
  'plane and box': [
    [plane, box(0.1, 0.2, 0.3)],
    [plane, box(0.5, 0.5, 1e-6)],
    [plane, box(1, 1, 1)],
  ],
  'sphere and sphere': [
    [sphere(0.2), sphere(0.3)],
    [sphere(0.25), sphere(0.25)],
    [sphere(1e-6), sphere(1)],
  ],
  'sphere and capsule': [
    [sphere(0.2), capsule(0.1, 0.3)],
    [sphere(0.1), capsule(0.1, 1e-7)],
    [sphere(1e-5), capsule(1e-5, 1)],
  ],
  'sphere and cylinder': [
    [sphere(0.2), cylinder(0.15, 0.3)],
    [sphere(0.05), cylinder(0.5, 0.5)],
    [sphere(0.1), cylinder(0.5, 1e-5)],
    [sphere(0.1), cylinder(1e-6, 0.5)],
  ],
  'sphere and box': [
    [sphere(0.2), box(0.1, 0.2, 0.3)],
    [sphere(0.05), box(0.5, 0.5, 0.5)],
    [sphere(0.1), box(0.5, 0.5, 1e-7)],
  ],
  'capsule and capsule': [
    [capsule(0.1, 0.3), capsule(0.15, 0.2)],
    [capsule(0.1, 0.3), capsule(0.1, 0.3)],
    [capsule(1e-4, 1e-4), capsule(1e-4, 2e-4)],
    [capsule(0.1, 1e-8), capsule(0.1, 1)],
    [capsule(1, 2), capsule(0.5, 3)],
  ],
  'capsule and box': [
    [capsule(0.1, 0.3), box(0.1, 0.2, 0.3)],
    [capsule(0.05, 0.2), box(0.5, 0.5, 0.5)],
    [capsule(0.02, 0.5), box(0.5, 0.5, 1e-4)],
    [capsule(0.02, 1e-4), box(0.01, 0.02, 0.03)],
    [capsule(2, 5), box(4, 3, 2)],
    [capsule(30, 10), box(3, 2, 1)],
  ],
  'box and box': [
    [box(0.1, 0.2, 0.3), box(0.15, 0.1, 0.25)],
    [box(0.2, 0.2, 0.2), box(0.2, 0.2, 0.2)],
    [box(0.5, 0.5, 1e-4), box(0.3, 1e-4, 0.4)],
    [box(1, 1, 0.1), box(0.05, 0.05, 0.05)],
    [box(0.01, 0.01, 2), box(2, 0.01, 0.01)],
    [box(2, 3, 4), box(4, 3, 2)],
  ],
}

const MARGINS = ['', ' margin=".03"', ' margin=".02" gap=".05"']

describe.each(Object.entries(PAIRS))('%s touch as in the reference, to the last bit', (_, pairs) => {
  test.each(pairs)('%s and %s', (first, second) => {
    const poses = Math.ceil(POSES / MARGINS.length)
    for (const [i, margin] of MARGINS.entries()) {
      const scene = new PairScene(mj, { geom1: first + margin, geom2: second + margin })
      let touching = 0
      for (const pose of [...scene.poses(i, poses), ...scene.nearlyAlignedPoses(i, poses / 2)]) {
        scene.place(pose)
        const expected = scene.expected()
        const found = scene.found()
        if (expected.count > 0) touching++
        const error = contactError(expected, found)
        if (error > 0)
          expect.fail(`${pose.kind}${margin}: ${JSON.stringify({ pose, expected, found, error }, null, 1)}`)
      }
      // poses that are all apart would tell nothing
      expect(touching).toBeGreaterThan(poses / 10)
      scene.delete()
    }
  })
})
