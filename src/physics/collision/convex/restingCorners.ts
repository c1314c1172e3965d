import type { Cache } from '../../../core/memory/cache.ts'
import type { Model } from '../../../core/model/model.ts'
import { perModel } from '../../../core/model/perModel.ts'
import { largeQuadrilateral, Polygon } from './polygonClip.ts'

/**
 * The corners on which a mesh rests on a plane, given its lowest vertex and the face there that it rests on: at most
 * four that span a large part of the face, the lowest vertex among them. They depend on the mesh alone, so that they
 * are found once.
 */

/** Corners besides the lowest vertex. */
export const OTHER_CORNERS = 3
const NONE = -1
const UNKNOWN = -2

/**
 * The other corners for each entry of `mesh_polymap`, that is for each vertex with each of its polygons:
 * `OTHER_CORNERS` vertices, valid after `findRestingCorners`; -1: no more. `forget` them after vertices have changed.
 */
export const restingCorners: Cache<Model, Int32Array> = perModel((m) =>
  new Int32Array(OTHER_CORNERS * m.nmeshpolymap).fill(UNKNOWN),
)

/** Registers of this file. */
class CornerRegisters {
  readonly face: Polygon = new Polygon()
  readonly corner: Int32Array = new Int32Array(1 + OTHER_CORNERS)
}

const registers = new CornerRegisters()

/**
 * Finds the other corners of an entry of `mesh_polymap`, unless they are known.
 * @param table `restingCorners` of the model
 * @param vertex in its mesh
 * @param vertadr first vertex of the mesh
 * @param polygon among those of all meshes
 */
export function findRestingCorners(
  table: Int32Array,
  m: Model,
  entry: number,
  vertex: number,
  vertadr: number,
  polygon: number,
): void {
  if (table[OTHER_CORNERS * entry] !== UNKNOWN) return
  const { face, corner } = registers
  const { mesh_polyvert, mesh_vert } = m
  const count = m.mesh_polyvertnum[polygon]
  const adr = m.mesh_polyvertadr[polygon]
  let start = 0
  while (start < count && mesh_polyvert[adr + start] !== vertex) start++
  face.reserve(count)
  for (let i = 0; i < count; i++) {
    const v = 3 * (vertadr + mesh_polyvert[adr + ((start + i) % count)])
    for (let k = 0; k < 3; k++) face.point[3 * i + k] = mesh_vert[v + k]
  }
  for (let i = 0; i <= OTHER_CORNERS; i++) corner[i] = i
  if (count > 1 + OTHER_CORNERS) largeQuadrilateral(face.point, count, corner, true)
  for (let i = 0; i < OTHER_CORNERS; i++)
    table[OTHER_CORNERS * entry + i] = i + 1 < count ? mesh_polyvert[adr + ((start + corner[i + 1]) % count)] : NONE
}
