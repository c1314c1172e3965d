import { callbackBits } from '../../core/data/callbacks.ts'
import type { Data } from '../../core/data/data.ts'
import { SCALAR_NCON, SCALAR_NE, SCALAR_NEFC, SCALAR_NF, SCALAR_NJ, SCALAR_NL } from '../../core/data/dataScalars.ts'
import { Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { leaveForLater } from '../../physics/constraint/contactRows.ts'
import { findIslands } from '../../physics/constraint/findIslands.ts'
import { isDamped } from '../../physics/dynamics/dampingSlopes.ts'
import { sensorAcc, sensorPos, sensorVel } from '../../physics/sensor/sensors.ts'
import { forward } from '../../pipeline/forward.ts'
import { LANES } from '../emit/laneType.ts'
import { KERNEL_TABLE } from '../kernelTable.ts'
import { KernelLayout, numbersAt, Option } from '../record/kernelLayout.ts'
import { type AllConditions, areMet, TermWatch } from '../run/conditions.ts'
import { addressAfter, pagesOf } from '../run/kernelMemory.ts'
import { ModelWatch } from '../run/modelWatch.ts'
import { instantiate, wasmHost } from '../run/wasmHost.ts'
import { LANE_TABLES, type LaneCode } from './laneCode.ts'
import { LaneFields, type LaneMemory } from './laneFields.ts'
import { LaneRecord } from './laneRecord.ts'
import { type LanePrograms, laneConditions } from './laneStages.ts'

/** What a step reads and changes, and what it only reads. */
const STATE = ['qpos', 'qvel', 'act', 'qacc_warmstart']
const INPUTS = ['ctrl', 'qfrc_applied', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'userdata']
/** Results that no table of outputs names. */
const MORE_RESULTS = ['qacc', 'qfrc_constraint']
const MORE_OF_CONTACTS = ['contact_efc_address', 'contact_mu']
const MORE_OF_ROWS = ['efc_vel', 'efc_aref', 'efc_b', 'efc_force', 'efc_state']

/**
 * Steps several states of a model at once, one in each lane. States come from a `Data` (`load`) and go back to it
 * (`store`), one after the other.
 */
export class LaneStepper {
  readonly count: number
  /** Whether numbers have single precision. If not, states have the bits that they would have alone. */
  readonly single: boolean
  /** Takes environments from tables, and puts them back, without the `Data`. */
  readonly record: LaneRecord
  readonly #m: Model
  readonly #d: Data
  readonly #state: number
  readonly #run: Readonly<Record<keyof LanePrograms, (address: number) => number>>
  readonly #watch: ModelWatch
  readonly #conditions: AllConditions
  /** The terms that these are about: when the code was made, and now. */
  readonly #made: Float64Array
  readonly #terms = new TermWatch()
  readonly #times: Float64Array
  /** Numbers of contacts and rows, and iterations of the solver, of all lanes. */
  readonly #scalars: Float64Array | Float32Array
  readonly #iterations: Int32Array
  readonly #inputs: LaneFields
  readonly #motion: LaneFields
  readonly #results: LaneFields
  readonly #contacts: LaneFields
  readonly #rows: LaneFields
  readonly #entries: LaneFields
  /** Positions, velocities and activations of lanes before their last step, for sensors. */
  readonly #before: Float64Array[]
  #found: Float64Array

  constructor(m: Model, d: Data, code: LaneCode) {
    const host = wasmHost()!
    const layout = KernelLayout.from(m, code.layout)
    const lanes = LANES[code.lanes]
    const single = lanes.bytes === 4
    this.#m = m
    this.#d = d
    this.count = lanes.count
    this.single = single
    this.#state = addressAfter(LANE_TABLES, layout.tableBytes)
    const pages = pagesOf(this.#state + lanes.scale * layout.stateBytes)
    const memory = new host.Memory({ initial: pages, maximum: pages })
    layout.writeTables(memory.buffer, LANE_TABLES, single)
    this.#run = instantiate(host, new host.Module(code.bytes), memory)
    const flags = new Set(KERNEL_TABLE.flatMap((entry) => entry.flags ?? []))
    this.#watch = new ModelWatch(m, layout.numberTables, flags, (table, values) => {
      const to = numbersAt(memory.buffer, LANE_TABLES + table.byteOffset, values.length, single)
      to.set(values)
      if (single && table.name === 'options') loosen(to)
    })
    this.#watch.lookAtAll()
    this.#conditions = laneConditions(m)
    this.#made = code.made
    this.#times = new Float64Array(lanes.count)

    const inLanes: LaneMemory = { layout, lanes, buffer: memory.buffer, state: this.#state }
    this.record = new LaneRecord(d, inLanes, this.#times)
    const fields = (names: readonly string[]): LaneFields => new LaneFields(d, names, inLanes)
    const outputs = [...new Set(KERNEL_TABLE.flatMap((entry) => entry.outputs))]
    const isOf = (kind: string) => (name: string) => name.startsWith(kind)
    const entries = ['efc_J', 'efc_J_colind']
    const isResult = (name: string): boolean =>
      !(isOf('contact_')(name) || isOf('efc_')(name) || STATE.includes(name)) && name in d
    const rows = outputs.filter((name) => isOf('efc_')(name) && !entries.includes(name))
    this.#inputs = fields(INPUTS)
    this.#motion = fields(STATE)
    this.#results = fields([...outputs.filter(isResult), ...MORE_RESULTS])
    this.#contacts = fields([...outputs.filter(isOf('contact_')), ...MORE_OF_CONTACTS])
    this.#rows = fields([...rows, ...MORE_OF_ROWS])
    this.#entries = fields(entries)
    const place = (name: string): number => this.#state + lanes.scale * layout.field(name).byteOffset
    this.#scalars = numbersAt(memory.buffer, place('scalar'), lanes.count * (SCALAR_NJ + 1), single)
    this.#iterations = new Int32Array(memory.buffer, place('solver_niter'), 4)
    this.#before = Array.from({ length: lanes.count }, () => new Float64Array(m.nq + m.nv + m.na))
    this.#found = d.contact_dist
    // what is the same for all states of the model
    forward(m, d)
  }

  /** Why lanes are of no use any more; undefined: they are. */
  get stale(): string | undefined {
    return this.#watch.stale
  }

  /** Whether lanes can take the next step, under the present options and callbacks. */
  fits(): boolean {
    if (this.#watch.stale !== undefined) return false
    this.#terms.look(this.#m)
    return areMet(this.#conditions, this.#terms.terms, this.#made, callbackBits(this.#d.callbacks))
  }

  /** Takes the state and its inputs into a lane. */
  load(lane: number): void {
    this.#motion.write(lane)
    this.#inputs.write(lane)
    this.record.notePush(lane)
    this.#times[lane] = this.#d.time
  }

  /** Gives a lane that is not needed the state of another. */
  copyLane(to: number, from: number): void {
    this.storeState(from)
    this.load(to)
  }

  /**
   * One step of all lanes. Returns whether it has been taken; if not, lanes are where they were.
   * @param isLast whether results are asked for after it
   */
  step(isLast: boolean): boolean {
    const m = this.#m
    this.#watch.look()
    if (this.#run.forward(this.#state) !== 0) return false
    if (isLast) this.#keepMotion()
    const implicit = m.opt.integrator === Integrator.implicitfast || isDamped(m, this.#d)
    const advance = implicit ? this.#run.advanceImplicitly : this.#run.advanceByQacc
    if (advance(this.#state) !== 0) return false
    for (let lane = 0; lane < this.count; lane++) this.#times[lane] += m.opt.timestep
    return true
  }

  /** Puts the state of a lane, and its inputs, into the `Data`, without results. */
  storeState(lane: number): void {
    this.#motion.read(lane)
    this.#inputs.read(lane)
    this.#d.time = this.#times[lane]
  }

  /** Puts all that a step computes of a lane into the `Data`, then the state. */
  store(lane: number): void {
    const m = this.#m
    const d = this.#d
    this.#inputs.read(lane)
    this.#results.read(lane)
    this.#storeConstraints(lane)
    if (m.nsensor > 0) this.#sense(lane)
    this.#motion.read(lane)
    d.time = this.#times[lane]
  }

  /** Contacts and rows of a lane, and what follows from their numbers. */
  #storeConstraints(lane: number): void {
    const d = this.#d
    const { count } = this
    const scalars = this.#scalars
    d.jacobianDue = undefined
    if (d.contact_dist !== this.#found) this.#findArrays()
    d.ncon = scalars[count * SCALAR_NCON + lane]
    d.ne = scalars[count * SCALAR_NE + lane]
    d.nf = scalars[count * SCALAR_NF + lane]
    d.nl = scalars[count * SCALAR_NL + lane]
    d.nefc = scalars[count * SCALAR_NEFC + lane]
    d.nJ = scalars[count * SCALAR_NJ + lane]
    this.#contacts.read(lane, d.ncon / d.contactCapacity)
    this.#rows.read(lane, d.nefc / d.efcCapacity)
    this.#entries.read(lane, d.nJ / d.jacobianCapacity)
    if (d.ncon > 0) leaveForLater(d)
    findIslands(this.#m, d)
    d.solver_niter.fill(0)
    d.solver_niter[0] = this.#iterations[(4 / count) * lane]
    d.flg_energypos = false
    d.flg_subtreevel = false
    d.flg_rnepost = false
  }

  /** Contacts and rows have moved to larger arrays. */
  #findArrays(): void {
    for (const fields of [this.#contacts, this.#rows, this.#entries]) fields.find()
    this.#found = this.#d.contact_dist
  }

  /** Remembers what the step moves. */
  #keepMotion(): void {
    const { qpos, qvel, act } = this.#d
    for (let lane = 0; lane < this.count; lane++) {
      this.#motion.read(lane)
      const before = this.#before[lane]
      before.set(qpos)
      before.set(qvel, qpos.length)
      before.set(act, qpos.length + qvel.length)
    }
  }

  /** Sensors see the state before it moves. */
  #sense(lane: number): void {
    const m = this.#m
    const d = this.#d
    const before = this.#before[lane]
    const { nq, nv, na } = m
    for (let i = 0; i < nq; i++) d.qpos[i] = before[i]
    for (let i = 0; i < nv; i++) d.qvel[i] = before[nq + i]
    for (let i = 0; i < na; i++) d.act[i] = before[nq + nv + i]
    d.time = this.#times[lane] - m.opt.timestep
    sensorPos(m, d)
    sensorVel(m, d)
    sensorAcc(m, d)
  }
}

/** Tolerances that single precision can reach. */
function loosen(options: Float64Array | Float32Array): void {
  options[Option.tolerance] = Math.max(options[Option.tolerance], 1e-8)
  options[Option.ls_relative] = 1e-3
}
