import type { Data } from '../../core/data/data.ts'
import type { KernelsByStage } from '../../core/data/stageKernels.ts'
import type { Model } from '../../core/model/model.ts'
import { addContacts } from '../../physics/constraint/contactRows.ts'
import { impedance } from '../../physics/constraint/impedance.ts'
import { canMakeRowsByKernel } from '../../physics/constraint/makeConstraint.ts'
import { springReference } from '../../physics/constraint/referenceAcceleration.ts'
import { massMatrix } from '../../physics/dynamics/crba.ts'
import { factorM, solveAwake } from '../../physics/dynamics/ldl.ts'
import { rne } from '../../physics/dynamics/rne.ts'
import { dampedAcceleration } from '../../physics/integrate/euler.ts'
import { comPos } from '../../physics/kinematics/comPos.ts'
import { comVel } from '../../physics/kinematics/comVel.ts'
import { kinematics } from '../../physics/kinematics/kinematics.ts'
import { canSolveWithKernel, solveConstraints } from '../../physics/solver/solve.ts'
import type { KernelStage } from '../language/kernelLanguage.ts'
import type { KernelLayout } from '../record/kernelLayout.ts'
import { solveKernel } from '../solver/newtonKernel.ts'
import { solverShape } from '../solver/solverArrays.ts'
import { comPosKernel } from './comPosKernel.ts'
import { contactRowsKernel } from './contactRowsKernel.ts'
import { dampedSolveKernel, factorKernel, massMatrixKernel, smoothSolveKernel } from './inertiaKernels.ts'
import { kinematicsKernel } from './kinematicsKernel.ts'
import { referenceKernel } from './referenceKernel.ts'
import { biasKernel, comVelKernel } from './velocityKernels.ts'

/** A stage with a kernel. */
export interface KernelEntry {
  readonly name: keyof KernelsByStage
  readonly kernel: (m: Model, layout: KernelLayout) => KernelStage
  /** The stage in TypeScript. */
  readonly stage: (m: Model, d: Data) => void
  /** Whether its loops are always kept: written out, it would be large and no faster. */
  readonly rolled?: (m: Model) => boolean
  /** Makes a state that went through a whole step one that the stage may run on again. */
  readonly before?: (m: Model, d: Data) => void
  /** Fields that it writes. */
  readonly outputs: readonly string[]
  /** Whether its results may differ from those of the stage in their last bits. */
  readonly rounds?: boolean
  /** Whether the kernel can do the work of its stage for a state; by default it always can. */
  readonly applies?: (m: Model, d: Data) => boolean
  /** Whether the kernel, made for one model, fits the options that this model has now. */
  readonly fits?: (m: Model) => (now: Model) => boolean
}

/** All stages that have a kernel, in the order of a step. */
export const KERNEL_TABLE: readonly KernelEntry[] = [
  {
    name: 'kinematics',
    kernel: kinematicsKernel,
    stage: kinematics,
    outputs: 'xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat'.split(' '),
  },
  { name: 'comPos', kernel: comPosKernel, stage: comPos, outputs: ['subtree_com', 'cinert', 'cdof'] },
  { name: 'massMatrix', kernel: massMatrixKernel, stage: massMatrix, outputs: ['crb', 'M'] },
  { name: 'factorM', kernel: factorKernel, stage: factorM, rolled: manyEliminations, outputs: ['qLD', 'qLDiagInv'] },
  {
    name: 'contactRows',
    kernel: (m, { rowCapacity: rows, entryCapacity: entries }) => contactRowsKernel(m, { rows, entries }),
    before: (_m, d) => {
      const others = d.ne + d.nf + d.nl
      if (d.nefc > others) d.nJ = d.efc_J_rowadr[others]
      d.nefc = others
    },
    stage: (m, d) => {
      const { nefc } = d
      addContacts(m, d)
      impedance(m, d, nefc)
    },
    rolled: () => true,
    outputs: 'efc_pos efc_margin efc_KBIP efc_R efc_D efc_diagA efc_type efc_id efc_J_rownnz efc_J_rowadr'.split(' '),
    applies: (m, { ncon }) => ncon > 0 && canMakeRowsByKernel(m),
    fits: sameCone,
  },
  { name: 'comVel', kernel: comVelKernel, stage: comVel, outputs: ['cvel', 'cdof_dot'] },
  {
    name: 'reference',
    kernel: referenceKernel,
    stage: springReference,
    rolled: () => true,
    outputs: ['efc_vel', 'efc_aref'],
    applies: ({ flg_surfacevel }, { nefc }) => nefc > 0 && !flg_surfacevel,
    fits: sameCone,
  },
  { name: 'bias', kernel: biasKernel, stage: (m, d) => rne(m, d, d.qfrc_bias, false), outputs: ['qfrc_bias'] },
  {
    name: 'smoothSolve',
    kernel: smoothSolveKernel,
    stage: (_m, d) => {
      d.qacc_smooth.set(d.qfrc_smooth)
      solveAwake(d, d.inertiaFactor, d.qacc_smooth)
    },
    outputs: ['qacc_smooth'],
  },
  {
    name: 'solve',
    kernel: (m, { rowCapacity, contactCapacity }) => solveKernel(solverShape(m, rowCapacity, contactCapacity)),
    stage: solveConstraints,
    rolled: () => true,
    outputs: ['qacc', 'qfrc_constraint'],
    rounds: true,
    applies: canSolveWithKernel,
    fits: sameCone,
  },
  {
    name: 'dampedSolve',
    kernel: dampedSolveKernel,
    stage: dampedAcceleration,
    rolled: manyEliminations,
    outputs: ['qH', 'qHDiagInv', 'integrate_acceleration'],
  },
]

function sameCone({ opt: { cone } }: Model): (now: Model) => boolean {
  return ({ opt }) => opt.cone === cone
}

/** Whether factoring M takes so many products that loops are as fast: some 20 dofs in a tree. */
function manyEliminations(m: Model): boolean {
  let products = 0
  for (const n of m.M_rownnz) products += (n * (n - 1)) / 2
  return products > 500
}
