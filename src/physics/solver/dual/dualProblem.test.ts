import { describe, expect, test } from 'vitest'
import { EVERY_ROW } from '../../../../test/support/everyRow.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { Cone, ConstraintState, DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { solveM } from '../../dynamics/ldl.ts'
import { mulJacobian, mulJacobianTransposed } from '../problem/jacobianProducts.ts'
import { evaluateAt } from '../problem/primalCost.ts'

import { COST, Problem, poseProblem } from '../problem/primalProblem.ts'
import { dualityGap, GapRegisters } from './dualityGap.ts'
import {
  addForce,
  DualProblem,
  FORCE_CHANGE,
  FORCE_COST,
  gatherForce,
  isBetterThanZero,
  poseDual,
  projectForces,
  ROW_PRODUCT,
  rowOfForce,
  statesOfForces,
} from './dualProblem.ts'
import { mulScaled, poseScaled, projectScaled, ScaledDual } from './scaledDual.ts'

function productOf(q: DualProblem, i: number): number {
  rowOfForce(q, i)
  return q.register[ROW_PRODUCT]
}

function dualCost(q: DualProblem): number {
  isBetterThanZero(q)
  return q.register[FORCE_COST]
}

const m = loadModel(EVERY_ROW)
m.opt.tolerance = 0
m.opt.disableflags |= DisableBit.island

interface Posed {
  readonly d: Data
  readonly p: Problem
  readonly q: DualProblem
}

/** A state, solved, with both problems posed in it. */
function pose(cone: Cone): Posed {
  m.opt.cone = cone
  const d = new Data(m)
  d.qvel.set(new Random(4).vector(m.nv, 1))
  forward(m, d)
  const p = new Problem()
  poseProblem(p, m, d)
  const q = new DualProblem()
  poseDual(q, m, d)
  q.rows = Int32Array.from({ length: d.nefc }, (_, i) => i)
  q.end = d.nefc
  return { d, p, q }
}

/** J M⁻¹ Jᵀ f. */
function deviation({ d, p }: Posed, f: Float64Array): Float64Array {
  const x = new Float64Array(m.nv)
  mulJacobianTransposed(p, x, f)
  solveM(m, d, x)
  const out = new Float64Array(p.nefc)
  mulJacobian(p, out, x)
  return out
}

/** Forces within their bounds, in `q` and in what follows from them. */
function randomForces({ q }: Posed, random: Random): Float64Array {
  q.force.set(random.vector(q.nefc, 3))
  projectForces(q)
  gatherForce(q)
  return q.force.slice(0, q.nefc)
}

/** The primal cost at the acceleration that forces make, and the dual cost: nothing at the solution, more elsewhere. */
function gapByHand({ d, p, q }: Posed, f: Float64Array): number {
  mulJacobianTransposed(p, d.qacc, f)
  solveM(m, d, d.qacc)
  for (let i = 0; i < m.nv; i++) d.qacc[i] += d.qacc_smooth[i]
  const dual = dualCost(q)
  evaluateAt(p)
  let primal = p.register[COST]
  for (let i = 0; i < m.nv; i++) primal += 0.5 * (p.Ma[i] - d.qfrc_smooth[i]) * (d.qacc[i] - d.qacc_smooth[i])
  d.efc_force.set(f)
  return primal + dual
}

