import { expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { Warning } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { factorLU, solveLU } from './lu.ts'

const m = loadModel(`<mujoco><worldbody>
  <body><freejoint/><geom size="1"/>
    <body><joint axis="1 0 0"/><geom size="1"/><body><joint type="ball"/><geom size="1"/></body></body>
    <body><joint axis="0 1 0"/><geom size="1"/><body><joint axis="0 0 1"/><geom size="1"/></body></body>
  </body>
  <body><joint/><geom size="1"/></body>
</worldbody></mujoco>`)

test('a matrix with the pattern of the tree, not symmetric, times its solution is what was asked for', () => {
  const d = new Data(m)
  const A = Float64Array.from({ length: m.nD }, (_, e) => Math.sin(3 * e))
  for (let i = 0; i < m.nv; i++) A[m.D_rowadr[i] + m.D_diag[i]] += 10
  const LU = Float64Array.from(A)
  const b = Float64Array.from({ length: m.nv }, (_, i) => Math.cos(i))
  const x = Float64Array.from(b)
  factorLU(m, d, LU)
  solveLU(m, d, LU, x)
  for (let i = 0; i < m.nv; i++) {
    let sum = -b[i]
    for (let e = m.D_rowadr[i]; e < m.D_rowadr[i] + m.D_rownnz[i]; e++) sum += A[e] * x[m.D_colind[e]]
    expect(Math.abs(sum)).toBeLessThan(1e-13)
  }
  expect(d.warning_number[Warning.inertia]).toBe(0)
})

test('a pivot of zero is replaced and counted', () => {
  const d = new Data(m)
  factorLU(m, d, new Float64Array(m.nD))
  expect(d.warning_number[Warning.inertia]).toBe(1)
})
