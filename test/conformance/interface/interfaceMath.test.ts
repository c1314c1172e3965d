import { beforeAll, describe, expect, test } from 'vitest'
import * as k from '../../../src/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import type { ReferenceModule } from '../../../tools/compare/reference.ts'
import { quietReference } from '../support/quietReference.ts'

/** Functions of mathematics in the reference's public header, on random numbers. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

/** What a function of the reference writes into a buffer of so many numbers, which may start with some. */
function output(length: number, call: (out: unknown) => void, initial?: ArrayLike<number>): Float64Array {
  const buffer = new mj.DoubleBuffer(length)
  try {
    const view: Float64Array = buffer.GetView()
    view.fill(0)
    if (initial) view.set(initial)
    call(buffer)
    return buffer.GetView().slice(0, length)
  } finally {
    buffer.delete()
  }
}

const plain = (values: Float64Array): number[] => Array.from(values)

function ours(length: number, call: (out: Float64Array) => void, initial?: ArrayLike<number>): Float64Array {
  const out = new Float64Array(length)
  if (initial) out.set(initial)
  call(out)
  return out
}

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-12): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < actual.length; i++)
    expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected[i])))
}

function unitQuat(random: Random): Float64Array {
  const q = random.vector(4)
  k.normalize4(q, 0)
  return q
}

const seeds = [1, 2, 3, 4, 5].map((seed) => [seed] as const)

