import { SCALAR_NE } from '../../core/data/dataScalars.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { equalityBody1, equalityBody2 } from '../../physics/constraint/equalityFrames.ts'
import { equalitySize } from '../../physics/constraint/equalityRows.ts'
import type { Index, Kernel, KernelStage, Num } from '../language/kernelLanguage.ts'
import { add, cross, group, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { equalityBodies, equalityFrames } from './equalityRowsKernel.ts'

/** Types of equalities for which J̇ qvel is part of the reference acceleration: kernels compute some, TypeScript others. */
const RATED: ReadonlySet<number> = new Set([EqualityType.connect])
const LEFT: ReadonlySet<number> = new Set([EqualityType.weld, EqualityType.distance])

export function hasJacobianRate({ eq_type }: Model): boolean {
  return eq_type.some((type) => RATED.has(type))
}
export function leavesJacobianRate({ eq_type }: Model): boolean {
  return eq_type.some((type) => LEFT.has(type))
}

/** efc_aref −= J̇ qvel of connects, as `subtractJacobianRate`. */
export function jacobianRateKernel(m: Model): KernelStage {
  return (k) => {
    const end = k.whole(k.field('scalar').at(SCALAR_NE))
    const type = k.table('eq_type', m.eq_type)
    const size = k.table('eq_size', Array.from(m.eq_type, equalitySize))
    const row = k.counter(0)
    k.while(
      () => k.less(row.value, end),
      () => {
        const id = k.integers('efc_id').at(row.value)
        k.when(k.same(type.at(id), EqualityType.connect), () => {
          const { points } = equalityFrames(k, m, id, EqualityType.connect)
          const [a1, a2] = equalityBodies(k, m, id).map((body, side) => pointRate(k, m, id, side, body, points[side]))
          const aref = k.field('efc_aref')
          sub(a1, a2).forEach((x, i) => {
            const at = k.sum(row.value, i)
            aref.set(at, aref.at(at).minus(x))
          })
        })
        row.set(k.sum(row.value, size.at(id)))
      },
    )
  }
}

/**
 * The acceleration that velocities alone give a point of a body: with (α, a₀) = Σ cdof_dot qvel over the dofs that move
 * it, and p = c + r, it is a₀ + α × r + ω × (v₀ + ω × r).
 */
function pointRate(k: Kernel, m: Model, id: Index, side: number, body: Index, point: Vec3): Vec3 {
  const { first, end, dof } = chainTables(k, m, side)
  const sums = Array.from({ length: 6 }, () => k.cell(0))
  k.repeat(first.at(id), end.at(id), (c) => {
    const i = dof.at(c)
    const rate = k.field('qvel').at(i)
    group(k.field('cdof_dot', 6), i, 6).forEach((x, part) => {
      sums[part].add(x.times(rate))
    })
  })
  const [ax, ay, az, ...linear] = sums.map(({ value }) => value)
  const r = sub(point, vec3At(k.field('subtree_com', 3), k.table('body_rootid', m.body_rootid).at(body)))
  const [wx, wy, wz, ...v0] = group(k.field('cvel', 6), body, 6)
  const omega: Vec3 = [wx, wy, wz]
  const v = add<readonly Num[]>(v0, cross(omega, r)) as Vec3
  return add<readonly Num[]>(linear, add<readonly Num[]>(cross([ax, ay, az], r), cross(omega, v))) as Vec3
}

/** The dofs that move the first or the second body of each equality. */
function chainTables(k: Kernel, m: Model, side: number) {
  const chains = chainsOf(m)
  const bodies = Array.from(m.eq_type, (type, id) =>
    RATED.has(type) ? (side === 0 ? equalityBody1 : equalityBody2)(m, id) : 0,
  )
  return {
    first: k.table(
      `eq_chain${side}`,
      bodies.map((body) => chains.adr[body]),
    ),
    end: k.table(
      `eq_chainend${side}`,
      bodies.map((body) => chains.adr[body] + chains.num[body]),
    ),
    dof: k.table('chain_dofs', chains.dofs),
  }
}
