import type { Data } from '../../../core/data/data.ts'
import { GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { BOUNDS, hullPoints } from './hullPoints.ts'

/**
 * A quick test whether two convex geoms are apart along the line between their centers: the sum of how far each reaches
 * toward the other is less than the distance of the centers. This is the first direction that GJK tries, so that geoms
 * that are apart there have no contact. Most pairs that are near without contact need no query after this.
 */

/** Gaps smaller than this fraction of the numbers involved may be rounding, and are left to the query. */
const CLEAR = 1e-9

// V8: constants of this module are folded, members of an object are not
const SPHERE = GeomType.sphere
const CAPSULE = GeomType.capsule
const ELLIPSOID = GeomType.ellipsoid
const CYLINDER = GeomType.cylinder
const MESH = GeomType.mesh

/** Registers of this file. */
class CenterLineRegisters {
  /** Unit vector from the first center to the second. */
  readonly toward: Float64Array = new Float64Array(3)
  /** [0]: how far the geoms reach toward each other, so far. */
  readonly reach: Float64Array = new Float64Array(1)
}

const registers = new CenterLineRegisters()
const { toward, reach } = registers

/** Whether a gap wider than the margin, margin[0], is plain to see along the line between the centers of two geoms. */
export function areApart(m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_xpos } = d
  const a = 3 * g1
  const b = 3 * g2
  const x = geom_xpos[b] - geom_xpos[a]
  const y = geom_xpos[b + 1] - geom_xpos[a + 1]
  const z = geom_xpos[b + 2] - geom_xpos[a + 2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  if (!(distance > 0)) return false
  toward[0] = x / distance
  toward[1] = y / distance
  toward[2] = z / distance
  reach[0] = margin[0]
  addReach(m, d, g1, 1)
  addReach(m, d, g2, -1)
  const size = distance + Math.abs(geom_xpos[a]) + Math.abs(geom_xpos[a + 1]) + Math.abs(geom_xpos[a + 2])
  return distance - reach[0] > CLEAR * size
}

/** Adds how far a geom reaches from its center along ±`toward` to `reach`; for a mesh, how far its bounds do. */
function addReach(m: Model, d: Data, geom: number, sign: number): void {
  const { geom_size } = m
  const { geom_xmat } = d
  const type = m.geom_type[geom]
  const s = 3 * geom
  if (type === SPHERE) {
    reach[0] += geom_size[s]
    return
  }
  const r = 9 * geom
  const x = toward[0]
  const y = toward[1]
  const z = toward[2]
  const lx = geom_xmat[r] * x + geom_xmat[r + 3] * y + geom_xmat[r + 6] * z
  const ly = geom_xmat[r + 1] * x + geom_xmat[r + 4] * y + geom_xmat[r + 7] * z
  const lz = geom_xmat[r + 2] * x + geom_xmat[r + 5] * y + geom_xmat[r + 8] * z
  if (type === MESH) {
    const { bounds } = hullPoints.of(m)
    const b = BOUNDS * m.geom_dataid[geom]
    const center = bounds[b] * lx + bounds[b + 1] * ly + bounds[b + 2] * lz
    const box = bounds[b + 3] * Math.abs(lx) + bounds[b + 4] * Math.abs(ly) + bounds[b + 5] * Math.abs(lz)
    reach[0] += Math.min(bounds[b + 6], sign * center + box)
  } else if (type === CYLINDER)
    reach[0] += geom_size[s] * Math.sqrt(lx * lx + ly * ly) + geom_size[s + 1] * Math.abs(lz)
  else if (type === ELLIPSOID) {
    const ex = geom_size[s] * lx
    const ey = geom_size[s + 1] * ly
    const ez = geom_size[s + 2] * lz
    reach[0] += Math.sqrt(ex * ex + ey * ey + ez * ez)
  } else if (type === CAPSULE) reach[0] += geom_size[s] + geom_size[s + 1] * Math.abs(lz)
  else reach[0] += geom_size[s] * Math.abs(lx) + geom_size[s + 1] * Math.abs(ly) + geom_size[s + 2] * Math.abs(lz)
}
