import { describe, expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { Cone, ConstraintState, DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { step } from '../../../pipeline/step.ts'
import { coneHessian } from '../problem/frictionCone.ts'
import { mulJacobian, mulJacobianTransposed } from '../problem/jacobianProducts.ts'
import { mulInertia, Problem, poseProblem } from '../problem/primalProblem.ts'
import { addCones, updateFactor } from './factorUpdate.ts'
import { Factor, factorHessian, prepareFactor, solveHessian } from './hessianFactor.ts'

const box = (x: number, y: number, z: number) =>
  `<body pos="${x} ${y} ${z}" euler="${7 * x} ${5 * y} 9"><freejoint/><geom type="box" size=".1 .12 .14"/></body>`
const arm = `
  <body pos="0 0 .78"><joint axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 -.3"/>
    <body pos=".4 0 -.3"><joint axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.4"/>
      <body pos="0 0 -.4"><joint type="ball"/><geom size=".1"/></body>
      <body pos="0 .2 -.4"><joint axis="1 0 0" range="-10 10" frictionloss=".1"/><geom size=".1"/></body></body></body>`
const world = (bodies: string) => `
  <mujoco><option timestep=".01"/><worldbody><geom type="plane" size="5 5 .1"/>${bodies}</worldbody></mujoco>`

/** An arm that reaches down to the floor. */
const alone = world(arm)
/** Boxes that lie on the floor, on each other and on the arm. */
const heap = world(`${arm}${box(0.4, 0, 0.2)}${box(0.45, 0.05, 0.5)}${box(0.5, 0.25, 0.2)}${box(0.35, 0.1, 0.8)}`)
/** Boxes on top of each other: each touches only its neighbors. */
const tower = world(Array.from({ length: 14 }, (_, i) => box(0, 0, 0.13 + 0.27 * i)).join(''))

/** A state after some time of falling, as the problem of the whole model. */
function problemOf(xml: string, cone: Cone, steps: number): Problem {
  const m = loadModel(xml)
  m.opt.cone = cone
  m.opt.disableflags |= DisableBit.island
  const d = new Data(m)
  d.qvel.fill(0.3)
  for (let i = 0; i < steps; i++) step(m, d)
  forward(m, d)
  const p = new Problem()
  poseProblem(p, m, d)
  mulJacobian(p, p.jar, d.qacc, d.efc_aref)
  return p
}

/** H x from its definition, the blocks of sliding contacts included. */
function hessianTimes(p: Problem, x: Float64Array): Float64Array {
  const out = new Float64Array(p.nv)
  const rows = new Float64Array(p.nefc)
  const block = new Float64Array(36)
  mulInertia(p, out, x)
  mulJacobian(p, rows, x)
  const forces = new Float64Array(p.nefc)
  for (let i = 0; i < p.nefc; i++) {
    if (p.state[i] === ConstraintState.quadratic) forces[i] = p.D[i] * rows[i]
    if (p.state[i] !== ConstraintState.cone) continue
    const dim = p.contact_dim[p.id[i]]
    coneHessian(p, i, block)
    for (let a = 0; a < dim; a++) for (let b = 0; b < dim; b++) forces[i + a] += block[a * dim + b] * rows[i + b]
    i += dim - 1
  }
  const sum = new Float64Array(p.nv)
  mulJacobianTransposed(p, sum, forces)
  return out.map((value, i) => value + sum[i])
}

/** How far H (H⁻¹ b) is from b. */
function error(f: Factor, p: Problem): number {
  const b = Float64Array.from({ length: p.nv }, (_, i) => Math.sin(1 + i))
  const x = b.slice()
  solveHessian(f, x)
  return Math.max(...hessianTimes(p, x).map((value, i) => Math.abs(value - b[i])))
}

const cases: [string, string, Cone][] = [
  ['an arm on the floor', alone, Cone.pyramidal],
  ['an arm on the floor, elliptic cones', alone, Cone.elliptic],
  ['a heap', heap, Cone.pyramidal],
  ['a heap, elliptic cones', heap, Cone.elliptic],
  ['a tower', tower, Cone.pyramidal],
  ['a tower, elliptic cones', tower, Cone.elliptic],
]

describe.each(cases)('the factor of the Hessian of %s', (_, xml, cone) => {
  const states = [20, 60, 100].map((steps) => problemOf(xml, cone, steps))

  test('solves with the Hessian', () => {
    const f = new Factor()
    for (const p of states) {
      expect(p.nefc).toBeGreaterThan(1)
      prepareFactor(f, p)
      factorHessian(f, p)
      addCones(f, p)
      expect(error(f, p)).toBeLessThan(1e-7)
    }
  })

  test('has the blocks of sliding contacts in it where that is asked for', () => {
    const f = new Factor()
    for (const p of states) {
      prepareFactor(f, p)
      factorHessian(f, p, true)
      expect(error(f, p)).toBeLessThan(1e-7)
    }
  })

  test('follows rows that begin and cease to act', () => {
    const f = new Factor()
    for (const p of states) {
      prepareFactor(f, p)
      factorHessian(f, p)
      addCones(f, p)
      for (let change = 0; change < 6; change++) {
        p.previousState.set(p.state.subarray(0, p.nefc))
        for (let i = change; i < p.nefc; i += 5) {
          if (p.state[i] === ConstraintState.quadratic) p.state[i] = ConstraintState.satisfied
          else if (p.state[i] === ConstraintState.satisfied) p.state[i] = ConstraintState.quadratic
        }
        updateFactor(f, p)
        expect(error(f, p)).toBeLessThan(1e-6)
      }
    }
  })
})

test('fills in nothing where no contact joins branches of the tree', () => {
  const f = new Factor()
  prepareFactor(f, problemOf(alone, Cone.pyramidal, 60))
  expect(f.pattern.treeLike).toBe(true)
  prepareFactor(f, problemOf(heap, Cone.pyramidal, 60))
  expect(f.pattern.treeLike).toBe(false)
})

test('has rows of whole paths where most of a path is filled in anyway, and supernodes elsewhere', () => {
  const f = new Factor()
  prepareFactor(f, problemOf(heap, Cone.pyramidal, 60))
  expect(f.pattern.onPaths).toBe(true)
  prepareFactor(f, problemOf(tower, Cone.pyramidal, 5))
  expect(f.pattern.onPaths).toBe(false)
  // the six dofs of a box that touches others go together
  expect(f.pattern.supernodes).toBeLessThan(30)
})
