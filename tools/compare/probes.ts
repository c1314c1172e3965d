import type { Data } from '../../src/core/data/data.ts'
import { ObjType, StateBit } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import {
  angmomMat,
  applyFT,
  differentiatePos,
  fullM,
  getState,
  integratePos,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacPointAxis,
  jacSite,
  jacSubtreeCom,
  mulM,
  mulM2,
  objectAcceleration,
  objectVelocity,
  rne,
  setState,
  solveM,
  solveM2,
  stateSize,
} from '../../src/index.ts'
import type { Pair } from './compareData.ts'
import { probePassive } from './passiveProbe.ts'
import { type Random, randomPositions } from './randomState.ts'

/** The same question, answered by both engines. */
interface Answer {
  /** What the question was about, for example a body. */
  readonly label: string
  readonly ours: Float64Array
  readonly theirs: Float64Array
}

/** A function that returns numbers instead of writing fields of the state. */
export interface Probe {
  readonly name: string
  readonly tolerance: number
  readonly run: (pair: Pair, random: Random) => Answer[]
}

/** Objects of each type to ask about, spread over all of them. */
const SAMPLES = 5

/** Functions that users call after a forward pass. */
export function probesOf(m: Model): readonly Probe[] {
  if (m.nv === 0) return STATE_PROBES
  return [
    ...DOF_PROBES,
    ...(m.nv <= DENSE_DOFS ? MATRIX_PROBES : []),
    ...(m.nout > 0 ? ACTUATOR_PROBES : []),
    ...STATE_PROBES,
  ]
}

/** About vectors and matrices with a place for each dof. The reference does not expect to be asked without any. */
const DOF_PROBES: readonly Probe[] = [
  vectorProbe('mulM', 1e-12, mulM, 'mj_mulM'),
  vectorProbe('mulM2', 1e-12, mulM2, 'mj_mulM2'),
  vectorProbe('solveM', 1e-10, inPlace(solveM), 'mj_solveM'),
  { name: 'solveM2', tolerance: 1e-10, run: probeSolveM2 },
  { name: 'applyFT', tolerance: 1e-12, run: probeApplyFT },
  jacobianProbe('jacBody', (m) => m.nbody, jacBody, 'mj_jacBody'),
  jacobianProbe('jacBodyCom', (m) => m.nbody, jacBodyCom, 'mj_jacBodyCom'),
  jacobianProbe('jacGeom', (m) => m.ngeom, jacGeom, 'mj_jacGeom'),
  jacobianProbe('jacSite', (m) => m.nsite, jacSite, 'mj_jacSite'),
  bodyMatrixProbe('jacSubtreeCom', jacSubtreeCom, 'mj_jacSubtreeCom'),
  bodyMatrixProbe('angmomMat', angmomMat, 'mj_angmomMat'),
  pointProbe('jac', jac, 'mj_jac'),
  pointProbe('jacDot', jacDot, 'mj_jacDot'),
  { name: 'jacPointAxis', tolerance: 1e-12, run: probeJacPointAxis },
  { name: 'objectVelocity', tolerance: 1e-12, run: objectProbe(objectVelocity, 'mj_objectVelocity') },
  { name: 'objectAcceleration', tolerance: 1e-10, run: objectProbe(objectAcceleration, 'mj_objectAcceleration') },
  { name: 'rne', tolerance: 1e-10, run: probeRne },
  { name: 'passive', tolerance: 1e-10, run: probePassive },
  { name: 'integratePos', tolerance: 1e-12, run: probeIntegratePos },
  { name: 'differentiatePos', tolerance: 1e-12, run: probeDifferentiatePos },
]

/** Beyond this many dofs, full matrices take longer than everything else, and say nothing that M does not. */
const DENSE_DOFS = 700

const MATRIX_PROBES: readonly Probe[] = [{ name: 'fullM', tolerance: 1e-12, run: probeFullM }]

const ACTUATOR_PROBES: readonly Probe[] = [{ name: 'actuator_moment', tolerance: 1e-10, run: probeMoments }]

