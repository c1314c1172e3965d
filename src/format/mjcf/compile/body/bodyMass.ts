import { MINVAL } from '../../../../core/math/constants.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Body, Parts } from '../parts/parts.ts'

/** Whatever a joint moves must have mass and inertia, of its own or of bodies fixed to it. */
export function checkMovingMass(bodies: readonly Body[]): void {
  for (const body of bodies)
    if (body.joints.length > 0 && !hasInertia(body))
      throw new ModelError('a body that moves must have mass and inertia', {
        source: body.source,
        expected: 'a geom with mass or an inertial element, here or in a body fixed to this one',
        found: `mass ${body.mass}, inertia ${body.inertia.join(' ')}`,
      })
}

function hasInertia(body: Body): boolean {
  if (body.mass >= MINVAL && body.inertia.every((i) => i >= MINVAL)) return true
  return body.children.some((child) => child.joints.length === 0 && hasInertia(child))
}

/** Scales all masses so that they add up to a given total; not done for a total that is not positive. */
export function setTotalMass({ bodies }: Parts, total: number): void {
  if (!(total > 0)) return
  let sum = 0
  for (const body of bodies) sum += body.mass
  const scale = Math.max(MINVAL, total / Math.max(MINVAL, sum))
  for (const body of bodies) {
    body.mass *= scale
    for (let i = 0; i < 3; i++) body.inertia[i] *= scale
  }
}
