import { ModelError, type Source } from '../../../../core/model/errors.ts'
import type { SizeSpec, Spec } from '../../schema/spec.ts'
import type { Parts } from './parts.ts'

/** Numbers that users attach to objects: rows of equal width, filled up with zeros. */

interface WithUser {
  readonly source: Source
  readonly spec: { readonly attributes: { readonly user: readonly number[] | undefined } }
}

/** Widths of the rows of everything in the tree. */
export function userWidths(size: SizeSpec, parts: Parts, { tendons, actuators, sensors }: Spec) {
  return {
    nuser_body: userWidth(size.nuser_body, parts.bodies, 'nuser_body'),
    nuser_jnt: userWidth(size.nuser_jnt, parts.joints, 'nuser_jnt'),
    nuser_geom: userWidth(size.nuser_geom, parts.geoms, 'nuser_geom'),
    nuser_site: userWidth(size.nuser_site, parts.sites, 'nuser_site'),
    nuser_cam: userWidth(size.nuser_cam, parts.cameras, 'nuser_cam'),
    nuser_tendon: userWidth(size.nuser_tendon, asParts(tendons), 'nuser_tendon'),
    nuser_actuator: userWidth(size.nuser_actuator, asParts(actuators), 'nuser_actuator'),
    nuser_sensor: userWidth(size.nuser_sensor, asParts(sensors), 'nuser_sensor'),
  }
}
export type UserWidths = ReturnType<typeof userWidths>

function asParts<S extends WithUser['spec'] & { readonly source: Source }>(specs: readonly S[]): WithUser[] {
  return specs.map((spec) => ({ source: spec.source, spec }))
}

/** Width of the rows: as `size` says, or (-1) as wide as the widest needs. */
function userWidth(declared: number, parts: readonly WithUser[], setting: string): number {
  let widest = 0
  for (const { source, spec } of parts) {
    const count = spec.attributes.user?.length ?? 0
    widest = Math.max(widest, count)
    if (declared >= 0 && count > declared)
      throw new ModelError('more user data than the model has room for', {
        source,
        attribute: 'user',
        expected: `at most ${declared} numbers (${setting} of size)`,
        found: `${count}`,
      })
  }
  return declared >= 0 ? declared : widest
}

export function copyUser(out: Float64Array, width: number, id: number, user: readonly number[] | undefined): void {
  if (user) out.set(user, width * id)
}