const STATE_PROBES: readonly Probe[] = [
  { name: 'getState', tolerance: 0, run: probeGetState },
  { name: 'setState', tolerance: 0, run: probeSetState },
]

type VectorFunction = (m: Model, d: Data, out: Float64Array, v: Float64Array) => void
type TwoMatrices = (m: Model, d: Data, jacp: Float64Array, jacr: Float64Array, id: number) => void
type PointFunction = (
  m: Model,
  d: Data,
  jacp: Float64Array,
  jacr: Float64Array,
  point: Float64Array,
  body: number,
) => void

function inPlace(solve: (m: Model, d: Data, x: Float64Array) => void): VectorFunction {
  return (m, d, out, v) => {
    out.set(v)
    solve(m, d, out)
  }
}

/** A linear map of vectors of nv numbers. */
function vectorProbe(
  name: string,
  tolerance: number,
  map: VectorFunction,
  reference: 'mj_mulM' | 'mj_mulM2' | 'mj_solveM',
): Probe {
  return {
    name,
    tolerance,
    run: ({ m, d, rm, rd }, random) => {
      const v = random.vector(m.nv)
      const ours = new Float64Array(m.nv)
      map(m, d, ours, v)
      return [{ label: '', ours, theirs: rd.output(m.nv, (out) => rd.mj[reference](rm.raw, rd.raw, out, list(v))) }]
    },
  }
}

function probeSolveM2({ m, d, rm, rd }: Pair, random: Random): Answer[] {
  const v = random.vector(m.nv)
  const ours = v.slice()
  solveM2(m, d, ours)
  const rootOfInverse = list(d.qLDiagInv.map(Math.sqrt))
  const theirs = rd.output(m.nv, (out) => rd.mj.mj_solveM2(rm.raw, rd.raw, out, list(v), rootOfInverse))
  return [{ label: '', ours, theirs }]
}

function probeFullM({ m, d, rm, rd }: Pair): Answer[] {
  const ours = new Float64Array(m.nv * m.nv)
  fullM(m, ours, d.M)
  return [{ label: '', ours, theirs: rd.output(ours.length, (out) => rd.mj.mj_fullM(rm.raw, rd.raw, out)) }]
}

function probeApplyFT({ m, d, rm, rd }: Pair, random: Random): Answer[] {
  return spread(m.nbody).map((body) => {
    const [force, torque, point, initial] = [3, 3, 3, m.nv].map((n) => random.vector(n))
    const ours = initial.slice()
    applyFT(m, d, ours, force, torque, point, body)
    const theirs = rd.output(
      m.nv,
      (out) => rd.mj.mj_applyFT(rm.raw, rd.raw, list(force), list(torque), list(point), body, out),
      initial,
    )
    return { label: `body ${body}`, ours, theirs }
  })
}

/** Jacobians of the point that belongs to an object. */
function jacobianProbe(
  name: string,
  count: (m: Model) => number,
  ours: TwoMatrices,
  reference: 'mj_jacBody' | 'mj_jacBodyCom' | 'mj_jacGeom' | 'mj_jacSite',
): Probe {
  const run = (pair: Pair): Answer[] => {
    const { m, d, rm, rd } = pair
    return spread(count(m)).flatMap((id) =>
      twoMatrices(
        pair,
        `#${id}`,
        (jacp, jacr) => ours(m, d, jacp, jacr, id),
        (jacp, jacr) => rd.mj[reference](rm.raw, rd.raw, jacp, jacr, id),
      ),
    )
  }
  return { name, tolerance: 1e-12, run }
}

/** Jacobians of any point that moves with a body. */
function pointProbe(name: string, ours: PointFunction, reference: 'mj_jac' | 'mj_jacDot'): Probe {
  const run = (pair: Pair, random: Random): Answer[] => {
    const { m, d, rm, rd } = pair
    return spread(m.nbody).flatMap((body) => {
      const point = random.vector(3)
      return twoMatrices(
        pair,
        `body ${body}`,
        (jacp, jacr) => ours(m, d, jacp, jacr, point, body),
        (jacp, jacr) => rd.mj[reference](rm.raw, rd.raw, jacp, jacr, list(point), body),
      )
    })
  }
  return { name, tolerance: 1e-12, run }
}

