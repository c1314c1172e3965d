import { Data } from '../../src/core/data/data.ts'
import { EnableBit, JointType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { integratePos } from '../../src/physics/integrate/integratePos.ts'
import { kinematics } from '../../src/physics/kinematics/kinematics.ts'
import { resetData } from '../../src/pipeline/reset.ts'
import { Random, randomPositions, type TrialState, trialStates } from './randomState.ts'

/**
 * States with contacts: after a reset, slightly perturbed (parallel faces become nearly parallel), keyframes, random
 * poses within joint limits; for free bodies, once piled up and once sunk into the floor.
 *
 * @param poses number of random poses
 */
export function contactStates(m: Model, seed: number, poses = 2): TrialState[] {
  const random = new Random(seed)
  const tried = trialStates(m, seed, poses).filter(({ label }) => label !== 'long quaternions')
  const states = tried.map(({ label, arrays: { qpos, mocap_pos, mocap_quat } }) =>
    still(m, label, { qpos, mocap_pos, mocap_quat }),
  )
  if (m.nv === 0 && m.nmocap === 0) return states.slice(0, 1)
  states.splice(1, 0, still(m, 'nudge', { qpos: nudged(m, random) }))
  if (m.jnt_type.includes(JointType.free)) {
    states.push(still(m, 'heap', heap(m, random)))
    states.push(still(m, 'sunk', { qpos: sunk(m, random) }))
  } else {
    states.push(still(m, `random ${poses}`, { qpos: randomPositions(m, random) }))
  }
  return states
}

/** A state at rest: contacts depend on positions alone. */
function still(m: Model, label: string, arrays: Record<string, Float64Array | undefined>): TrialState {
  const given = Object.entries(arrays).filter((entry): entry is [string, Float64Array] => entry[1] !== undefined)
  return { label, time: 0, arrays: { qpos: m.qpos0.slice(), ...Object.fromEntries(given) } }
}

/** Size of the perturbation, m and rad. */
const NUDGE = 1e-3

/** qpos0, a little off. */
export function nudged(m: Model, random: Random): Float64Array {
  const qpos = m.qpos0.slice()
  integratePos(m, qpos, random.vector(m.nv), NUDGE)
  return qpos
}

/** Free bodies and mocap bodies, randomly rotated, in a sphere that is too small for all of them. */
function heap(m: Model, random: Random): Record<string, Float64Array> {
  const qpos = randomPositions(m, random)
  const frees = freeJoints(m)
  const radii = frees.map((joint) => reach(m, m.body_treeid[m.jnt_bodyid[joint]]))
  const radius = 0.7 * Math.cbrt(radii.reduce((sum, r) => sum + r ** 3, 0))
  const center = [0, 1, 2].map((k) => mean(frees.map((joint) => m.qpos0[m.jnt_qposadr[joint] + k])))
  const place = () => random.direction(3).map((x, k) => center[k] + radius * Math.cbrt(random.uniform(0, 1)) * x)
  for (const joint of frees) qpos.set(place(), m.jnt_qposadr[joint])
  const mocap_pos = new Float64Array(3 * m.nmocap)
  for (let i = 0; i < m.nmocap; i++) mocap_pos.set(place(), 3 * i)
  return { qpos, mocap_pos }
}

/** Free bodies, randomly rotated, at their initial positions but partly below z = 0. */
function sunk(m: Model, random: Random): Float64Array {
  const qpos = randomPositions(m, random)
  for (const joint of freeJoints(m)) {
    const adr = m.jnt_qposadr[joint]
    for (let k = 0; k < 3; k++) qpos[adr + k] = m.qpos0[adr + k]
  }
  const d = posed(m, qpos)
  for (const joint of freeJoints(m)) {
    const tree = m.body_treeid[m.jnt_bodyid[joint]]
    let lowest = Number.POSITIVE_INFINITY
    let radius = 0
    for (const geom of geomsOfTree(m, tree)) {
      const bottom = d.geom_xpos[3 * geom + 2] - m.geom_rbound[geom]
      if (bottom < lowest) {
        lowest = bottom
        radius = m.geom_rbound[geom]
      }
    }
    if (radius > 0) qpos[m.jnt_qposadr[joint] + 2] -= lowest + random.uniform(0.3, 1.3) * radius
  }
  return qpos
}

/** Poses of all geoms, including those of trees that are asleep from the start. */
function posed(m: Model, qpos: Float64Array): Data {
  const { enableflags } = m.opt
  m.opt.enableflags &= ~EnableBit.sleep
  const d = new Data(m)
  resetData(m, d)
  d.qpos.set(qpos)
  kinematics(m, d)
  m.opt.enableflags = enableflags
  return d
}

function freeJoints(m: Model): number[] {
  const found: number[] = []
  for (let joint = 0; joint < m.njnt; joint++) if (m.jnt_type[joint] === JointType.free) found.push(joint)
  return found
}

function geomsOfTree(m: Model, tree: number): number[] {
  const found: number[] = []
  for (let geom = 0; geom < m.ngeom; geom++) if (m.body_treeid[m.geom_bodyid[geom]] === tree) found.push(geom)
  return found
}

/** Radius of the largest geom of a tree of bodies. */
function reach(m: Model, tree: number): number {
  return Math.max(0, ...geomsOfTree(m, tree).map((geom) => m.geom_rbound[geom]))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
