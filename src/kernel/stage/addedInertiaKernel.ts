import { TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { areZero } from '../language/fixedNumbers.ts'
import type { LaneKernel, LaneStage, Num } from '../language/kernelLanguage.ts'
import { massMatrixKernel } from './inertiaKernels.ts'

/** M with what actuators and tendons add, as `massMatrix`, `addActuatorInertia` and `addTendonInertia`: → crb, M. */
export function wholeInertiaKernel(m: Model): LaneStage {
  return (k) => {
    massMatrixKernel(m)(k)
    addActuatorInertia(k, m)
    addTendonInertia(k, m)
  }
}

/** Inertia of the rotors of a joint or tendon; undefined: there is none. */
function rotorInertia(k: LaneKernel, m: Model, ofTendon: boolean, id: number, own: Num): Num | undefined {
  if ((ofTendon ? m.tendon_actuatorid : m.jnt_actuatorid)[id] === -1) return undefined
  const types: readonly number[] = ofTendon ? [TrnType.tendon] : [TrnType.joint, TrnType.jointinparent]
  const rotors = [...m.actuator_trntype.keys()].filter(
    (i) => m.actuator_trnid[2 * i] === id && types.includes(m.actuator_trntype[i]),
  )
  if (rotors.every((i) => areZero(k, m, 'actuator_armature', i))) return undefined
  return rotors.reduce((sum, i) => {
    const gear = k.numbers('actuator_gear', 6).at(m.actuator_outadr[i])
    return sum.plus(gear.times(gear).times(k.numbers('actuator_armature').at(i)))
  }, own)
}

/** To the diagonal. Where M is constant, dof_M0 already contains it. */
function addActuatorInertia(k: LaneKernel, m: Model): void {
  const M = k.field('M')
  for (let j = 0; j < m.njnt; j++) {
    const inertia = rotorInertia(k, m, false, j, k.num(0))
    if (inertia === undefined) continue
    const end = j + 1 < m.njnt ? m.jnt_dofadr[j + 1] : m.nv
    for (let i = m.jnt_dofadr[j]; i < end; i++) {
      if (m.dof_simplenum[i] !== 0) continue
      const diagonal = m.M_rowadr[i] + m.M_rownnz[i] - 1
      M.set(diagonal, M.at(diagonal).plus(inertia))
    }
  }
}

/** Armature · JᵀJ of tendons, where M has entries. */
function addTendonInertia(k: LaneKernel, m: Model): void {
  const M = k.field('M')
  const J = k.field('ten_J')
  for (let t = 0; t < m.ntendon; t++) {
    const own = k.numbers('tendon_armature').at(t)
    const armature = rotorInertia(k, m, true, t, own)
    if (armature === undefined && areZero(k, m, 'tendon_armature', t)) continue
    const pairs = productsOf(m, t)
    const of = (name: string, part: 0 | 1 | 2) =>
      k.table(
        `inertia_${name}_${t}`,
        pairs.map((pair) => pair[part]),
      )
    const [left, right, entry] = [of('left', 0), of('right', 1), of('entry', 2)]
    k.loop(0, pairs.length, (p) => {
      const scale = (armature ?? own).times(J.at(left.at(p)))
      M.set(entry.at(p), M.at(entry.at(p)).plus(scale.times(J.at(right.at(p)))))
    })
  }
}

/** Pairs of entries of a tendon's row whose product belongs to an entry of M, and that entry. */
function productsOf(m: Model, t: number): [number, number, number][] {
  const first = m.ten_J_rowadr[t]
  const entries = Array.from({ length: m.ten_J_rownnz[t] }, (_, e) => first + e)
  return entries.flatMap((left) => {
    const dof = m.ten_J_colind[left]
    const row = m.M_rowadr[dof]
    const columns = m.M_colind.subarray(row, row + m.M_rownnz[dof])
    return entries
      .map((right): [number, number, number] => [left, right, columns.indexOf(m.ten_J_colind[right])])
      .filter(([, , column]) => column >= 0)
      .map(([l, r, column]): [number, number, number] => [l, r, row + column])
  })
}
