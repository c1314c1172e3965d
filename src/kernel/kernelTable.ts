import type { Data } from '../core/data/data.ts'
import type { KernelsByStage, LeftPairs, StageKernel } from '../core/data/stageKernels.ts'
import { Integrator, Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { usesNewton } from '../core/model/option.ts'
import { advanceActivations } from '../physics/actuation/activation.ts'
import { actuationForces } from '../physics/actuation/actuation.ts'
import { addActuatorInertia } from '../physics/actuation/actuatorLoad.ts'
import { actuatorVelocity, transmission } from '../physics/actuation/transmission.ts'
import { collision, runKernel } from '../physics/collision/collision.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { addRows, noteActiveEqualities } from '../physics/constraint/makeConstraint.ts'
import { springReference } from '../physics/constraint/referenceAcceleration.ts'
import { rnePostConstraint } from '../physics/constraint/rnePostConstraint.ts'
import { massMatrix } from '../physics/dynamics/crba.ts'
import { factorM, solveAwake } from '../physics/dynamics/ldl.ts'
import { passiveForces } from '../physics/dynamics/passiveForces.ts'
import { rne } from '../physics/dynamics/rne.ts'
import { dampedAcceleration } from '../physics/integrate/euler.ts'
import { solveFast } from '../physics/integrate/implicitfast.ts'
import { moveState } from '../physics/integrate/moveState.ts'
import { camlight } from '../physics/kinematics/camlight.ts'
import { comPos } from '../physics/kinematics/comPos.ts'
import { comVel } from '../physics/kinematics/comVel.ts'
import { kinematics } from '../physics/kinematics/kinematics.ts'
import { subtreeVel } from '../physics/kinematics/subtreeVel.ts'
import { needBodyForces, needSubtreeVelocity } from '../physics/sensor/sensorPrerequisites.ts'
import { markedSensors, sensorAcc, sensorPos, sensorVel } from '../physics/sensor/sensors.ts'
import { canSolveWithKernel, solveConstraints } from '../physics/solver/solve.ts'
import { addTendonInertia, tendon, tendonVelocity } from '../physics/tendon/tendonPath.ts'
import { collideKernel } from './collision/collideKernel.ts'
import { COLLIDE_FLAGS, collideUnsupported } from './collision/kernelPairs.ts'
import type { Kernel, KernelStage, LaneStage } from './language/kernelLanguage.ts'
import type { KernelLayout } from './record/kernelLayout.ts'
import { rowsKernel } from './rows/rowsKernel.ts'
import {
  bodyForcesKernel,
  bodyForcesUnsupported,
  subtreeVelKernel,
  subtreeVelUnsupported,
} from './sensor/bodyForcesKernel.ts'
import { SENSOR_FLAGS, sensorKernel, sensorsLeft, sensorsUnsupported } from './sensor/sensorKernels.ts'
import { solveKernel } from './solver/newtonKernel.ts'
import { solverShape } from './solver/solverArrays.ts'
import {
  ACTUATION_FLAGS,
  activationsKernel,
  activationsUnsupported,
  actuationKernel,
  actuationUnsupported,
} from './stage/actuationKernel.ts'
import { wholeInertiaKernel } from './stage/addedInertiaKernel.ts'
import { CAMLIGHT_FLAGS, camlightKernel, camlightUnsupported } from './stage/camlightKernel.ts'
import { comPosKernel } from './stage/comPosKernel.ts'
import { fluidUnsupported } from './stage/fluidKernel.ts'
import { implicitfastKernel, implicitfastUnsupported } from './stage/implicitfastKernel.ts'
import { dampedSolveKernel, factorKernel, smoothSolveKernel } from './stage/inertiaKernels.ts'
import { islandsKernel, islandsUnsupported } from './stage/islandsKernel.ts'
import { KINEMATICS_FLAGS, kinematicsKernel } from './stage/kinematicsKernel.ts'
import { moveKernel } from './stage/moveKernel.ts'
import { passiveKernel } from './stage/passiveKernel.ts'
import { referenceKernel } from './stage/referenceKernel.ts'
import { tendonsKernel, tendonsUnsupported } from './stage/tendonsKernel.ts'
import {
  TRANSMISSION_FLAGS,
  transmissionKernel,
  transmissionUnsupported,
  transmissionVelocityKernel,
  transmissionVelocityUnsupported,
} from './stage/transmissionKernels.ts'
import { biasKernel, comVelKernel } from './stage/velocityKernels.ts'

/** A stage with a kernel. */
export type KernelEntry = (TogetherEntry | InTurnEntry) & StageEntry

/** A kernel that lanes run together. */
interface TogetherEntry {
  readonly kernel: (m: Model, layout: KernelLayout) => LaneStage
  /** Whether its loops are always kept: written out, it would be large and no faster. */
  readonly rolled?: (m: Model) => boolean
  readonly inTurn?: false
}

/** A kernel whose work differs from state to state, so that lanes run it in turn. Its loops are kept. */
interface InTurnEntry {
  readonly kernel: (m: Model, layout: KernelLayout) => KernelStage
  readonly inTurn: true
}

interface StageEntry {
  readonly name: keyof KernelsByStage
  /** The stage in TypeScript. */
  readonly stage: (m: Model, d: Data) => void
  /** Runs the kernel, where that takes more than a call. Returns whether it has not given up. */
  readonly run?: (m: Model, d: Data, kernel: StageKernel, address: number, left: LeftPairs) => boolean
  /** Makes a state that went through a whole step one that the stage may run on again. */
  readonly before?: (m: Model, d: Data) => void
  /** Fields that it writes. */
  readonly outputs: readonly string[]
  /** Whether its results may differ from those of the stage in their last bits. */
  readonly rounds?: boolean
  /** Whether a state has something for the stage to do, as its kernel does it; by default it always has. */
  readonly applies?: (d: Data) => boolean
  /** Why the stage stays in TypeScript for a model; undefined: it has a kernel. */
  readonly unsupported?: (m: Model, varies: Kernel['varies']) => string | undefined
  /** Whole numbers of the model that are part of the code, besides those that never change: they must not vary. */
  readonly flags?: readonly (keyof Model)[]
  /** The same, but the kernel looks them up where they vary. */
  readonly looseFlags?: readonly (keyof Model)[]
}

/** Whole numbers that damping depends on. */
const DAMPING_FLAGS = ['jnt_actuatorid', 'tendon_actuatorid', ...TRANSMISSION_FLAGS] as const

/** Whole numbers that the dimensions of contacts follow from, and those that decide which rows there can be. */
const DIMENSION_FLAGS = ['geom_condim', 'pair_dim'] as const
const EQUALITY_FLAGS = ['eq_type', 'eq_objtype', 'eq_obj1id', 'eq_obj2id'] as const
const ROW_FLAGS = ['jnt_limited', 'tendon_limited', ...EQUALITY_FLAGS, ...DIMENSION_FLAGS] as const

/** What the rows of constraints consist of. */
const ROW_FIELDS =
  'efc_pos efc_margin efc_frictionloss efc_KBIP efc_R efc_D efc_diagA efc_type efc_id efc_J_rownnz efc_J_rowadr'.split(
    ' ',
  )

const PASSIVE_FIELDS = ['qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_passive']

/** All stages that have a kernel, in the order of a step. */
export const KERNEL_TABLE: readonly KernelEntry[] = [
  {
    name: 'kinematics',
    kernel: kinematicsKernel,
    stage: kinematics,
    outputs: 'xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat'.split(' '),
    looseFlags: KINEMATICS_FLAGS,
  },
  { name: 'comPos', kernel: comPosKernel, stage: comPos, outputs: ['subtree_com', 'cinert', 'cdof'] },
  {
    name: 'camlight',
    kernel: camlightKernel,
    stage: camlight,
    outputs: ['cam_xpos', 'cam_xmat', 'light_xpos', 'light_xdir'],
    unsupported: camlightUnsupported,
    flags: CAMLIGHT_FLAGS,
  },
  {
    name: 'tendons',
    kernel: tendonsKernel,
    stage: tendon,
    outputs: ['ten_length', 'ten_J', 'ten_wrapadr', 'ten_wrapnum', 'wrap_obj', 'wrap_xpos'],
    unsupported: tendonsUnsupported,
    flags: ['wrap_type', 'wrap_objid'],
  },
  {
    name: 'massMatrix',
    kernel: wholeInertiaKernel,
    stage: (m, d) => {
      massMatrix(m, d)
      addActuatorInertia(m, d)
      addTendonInertia(m, d)
    },
    rolled: manyEliminations,
    outputs: ['crb', 'M'],
    flags: DAMPING_FLAGS,
  },
  { name: 'factorM', kernel: factorKernel, stage: factorM, rolled: manyEliminations, outputs: ['qLD', 'qLDiagInv'] },
  {
    name: 'collide',
    kernel: (m, { contactCapacity }) => collideKernel(m, contactCapacity),
    stage: collision,
    run: runKernel,
    inTurn: true,
    outputs:
      `contact_dist contact_pos contact_frame contact_includemargin contact_friction contact_solref contact_solimp
      contact_solreffriction contact_adhesion contact_dim contact_geom1 contact_geom2 contact_exclude`.split(/\s+/),
    unsupported: collideUnsupported,
    flags: COLLIDE_FLAGS,
  },
  {
    name: 'rows',
    kernel: (m, { rowCapacity: rows, entryCapacity: entries }) => rowsKernel(m, { rows, entries }),
    before: noteActiveEqualities,
    stage: addRows,
    inTurn: true,
    outputs: ROW_FIELDS,
    unsupported: (m) => (m.nv === 0 ? 'there are no dofs' : undefined),
    flags: ROW_FLAGS,
  },
  {
    name: 'islands',
    kernel: islandsKernel,
    stage: findIslands,
    inTurn: true,
    outputs: `tree_island dof_island efc_island map_itree2tree map_dof2idof map_idof2dof map_efc2iefc map_iefc2efc
      island_ntree island_itreeadr island_nv island_idofadr island_dofadr island_ne island_nf island_nefc
      island_iefcadr`.split(/\s+/),
    applies: ({ nefc }) => nefc > 0,
    unsupported: islandsUnsupported,
  },
  {
    name: 'transmission',
    kernel: transmissionKernel,
    stage: transmission,
    outputs: ['actuator_length', 'actuator_moment'],
    unsupported: transmissionUnsupported,
    flags: TRANSMISSION_FLAGS,
  },
  {
    name: 'transmissionVelocity',
    kernel: transmissionVelocityKernel,
    stage: (m, d) => {
      tendonVelocity(m, d)
      actuatorVelocity(m, d)
    },
    outputs: ['ten_velocity', 'actuator_velocity'],
    unsupported: transmissionVelocityUnsupported,
    flags: TRANSMISSION_FLAGS,
  },
  { name: 'comVel', kernel: comVelKernel, stage: comVel, outputs: ['cvel', 'cdof_dot'] },
  {
    name: 'passive',
    kernel: (m) => passiveKernel(m),
    stage: passiveForces,
    outputs: PASSIVE_FIELDS,
    flags: ['jnt_actgravcomp', ...DAMPING_FLAGS],
  },
  {
    name: 'passiveInMedium',
    kernel: (m) => passiveKernel(m, true),
    stage: passiveForces,
    outputs: PASSIVE_FIELDS,
    unsupported: fluidUnsupported,
    flags: ['jnt_actgravcomp', ...DAMPING_FLAGS],
  },
  {
    name: 'reference',
    kernel: referenceKernel,
    stage: springReference,
    inTurn: true,
    outputs: ['efc_vel', 'efc_aref'],
    applies: ({ nefc }) => nefc > 0,
    flags: DIMENSION_FLAGS,
  },
  {
    name: 'bias',
    kernel: biasKernel,
    rolled: manyEliminations,
    stage: (m, d) => rne(m, d, d.qfrc_bias, false),
    outputs: ['qfrc_bias'],
  },
  {
    name: 'actuation',
    kernel: actuationKernel,
    stage: actuationForces,
    outputs: ['actuator_input', 'act_dot', 'actuator_force', 'qfrc_actuator'],
    unsupported: actuationUnsupported,
    flags: [...TRANSMISSION_FLAGS, ...ACTUATION_FLAGS],
  },
  {
    name: 'smoothSolve',
    kernel: smoothSolveKernel,
    stage: (m, d) => {
      for (let i = 0; i < m.nv; i++)
        d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
      d.qacc_smooth.set(d.qfrc_smooth)
      solveAwake(d, d.inertiaFactor, d.qacc_smooth)
    },
    outputs: ['qfrc_smooth', 'qacc_smooth'],
  },
  {
    name: 'solve',
    kernel: (m, { rowCapacity, contactCapacity }) =>
      solveKernel(solverShape(m, rowCapacity, contactCapacity, !usesNewton(m))),
    stage: solveConstraints,
    inTurn: true,
    outputs: ['qacc'],
    rounds: true,
    applies: canSolveWithKernel,
    flags: DIMENSION_FLAGS,
  },
  {
    name: 'bodyForces',
    kernel: bodyForcesKernel,
    stage: rnePostConstraint,
    rolled: () => true,
    outputs: ['cacc', 'cfrc_ext', 'cfrc_int'],
    unsupported: bodyForcesUnsupported,
    flags: [...EQUALITY_FLAGS, ...DIMENSION_FLAGS],
  },
  {
    name: 'subtreeVel',
    kernel: subtreeVelKernel,
    stage: subtreeVel,
    rolled: () => true,
    outputs: ['subtree_linvel', 'subtree_angmom'],
    unsupported: subtreeVelUnsupported,
  },
  ...sensorEntries(),
  {
    name: 'dampedSolve',
    kernel: dampedSolveKernel,
    stage: dampedAcceleration,
    rolled: manyEliminations,
    outputs: ['qH', 'qHDiagInv', 'integrate_acceleration'],
    unsupported: (m) => (m.opt.integrator === Integrator.Euler ? undefined : 'the integrator is another one'),
    flags: DAMPING_FLAGS,
  },
  {
    name: 'implicitfast',
    kernel: implicitfastKernel,
    stage: (m, d) => solveFast(m, d, false),
    rolled: manyEliminations,
    outputs: ['qDeriv', 'qH', 'qHDiagInv', 'implicitfast_force', 'integrate_acceleration'],
    unsupported: implicitfastUnsupported,
    flags: [...DAMPING_FLAGS, ...ACTUATION_FLAGS],
  },
  {
    name: 'activations',
    kernel: activationsKernel,
    stage: (m, d) => advanceActivations(m, d, d.act_dot),
    outputs: ['act'],
    unsupported: activationsUnsupported,
    flags: ACTUATION_FLAGS,
  },
  {
    name: 'moveByQacc',
    kernel: (m) => moveKernel(m, 'qacc'),
    stage: (m, d) => moveState(m, d, d.qacc),
    outputs: ['qpos', 'qvel', 'qacc_warmstart'],
  },
  {
    name: 'moveImplicitly',
    kernel: (m) => moveKernel(m, 'integrate_acceleration'),
    stage: (m, d) => moveState(m, d, d.scratch.integrate_acceleration),
    outputs: ['qpos', 'qvel', 'qacc_warmstart'],
    unsupported: (m) => (m.opt.integrator === Integrator.RK4 ? 'the integrator is another one' : undefined),
  },
]

function sensorEntries(): KernelEntry[] {
  const stages = [
    ['sensorPos', Stage.pos, sensorPos],
    ['sensorVel', Stage.vel, sensorVel],
    ['sensorAcc', Stage.acc, sensorAcc],
  ] as const
  return stages.map(([name, stage, run]) => ({
    name,
    kernel: (m) => sensorKernel(m, stage),
    stage: run,
    before: (m, d) => {
      if (stage === Stage.vel) needSubtreeVelocity(m, d)
      if (stage === Stage.acc) needBodyForces(m, d)
    },
    run: (m, d, kernel, address) => {
      if (kernel(address) !== 0) return false
      const left = sensorsLeft(m)
      if (left !== undefined) markedSensors(m, d, stage, left)
      return true
    },
    outputs: ['sensordata'],
    unsupported: (m) => sensorsUnsupported(m, stage),
    flags: [...SENSOR_FLAGS, ...TRANSMISSION_FLAGS, ...DIMENSION_FLAGS],
  }))
}

/** Whether factoring M takes so many products that loops are as fast: some 20 dofs in a tree. */
function manyEliminations(m: Model): boolean {
  let products = 0
  for (const n of m.M_rownnz) products += (n * (n - 1)) / 2
  return products > 500
}
