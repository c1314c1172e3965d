import { TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { momentsVary } from '../../physics/actuation/transmission.ts'
import type { Index, LaneKernel, LaneStage } from '../language/kernelLanguage.ts'
import { dotRow } from './sparseRow.ts'
import { varyingTransmission, varyingVelocities } from './varyingMoments.ts'

/**
 * Transmissions by joints and tendons, as `transmission`: (qpos, ten_length, ten_J) → actuator_length,
 * actuator_moment. The columns of `actuator_moment` are structure, `momentRows`, unless they vary.
 */
export function transmissionKernel(m: Model): LaneStage {
  return (k) => {
    if (momentsVary(m)) {
      k.eachLane({ name: 'varyingTransmission', stage: (one) => varyingTransmission(one, m) })
      return
    }
    const { first, isTendon } = rows(k, m)
    const moment = k.field('actuator_moment')
    const length = k.field('actuator_length')
    k.loop(0, m.nactuator, (i) => {
      const gear = k.numbers('actuator_gear', 6).at(i)
      k.when(
        isTendon.at(i),
        () => {
          const source = k.table('actuator_trnfirst', targets(m)).at(i)
          const jacobian = k.table(
            'actuator_ten_J',
            targets(m).map((t, j) => (ofTendon(m, j) ? m.ten_J_rowadr[t] : 0)),
          )
          const shift = k.sum(jacobian.at(i), k.product(first.at(i), -1))
          length.set(i, gear.times(k.field('ten_length').at(source)))
          k.loop(first.at(i), first.at(k.sum(i, 1)), (e) =>
            moment.set(e, gear.times(k.field('ten_J').at(k.sum(e, shift)))),
          )
        },
        () => {
          const address = k.table(
            'actuator_qposadr',
            targets(m).map((joint, j) => (ofTendon(m, j) ? 0 : m.jnt_qposadr[joint])),
          )
          length.set(i, gear.times(k.field('qpos').at(address.at(i))))
          moment.set(first.at(i), gear)
        },
      )
    })
  }
}

/**
 * Rates of tendons and transmissions, as `tendonVelocity` and `actuatorVelocity`: (ten_J, actuator_moment, qvel) →
 * ten_velocity, actuator_velocity.
 */
export function transmissionVelocityKernel(m: Model): LaneStage {
  return (k) => {
    const qvel = k.field('qvel')
    tendonVelocities(k, m)
    if (momentsVary(m)) {
      k.eachLane({ name: 'varyingVelocities', stage: (one) => varyingVelocities(one, m) })
      return
    }
    const { first, isTendon } = rows(k, m)
    const velocity = k.field('actuator_velocity')
    k.loop(0, m.nactuator, (i) =>
      k.when(
        isTendon.at(i),
        () => {
          const tendon = k.table('actuator_trnfirst', targets(m)).at(i)
          velocity.set(i, k.numbers('actuator_gear', 6).at(i).times(k.field('ten_velocity').at(tendon)))
        },
        () => {
          const dof = k.table('moment_column', momentRows(m).columns).at(first.at(i))
          velocity.set(i, k.field('actuator_moment').at(first.at(i)).times(qvel.at(dof)))
        },
      ),
    )
  }
}

function tendonVelocities(k: LaneKernel, m: Model): void {
  const first = k.table('ten_J_rowadr', m.ten_J_rowadr)
  const count = k.table('ten_J_rownnz', m.ten_J_rownnz)
  const column = k.table('ten_J_colind', m.ten_J_colind)
  const blocks = k.table(
    'ten_J_rowblocks',
    Array.from(m.ten_J_rownnz, (n) => n >> 2),
  )
  k.loop(0, m.ntendon, (t) => {
    const start = first.at(t)
    const term = (e: Index) =>
      k
        .field('ten_J')
        .at(e)
        .times(k.field('qvel').at(column.at(e)))
    k.field('ten_velocity').set(t, dotRow(k, start, blocks.at(t), k.sum(start, count.at(t)), term))
  })
}

/** Kernels have actuators with one force each. Adhesion depends on contacts. */
export function transmissionUnsupported(m: Model): string | undefined {
  if (m.nactuator === 0) return 'there are no actuators'
  for (let i = 0; i < m.nactuator; i++) {
    const type = m.actuator_trntype[i]
    if (type === TrnType.body) return `actuator ${i} pulls at what a body touches`
    if (type === TrnType.so3 || m.actuator_outnum[i] !== 1) return `actuator ${i} has several forces`
  }
  if (!momentsVary(m) && m.nJmom !== momentRows(m).columns.length) return 'rows of moments vary'
  return undefined
}

/** Rates of tendons and actuators. */
export function transmissionVelocityUnsupported(m: Model): string | undefined {
  if (m.nactuator > 0) return transmissionUnsupported(m)
  return m.ntendon > 0 ? undefined : 'there are no actuators and no tendons'
}

/** Whole numbers that transmissions depend on. */
export const TRANSMISSION_FLAGS = ['actuator_trntype', 'actuator_trnid'] as const

/** Rows of `actuator_moment`: where each starts, with the end of the last one, and the dofs of all entries. */
export function momentRows(m: Model): { starts: number[]; columns: number[] } {
  const starts = [0]
  const columns: number[] = []
  targets(m).forEach((id, i) => {
    if (!ofTendon(m, i)) columns.push(m.jnt_dofadr[id])
    else {
      const row = m.ten_J_rowadr[id]
      columns.push(...m.ten_J_colind.subarray(row, row + m.ten_J_rownnz[id]))
    }
    starts.push(columns.length)
  })
  return { starts, columns }
}

function rows(k: LaneKernel, m: Model) {
  return {
    /** First entry of each actuator, and the end. */
    first: k.table('moment_first', momentRows(m).starts),
    isTendon: k.table(
      'actuator_istendon',
      targets(m).map((_, i) => (ofTendon(m, i) ? 1 : 0)),
    ),
  }
}

/** The joint or tendon of each actuator. */
function targets(m: Model): number[] {
  return Array.from({ length: m.nactuator }, (_, i) => m.actuator_trnid[2 * i])
}

function ofTendon(m: Model, i: number): boolean {
  return m.actuator_trntype[i] === TrnType.tendon
}
