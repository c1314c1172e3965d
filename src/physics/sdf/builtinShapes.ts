import type { SdfShapes } from '../../core/model/sdfShape.ts'
import { bowl } from './bowl.ts'
import { gear } from './gear.ts'
import { bolt, nut } from './screw.ts'
import { torus } from './torus.ts'

/** The shapes that every model can name, under the names of the plugins that MuJoCo brings along. */
export const BUILTIN_SHAPES: SdfShapes = {
  'mujoco.sdf.bolt': bolt,
  'mujoco.sdf.bowl': bowl,
  'mujoco.sdf.gear': gear,
  'mujoco.sdf.nut': nut,
  'mujoco.sdf.torus': torus,
}
