import { BiasType, GainType, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'
import { isFreeBody } from '../../physics/implicit/gyroscopic.ts'
import type { Index, Kernel, KernelStage, Num, NumArray } from '../language/kernelLanguage.ts'
import { actuationUnsupported, gainInput } from './actuationKernel.ts'
import { dampingSlopes, solveImplicitly } from './inertiaKernels.ts'
import { muscleSlope } from './muscleKernel.ts'
import { damperSlope, forEachDampedTendon } from './passiveKernel.ts'
import { momentRows } from './transmissionKernels.ts'

/**
 * Acceleration of implicitfast, as `solveFast`: (M − h·D)⁻¹ (qfrc_smooth + qfrc_constraint), with D the
 * derivative of forces of actuators and dampers by velocity, without that of free bodies. Writes D to qDeriv. Gives up if
 * a pivot is not positive.
 */
export function implicitfastKernel(m: Model): KernelStage {
  return (k) => {
    const D = k.field('qDeriv')
    k.loop(0, m.nD, (e) => D.set(e, 0))
    addActuators(k, m, D)
    addDampers(k, m, D)
    const h = k.numbers('options').at(3)
    const entryOfM = k.table('mapD2M', m.mapD2M)
    const isOfFreeBody = k.table('M_isfreebody', entriesOfFreeBodies(m))
    k.loop(0, m.nC, (e) => {
      const entry = k.cell(k.field('M').at(e))
      k.when(k.same(isOfFreeBody.at(e), 0), () => entry.set(entry.value.minus(h.times(D.at(entryOfM.at(e))))))
      k.field('qH').set(e, entry.value)
    })
    k.loop(0, m.nv, (i) =>
      k.field('implicitfast_force').set(i, k.field('qfrc_smooth').at(i).plus(k.field('qfrc_constraint').at(i))),
    )
    solveImplicitly(k, m)
  }
}

export function implicitfastUnsupported(m: Model): string | undefined {
  if (m.opt.integrator !== Integrator.implicitfast) return 'the integrator is another one'
  return m.nactuator > 0 ? actuationUnsupported(m) : undefined
}

/** Entries of M that belong to free bodies: 1, all others 0. */
function entriesOfFreeBodies(m: Model): number[] {
  const entries: number[] = Array(m.nC).fill(0)
  for (let i = 0; i < m.nv; i++) {
    if (isFreeBody(m, m.dof_treeid[i])) entries.fill(1, m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])
  }
  return entries
}

/** D += ∂qfrc_actuator/∂qvel: slope · Jᵀ J of each actuator whose force depends on its velocity. */
function addActuators(k: Kernel, m: Model, D: NumArray): void {
  const { starts, columns } = momentRows(m)
  const moment = k.field('actuator_moment')
  const coupled = new Set<number>()
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_gaintype[i] === GainType.fixed && m.actuator_biastype[i] === BiasType.none) continue
    const row = columns.slice(starts[i], starts[i + 1])
    addOuterProduct(m, D, actuatorSlope(k, m, i), moment, starts[i], row, coupled)
  }
  mirror(m, D, coupled)
}

/** Slope of an actuator's force by the velocity of its transmission; 0 while the force is clamped. */
function actuatorSlope(k: Kernel, m: Model, i: number): Num {
  const gain = m.actuator_gaintype[i]
  const bias = m.actuator_biastype[i]
  let slope = k.num(0)
  if (gain === GainType.muscle) slope = muscleSlope(k, 'actuator_gainprm', i, gainInput(k, m, i))
  else if (bias === BiasType.muscle) slope = muscleSlope(k, 'actuator_biasprm', i, gainInput(k, m, i))
  else if (gain === GainType.affine) slope = gainInput(k, m, i).times(k.numbers('actuator_gainprm', 10).at(i, 2))
  if (bias === BiasType.affine) slope = slope.plus(k.numbers('actuator_biasprm', 10).at(i, 2))
  if (!m.actuator_forcelimited[i]) return slope
  const force = k.field('actuator_force').at(i)
  const range = k.numbers('actuator_forcerange', 2)
  return k.choose(force.atMost(range.at(i, 0)).or(range.at(i, 1).atMost(force)), 0, slope)
}

/** D += ∂qfrc_damper/∂qvel: −slope of dofs, and −slope · Jᵀ J of tendons. */
function addDampers(k: Kernel, m: Model, D: NumArray): void {
  const slope = k.field('damper_slope')
  const diagonal = k.table(
    'D_diagonal',
    Array.from(m.D_rowadr, (row, i) => row + m.D_diag[i]),
  )
  dampingSlopes(k, m, slope)
  k.loop(0, m.nv, (i) => D.set(diagonal.at(i), D.at(diagonal.at(i)).minus(slope.at(i))))
  const coupled = new Set<number>()
  forEachDampedTendon(k, m, (t, damping) => {
    const start = m.ten_J_rowadr[t]
    const row = [...m.ten_J_colind.subarray(start, start + m.ten_J_rownnz[t])]
    const slope = damperSlope(k.field('ten_velocity').at(t), damping)
    addOuterProduct(m, D, slope.negated(), k.field('ten_J'), start, row, coupled)
  })
  mirror(m, D, coupled)
}

/**
 * D += factor · Jᵀ J in the lower triangle, for the sparse row of J that starts at an entry. Pairs of dofs on different
 * branches are not in the pattern of D. Notes the entries beside the diagonal.
 */
function addOuterProduct(
  m: Model,
  D: NumArray,
  factor: Num,
  J: NumArray,
  start: number,
  columns: readonly number[],
  coupled: Set<number>,
): void {
  const addTo = (e: Index, x: Num): void => D.set(e, D.at(e).plus(x))
  columns.forEach((row, a) => {
    const scaled = factor.times(J.at(start + a))
    for (let b = 0; b < a; b++) {
      const e = entryOf(m, row, columns[b])
      if (e === undefined) continue
      addTo(e, scaled.times(J.at(start + b)))
      coupled.add(e)
    }
    addTo(m.D_rowadr[row] + m.D_diag[row], scaled.times(J.at(start + a)))
  })
}

/** The entry of D in a row and an earlier column. */
function entryOf(m: Model, row: number, column: number): number | undefined {
  const start = m.D_rowadr[row]
  const place = m.D_colind.subarray(start, start + m.D_diag[row]).indexOf(column)
  return place < 0 ? undefined : start + place
}

/** Copies entries of the lower triangle to the upper one. */
function mirror(m: Model, D: NumArray, entries: ReadonlySet<number>): void {
  const transposed = transposedOf(m)
  for (const e of entries) D.set(transposed[e], D.at(e))
}
