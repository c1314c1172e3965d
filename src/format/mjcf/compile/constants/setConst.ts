import { wakeAll } from '../../../../core/data/awakeSets.ts'
import type { Data } from '../../../../core/data/data.ts'
import { dot } from '../../../../core/math/dense.ts'
import { dot6, mulInertia } from '../../../../core/math/spatial.ts'
import { sub3 } from '../../../../core/math/vec3.ts'
import { JointType, TrackingMode } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'
import { addActuatorInertia, addRotorInertia } from '../../../../physics/actuation/actuatorLoad.ts'
import { transmission } from '../../../../physics/actuation/transmission.ts'
import { massMatrix } from '../../../../physics/dynamics/crba.ts'
import { factorM } from '../../../../physics/dynamics/ldl.ts'
import { camlight } from '../../../../physics/kinematics/camlight.ts'
import { comPos } from '../../../../physics/kinematics/comPos.ts'
import { lastDof } from '../../../../physics/kinematics/jacobian.ts'
import { kinematics } from '../../../../physics/kinematics/kinematics.ts'
import { addTendonInertia, tendon } from '../../../../physics/tendon/tendonPath.ts'
import { setSameFrames } from '../parts/sameFrame.ts'
import { keepActuatedAwake, setActuatorConstants, setActuatorLoads } from './actuatorConstants.ts'
import { ArticulatedChains } from './articulatedChains.ts'
import { setEqualityData } from './equalityConstants.ts'
import { setStatistics } from './modelStatistics.ts'
import { TreeRow } from './treeRow.ts'

/**
 * Computes everything in the model that follows from other parts of it: masses of subtrees, inertia at qpos0, poses
 * of cameras and lights there, statistics. Call it after changing masses, frames or joints of a finished model. The
 * positions in `d` are left as they were; what depends on them must be computed anew.
 * MuJoCo: mj_setConst.
 */
export function setConst(m: Model, d: Data): void {
  setSubtreeMass(m)
  setFlags(m)
  setSameFrames(m)
  setActuatorLoads(m)
  keepActuatedAwake(m)

  wakeAll(m, d)
  const qpos = d.qpos.slice()
  d.qpos.set(m.qpos0)
  kinematics(m, d)
  comPos(m, d)
  setCamerasAndLights(m, d)

  // constant inertias are read from dof_M0, so it comes first
  setDiagonalInertia(m, d)
  tendon(m, d)
  massMatrix(m, d)
  addActuatorInertia(m, d)
  addTendonInertia(m, d)
  factorM(m, d)
  setInverseWeights(m, d)
  setTendonConstants(m, d)
  transmission(m, d)
  setActuatorConstants(m, d)
  setEqualityData(m, d)
  setStatistics(m, d)
  setSpringLengths(m, d)
  d.qpos.set(qpos)
}

function setSubtreeMass(m: Model): void {
  m.body_subtreemass.set(m.body_mass)
  for (let body = m.nbody - 1; body > 0; body--) m.body_subtreemass[m.body_parentid[body]] += m.body_subtreemass[body]
}

function setFlags(m: Model): void {
  m.ngravcomp = m.body_gravcomp.reduce((count, x) => count + Number(x > 0), 0)
  m.flg_gravcomp = m.ngravcomp > 0
  m.flg_adhesion = m.geom_adhesion.some((x) => x !== 0) || m.pair_adhesion.some((x) => x !== 0)
  m.flg_surfacevel = m.geom_surfacevel.some((x) => x !== 0)
}

/** Poses of cameras and lights as if all were fixed to their bodies. */
function setCamerasAndLights(m: Model, d: Data): void {
  const cameraModes = m.cam_mode.slice()
  const lightModes = m.light_mode.slice()
  m.cam_mode.fill(TrackingMode.fixed)
  m.light_mode.fill(TrackingMode.fixed)
  camlight(m, d)
  m.cam_mode.set(cameraModes)
  m.light_mode.set(lightModes)

  m.cam_mat0.set(d.cam_xmat)
  for (let i = 0; i < m.ncam; i++) {
    const body = m.cam_bodyid[i]
    const of = m.cam_targetbodyid[i] >= 0 ? m.cam_targetbodyid[i] : body
    sub3(m.cam_pos0, 3 * i, d.cam_xpos, 3 * i, d.xpos, 3 * body)
    sub3(m.cam_poscom0, 3 * i, d.cam_xpos, 3 * i, d.subtree_com, 3 * of)
  }
  m.light_dir0.set(d.light_xdir)
  for (let i = 0; i < m.nlight; i++) {
    const body = m.light_bodyid[i]
    const of = m.light_targetbodyid[i] >= 0 ? m.light_targetbodyid[i] : body
    sub3(m.light_pos0, 3 * i, d.light_xpos, 3 * i, d.xpos, 3 * body)
    sub3(m.light_poscom0, 3 * i, d.light_xpos, 3 * i, d.subtree_com, 3 * of)
  }
}