describe.each(seeds)('with random numbers %i', (seed) => {
  const random = new Random(seed)
  const v = random.vector(3)
  const w = random.vector(3)
  const p = unitQuat(random)
  const q = unitQuat(random)
  const mat = random.vector(9)

  test('quaternions are as in the reference', () => {
    const pairs: [Float64Array, Float64Array][] = [
      [ours(4, (o) => k.mulQuat(o, 0, p, 0, q, 0)), output(4, (o) => mj.mju_mulQuat(o, plain(p), plain(q)))],
      [ours(4, (o) => k.conjugate(o, 0, p, 0)), output(4, (o) => mj.mju_negQuat(o, plain(p)))],
      [ours(3, (o) => k.rotateByQuat(o, 0, p, 0, v, 0)), output(3, (o) => mj.mju_rotVecQuat(o, plain(v), plain(p)))],
      [ours(4, (o) => k.axisAngleToQuat(o, 0, v, 0, 0.7)), output(4, (o) => mj.mju_axisAngle2Quat(o, plain(v), 0.7))],
      [
        ours(3, (o) => k.quatToVel(o, 0, p, 0)).map((x) => x / 0.3),
        output(3, (o) => mj.mju_quat2Vel(o, plain(p), 0.3)),
      ],
      [ours(3, (o) => k.subQuat(o, 0, p, 0, q, 0)), output(3, (o) => mj.mju_subQuat(o, plain(p), plain(q)))],
      [ours(9, (o) => k.quatToMat(o, 0, p, 0)), output(9, (o) => mj.mju_quat2Mat(o, plain(p)))],
      [
        ours(4, (o) => k.integrateQuat(o, 0, v, 0, Float64Array.of(0.3)), p),
        output(4, (o) => mj.mju_quatIntegrate(o, plain(v), 0.3), p),
      ],
      [ours(4, (o) => k.quatRate(o, p, v)), output(4, (o) => mj.mju_derivQuat(o, plain(p), plain(v)))],
      [ours(4, (o) => k.quatFromZ(o, v)), output(4, (o) => mj.mju_quatZ2Vec(o, plain(v)))],
    ]
    for (const [actual, expected] of pairs) expectSame(actual, expected)
    const R = ours(9, (o) => k.quatToMat(o, 0, p, 0))
    expectSame(
      ours(4, (o) => k.matToQuat(o, 0, R, 0)),
      output(4, (o) => mj.mju_mat2Quat(o, plain(R))),
    )
    for (const sequence of ['xyz', 'ZYX', 'zxZ', 'XyX'])
      expectSame(
        ours(4, (o) => k.quatFromEuler(o, v, sequence)),
        output(4, (o) => mj.mju_euler2Quat(o, plain(v), sequence)),
      )
    expectSame(
      ours(4, (o) => k.nearestRotation(o, mat), [1, 0, 0, 0]),
      output(4, (o) => mj.mju_mat2Rot(o, plain(mat)), [1, 0, 0, 0]),
      1e-7,
    )
  })

  test('vectors are as in the reference', () => {
    expectSame(
      ours(3, (o) => k.cross(o, 0, v, 0, w, 0)),
      output(3, (o) => mj.mju_cross(o, plain(v), plain(w))),
    )
    expectSame(
      ours(3, (o) => k.rotate(o, 0, mat, 0, v, 0)),
      output(3, (o) => mj.mju_mulMatVec3(o, plain(mat), plain(v))),
    )
    expectSame(
      ours(3, (o) => k.rotateBack(o, 0, mat, 0, v, 0)),
      output(3, (o) => mj.mju_mulMatTVec3(o, plain(mat), plain(v))),
    )
    expectSame(
      ours(3, (o) => k.normalize3(o, 0), v),
      output(3, (o) => mj.mju_normalize3(o), v),
    )
    const eigen = k.symmetricEigen([mat[0], mat[4], mat[8], mat[1], mat[2], mat[5]])
    const A = [mat[0], mat[1], mat[2], mat[1], mat[4], mat[5], mat[2], mat[5], mat[8]]
    const axes = new mj.DoubleBuffer(9)
    const quat = new mj.DoubleBuffer(4)
    const values = output(3, (o) => mj.mju_eig3(o, axes, quat, A))
    expectSame(eigen.values, values)
    axes.delete()
    quat.delete()
  })

  test('derivatives of differences and turns of quaternions are as in the reference', () => {
    const Dp = new Float64Array(9)
    const Dq = new Float64Array(9)
    k.subQuatJacobians(Dp, Dq, p, 0, q, 0)
    const other = new mj.DoubleBuffer(9)
    expectSame(
      Dp,
      output(9, (o) => mj.mjd_subQuat(plain(p), plain(q), o, other)),
    )
    expectSame(Dq, other.GetView())
    other.delete()
    for (const h of [1e-3, 0.02, 0.5, 2]) {
      const [Dquat, Ds, Dh] = [new Float64Array(9), new Float64Array(9), new Float64Array(3)]
      k.integrateQuatJacobians(Dquat, Ds, Dh, v, 0, h)
      const [vel, scale] = [new mj.DoubleBuffer(9), new mj.DoubleBuffer(3)]
      expectSame(
        Dquat,
        output(9, (o) => mj.mjd_quatIntegrate(plain(v), h, o, vel, scale)),
      )
      expectSame(Ds, vel.GetView())
      expectSame(Dh, scale.GetView())
      vel.delete()
      scale.delete()
    }
  })

  test('poses are as in the reference', () => {
    const pose = (pos: Float64Array, quat: Float64Array): Float64Array => Float64Array.of(...pos, ...quat)
    const both = (call: (pos: unknown, quat: unknown) => void): Float64Array => {
      const quat = new mj.DoubleBuffer(4)
      const pos = output(3, (o) => call(o, quat))
      const result = pose(pos, quat.GetView())
      quat.delete()
      return result
    }
    const pos = new Float64Array(3)
    const quat = new Float64Array(4)
    k.mulPose(pos, quat, v, p, w, q)
    expectSame(
      pose(pos, quat),
      both((a, b) => mj.mju_mulPose(a, b, plain(v), plain(p), plain(w), plain(q))),
    )
    k.invertPose(pos, quat, v, p)
    expectSame(
      pose(pos, quat),
      both((a, b) => mj.mju_negPose(a, b, plain(v), plain(p))),
    )
    k.transformPoint(pos, v, p, w)
    expectSame(
      pos,
      output(3, (o) => mj.mju_trnVecPose(o, plain(v), plain(p), plain(w))),
    )
    const spatial = random.vector(6)
    for (const force of [false, true])
      expectSame(
        ours(6, (o) => k.transformSpatial(o, spatial, force, v, w, mat)),
        output(6, (o) => mj.mju_transformSpatial(o, plain(spatial), Number(force), plain(v), plain(w), plain(mat))),
      )
  })

  test('dense matrices are as in the reference', () => {
    const [n, m, l] = [4, 3, 5]
    const A = random.vector(n * m)
    const B = random.vector(m * l)
    const pairs: [Float64Array, Float64Array][] = [
      [ours(n, (o) => k.mulMatVec(o, A, v, n, m)), output(n, (o) => mj.mju_mulMatVec(o, plain(A), plain(v), n, m))],
      [ours(m, (o) => k.mulMatTVec(o, A, p, n, m)), output(m, (o) => mj.mju_mulMatTVec(o, plain(A), plain(p), n, m))],
      [
        ours(n * l, (o) => k.mulMatMat(o, A, B, n, m, l)),
        output(n * l, (o) => mj.mju_mulMatMat(o, plain(A), plain(B), n, m, l)),
      ],
      [
        ours(n * l, (o) => k.mulMatMatT(o, A, B, n, m, l)),
        output(n * l, (o) => mj.mju_mulMatMatT(o, plain(A), plain(B), n, m, l)),
      ],
      [
        ours(n * l, (o) => k.mulMatTMat(o, A, B, m, n, l)),
        output(n * l, (o) => mj.mju_mulMatTMat(o, plain(A), plain(B), m, n, l)),
      ],
      [
        ours(m * m, (o) => k.mulMatTDMat(o, A, p, n, m)),
        output(m * m, (o) => mj.mju_sqrMatTD(o, plain(A), plain(p), n, m)),
      ],
      [ours(n * m, (o) => k.transposeMat(o, A, n, m)), output(n * m, (o) => mj.mju_transpose(o, plain(A), n, m))],
      [ours(9, (o) => k.symmetrize(o, mat, 3)), output(9, (o) => mj.mju_symmetrize(o, plain(mat), 3))],
    ]
    for (const [actual, expected] of pairs) expectSame(actual, expected)
  })

  test('Cholesky factors are as in the reference', () => {
    const n = 5
    const root = random.vector(n * n)
    const A = ours(n * n, (o) => k.mulMatTDMat(o, root, null, n, n))
    for (let i = 0; i < n; i++) A[i * n + i] += 1
    const lower = (L: Float64Array) => L.map((x, e) => (e % n <= Math.floor(e / n) ? x : 0))
    const L = A.slice()
    expect(k.factorCholesky(L, n)).toBe(-1)
    const theirs = output(n * n, (o) => mj.mju_cholFactor(o, 0), A)
    expectSame(lower(L), lower(theirs))
    const b = random.vector(n)
    expectSame(
      ours(n, (o) => k.solveCholesky(o, L, n), b),
      output(n, (o) => mj.mju_cholSolve(o, plain(theirs), plain(b))),
      1e-9,
    )
    const x = random.vector(n)
    const sum = L.slice()
    expect(k.updateCholesky(sum, x.slice(), n, 1)).toBe(n)
    const buffer = new mj.DoubleBuffer(n)
    buffer.GetView().set(x)
    expectSame(lower(sum), lower(output(n * n, (o) => mj.mju_cholUpdate(o, buffer, 1), theirs)))
    expect(k.updateCholesky(sum, x.slice(), n, -1)).toBe(n)
    expectSame(lower(sum), lower(L), 1e-9)
    buffer.delete()
  })

  test('band matrices are as in the reference', () => {
    const shape = { n: 7, band: 3, dense: 2 }
    const { n, band, dense } = shape
    const root = random.vector(n * n)
    const full = ours(n * n, (o) => k.mulMatTDMat(o, root, null, n, n))
    for (let i = 0; i < n; i++) full[i * n + i] += 5
    const A = ours(k.bandSize(shape), (o) => k.denseToBand(o, full, shape))
    // entries in front of the first column are not defined
    const inside = (values: Float64Array) =>
      values.filter((_, e) => e >= n || e % band >= band - 1 - Math.floor(e / band))
    expectSame(inside(A), inside(output(A.length, (o) => mj.mju_dense2Band(o, plain(full), n, band, dense))))
    for (let i = 0; i < n; i++) expect(k.bandDiagonal(shape, i)).toBe(mj.mju_bandDiag(i, n, band, dense))
    expectSame(
      ours(n * n, (o) => k.bandToDense(o, A, shape, true)),
      output(n * n, (o) => mj.mju_band2Dense(o, plain(A), n, band, dense, true)),
    )
    const x = random.vector(n)
    expectSame(
      ours(n, (o) => k.mulBandVec(o, A, x, shape, true)),
      output(n, (o) => mj.mju_bandMulMatVec(o, plain(A), plain(x), n, band, dense, 1, true)),
    )
    const L = A.slice()
    let smallest = 0
    const theirs = output(
      A.length,
      (o) => {
        smallest = mj.mju_cholFactorBand(o, n, band, dense, 0.1, 0.2)
      },
      A,
    )
    expectSame([k.factorBand(L, shape, 0.1, 0.2)], [smallest])
    expectSame(inside(L), inside(theirs))
    expectSame(
      ours(n, (o) => k.solveBand(o, L, shape), x),
      output(n, (o) => mj.mju_cholSolveBand(o, plain(theirs), plain(x), n, band, dense)),
    )
  })

  test('box-bounded quadratic programs are as in the reference', () => {
    const n = 5
    const root = random.vector(n * n)
    const H = ours(n * n, (o) => k.mulMatTDMat(o, root, null, n, n))
    for (let i = 0; i < n; i++) H[i * n + i] += 0.5
    const g = random.vector(n)
    const lower = new Float64Array(n).fill(-0.2)
    const upper = new Float64Array(n).fill(0.1)
    const factor = new mj.DoubleBuffer(n * (n + 7))
    const index = new mj.IntBuffer(n)
    const theirs = output(n, (o) => mj.mju_boxQP(o, factor, index, plain(H), plain(g), plain(lower), plain(upper)))
    const b = g.map((x) => -x)
    const { lambda, converged } = k.solveActiveSet(H, b, { lower, upper, regularization: 0, tolerance: 1e-12 })
    expect(converged).toBe(true)
    expectSame(lambda, theirs, 1e-8)
    factor.delete()
    index.delete()
  })
})

