import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { add, cross, group, put, scale, sub, type Vec3, vec3At } from '../language/vectors.ts'

/** Below this a subtree has no mass. */
const MINVAL = 1e-15

/** Quantities about the center of mass c of each tree, as `comPos`: poses → subtree_com, cinert, cdof. */
export function comPosKernel(m: Model): LaneStage {
  return (k) => {
    subtreeCom(k, m)
    put(k.field('cinert', 10), 0, Array(10).fill(k.num(0)))
    k.loop(1, m.nbody, (body) => bodyInertia(k, m, body))
    k.loop(0, m.njnt, (joint) => motionAxes(k, m, joint))
  }
}

/** Center of mass of each subtree: Σ mass · position from the leaves to the roots, divided by mass. */
function subtreeCom(k: LaneKernel, m: Model): void {
  const com = k.field('subtree_com', 3)
  const xipos = k.field('xipos', 3)
  const parent = k.table('body_parentid', m.body_parentid)
  const isBody = k.table(
    'body_isbody',
    Array.from(m.body_parentid, (_, b) => (b > 0 ? 1 : 0)),
  )
  k.loop(0, m.nbody, (b) => put(com, b, scale(vec3At(xipos, b), k.numbers('body_mass').at(b))))
  k.down(m.nbody - 1, 0, (b) => {
    const sum = vec3At(com, b)
    k.when(isBody.at(b), () => put(com, parent.at(b), add(vec3At(com, parent.at(b)), sum)))
    const mass = k.numbers('body_subtreemass').at(b)
    const massless = mass.below(MINVAL)
    const inverse = k.num(1).over(k.choose(massless, 1, mass))
    const position = vec3At(xipos, b)
    put(
      com,
      b,
      sum.map((x, i) => k.choose(massless, position[i], x.times(inverse))),
    )
  })
}

/** Spatial inertia of a body about c: I = R diag(inertia) Rᵀ + m(|o|²1 − o oᵀ), with o = xipos − c. */
function bodyInertia(k: LaneKernel, m: Model, body: Index): void {
  const root = k.table('body_rootid', m.body_rootid).at(body)
  const mass = k.numbers('body_mass').at(body)
  const I = vec3At(k.numbers('body_inertia', 3), body)
  const R = group(k.field('ximat', 9), body, 9)
  const o = sub(vec3At(k.field('xipos', 3), body), vec3At(k.field('subtree_com', 3), root))
  // entry (i, j) of R diag(inertia) Rᵀ, j ≥ i
  const turned = (i: number, j: number): Num =>
    [0, 1, 2].map((c) => R[3 * i + c].times(R[3 * j + c].times(I[c]))).reduce((a, b) => a.plus(b))
  const [ox, oy, oz] = o
  const [mx, my, mz] = scale(o, mass)
  const squares = (a: Num, b: Num): Num => mass.times(a.times(a).plus(b.times(b)))
  put(k.field('cinert', 10), body, [
    turned(0, 0).plus(squares(oy, oz)),
    turned(1, 1).plus(squares(ox, oz)),
    turned(2, 2).plus(squares(ox, oy)),
    turned(0, 1).minus(mx.times(oy)),
    turned(0, 2).minus(mx.times(oz)),
    turned(1, 2).minus(my.times(oz)),
    mx,
    my,
    mz,
    mass,
  ])
}

/** Motion axes (ω, v at c) of the dofs of a joint. A rotation about the anchor moves c by axis × (c − anchor). */
function motionAxes(k: LaneKernel, m: Model, joint: Index): void {
  const cdof = k.field('cdof', 6)
  const type = k.table('jnt_type', m.jnt_type).at(joint)
  const dof = k.table('jnt_dofadr', m.jnt_dofadr).at(joint)
  const body = k.table('jnt_bodyid', m.jnt_bodyid).at(joint)
  const root = k
    .table(
      'jnt_rootid',
      Array.from(m.jnt_bodyid, (b) => m.body_rootid[b]),
    )
    .at(joint)
  const axis = vec3At(k.field('xaxis', 3), joint)
  const zero = k.num(0)
  const turnAxis = (i: Index, a: Vec3): void => {
    const arm = sub(vec3At(k.field('subtree_com', 3), root), vec3At(k.field('xanchor', 3), joint))
    put(cdof, i, [...a, ...cross(a, arm)])
  }
  const turnAboutBodyAxes = (first: Index): void => {
    const R = group(k.field('xmat', 9), body, 9)
    for (let i = 0; i < 3; i++) turnAxis(k.sum(first, i), [R[i], R[3 + i], R[6 + i]])
  }
  k.when(
    k.same(type, JointType.slide),
    () => put(cdof, dof, [zero, zero, zero, ...axis]),
    () =>
      k.when(
        k.same(type, JointType.hinge),
        () => turnAxis(dof, axis),
        () =>
          k.when(
            k.same(type, JointType.ball),
            () => turnAboutBodyAxes(dof),
            () => {
              // free: translations along world axes, then rotations
              for (let i = 0; i < 3; i++)
                put(
                  cdof,
                  k.sum(dof, i),
                  [0, 1, 2, 3, 4, 5].map((part) => k.num(part === 3 + i ? 1 : 0)),
                )
              turnAboutBodyAxes(k.sum(dof, 3))
            },
          ),
      ),
  )
}
