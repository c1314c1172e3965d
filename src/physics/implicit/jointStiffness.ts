import type { Data } from '../../core/data/data.ts'
import { DisableBit, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { dampingSlopes } from '../dynamics/dampingSlopes.ts'
import { EXTENSION_SIZE, extensionParts, STRETCH, springExtension } from '../dynamics/springExtension.ts'

/**
 * Implicit springs and dampers of joints: diagonal = h·D + h²·K, pull = h·K·qvel, with the slopes K and D where they
 * are positive. Sleeping dofs are left out.
 */
export function springsAndDampers(m: Model, d: Data, diagonal: Float64Array, pull: Float64Array): void {
  const h = m.opt.timestep
  const { disableflags } = m.opt
  const { nspan, span_dof } = d
  const damped = (disableflags & DisableBit.damper) === 0
  if (damped) dampingSlopes(m, d, diagonal)
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      diagonal[i] = damped && diagonal[i] > 0 ? h * diagonal[i] : 0
      pull[i] = 0
    }
  }
  if (!(disableflags & DisableBit.spring)) addSprings(m, d, diagonal, pull)
}

const HINGE = JointType.hinge
const SLIDE = JointType.slide

const extension = new Float64Array(EXTENSION_SIZE)

/** The slope of −x·(k + p₁x + p₂x²); springs of balls and free joints have the same in all directions. */
function addSprings(m: Model, d: Data, diagonal: Float64Array, pull: Float64Array): void {
  const { nspan, span_jnt } = d
  for (let s = 0; s < 2 * nspan; s += 2) addSpringsOf(m, d, diagonal, pull, span_jnt[s], span_jnt[s + 1])
}

/** `addSprings` of the joints [first, end). */
function addSpringsOf(m: Model, d: Data, diagonal: Float64Array, pull: Float64Array, first: number, end: number): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m
  const { qpos } = d
  for (let j = first; j < end; j++) {
    const k = jnt_stiffness[j]
    const p1 = jnt_stiffnesspoly[2 * j]
    const p2 = jnt_stiffnesspoly[2 * j + 1]
    if (k === 0 && p1 === 0 && p2 === 0) continue
    const dof = jnt_dofadr[j]
    if (jnt_type[j] === HINGE || jnt_type[j] === SLIDE) {
      const x = qpos[jnt_qposadr[j]] - qpos_spring[jnt_qposadr[j]]
      addSpring(m, d, diagonal, pull, dof, 1, k + x * (2 * p1 + x * 3 * p2))
      continue
    }
    const parts = extensionParts(m, j)
    for (let part = 0; part < parts; part++) {
      springExtension(extension, m, d, j, part)
      const r = extension[STRETCH]
      addSpring(m, d, diagonal, pull, dof + 3 * part, 3, k + r * (2 * p1 + r * 3 * p2))
    }
  }
}

function addSpring(
  m: Model,
  d: Data,
  diagonal: Float64Array,
  pull: Float64Array,
  dof: number,
  count: number,
  k: number,
): void {
  if (!(k > 0)) return
  const h = m.opt.timestep
  for (let i = dof; i < dof + count; i++) {
    diagonal[i] += h * h * k
    pull[i] += h * k * d.qvel[i]
  }
}