/** dof_M0, the diagonal of M: armature + cdof · (composite inertia · cdof). */
function setDiagonalInertia(m: Model, d: Data): void {
  massMatrix(m, d) // for crb; its diagonal is not right yet where it reads dof_M0
  const momentum = new Float64Array(6)
  const lent = new Float64Array(1)
  for (let dof = 0; dof < m.nv; dof++) {
    mulInertia(momentum, 0, d.crb, 10 * m.dof_bodyid[dof], d.cdof, 6 * dof)
    const inertia = dot6(d.cdof, 6 * dof, momentum, 0)
    lent[0] = 0
    addRotorInertia(m, false, m.dof_jntid[dof], lent)
    m.dof_M0[dof] = m.dof_armature[dof] + lent[0] + inertia
  }
}

/** Mean inverse inertias that bodies and dofs show at qpos0: body_invweight0, dof_invweight0. */
function setInverseWeights(m: Model, d: Data): void {
  const x = new Float64Array(m.nv)
  const chains = hasLongChain(m) ? new ArticulatedChains(m, d) : undefined
  for (let body = 0; body < m.nbody; body++) {
    const last = lastDof(m, body)
    let translation = 0
    let rotation = 0
    if (last >= 0 && m.body_simple[body] === 2) {
      translation = 1 / m.body_mass[body]
    } else if (last >= 0) {
      // (Σ of A over the three axes) / 3, where A = J M⁻¹ Jᵀ with the Jacobian J of the center of mass
      for (let axis = 0; axis < 3; axis++) {
        if (chains) {
          setWrench(m, d, chains.wrench, body, axis, false)
          translation += chains.inverseInertia(last)
          setWrench(m, d, chains.wrench, body, axis, true)
          rotation += chains.inverseInertia(last)
          continue
        }
        setJacobianRow(m, d, x, body, last, axis, false)
        translation += inverseInertia(m, d, x, last)
        setJacobianRow(m, d, x, body, last, axis, true)
        rotation += inverseInertia(m, d, x, last)
      }
      translation /= 3
      rotation /= 3
    }
    m.body_invweight0[2 * body] = translation
    m.body_invweight0[2 * body + 1] = rotation
  }

  for (let joint = 0; joint < m.njnt; joint++) {
    const first = m.jnt_dofadr[joint]
    const body = m.jnt_bodyid[joint]
    const type = m.jnt_type[joint]
    if (m.body_simple[body] === 2) {
      m.dof_invweight0[first] = 1 / m.body_mass[body]
    } else if (type === JointType.slide || type === JointType.hinge) {
      setMeanInverse(m, d, x, first, 1, chains)
    } else {
      setMeanInverse(m, d, x, first, 3, chains)
      if (type === JointType.free) setMeanInverse(m, d, x, first + 3, 3, chains)
    }
  }
}

/** Chains of more dofs than this are taken as articulated bodies. */
const LONG_CHAIN = 200

/** Whether some chain of dofs is so long that the entries of the factor would take minutes. */
function hasLongChain(m: Model): boolean {
  let longest = 0
  for (let dof = 0; dof < m.nv; dof++) longest = Math.max(longest, m.M_rownnz[dof])
  const tendonInertia = m.tendon_armature.some((x) => x !== 0) || m.tendon_actuatorid.some((id) => id !== -1)
  return longest > LONG_CHAIN && !tendonInertia
}

