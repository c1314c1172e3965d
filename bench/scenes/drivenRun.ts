import { Data, loadModel, type Model, resetDataKeyframe, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel.ts'
import { Random, randomControls } from '../../tools/compare/randomState.ts'
import { ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import type { Engine } from '../engine.ts'
import type { DrivenScene } from './drivenScenes.ts'
import { copyState, loadSource, type ModelSource, type SettledState, write } from './stepScene.ts'

/** A motion under random controls, again and again from the same state. */
export interface Motion {
  /** Runs the whole motion. */
  readonly run: () => void
  /** Frees the memory of the reference. */
  readonly delete: () => void
}

/** Where a motion starts, and how long it is. */
export interface MotionPlan extends Pick<DrivenScene, 'settle' | 'steps'> {
  /** The first keyframe where none is given, or a reset where there is none. */
  readonly keyframe?: number
}

/** Steps for which a control is held. */
const HOLD = 10
/** Accelerations of the forces on models without actuators, m/s² or rad/s². */
const PUSH = 3

/** The motion of a scene in an engine. All engines start from the state to which this one settles. */
export function motionOf(engine: Engine, scene: DrivenScene, mj: ReferenceModule): Motion {
  const m = loadSource(loadModel, scene.source)
  if (engine === 'kernels') requireKernels(m, scene)
  const own = new OwnMotion(m, scene)
  return engine === 'mujoco' ? new ReferenceMotion(mj, scene.source, own) : own
}

function requireKernels(m: Model, { name }: DrivenScene): void {
  const { reason } = accelerate(m)
  if (reason !== undefined) throw new Error(`'${name}' has no kernels: ${reason}`)
}

/** A motion in this engine; with kernels, where the model has them. */
export class OwnMotion implements Motion {
  readonly d: Data
  readonly steps: number
  readonly controls: Controls
  readonly settled: SettledState
  readonly #m: Model
  readonly #step: () => void

  constructor(m: Model, { settle, steps, keyframe = 0 }: MotionPlan) {
    const d = new Data(m)
    if (keyframe < m.nkey) resetDataKeyframe(m, d, keyframe)
    this.#m = m
    this.#step = () => step(m, d)
    this.d = d
    this.steps = steps
    this.controls = new Controls(m)
    this.#drive(settle)
    this.settled = copyState(d)
  }

  readonly run = (): void => {
    write(this.d, this.settled)
    this.#drive(this.steps)
  }

  delete(): void {}

  #drive(steps: number): void {
    drive(steps, this.controls, this.#m.nu > 0 ? this.d.ctrl : this.d.qfrc_applied, this.#step)
  }
}

/** The same motion in the reference. */
export class ReferenceMotion implements Motion {
  readonly #model: ReferenceModel
  readonly #data: InstanceType<ReferenceModule['MjData']>
  readonly run: () => void

  constructor(mj: ReferenceModule, source: ModelSource, { controls, settled, steps }: OwnMotion) {
    this.#model = new ReferenceModel(mj, source)
    const { raw } = this.#model
    const data = new mj.MjData(raw)
    this.#data = data
    // its memory does not grow, so views stay valid; the binding makes a new one at each access
    const target: Float64Array = raw.nu > 0 ? data.ctrl : data.qfrc_applied
    const filled = Object.entries(settled).filter(([, values]) => values.length > 0)
    const state = filled.map(([name, values]) => [Reflect.get(data, name) as Float64Array, values] as const)
    const once = () => mj.mj_step(raw, data)
    this.run = () => {
      for (const [view, values] of state) view.set(values)
      drive(steps, controls, target, once)
    }
  }

  delete(): void {
    this.#data.delete()
    this.#model.delete()
  }
}

/** Seeded random controls, or forces on a model without actuators. */
class Controls {
  readonly #rows: readonly Float64Array[]

  constructor(m: Model) {
    const random = new Random(1)
    const forces = () => random.vector(m.nv, PUSH).map((x, i) => x * m.dof_M0[i])
    this.#rows = Array.from({ length: 32 }, () => (m.nu > 0 ? randomControls(m, random) : forces()))
  }

  /** Those of a step, counted from the start of a motion. */
  at(step: number): Float64Array {
    return this.#rows[Math.floor(step / HOLD) % this.#rows.length]
  }
}

function drive(steps: number, controls: Controls, target: Float64Array | null, once: () => void): void {
  for (let i = 0; i < steps; i++) {
    if (i % HOLD === 0) target?.set(controls.at(i))
    once()
  }
}