function probeJacPointAxis(pair: Pair, random: Random): Answer[] {
  const { m, d, rm, rd } = pair
  return spread(m.nbody).flatMap((body) => {
    const point = random.vector(3)
    const axis = random.direction(3)
    return twoMatrices(
      pair,
      `body ${body}`,
      (jacp, jacAxis) => jacPointAxis(m, d, jacp, jacAxis, point, axis, body),
      (jacp, jacAxis) => rd.mj.mj_jacPointAxis(rm.raw, rd.raw, jacp, jacAxis, list(point), list(axis), body),
    )
  })
}

/** One 3 × nv matrix of each body. */
function bodyMatrixProbe(
  name: string,
  ours: (m: Model, d: Data, out: Float64Array, body: number) => void,
  reference: 'mj_jacSubtreeCom' | 'mj_angmomMat',
): Probe {
  const run = ({ m, d, rm, rd }: Pair): Answer[] =>
    spread(m.nbody).map((body) => {
      const matrix = new Float64Array(3 * m.nv)
      ours(m, d, matrix, body)
      const theirs = rd.output(matrix.length, (out) => rd.mj[reference](rm.raw, rd.raw, out, body))
      return { label: `body ${body}`, ours: matrix, theirs }
    })
  return { name, tolerance: 1e-12, run }
}

/** Asks both engines for a pair of 3 × nv matrices. */
function twoMatrices(
  { m, rd }: Pair,
  label: string,
  ask: (first: Float64Array, second: Float64Array) => void,
  askReference: (first: unknown, second: unknown) => void,
): Answer[] {
  const first = new Float64Array(3 * m.nv)
  const second = new Float64Array(3 * m.nv)
  ask(first, second)
  let theirSecond: Float64Array = second
  const theirFirst = rd.output(3 * m.nv, (a) => {
    theirSecond = rd.output(3 * m.nv, (b) => askReference(a, b))
  })
  return [
    { label, ours: first, theirs: theirFirst },
    { label: `${label}, second`, ours: second, theirs: theirSecond },
  ]
}

/** Velocity or acceleration of things that have a frame, in world and in local axes. */
function objectProbe(
  ours: typeof objectVelocity,
  reference: 'mj_objectVelocity' | 'mj_objectAcceleration',
): (pair: Pair) => Answer[] {
  return ({ m, d, rm, rd }) =>
    FRAME_OBJECTS.flatMap(({ name, type, count }) =>
      spread(count(m)).flatMap((id) =>
        [0, 1].map((local) => {
          const velocity = new Float64Array(6)
          ours(m, d, velocity, type, id, local === 1)
          const theirs = rd.output(6, (out) => rd.mj[reference](rm.raw, rd.raw, type, id, out, local))
          return { label: `${name} ${id}`, ours: velocity, theirs }
        }),
      ),
    )
}

const FRAME_OBJECTS = [
  { name: 'body', type: ObjType.body, count: (m: Model) => m.nbody },
  { name: 'xbody', type: ObjType.xbody, count: (m: Model) => m.nbody },
  { name: 'geom', type: ObjType.geom, count: (m: Model) => m.ngeom },
  { name: 'site', type: ObjType.site, count: (m: Model) => m.nsite },
  { name: 'camera', type: ObjType.camera, count: (m: Model) => m.ncam },
] as const

/** Forces for the present acceleration, and without any. */
function probeRne({ m, d, rm, rd }: Pair): Answer[] {
  return [0, 1].map((withAcceleration) => {
    const ours = new Float64Array(m.nv)
    rne(m, d, ours, withAcceleration === 1)
    const theirs = rd.output(m.nv, (out) => rd.mj.mj_rne(rm.raw, rd.raw, withAcceleration, out))
    return { label: withAcceleration ? 'with acceleration' : 'without acceleration', ours, theirs }
  })
}

