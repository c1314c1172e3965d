import { Cone } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, LaneKernel } from '../language/kernelLanguage.ts'
import { STATISTICS } from '../run/solvedByKernel.ts'
import { contactDims } from '../stage/contactRowsKernel.ts'
import { linkNumbers, linkTables } from '../stage/eliminationKernel.ts'

/** What the kernels of the constraint solver are made for. */
export interface SolverShape {
  readonly m: Model
  /** Room for constraint rows and contacts. */
  readonly rows: number
  readonly contacts: number
  /** Dimensions that contacts can have. */
  readonly dims: readonly number[]
  readonly elliptic: boolean
  /** Whether conjugate gradients give the direction of search, and not Newton's method. */
  readonly conjugate: boolean
  /** Whether the model has one tree: ranges of bodies and dofs are then known. */
  readonly oneTree: boolean
  readonly hessian: HessianRows
  readonly structure: TreeStructure
}

export function solverShape(m: Model, rows: number, contacts: number, conjugate = false): SolverShape {
  const hessian = hessianRows(m)
  return {
    m,
    rows,
    contacts,
    dims: contactDims(m),
    elliptic: m.opt.cone === Cone.elliptic,
    conjugate,
    oneTree: m.ntree === 1,
    hessian,
    structure: treeStructure(m, hessian),
  }
}

/** Rows that join branches of the kinematic tree and act at the same time, at most. */
export const MOST_JOINING = 32
/** Entries of the envelope of a Hessian with fill: room for so many a dof. */
const MOST_ENTRIES = 56
/** Rows of the envelope that are factored together. */
export const GROUP = 6
/** Rows that may change the factor one by one; where there are more, it is made anew. */
export const MOST_CHANGES = 6
/** Numbers of a contact along the direction of search, see `lineKernels.ts`. */
export const CONE = 10
/** Iterations of each island that statistics are kept of. */
export function keptIterations({ oneTree }: SolverShape): number {
  return oneTree ? 200 : 16
}

/** Whole numbers in the workspace `solver_integers`. */
export const SOLVER_INTEGERS = {
  // the island that is being solved: its trees and rows, in the order of islands
  FIRST_TREE: 0,
  END_TREE: 1,
  FIRST_ROW: 2,
  END_EQUALITY: 3,
  END_FRICTION: 4,
  END_ROW: 5,
  ISLAND: 8,
  CHANGED: 9,
  ACTIVE: 10,
  SLIDING: 11,
  /** Rows that join branches, in the low-rank part of the Hessian. */
  JOINING: 12,
  /** The point of the line search to evaluate, and how many have been. */
  POINT: 13,
  EVALUATIONS: 14,
  CONES: 15,
  FOUND: 16,
  /** Rows that became springs or ceased to be, since the factor was made or changed. */
  CHANGES: 17,
  /** Rows of contacts that slid when the factor was made. */
  SLID: 18,
  /** Whether the Hessian of the island is factored with its fill, see `envelopeHessian.ts`; its dofs. */
  FILLED: 19,
  DOFS: 20,
  /** A contact of the two bodies whose stiffness against each other is being summed; −1: none. */
  PAIR: 21,
  /** Rows of the envelope's factor that are valid, from the first one on. */
  VALID: 22,
  /** Rows and entries of the envelope. */
  ROWS: 23,
  ENTRIES: 24,
  COUNT: 25,
} as const

/** Numbers in the workspace `solver_numbers`. */
export const SOLVER_NUMBERS = {
  COST: 0,
  /** Of inertia and equality rows, which are quadratic along the line of search: slope, and half the curvature. */
  SLOPE: 1,
  HALF: 2,
  /** The slope that counts as zero. */
  FLAT: 3,
  COUNT: 4,
} as const

/** Numbers of dofs and bodies, which lanes can compute together: fields of `Data`, and workspace. */
export function treeArrays(k: LaneKernel, { m, hessian }: SolverShape) {
  return {
    nv: m.nv,
    // dofs
    cdof: k.field('cdof', 6),
    M: k.field('M'),
    qacc: k.field('qacc'),
    qacc_smooth: k.field('qacc_smooth'),
    qacc_warmstart: k.field('qacc_warmstart'),
    qfrc_smooth: k.field('qfrc_smooth'),
    qfrc_constraint: k.field('qfrc_constraint'),
    Ma: k.workspace('Ma', m.nv),
    Mv: k.workspace('Mv', m.nv),
    /** M a − qfrc_smooth */
    residual: k.workspace('residual', m.nv),
    grad: k.workspace('grad', m.nv),
    z: k.workspace('z', m.nv),
    search: k.workspace('search', m.nv),
    /** A row that changes the factor, as a vector; zero between uses. */
    change: k.workspace('change', m.nv),
    /** The Hessian and its factor. */
    H: k.workspace('H', hessian.colind.length),
    HDiagInv: k.workspace('HDiagInv', m.nv),

    // bodies: twist (ω, v), wrench (τ, f) and stiffness (6 × 6, lower triangle) about the center of mass of the tree
    twist: k.workspace('twist', 6 * m.nbody, 6),
    wrenchOnBody: k.workspace('wrenchOnBody', 6 * m.nbody, 6),
    stiffness: k.workspace('stiffness', 21 * m.nbody, 21),
    /** Whether a body has stiffness; whether wrenches act on it: 1 or 0. */
    touched: k.workspace('touched', m.nbody),
    loaded: k.workspace('loaded', m.nbody),
    /** Whether a contact is on the body, or on one that it carries. */
    carries: k.workspace('carries', m.nbody),

    numbers: k.workspace('solver_numbers', SOLVER_NUMBERS.COUNT),
  }
}
export type TreeArrays = ReturnType<typeof treeArrays>

