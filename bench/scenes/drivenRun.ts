import { Data, loadModel, type Model, resetDataKeyframe, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel.ts'
import { Random, randomControls } from '../../tools/compare/randomState.ts'
import { ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import type { Engine } from '../engine.ts'
import type { DrivenScene } from './drivenScenes.ts'
import { copyState, loadSource, type SettledState, write } from './stepScene.ts'

/** A motion under random controls, again and again from the same state. */
export interface Motion {
  /** Runs the whole motion. */
  readonly run: () => void
  /** Frees the memory of the reference. */
  readonly delete: () => void
}

/** Steps for which a control is held. */
const HOLD = 10
/** Accelerations of the forces on models without actuators, m/s² or rad/s². */
const PUSH = 3

/** The motion of a scene in an engine. All engines start from the state to which this one settles. */
export function motionOf(engine: Engine, scene: DrivenScene, mj: ReferenceModule): Motion {
  const m = loadSource(loadModel, scene.source)
  if (engine === 'kernels') requireKernels(m, scene)
  const d = new Data(m)
  if (m.nkey > 0) resetDataKeyframe(m, d, 0)
  const controls = new Controls(m)
  drive(scene.settle, controls, m.nu > 0 ? d.ctrl : d.qfrc_applied, () => step(m, d))
  const settled = copyState(d)
  return engine === 'mujoco' ? inReference(mj, scene, controls, settled) : inKinetree(m, d, scene, controls, settled)
}

function requireKernels(m: Model, { name }: DrivenScene): void {
  const { reason } = accelerate(m)
  if (reason !== undefined) throw new Error(`'${name}' has no kernels: ${reason}`)
}

function inKinetree(m: Model, d: Data, { steps }: DrivenScene, controls: Controls, settled: SettledState): Motion {
  const target = m.nu > 0 ? d.ctrl : d.qfrc_applied
  const once = () => step(m, d)
  return {
    run: () => {
      write(d, settled)
      drive(steps, controls, target, once)
    },
    delete: () => {},
  }
}

function inReference(mj: ReferenceModule, scene: DrivenScene, controls: Controls, settled: SettledState): Motion {
  const model = new ReferenceModel(mj, scene.source)
  const { raw } = model
  const data = new mj.MjData(raw)
  // its memory does not grow, so views stay valid; the binding makes a new one at each access
  const target: Float64Array = raw.nu > 0 ? data.ctrl : data.qfrc_applied
  const views = Object.entries(settled).filter(([, values]) => values.length > 0)
  const state = views.map(([name, values]) => [Reflect.get(data, name) as Float64Array, values] as const)
  const once = () => mj.mj_step(raw, data)
  return {
    run: () => {
      for (const [view, values] of state) view.set(values)
      drive(scene.steps, controls, target, once)
    },
    delete: () => {
      data.delete()
      model.delete()
    },
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

function drive(steps: number, controls: Controls, target: Float64Array, once: () => void): void {
  for (let i = 0; i < steps; i++) {
    if (i % HOLD === 0) target.set(controls.at(i))
    once()
  }
}
