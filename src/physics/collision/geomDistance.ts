import type { Data } from '../../core/data/data.ts'
import { checkId, checkRoom } from '../../core/model/argumentChecks.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { ContactBuffer } from './contact/contactBuffer.ts'
import { convexQuery } from './convex/convexQuery.ts'
import { ConvexResult } from './convex/convexResult.ts'
import { ConvexShape, shapeOfGeom } from './convex/convexShape.ts'
import { convex } from './pair/convexPair.ts'
import { pairFunctionOf } from './pair/pairTable.ts'

/** Registers of this file. */
class DistanceRegisters {
  readonly shape1: ConvexShape = new ConvexShape()
  readonly shape2: ConvexShape = new ConvexShape()
  readonly result: ConvexResult = new ConvexResult()
  readonly contacts: ContactBuffer = new ContactBuffer()
  readonly noMargin: Float64Array = new Float64Array(1)
  readonly cutoff: Float64Array = new Float64Array(1)
}

const registers = new DistanceRegisters()
const { shape1, shape2, result, contacts, noMargin, cutoff } = registers

/** The numbers of a distance: how far, the point on the first geom, the point on the second. */
export const DISTANCE_SIZE = 7
const measured = new Float64Array(DISTANCE_SIZE)

/**
 * The shortest signed distance between the surfaces of two geoms, negative in overlap; `distmax` where they are farther
 * apart than that, or where there is no way to tell (two planes).
 * MuJoCo: mj_geomDistance.
 *
 * @param fromto receives six numbers: where that distance starts on the first geom, and where it ends on the second;
 *   zeros where none was found. Null: not wanted
 */
export function geomDistance(
  m: Model,
  d: Data,
  fromto: Float64Array | null,
  geom1: number,
  geom2: number,
  distmax: number,
): number {
  checkId(geom1, m.ngeom, 'geom')
  checkId(geom2, m.ngeom, 'geom')
  checkRoom(fromto, 6, 'fromto')
  measured[0] = distmax
  measureDistance(m, d, measured, geom1, geom2)
  if (fromto) for (let k = 0; k < 6; k++) fromto[k] = measured[1 + k]
  return measured[0]
}

/**
 * The same for hot code. @param out `DISTANCE_SIZE` numbers; the first is `distmax` when it is called, and the
 * distance after
 */
export function measureDistance(m: Model, d: Data, out: Float64Array, geom1: number, geom2: number): void {
  const distmax = out[0]
  for (let k = 1; k < DISTANCE_SIZE; k++) out[k] = 0
  const swap = m.geom_type[geom1] > m.geom_type[geom2]
  const g1 = swap ? geom2 : geom1
  const g2 = swap ? geom1 : geom2
  const collide = pairFunctionOf(m.geom_type[g1], m.geom_type[g2])
  if (!collide) return

  const boxes = m.geom_type[g1] === GeomType.box && m.geom_type[g2] === GeomType.box
  if (collide === convex || boxes) {
    shapeOfGeom(shape1, m, d, geom1, noMargin)
    shapeOfGeom(shape2, m, d, geom2, noMargin)
    cutoff[0] = distmax
    convexQuery(result, shape1, shape2, m.opt, cutoff)
    if (result.count > 0) {
      for (let k = 0; k < 3; k++) {
        out[1 + k] = result.x1[k]
        out[4 + k] = result.x2[k]
      }
    }
    out[0] = Math.min(result.dist[0], distmax)
    return
  }

  contacts.count = 0
  contacts.margin[0] = distmax
  collide(m, d, g1, g2, contacts)
  let closest = -1
  let least = distmax
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.dist[i] < least) {
      least = contacts.dist[i]
      closest = i
    }
  }
  if (closest >= 0) {
    const start = swap ? 4 : 1
    for (let k = 0; k < 3; k++) {
      const half = 0.5 * least * contacts.normal[3 * closest + k]
      out[start + k] = contacts.pos[3 * closest + k] - half
      out[5 - start + k] = contacts.pos[3 * closest + k] + half
    }
  }
  out[0] = least
}
