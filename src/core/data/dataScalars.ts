import { StateMemory } from './stateMemory.ts'

export const SCALAR_TIME = 0
export const SCALAR_NCON = 1
export const SCALAR_NE = 2
export const SCALAR_NF = 3
export const SCALAR_NL = 4
export const SCALAR_NEFC = 5
export const SCALAR_NJ = 6
export const SCALAR_NISLAND = 7
export const SCALAR_NIDOF = 8
const SCALAR_FLG_ENERGYPOS = 9
const SCALAR_FLG_SUBTREEVEL = 10
const SCALAR_FLG_RNEPOST = 11
const SCALAR_NTREE_AWAKE = 12
const SCALAR_NBODY_AWAKE = 13
const SCALAR_NPARENT_AWAKE = 14
const SCALAR_NV_AWAKE = 15
const SCALAR_NSPAN = 16
const SCALAR_SLEEP_CHANGED = 17
const SCALAR_NSLEEP_ROOT = 18
const SCALAR_SLEEP_DAMPED = 19
const SCALAR_SLEEP_POSITIONS_KEPT = 20
const SCALAR_BOX_STAMP = 21
const SCALAR_SLEEP_TURN = 22
const SCALAR_SLEEP_PLACES = 23
const SCALAR_INITIAL_SLEEP_DUE = 24
const SCALAR_COUNT = 25

/**
 * Scalars of a state: time, numbers of contacts, rows and islands, sleep, and which quantities are up to date. They
 * are in the memory of the state, before its arrays, so all threads that share it see them.
 */
export class ScalarState extends StateMemory {
  /** numbers behind the accessors `time`, `ncon`, … of this class */
  readonly scalar = this.arena.f64(SCALAR_COUNT)

  /** Simulated time, s. */
  get time(): number {
    return this.scalar[SCALAR_TIME]
  }
  set time(value: number) {
    this.scalar[SCALAR_TIME] = value
  }

  /** Number of contacts. */
  get ncon(): number {
    return this.scalar[SCALAR_NCON]
  }
  set ncon(value: number) {
    this.scalar[SCALAR_NCON] = value
  }

  /** Number of constraint rows of equality constraints. */
  get ne(): number {
    return this.scalar[SCALAR_NE] | 0
  }
  set ne(value: number) {
    this.scalar[SCALAR_NE] = value
  }

  /** Number of constraint rows of friction loss. */
  get nf(): number {
    return this.scalar[SCALAR_NF] | 0
  }
  set nf(value: number) {
    this.scalar[SCALAR_NF] = value
  }

  /** Number of constraint rows of limits. */
  get nl(): number {
    return this.scalar[SCALAR_NL] | 0
  }
  set nl(value: number) {
    this.scalar[SCALAR_NL] = value
  }

  /** Number of constraint rows. */
  get nefc(): number {
    return this.scalar[SCALAR_NEFC] | 0
  }
  set nefc(value: number) {
    this.scalar[SCALAR_NEFC] = value
  }

  /** Number of entries of the Jacobian of all constraint rows. */
  get nJ(): number {
    return this.scalar[SCALAR_NJ] | 0
  }
  set nJ(value: number) {
    this.scalar[SCALAR_NJ] = value
  }

  /** Number of islands. */
  get nisland(): number {
    return this.scalar[SCALAR_NISLAND] | 0
  }
  set nisland(value: number) {
    this.scalar[SCALAR_NISLAND] = value
  }

  /** Number of dofs in islands. */
  get nidof(): number {
    return this.scalar[SCALAR_NIDOF] | 0
  }
  set nidof(value: number) {
    this.scalar[SCALAR_NIDOF] = value
  }

  /** Whether the potential energy is up to date. */
  get flg_energypos(): boolean {
    return this.scalar[SCALAR_FLG_ENERGYPOS] !== 0
  }
  set flg_energypos(value: boolean) {
    this.scalar[SCALAR_FLG_ENERGYPOS] = value ? 1 : 0
  }

  /** Whether `subtree_linvel` and `subtree_angmom` are up to date. */
  get flg_subtreevel(): boolean {
    return this.scalar[SCALAR_FLG_SUBTREEVEL] !== 0
  }
  set flg_subtreevel(value: boolean) {
    this.scalar[SCALAR_FLG_SUBTREEVEL] = value ? 1 : 0
  }