describe.each(Object.entries(Cone))('the problem of forces, with the %s cone,', (_, cone) => {
  test('knows A = J M⁻¹ Jᵀ without forming it', () => {
    const posed = pose(cone)
    const { q } = posed
    expect(q.nefc).toBeGreaterThan(20)
    const random = new Random(1)
    for (let trial = 0; trial < 5; trial++) {
      const f = randomForces(posed, random)
      const expected = deviation(posed, f)
      for (let i = 0; i < q.nefc; i++) expect(Math.abs(productOf(q, i) - expected[i])).toBeLessThan(1e-9)
      let cost = 0
      for (let i = 0; i < q.nefc; i++) cost += f[i] * (0.5 * expected[i] + 0.5 * q.R[i] * f[i] + q.b[i])
      expect(Math.abs(dualCost(q) - cost)).toBeLessThan(1e-9 * Math.abs(cost))
      // one more force on a row
      q.register[FORCE_CHANGE] = 0.5
      addForce(q, 7)
      f[7] += 0.5
      expect(Math.abs(productOf(q, 3) - deviation(posed, f)[3])).toBeLessThan(1e-9)
    }
  })

  test('projects forces onto bounds and cones, and leaves those that are within them', () => {
    const posed = pose(cone)
    const { q, d } = posed
    const random = new Random(2)
    for (let trial = 0; trial < 20; trial++) {
      const f = randomForces(posed, random)
      projectForces(q)
      for (let i = 0; i < q.nefc; i++) expect(Math.abs(q.force[i] - f[i])).toBeLessThan(1e-15)
      for (let i = q.ne; i < q.ne + q.nf; i++) expect(Math.abs(f[i])).toBeLessThanOrEqual(q.frictionloss[i])
      for (let contact = 0; contact < d.ncon; contact++) {
        const row = d.contact_efc_address[contact]
        expect(f[row]).toBeGreaterThanOrEqual(0)
        if (cone === Cone.pyramidal) continue
        let square = 0
        for (let j = 1; j < d.contact_dim[contact]; j++)
          square += (f[row + j] / d.contact_friction[5 * contact + j - 1]) ** 2
        expect(Math.sqrt(square)).toBeLessThanOrEqual(f[row] * (1 + 1e-12))
      }
    }
  })

  test('has a duality gap that is the sum of both costs, and zero at the solution', () => {
    const posed = pose(cone)
    const { d, q } = posed
    const s = new ScaledDual()
    poseScaled(s, q)
    const x = new Float64Array(q.nefc)
    const g = new Float64Array(q.nefc)
    const registers = new GapRegisters()
    const gapOf = (f: Float64Array) => {
      for (let k = 0; k < q.nefc; k++) x[k] = f[k] / s.stretch[k]
      mulScaled(s, q, g, x)
      for (let k = 0; k < q.nefc; k++) g[k] += s.c[k]
      dualityGap(registers, s, q, x, g)
      return registers.gap[0]
    }
    const solution = d.efc_force.slice(0, q.nefc)
    const scale = Math.abs(dualCost(q))
    expect(Math.abs(gapOf(solution))).toBeLessThan(1e-12 * scale)
    const random = new Random(3)
    for (let trial = 0; trial < 10; trial++) {
      const f = randomForces(posed, random)
      const expected = gapByHand(posed, f)
      expect(expected).toBeGreaterThan(0)
      expect(Math.abs(gapOf(f) / expected - 1)).toBeLessThan(1e-9)
    }
  })

  test('projects scaled forces to the nearest feasible ones', () => {
    const posed = pose(cone)
    const { q } = posed
    const s = new ScaledDual()
    poseScaled(s, q)
    const random = new Random(5)
    for (let trial = 0; trial < 10; trial++) {
      const x = random.vector(q.nefc, 2)
      const nearest = x.slice()
      projectScaled(s, nearest)
      const other = random.vector(q.nefc, 2)
      projectScaled(s, other)
      // the way out of a convex set makes an obtuse angle with every way into it
      let product = 0
      for (let k = 0; k < q.nefc; k++) product += (x[k] - nearest[k]) * (other[k] - nearest[k])
      expect(product).toBeLessThanOrEqual(1e-12)
      const again = nearest.slice()
      projectScaled(s, again)
      for (let k = 0; k < q.nefc; k++) expect(Math.abs(again[k] - nearest[k])).toBeLessThan(1e-15)
    }
  })

  test('tells the states of rows by their forces as the accelerations do', () => {
    const { d, q } = pose(cone)
    const state = new Int32Array(q.nefc)
    statesOfForces(q, state)
    expect([...state]).toEqual([...d.efc_state.subarray(0, q.nefc)])
    const seen = new Set(state)
    expect(seen.has(ConstraintState.quadratic) && seen.has(ConstraintState.satisfied)).toBe(true)
    expect(seen.has(ConstraintState.linearNeg) || seen.has(ConstraintState.linearPos)).toBe(true)
    expect(seen.has(ConstraintState.cone)).toBe(cone === Cone.elliptic)
  })
})
