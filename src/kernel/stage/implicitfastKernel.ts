import { BiasType, GainType, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'
import { momentsVary } from '../../physics/actuation/transmission.ts'
import { isFreeBody } from '../../physics/implicit/gyroscopic.ts'
import type { Index, LaneKernel, LaneStage, Num, NumArray, Table } from '../language/kernelLanguage.ts'
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
export function implicitfastKernel(m: Model): LaneStage {
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
  if (momentsVary(m) && slopedActuators(m).length > 0) return 'rows of moments vary'
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

/** Actuators whose force may depend on their velocity. */
function slopedActuators(m: Model): number[] {
  return [...m.actuator_gaintype.keys()].filter(
    (i) => m.actuator_gaintype[i] !== GainType.fixed || m.actuator_biastype[i] !== BiasType.none,
  )
}

/** D += ∂qfrc_actuator/∂qvel: slope · Jᵀ J of each actuator whose force depends on its velocity. */
function addActuators(k: LaneKernel, m: Model, D: NumArray): void {
  const { starts, columns } = momentRows(m)
  const actuators = slopedActuators(m)
  if (actuators.length === 0) return
  const actuator = k.table('sloped_actuator', actuators)
  const products = new OuterProducts(
    k,
    m,
    'actuator',
    actuators.map((i) => ({ start: starts[i], columns: columns.slice(starts[i], starts[i + 1]) })),
  )
  k.loop(0, actuators.length, (a) => {
    products.add(D, a, actuatorSlope(k, m, actuator.at(a)), k.field('actuator_moment'))
  })
  products.mirror(D)
}

/** Slope of an actuator's force by the velocity of its transmission; 0 while the force is clamped. */
function actuatorSlope(k: LaneKernel, m: Model, i: Index): Num {
  const gain = k.table('actuator_gaintype', m.actuator_gaintype).at(i)
  const bias = k.table('actuator_biastype', m.actuator_biastype).at(i)
  const input = gainInput(k, m, i)
  const slope = k.cell(0)
  k.when(
    k.same(gain, GainType.muscle),
    () => slope.set(muscleSlope(k, 'actuator_gainprm', i, input)),
    () =>
      k.when(
        k.same(bias, BiasType.muscle),
        () => slope.set(muscleSlope(k, 'actuator_biasprm', i, input)),
        () =>
          k.when(k.same(gain, GainType.affine), () =>
            slope.set(input.times(k.numbers('actuator_gainprm', 10).at(i, 2))),
          ),
      ),
  )
  k.when(k.same(bias, BiasType.affine), () => slope.add(k.numbers('actuator_biasprm', 10).at(i, 2)))
  k.when(k.table('actuator_forcelimited', m.actuator_forcelimited).at(i), () => {
    const force = k.field('actuator_force').at(i)
    const range = k.numbers('actuator_forcerange', 2)
    const isClamped = force.atMost(range.at(i, 0)).or(range.at(i, 1).atMost(force))
    slope.set(k.choose(isClamped, 0, slope.value))
  })
  return slope.value
}

/** D += ∂qfrc_damper/∂qvel: −slope of dofs, and −slope · Jᵀ J of tendons. */
function addDampers(k: LaneKernel, m: Model, D: NumArray): void {
  const slope = k.field('damper_slope')
  const diagonal = k.table(
    'D_diagonal',
    Array.from(m.D_rowadr, (row, i) => row + m.D_diag[i]),
  )
  dampingSlopes(k, m, slope)
  k.loop(0, m.nv, (i) => D.set(diagonal.at(i), D.at(diagonal.at(i)).minus(slope.at(i))))
  const damped: number[] = []
  forEachDampedTendon(k, m, (t) => damped.push(t))
  const products = new OuterProducts(
    k,
    m,
    'tendon',
    damped.map((t) => {
      const start = m.ten_J_rowadr[t]
      return { start, columns: [...m.ten_J_colind.subarray(start, start + m.ten_J_rownnz[t])] }
    }),
  )
  forEachDampedTendon(k, m, (t, damping) => {
    const slope = damperSlope(k.field('ten_velocity').at(t), damping)
    products.add(D, damped.indexOf(t), slope.negated(), k.field('ten_J'))
  })
  products.mirror(D)
}

/** A sparse row of a Jacobian: its first entry, and its columns. */
interface JacobianRow {
  readonly start: number
  readonly columns: readonly number[]
}

/**
 * D += factor · Jᵀ J for rows of a Jacobian, in the lower triangle first. Pairs of dofs on different branches are not in
 * the pattern of D.
 */
class OuterProducts {
  readonly #k: LaneKernel
  readonly #m: Model
  readonly #name: string
  /** First element of each row, and the end. */
  readonly #rows: number[] = [0]
  /** For each element: its entry of the Jacobian, its diagonal in D, and its first pair with an earlier element. */
  readonly #entry: number[] = []
  readonly #diagonal: number[] = []
  readonly #firstPair: number[] = [0]
  /** For each pair: the entry of D, and that of the earlier element in the Jacobian. */
  readonly #target: number[] = []
  readonly #source: number[] = []

  constructor(k: LaneKernel, m: Model, name: string, rows: readonly JacobianRow[]) {
    this.#k = k
    this.#m = m
    this.#name = name
    for (const { start, columns } of rows) {
      columns.forEach((row, a) => {
        for (let b = 0; b < a; b++) this.#addPair(row, columns[b], start + b)
        this.#entry.push(start + a)
        this.#diagonal.push(m.D_rowadr[row] + m.D_diag[row])
        this.#firstPair.push(this.#target.length)
      })
      this.#rows.push(this.#entry.length)
    }
  }

  #addPair(row: number, column: number, source: number): void {
    const { D_rowadr, D_diag, D_colind } = this.#m
    const first = D_rowadr[row]
    const place = D_colind.subarray(first, first + D_diag[row]).indexOf(column)
    if (place < 0) return
    this.#target.push(first + place)
    this.#source.push(source)
  }

  /** Adds the product of one row. */
  add(D: NumArray, row: Index, factor: Num, J: NumArray): void {
    const k = this.#k
    const first = this.#table('rows', this.#rows)
    const pair = this.#table('pairs', this.#firstPair)
    const addTo = (e: Index, x: Num): void => D.set(e, D.at(e).plus(x))
    k.loop(first.at(row), first.at(k.sum(row, 1)), (element) => {
      const value = J.at(this.#table('entry', this.#entry).at(element))
      const scaled = factor.times(value)
      k.loop(pair.at(element), pair.at(k.sum(element, 1)), (p) => {
        const earlier = J.at(this.#table('source', this.#source).at(p))
        addTo(this.#table('target', this.#target).at(p), scaled.times(earlier))
      })
      addTo(this.#table('diagonal', this.#diagonal).at(element), scaled.times(value))
    })
  }

  /** Copies what was added beside the diagonal to the upper triangle. */
  mirror(D: NumArray): void {
    const lower = [...new Set(this.#target)]
    const from = this.#table('lower', lower)
    const transposed = transposedOf(this.#m)
    const to = this.#table(
      'upper',
      lower.map((e) => transposed[e]),
    )
    this.#k.loop(0, lower.length, (i) => D.set(to.at(i), D.at(from.at(i))))
  }

  #table(part: string, values: readonly number[]): Table {
    return this.#k.table(`${this.#name}_outer_${part}`, values)
  }
}
