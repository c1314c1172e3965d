import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, commitContact } from '../contact/contactBuffer.ts'
import { ConvexShape, shapeOfGeom } from '../convex/convexShape.ts'
import { findRestingCorners, OTHER_CORNERS, restingCorners } from '../convex/restingCorners.ts'
import { support } from '../convex/support.ts'

/**
 * A plane (first geom) against the hull of a mesh. The deepest vertex touches first; with it come further corners of
 * the face of the hull there that is most parallel to the plane, so that a mesh can stand on a face.
 */

/** Height above the plane, in `point`. */
const HEIGHT = 3

/** Registers of this file. */
class PlaneMeshRegisters {
  readonly shape: ConvexShape = new ConvexShape()
  readonly noMargin: Float64Array = new Float64Array(1)
  /** The direction into the plane. */
  readonly down: Float64Array = new Float64Array(3)
  /** The point to be appended, then its height. */
  readonly point: Float64Array = new Float64Array(4)
}

const registers = new PlaneMeshRegisters()

/**
 * Up to four contacts: the deepest vertex, then other corners of its face that are not above the center of the mesh.
 */
export function planeMesh(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { shape, noMargin, down, point } = registers
  const r = 9 * g1
  const p = 3 * g1
  const nx = geom_xmat[r + 2]
  const ny = geom_xmat[r + 5]
  const nz = geom_xmat[r + 8]
  const margin = contacts.margin[0]

  shapeOfGeom(shape, m, d, g2, noMargin)
  down[0] = -nx
  down[1] = -ny
  down[2] = -nz
  support(shape, down, 0, point, 0)
  const deepest =
    (point[0] - geom_xpos[p]) * nx + (point[1] - geom_xpos[p + 1]) * ny + (point[2] - geom_xpos[p + 2]) * nz
  if (!(deepest <= margin)) return
  point[HEIGHT] = deepest
  appendPoint(contacts)

  const { pos, mat, vert, vertadr } = shape
  const entry = lowestPolygon(m, shape.feature)
  if (entry < 0) return
  const corners = restingCorners.of(m)
  findRestingCorners(corners, m, entry, shape.feature, vertadr, m.mesh_polyadr[shape.mesh] + m.mesh_polymap[entry])
  for (let i = OTHER_CORNERS * entry; i < OTHER_CORNERS * (entry + 1) && corners[i] >= 0; i++) {
    const v = 3 * (vertadr + corners[i])
    const x = vert[v]
    const y = vert[v + 1]
    const z = vert[v + 2]
    point[0] = mat[0] * x + mat[1] * y + mat[2] * z + pos[0]
    point[1] = mat[3] * x + mat[4] * y + mat[5] * z + pos[1]
    point[2] = mat[6] * x + mat[7] * y + mat[8] * z + pos[2]
    const height =
      (point[0] - geom_xpos[p]) * nx + (point[1] - geom_xpos[p + 1]) * ny + (point[2] - geom_xpos[p + 2]) * nz
    const aboveCenter = (point[0] - pos[0]) * nx + (point[1] - pos[1]) * ny + (point[2] - pos[2]) * nz
    if (!(height <= margin) || aboveCenter > 0) continue
    point[HEIGHT] = height
    appendPoint(contacts)
  }
}

/** The entry in `mesh_polymap` of the polygon at a vertex whose normal points down most; -1: the vertex is in none. */
function lowestPolygon(m: Model, vertex: number): number {
  const { mesh_polynormal, mesh_polymap } = m
  const { shape, down } = registers
  const { mat, vertadr } = shape
  const polyadr = m.mesh_polyadr[shape.mesh]
  const first = m.mesh_polymapadr[vertadr + vertex]
  const end = first + m.mesh_polymapnum[vertadr + vertex]
  const lx = mat[0] * down[0] + mat[3] * down[1] + mat[6] * down[2]
  const ly = mat[1] * down[0] + mat[4] * down[1] + mat[7] * down[2]
  const lz = mat[2] * down[0] + mat[5] * down[1] + mat[8] * down[2]
  let lowest = -1
  let most = Number.NEGATIVE_INFINITY
  for (let k = first; k < end; k++) {
    const polygon = polyadr + mesh_polymap[k]
    const x = mesh_polynormal[3 * polygon]
    const y = mesh_polynormal[3 * polygon + 1]
    const z = mesh_polynormal[3 * polygon + 2]
    const along = lx * x + ly * y + lz * z
    if (along > most) {
      most = along
      lowest = k
    }
  }
  return lowest
}

/** Appends the contact at `point`: halfway between it and the plane. */
function appendPoint(contacts: ContactBuffer): void {
  const { point, down } = registers
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = point[HEIGHT]
  const half = 0.5 * point[HEIGHT]
  for (let k = 0; k < 3; k++) {
    pos[3 * at + k] = point[k] + half * down[k]
    normal[3 * at + k] = -down[k]
  }
  commitContact(contacts)
}