/** Arrays of the solver: fields of `Data`, tables of the model, and workspace. Names are those of `Problem`. */
export function solverArrays(k: Kernel, shape: SolverShape) {
  const { m, rows, contacts } = shape
  return {
    ...treeArrays(k, shape),

    // contacts
    contact_pos: k.field('contact_pos', 3),
    contact_frame: k.field('contact_frame', 9),
    contact_friction: k.field('contact_friction', 5),
    contact_mu: k.field('contact_mu'),
    contact_dim: k.integers('contact_dim'),
    contact_geom1: k.integers('contact_geom1'),
    contact_geom2: k.integers('contact_geom2'),
    contact_efc_address: k.integers('contact_efc_address'),
    /** A body that moves, the other one if that moves too (-1: it does not), and the arm from its center of mass. */
    moving: k.integerWorkspace('contact_moving', contacts),
    other: k.integerWorkspace('contact_other', contacts),
    arm: k.workspace('contact_arm', 3 * contacts, 3),
    /** Directions of the contact as wrenches on the first body, up to six. */
    wrench: k.workspace('wrench', 36 * contacts, 36),
    /** The same wrenches one by one, and friction coefficients one by one. */
    wrenches: k.workspace('wrench', 36 * contacts, 6),
    frictions: k.field('contact_friction'),
    cone: k.workspace('cone', CONE * contacts, CONE),

    // rows
    D: k.field('efc_D'),
    R: k.field('efc_R'),
    frictionloss: k.field('efc_frictionloss'),
    aref: k.field('efc_aref'),
    b: k.field('efc_b'),
    force: k.field('efc_force'),
    state: k.integers('efc_state'),
    type: k.integers('efc_type'),
    id: k.integers('efc_id'),
    J: k.field('efc_J'),
    J_rownnz: k.integers('efc_J_rownnz'),
    J_rowadr: k.integers('efc_J_rowadr'),
    J_colind: k.integers('efc_J_colind'),
    /** The rows that are counted by `CHANGES`. */
    changes: k.integerWorkspace('changes', rows),
    jar: k.workspace('jar', rows),
    Jv: k.workspace('Jv', rows),

    /** A row of J that has been written out: dofs and values of its entries. */
    entryDof: k.integerWorkspace('entry_dof', m.nv),
    entryValue: k.workspace('entry_value', m.nv),

    // rows that join branches: their numbers (-1: combinations of rows), stiffness, J, L⁻ᵀ Jᵀ, and their own system
    joiningRow: k.integerWorkspace('joiningRow', MOST_JOINING),
    joining: k.workspace('joining', MOST_JOINING),
    joiningJ: k.workspace('joiningJ', MOST_JOINING * m.nv),
    Y: k.workspace('Y', MOST_JOINING * m.nv),
    S: k.workspace('S', MOST_JOINING * MOST_JOINING),
    share: k.workspace('share', MOST_JOINING),

    envelope: envelopeArrays(k, shape),

    integers: k.integerWorkspace('solver_integers', SOLVER_INTEGERS.COUNT),
    points: k.workspace('line_points', 24, 4),
    // results of islands
    /** Rows that join branches, active or not. */
    between: k.integerWorkspace('solver_between', m.ntree),
    iterations: k.integerWorkspace('solver_iterations', m.ntree),
    converged: k.integerWorkspace('solver_converged', m.ntree),
    statistics: k.workspace('solver_statistics', STATISTICS * keptIterations(shape) * m.ntree, STATISTICS),
  }
}

