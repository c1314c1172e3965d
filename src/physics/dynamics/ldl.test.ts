import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { factorCholesky, solveCholesky } from '../../core/math/cholesky.ts'
import { LdlFactor } from '../../core/math/sparseSymmetric.ts'
import { Warning } from '../../core/model/enums.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { normalizeQuat } from '../integrate/integratePos.ts'
import { fullM, mulM } from './crba.ts'
import { factorAwake, factorM, mulM2, solveM, solveM2 } from './ldl.ts'

/** Branches of odd and even length, neighboring and distant parents, simple bodies. */
const model = loadModel(`
<mujoco>
  <default><geom type="box" size=".1 .2 .3" pos=".1 .2 .3"/></default>
  <worldbody>
    <body><freejoint/><geom/>
      <body><joint axis="1 0 0"/><joint axis="0 1 0"/><geom/>
        <body pos="0 0 1"><joint type="ball"/><geom/></body>
        <body pos="0 1 0"><joint/><geom/><body pos="1 1 0"><joint axis="1 1 0"/><geom/></body></body>
      </body>
      <body pos="1 0 0"><joint type="slide"/><joint axis="0 1 0"/><joint axis="1 0 0"/><geom/></body>
    </body>
    <body pos="3 0 0"><freejoint/><geom pos="0 0 0"/></body>
    <body pos="5 0 0"><joint type="slide" axis="1 0 0"/><geom/></body>
  </worldbody>
</mujoco>`)
const { nv } = model

function posed(): Data {
  const d = new Data(model)
  for (let i = 0; i < model.nq; i++) d.qpos[i] += Math.sin(3 * i)
  normalizeQuat(model, d.qpos)
  for (let i = 0; i < nv; i++) d.qvel[i] = Math.cos(5 * i)
  forward(model, d)
  return d
}

const vector = Float64Array.from({ length: nv }, (_, i) => Math.sin(i + 0.3))

describe('the sparse factor of the inertia matrix', () => {
  test('solves like the dense Cholesky factor', () => {
    const d = posed()
    const dense = new Float64Array(nv * nv)
    fullM(model, dense, d.M)
    expect(factorCholesky(dense, nv)).toBe(-1)
    const x = Float64Array.from(vector)
    const y = Float64Array.from(vector)
    solveCholesky(x, dense, nv)
    solveM(model, d, y)
    for (let i = 0; i < nv; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(x[i])))
  })

  test('undoes the product with the matrix', () => {
    const d = posed()
    const product = new Float64Array(nv)
    mulM(model, d, product, vector)
    solveM(model, d, product)
    for (let i = 0; i < nv; i++) expect(product[i]).toBeCloseTo(vector[i], 12)
  })

  test('has square roots on both sides: |mulM2 v|² = vᵀ M v and |solveM2 v|² = vᵀ M⁻¹ v', () => {
    const d = posed()
    const out = new Float64Array(nv)
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0)
    mulM(model, d, out, vector)
    const energy = dot(out, vector)
    mulM2(model, d, out, vector)
    expect(dot(out, out)).toBeCloseTo(energy, 12)
    const solved = Float64Array.from(vector)
    solveM(model, d, solved)
    out.set(vector)
    solveM2(model, d, out)
    expect(dot(out, out)).toBeCloseTo(dot(solved, vector), 12)
  })

  test('replaces a pivot that is not positive and counts a warning with its dof', () => {
    const d = posed()
    const A = new LdlFactor(d.inertia, Float64Array.from(d.M), new Float64Array(nv))
    A.values[model.M_rowadr[nv - 1]] = -1
    factorAwake(d, A)
    expect(d.warning_number[Warning.inertia]).toBe(1)
    expect(d.warning_lastinfo[Warning.inertia]).toBe(nv - 1)
    expect(A.diagInv.every(Number.isFinite)).toBe(true)
    factorM(model, d)
    expect(d.warning_number[Warning.inertia]).toBe(1)
  })
})