  /** Whether `cacc`, `cfrc_int` and `cfrc_ext` are up to date. */
  get flg_rnepost(): boolean {
    return this.scalar[SCALAR_FLG_RNEPOST] !== 0
  }
  set flg_rnepost(value: boolean) {
    this.scalar[SCALAR_FLG_RNEPOST] = value ? 1 : 0
  }

  /** Number of awake trees. */
  get ntree_awake(): number {
    return this.scalar[SCALAR_NTREE_AWAKE] | 0
  }
  set ntree_awake(value: number) {
    this.scalar[SCALAR_NTREE_AWAKE] = value
  }

  /** Number of bodies that are not asleep, including static ones. */
  get nbody_awake(): number {
    return this.scalar[SCALAR_NBODY_AWAKE] | 0
  }
  set nbody_awake(value: number) {
    this.scalar[SCALAR_NBODY_AWAKE] = value
  }

  /** Number of bodies whose parent is not asleep. */
  get nparent_awake(): number {
    return this.scalar[SCALAR_NPARENT_AWAKE] | 0
  }
  set nparent_awake(value: number) {
    this.scalar[SCALAR_NPARENT_AWAKE] = value
  }

  /** Number of dofs of awake trees. */
  get nv_awake(): number {
    return this.scalar[SCALAR_NV_AWAKE] | 0
  }
  set nv_awake(value: number) {
    this.scalar[SCALAR_NV_AWAKE] = value
  }

  /** Number of ranges in `span_body` and similar arrays. @internal */
  get nspan(): number {
    return this.scalar[SCALAR_NSPAN] | 0
  }
  set nspan(value: number) {
    this.scalar[SCALAR_NSPAN] = value
  }

  /** Number of sleeping trees that are not children of the world. @internal */
  get nsleep_root(): number {
    return this.scalar[SCALAR_NSLEEP_ROOT] | 0
  }
  set nsleep_root(value: number) {
    this.scalar[SCALAR_NSLEEP_ROOT] = value
  }

  /**
   * 1 between the check of positions and the start of a step, if positions of sleeping trees are unchanged. @internal
   */
  get sleepPositionsKept(): number {
    return this.scalar[SCALAR_SLEEP_POSITIONS_KEPT] | 0
  }
  set sleepPositionsKept(value: number) {
    this.scalar[SCALAR_SLEEP_POSITIONS_KEPT] = value
  }

  /** Hash of the bounding boxes that collision keeps while trees sleep; 0: none for this state. @internal */
  get boxStamp(): number {
    return this.scalar[SCALAR_BOX_STAMP]
  }
  set boxStamp(value: number) {
    this.scalar[SCALAR_BOX_STAMP] = value
  }

  /** Last tree that was checked, if `sleepWatch` bounds their number. @internal */
  get sleepTurn(): number {
    return this.scalar[SCALAR_SLEEP_TURN] | 0
  }
  set sleepTurn(value: number) {
    this.scalar[SCALAR_SLEEP_TURN] = value
  }

  /** Version of the model at which sleeping trees were known to be in place. @internal */
  get sleepPlaces(): number {
    return this.scalar[SCALAR_SLEEP_PLACES] | 0
  }
  set sleepPlaces(value: number) {
    this.scalar[SCALAR_SLEEP_PLACES] = value
  }

  /** 1: a sleeping tree is damped. @internal */
  get sleepDamped(): number {
    return this.scalar[SCALAR_SLEEP_DAMPED] | 0
  }
  set sleepDamped(value: number) {
    this.scalar[SCALAR_SLEEP_DAMPED] = value
  }

  /** 1 from when trees fall asleep or wake until the end of the next step with them, for one-time work. @internal */
  get sleepChanged(): number {
    return this.scalar[SCALAR_SLEEP_CHANGED] | 0
  }
  set sleepChanged(value: number) {
    this.scalar[SCALAR_SLEEP_CHANGED] = value
  }

  /**
   * 1 in a new state whose trees with the policy `init` still have to be put to sleep. That takes a forward pass, so
   * the first one does it; `resetData` does it at once.
   * @internal
   */
  get initialSleepDue(): number {
    return this.scalar[SCALAR_INITIAL_SLEEP_DUE] | 0
  }
  set initialSleepDue(value: number) {
    this.scalar[SCALAR_INITIAL_SLEEP_DUE] = value
  }
}
