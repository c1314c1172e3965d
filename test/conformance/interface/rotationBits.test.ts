import { beforeAll, describe, expect, test } from 'vitest'
import { invertPose, mulPose } from '../../../src/core/math/pose.ts'
import {
  axisAngleToQuat,
  integrateQuat,
  matToQuat,
  normalize4,
  quatToMat,
  quatToVel,
  rotateByQuat,
  subQuat,
} from '../../../src/core/math/quat.ts'
import { quatFromEuler, quatFromZ } from '../../../src/core/math/rotation.ts'
import { normalize3 } from '../../../src/core/math/vec3.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const TRIALS = 500

/** Fills an array by ours and one by the reference's function, from the same start, and expects the same bits. */
function expectSameBits(
  start: Float64Array,
  ours: (out: Float64Array) => void,
  theirs: (out: unknown) => void,
  input: unknown,
): void {
  const out = start.slice()
  ours(out)
  const buffer = new mj.DoubleBuffer(start.length)
  ;(buffer.GetView() as Float64Array).set(start)
  theirs(buffer)
  const expected = (buffer.GetView() as Float64Array).slice()
  buffer.delete()
  if (!out.every((x, i) => Object.is(x, expected[i]))) expect({ input, out }).toEqual({ input, out: expected })
}

/** A rotation, not always of unit length; two vectors; an angle. */
function* inputs() {
  const random = new Random(1)
  for (let i = 0; i < TRIALS; i++) {
    const scale = i % 3 === 0 ? 1.5 : 1
    const q = random.direction(4).map((x) => scale * x)
    yield { q, p: random.direction(4), v: random.vector(3), w: random.vector(3), angle: 3 * random.normal() }
  }
}

describe("functions of rotations have the reference's bits:", () => {
  const three = new Float64Array(3)
  const four = new Float64Array(4)

  test('normalizing, which leaves unit quaternions alone', () => {
    for (const { q, v } of inputs()) {
      expectSameBits(
        q,
        (out) => normalize4(out, 0),
        (out) => mj.mju_normalize4(out),
        q,
      )
      expectSameBits(
        v,
        (out) => normalize3(out, 0),
        (out) => mj.mju_normalize3(out),
        v,
      )
    }
  })

  test('rotation vectors and integration', () => {
    const step = Float64Array.of(0.01)
    for (const { q, p, v } of inputs()) {
      expectSameBits(
        three,
        (out) => quatToVel(out, 0, q, 0),
        (out) => mj.mju_quat2Vel(out, [...q], 1),
        q,
      )
      expectSameBits(
        three,
        (out) => subQuat(out, 0, q, 0, p, 0),
        (out) => mj.mju_subQuat(out, [...q], [...p]),
        q,
      )
      expectSameBits(
        q,
        (out) => integrateQuat(out, 0, v, 0, step),
        (out) => mj.mju_quatIntegrate(out, [...v], 0.01),
        q,
      )
    }
  })

  test('quaternions from matrices, axes and angles', () => {
    const R = new Float64Array(9)
    for (const { p, v, angle } of inputs()) {
      quatToMat(R, 0, p, 0)
      const axis = [...v]
      expectSameBits(
        R,
        (out) => quatToMat(out, 0, p, 0),
        (out) => mj.mju_quat2Mat(out, [...p]),
        p,
      )
      expectSameBits(
        four,
        (out) => matToQuat(out, 0, R, 0),
        (out) => mj.mju_mat2Quat(out, [...R]),
        p,
      )
      expectSameBits(
        four,
        (out) => quatFromZ(out, v),
        (out) => mj.mju_quatZ2Vec(out, axis),
        v,
      )
      expectSameBits(
        four,
        (out) => quatFromEuler(out, v, 'xYz'),
        (out) => mj.mju_euler2Quat(out, axis, 'xYz'),
        v,
      )
      expectSameBits(
        four,
        (out) => axisAngleToQuat(out, 0, v, 0, angle),
        (out) => mj.mju_axisAngle2Quat(out, axis, angle),
        v,
      )
    }
  })

  test('turning vectors and combining poses', () => {
    const rest = new Float64Array(4)
    for (const { q, p, v, w } of inputs()) {
      const [a, b] = [[...v], [...q]]
      expectSameBits(
        three,
        (out) => rotateByQuat(out, 0, q, 0, v, 0),
        (out) => mj.mju_rotVecQuat(out, a, b),
        q,
      )
      const other = new mj.DoubleBuffer(4)
      const product = (out: unknown) => mj.mju_mulPose(out, other, a, b, [...w], [...p])
      expectSameBits(three, (out) => mulPose(out, rest, v, q, w, p), product, q)
      expect(rest).toEqual((other.GetView() as Float64Array).slice())
      expectSameBits(
        three,
        (out) => invertPose(out, rest, v, q),
        (out) => mj.mju_negPose(out, other, a, b),
        q,
      )
      other.delete()
    }
  })
})