/** Arrays of `envelopeOrder.ts` and `envelopeHessian.ts`. */
function envelopeArrays(k: Kernel, { m, contacts }: SolverShape) {
  const { nv, ntree } = m
  const most = nv + GROUP
  const room = Math.min((most * (most + 1)) / 2, MOST_ENTRIES * most)
  return {
    room,
    mostEdges: contacts,
    /** Place of a dof in the order of elimination. */
    place: k.integerWorkspace('envelope_place', nv),
    /** The first column of a row, and where column 0 of the row would be. */
    first: k.integerWorkspace('envelope_first', most),
    rowStart: k.integerWorkspace('envelope_rows', most),
    H: k.workspace('envelope', room),
    L: k.workspace('envelope_factor', room),
    inverse: k.workspace('envelope_inverse', most),
    x: k.workspace('envelope_vector', nv),
    // a row, or two bodies that touch: places of the dofs, the stiffness, and motions and forces of the dofs
    places: k.integerWorkspace('envelope_entries', nv),
    stiffness: k.workspace('pair_stiffness', 21),
    motion: k.workspace('pair_motion', 6 * nv, 6),
    push: k.workspace('pair_force', 6 * nv, 6),
    // the order of trees
    trees: k.integerWorkspace('envelope_trees', ntree),
    seen: k.integerWorkspace('envelope_seen', ntree),
    edges: k.integerWorkspace('envelope_edges', 2 * contacts),
  }
}

export type SolverArrays = ReturnType<typeof solverArrays>

/** Structure of the kinematic tree as numbers, computed once for all parts of the solver. */
function treeStructure(m: Model, H: HessianRows) {
  const lastDof = new Int32Array(m.nbody).fill(-1)
  for (let b = 1; b < m.nbody; b++)
    lastDof[b] = m.body_dofnum[b] > 0 ? m.body_dofadr[b] + m.body_dofnum[b] - 1 : lastDof[m.body_parentid[b]]
  return {
    lastDof,
    movingParent: m.body_parentid.map((p) => (lastDof[p] >= 0 ? p : -1)),
    firstDof: m.body_dofadr.map((a) => Math.max(a, 0)),
    links: linkNumbers(m, H.rownnz),
    diagonal: H.rowadr.map((row, i) => row + H.rownnz[i] - 1),
    M: {
      links: linkNumbers(m, m.M_rownnz),
      diagonal: m.M_rowadr.map((row, i) => row + m.M_rownnz[i] - 1),
    },
  }
}
type TreeStructure = ReturnType<typeof treeStructure>

/** Structure of the kinematic tree. */
export function treeTables(k: LaneKernel, { m, hessian: H, structure }: SolverShape) {
  return {
    /** Parent of a body if that moves; -1 if not. */
    movingParent: k.table('body_movingparent', structure.movingParent),
    /** The dof above a dof; -1: none. */
    dofAbove: k.table('dof_parentid', m.dof_parentid),
    /** The last of the dofs that move a body; -1: none. */
    lastDof: k.table('body_lastdof', structure.lastDof),
    root: k.table('body_rootid', m.body_rootid),
    firstDof: k.table('body_firstdof', structure.firstDof),
    dofs: k.table('body_dofnum', m.body_dofnum),
    bodyOfGeom: k.table('geom_bodyid', m.geom_bodyid),
    links: linkTables(k, 'H', structure.links),
    /** Rows of the Hessian. */
    row: k.table('H_rowadr', H.rowadr),
    length: k.table('H_rownnz', H.rownnz),
    diagonal: k.table('H_diagonal', structure.diagonal),
    column: k.table('H_colind', H.colind),
    /** Entries of M that entries of the Hessian start from; -1: none. Undefined: they have the same rows. */
    inertiaEntry: H.isInertia ? undefined : k.table('H_inertia', H.inertiaEntry),
    /** Rows of M. */
    M: {
      row: k.table('M_rowadr', m.M_rowadr),
      diagonal: k.table('M_diagonal', structure.M.diagonal),
      column: k.table('M_colind', m.M_colind),
      links: linkTables(k, 'M', structure.M.links),
    },
  }
}

/**
 * Rows of the Hessian: a dof and all its ancestors. M has the same, but for bodies that are so simple that their rows of
 * M are diagonal.
 */
function hessianRows({ nv, dof_parentid, M_rowadr, M_rownnz, M_colind }: Model) {
  const rowadr: number[] = []
  const rownnz: number[] = []
  const colind: number[] = []
  const inertiaEntry: number[] = []
  for (let i = 0; i < nv; i++) {
    const chain: number[] = []
    for (let j = i; j >= 0; j = dof_parentid[j]) chain.unshift(j)
    rowadr.push(colind.length)
    rownnz.push(chain.length)
    const first = M_rowadr[i]
    const columns = M_colind.subarray(first, first + M_rownnz[i])
    for (const j of chain) {
      colind.push(j)
      const at = columns.indexOf(j)
      inertiaEntry.push(at < 0 ? -1 : first + at)
    }
  }
  return { rowadr, rownnz, colind, inertiaEntry, isInertia: inertiaEntry.every((e, i) => e === i) }
}
type HessianRows = ReturnType<typeof hessianRows>
export type TreeTables = ReturnType<typeof treeTables>

/** A product of truths is their conjunction. */
export function both(k: LaneKernel, a: Index, b: Index): Index {
  return k.product(a, b)
}
export function not(k: LaneKernel, a: Index): Index {
  return k.same(a, 0)
}