function probeIntegratePos({ m, d, rm, rd }: Pair, random: Random): Answer[] {
  const velocity = random.vector(m.nv)
  const ours = d.qpos.slice()
  integratePos(m, ours, velocity, 0.1)
  const theirs = rd.output(m.nq, (out) => rd.mj.mj_integratePos(rm.raw, out, list(velocity), 0.1), d.qpos)
  return [{ label: '', ours, theirs }]
}

function probeDifferentiatePos({ m, rm, rd }: Pair, random: Random): Answer[] {
  const from = randomPositions(m, random)
  const to = randomPositions(m, random)
  const ours = new Float64Array(m.nv)
  differentiatePos(m, ours, 0.1, from, to)
  const theirs = rd.output(m.nv, (out) => rd.mj.mj_differentiatePos(rm.raw, out, 0.1, list(from), list(to)))
  return [{ label: '', ours, theirs }]
}

const SIGNATURES = [StateBit.physics, StateBit.fullphysics, StateBit.user, StateBit.integration] as const

function probeGetState({ m, d, rd }: Pair): Answer[] {
  return SIGNATURES.map((signature) => {
    const ours = new Float64Array(stateSize(m, signature))
    getState(m, d, ours, signature)
    return { label: `signature ${signature}`, ours, theirs: rd.state(signature) }
  })
}

/**
 * A state that is set is the state that is read afterward. The state is put back. Histories have places of samples that
 * exist: ours refuses others.
 */
function probeSetState({ m, d, rd }: Pair, random: Random): Answer[] {
  const signature = StateBit.integration
  const before = rd.state(signature)
  const vector = random.vector(before.length)
  const flags = before.length - rd.state(signature & ~StateBit.eq_active).length
  const flagStart = rd.state(signature & (StateBit.eq_active - 1)).length
  for (let i = 0; i < flags; i++) vector[flagStart + i] = i % 2
  // the second number of each buffer of samples is the place of the newest one
  const historyStart = rd.state(signature & (StateBit.history - 1)).length
  for (const adr of [...m.actuator_historyadr, ...m.sensor_historyadr]) if (adr >= 0) vector[historyStart + adr + 1] = 0

  const ours = new Float64Array(vector.length)
  setState(m, d, vector, signature)
  getState(m, d, ours, signature)
  rd.setState(vector, signature)
  const theirs = rd.state(signature)
  setState(m, d, before, signature)
  rd.setState(before, signature)
  return [{ label: '', ours, theirs }]
}

/** At most `SAMPLES` of the numbers below `count`, the last among them. */
function spread(count: number): number[] {
  const stride = Math.max(1, Math.ceil(count / SAMPLES))
  const picked: number[] = []
  for (let id = count - 1; id >= 0; id -= stride) picked.push(id)
  return picked
}

/** The binding's type says number[], and typed arrays serve as well. */
function list(values: Float64Array): number[] {
  return values as unknown as number[]
}

/** Moments as dense rows: which of their entries are exactly zero is up to rounding. */
function probeMoments({ m, d, rd }: Pair): Answer[] {
  const arrays = ['actuator_moment', 'moment_rownnz', 'moment_rowadr', 'moment_colind'] as const
  const theirs = arrays.map((name) => rd.array(name)!)
  const ours = arrays.map((name) => d[name])
  return Array.from({ length: m.nout }, (_, row) => ({
    label: `force ${row}`,
    ours: denseRow(ours, row, m.nv),
    theirs: denseRow(theirs, row, m.nv),
  }))
}

function denseRow([values, counts, starts, columns]: readonly ArrayLike<number>[], row: number, nv: number) {
  const dense = new Float64Array(nv)
  for (let k = starts[row]; k < starts[row] + counts[row]; k++) dense[columns[k]] += values[k]
  return dense
}
