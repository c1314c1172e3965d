import type { Model } from '../../core/model/model.ts'

/** Which geoms a ray sees. Those without visible color it never sees. */
export interface RayOptions {
  /** For each of the six groups, whether its geoms are seen; all are by default. Groups above 5 count as 5. */
  readonly geomgroup?: ArrayLike<number | boolean> | undefined
  /** Whether geoms are seen that are fixed to the world; true by default. Mocap bodies are not fixed. */
  readonly flg_static?: boolean | undefined
  /** A body whose geoms are not seen, for example the one that carries the sensor; -1, none, by default. */
  readonly bodyexclude?: number | undefined
}

export const SEE_ALL: RayOptions = {}

const GROUPS = 6

/** Bits of the groups that are seen. */
export function groupMask({ geomgroup }: RayOptions): number {
  if (geomgroup === undefined) return -1
  let mask = 0
  for (let group = 0; group < GROUPS; group++) if (geomgroup[group]) mask |= 1 << group
  return mask
}

/** Whether a ray may see geoms of a body. */
export function seesBody(m: Model, body: number, withStatic: boolean, excluded: number): boolean {
  return body !== excluded && (withStatic || m.body_weldid[body] !== 0)
}

/** Whether a ray may see a geom of a body that it sees: group and color. A material decides over the color. */
export function seesGeom(m: Model, geom: number, mask: number): boolean {
  const group = m.geom_group[geom]
  if ((mask & (1 << (group < 0 ? 0 : group >= GROUPS ? GROUPS - 1 : group))) === 0) return false
  const material = m.geom_matid[geom]
  return material < 0 ? m.geom_rgba[4 * geom + 3] !== 0 : m.mat_rgba[4 * material + 3] !== 0
}