test('sparse rows are as in the reference', () => {
  const A = Float64Array.of(1, 0, 2, 0, 0, 0, 0, 3, 4, 5, 0, 0)
  const [rows, cols] = [3, 4]
  const sparse = {
    values: new Float64Array(5),
    rownnz: new Int32Array(3),
    rowadr: new Int32Array(3),
    colind: new Int32Array(5),
  }
  expect(k.denseToSparse(sparse, A, rows, cols)).toBe(5)
  expect([...sparse.values, ...sparse.rownnz, ...sparse.rowadr, ...sparse.colind]).toEqual([
    1, 2, 3, 4, 5, 2, 1, 2, 0, 2, 3, 0, 2, 3, 0, 1,
  ])
  const lists = [sparse.rownnz, sparse.rowadr, sparse.colind].map((list) => Array.from(list))
  const [nnz, adr, ind] = lists as [number[], number[], number[]]
  expectSame(
    ours(12, (o) => k.sparseToDense(o, sparse, rows, cols)),
    output(12, (o) => mj.mju_sparse2dense(o, plain(sparse.values), rows, cols, nnz, adr, ind)),
  )
  const lowerTriangle = {
    values: Float64Array.of(1, 2, 3, 4),
    rownnz: Int32Array.of(1, 1, 2),
    rowadr: Int32Array.of(0, 1, 2),
    colind: Int32Array.of(0, 1, 0, 2),
  }
  expectSame(
    ours(9, (o) => k.symmetricToDense(o, lowerTriangle, 3)),
    output(9, (o) => mj.mju_sym2dense(o, [1, 2, 3, 4], 3, [1, 1, 2], [0, 1, 2], [0, 1, 0, 2])),
  )
  const short = { ...sparse, values: new Float64Array(4) }
  expect(k.denseToSparse(short, A, rows, cols)).toBe(-1)
})

test('springs with dampers and evenly spread numbers are as in the reference', () => {
  for (const [stiffness, damping] of [
    [3, 4],
    [4, 4],
    [9, 1],
    [0.1, 2],
  ])
    expectSame(
      [k.springDamper(1, 2, stiffness, damping, 0.5)],
      [mj.mju_springDamper(1, 2, stiffness, damping, 0.5)],
      1e-10,
    )
  for (const base of [2, 3, 7])
    for (let i = 0; i < 50; i++) expectSame([k.halton(i, base)], [mj.mju_Halton(i, base)], 1e-14)
})
