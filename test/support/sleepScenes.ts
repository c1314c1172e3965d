import { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { resetData } from '../../src/pipeline/reset.ts'
import { step } from '../../src/pipeline/step.ts'

/** Scenes for the tests of sleep: boxes of 20 cm on a floor. */
export interface Scene {
  readonly m: Model
  readonly d: Data
}

/** A box with its center at (x, y, z). */
export function box(x: number, z: number, attributes = '', inside = ''): string {
  return `<body pos="${x} 0 ${z}" ${attributes}><freejoint/><geom type="box" size=".1 .1 .1"/>${inside}</body>`
}

/** Where a box rests on the floor, almost. */
export const ON_FLOOR = 0.0999
/** … and on a box that does. */
export const ON_BOX = 0.2997

/** The text of a scene with a floor and the option `sleep`. */
export function sceneText(bodies: string, elements = '', option = ''): string {
  return `<mujoco><option ${option}><flag sleep="enable"/></option>
    <worldbody><geom name="floor" type="plane" size="0 0 1"/>${bodies}</worldbody>${elements}</mujoco>`
}

export function scene(bodies: string, elements = '', option = ''): Scene {
  const m = loadModel(sceneText(bodies, elements, option))
  const d = new Data(m)
  // trees marked `init` sleep from here on; in a new state only from its first forward pass
  resetData(m, d)
  return { m, d }
}

export function steps({ m, d }: Scene, count: number): void {
  for (let i = 0; i < count; i++) step(m, d)
}

/** Steps until all trees but `awake` sleep. */
export function untilAsleep(s: Scene, awake = 0): Scene {
  for (let i = 0; i < 5000 && s.d.ntree_awake > awake; i++) step(s.m, s.d)
  if (s.d.ntree_awake !== awake) throw new Error(`${s.d.ntree_awake} trees are awake after ${s.d.time} s`)
  return s
}