/** Lengths of tendons at qpos0, and the inverse inertia J M⁻¹ Jᵀ along them. */
function setTendonConstants(m: Model, d: Data): void {
  m.tendon_length0.set(d.ten_length)
  const row = new TreeRow(m)
  for (let t = 0; t < m.ntendon; t++) {
    row.set(m.ten_J_colind, d.ten_J, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    row.solve(d)
    m.tendon_invweight0[t] = row.dot(row.J, row.x)
  }
}

/** Springs of tendons that give no length are at rest where the springs of joints are. */
function setSpringLengths(m: Model, d: Data): void {
  if (!m.tendon_lengthspring.some((length) => length === AT_REST)) return
  d.qpos.set(m.qpos_spring)
  kinematics(m, d)
  comPos(m, d)
  tendon(m, d)
  for (let t = 0; t < m.ntendon; t++)
    if (m.tendon_lengthspring[2 * t] === AT_REST && m.tendon_lengthspring[2 * t + 1] === AT_REST)
      m.tendon_lengthspring.fill(d.ten_length[t], 2 * t, 2 * t + 2)
}
const AT_REST = -1

/** Gives `count` dofs the mean of their diagonal entries of M⁻¹. */
function setMeanInverse(
  m: Model,
  d: Data,
  x: Float64Array,
  first: number,
  count: number,
  chains: ArticulatedChains | undefined,
): void {
  let sum = 0
  for (let dof = first; dof < first + count; dof++) {
    if (chains) {
      sum += chains.inverseDiagonal(dof)
      continue
    }
    for (let i = dof; i >= 0; i = m.dof_parentid[i]) x[i] = i === dof ? 1 : 0
    sum += inverseInertia(m, d, x, dof)
  }
  m.dof_invweight0.fill(sum / count, first, first + count)
}

/** One row of the Jacobian of a body's center of mass, for the chain of dofs that ends with `last`. */
function setJacobianRow(
  m: Model,
  d: Data,
  x: Float64Array,
  body: number,
  last: number,
  axis: number,
  rotation: boolean,
): void {
  const { cdof, subtree_com, xipos } = d
  const next = (axis + 1) % 3
  const after = (axis + 2) % 3
  const root = 3 * m.body_rootid[body]
  const rNext = xipos[3 * body + next] - subtree_com[root + next]
  const rAfter = xipos[3 * body + after] - subtree_com[root + after]
  for (let dof = last; dof >= 0; dof = m.dof_parentid[dof]) {
    const c = 6 * dof
    x[dof] = rotation ? cdof[c + axis] : cdof[c + 3 + axis] + (cdof[c + next] * rAfter - cdof[c + after] * rNext)
  }
}

/** The same row as a wrench at the reference point of the tree. */
function setWrench(m: Model, d: Data, p: Float64Array, body: number, axis: number, rotation: boolean): void {
  const next = (axis + 1) % 3
  const after = (axis + 2) % 3
  const root = 3 * m.body_rootid[body]
  p.fill(0)
  if (rotation) {
    p[axis] = 1
    return
  }
  p[3 + axis] = 1
  p[next] = d.xipos[3 * body + after] - d.subtree_com[root + after]
  p[after] = -(d.xipos[3 * body + next] - d.subtree_com[root + next])
}

/**
 * xᵀ M⁻¹ x for an x that is nonzero only along the chain of dofs that ends with `last`. The entries of M⁻¹ x along the
 * chain follow from rows of the chain alone. Each row holds all dofs of the chain before it, or none of them where its
 * inertia is constant. Sums have the order of `solveM` and `dot`.
 */
function inverseInertia(m: Model, d: Data, x: Float64Array, last: number): number {
  const { nv, M_rowadr, M_rownnz, dof_parentid } = m
  const { qLD, qLDiagInv } = d
  const chain: number[] = []
  for (let dof = last; dof >= 0; dof = dof_parentid[dof]) chain.push(dof)
  chain.reverse()
  const y = Float64Array.from(chain, (dof) => x[dof])
  for (let c = chain.length - 1; c > 0; c--) {
    const row = M_rowadr[chain[c]]
    for (let k = 0; k < M_rownnz[chain[c]] - 1; k++) y[k] -= qLD[row + k] * y[c]
  }
  chain.forEach((dof, c) => {
    y[c] *= qLDiagInv[dof]
  })
  chain.forEach((dof, c) => {
    y[c] -= dotChain(qLD, M_rowadr[dof], y, M_rownnz[dof] - 1)
  })

  const sums = new Float64Array(5)
  chain.forEach((dof, c) => {
    sums[dof < nv - (nv % 4) ? dof % 4 : 4] += x[dof] * y[c]
  })
  return sums[0] + sums[2] + (sums[1] + sums[3]) + sums[4]
}

/** Σ L[row + k]·y[k] for k < n, in the order of mju_dotSparse: four sums in turn, then the rest one by one. */
function dotChain(L: Float64Array, row: number, y: Float64Array, n: number): number {
  let sum = dot(L.subarray(row), y, n - (n % 4))
  for (let k = n - (n % 4); k < n; k++) sum += L[row + k] * y[k]
  return sum
}
