import type { Model } from '../../../core/model/model.ts'
import { largeQuadrilateral, Polygon } from './polygonClip.ts'

/**
 * The corners on which a mesh stands, given its lowest vertex and the face there that it stands on: at most four that span
 * a large part of the face, the lowest vertex among them. They depend on the mesh alone, and so are found once.
 */

/** Corners besides the lowest vertex. */
export const OTHERS = 3
const NONE = -1
const UNKNOWN = -2

/** The other corners for each entry of `mesh_polymap`, so for each vertex with each of its polygons. */
const tables = new WeakMap<Model, Int32Array>()
let known: Model | undefined
let table: Int32Array = new Int32Array(0)

/** A table of `OTHERS` vertices for each entry of `mesh_polymap`; entries are good after `findFooting`, -1: no further. */
export function footings(m: Model): Int32Array {
  if (known === m) return table
  let found = tables.get(m)
  if (found === undefined) {
    found = new Int32Array(OTHERS * m.nmeshpolymap).fill(UNKNOWN)
    tables.set(m, found)
  }
  known = m
  table = found
  return table
}

/** Lets them be found anew, because vertices have changed. */
export function forgetFootings(m: Model): void {
  tables.delete(m)
  if (known === m) known = undefined
}

const face = new Polygon()
const corner = new Int32Array(1 + OTHERS)

/**
 * Finds the other corners of an entry of `mesh_polymap`, unless they are known.
 * @param vertex within its mesh, @param vertadr first vertex of the mesh, @param polygon among those of all meshes
 */
export function findFooting(m: Model, entry: number, vertex: number, vertadr: number, polygon: number): void {
  if (table[OTHERS * entry] !== UNKNOWN) return
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
  for (let i = 0; i <= OTHERS; i++) corner[i] = i
  if (count > 1 + OTHERS) largeQuadrilateral(face.point, count, corner, true)
  for (let i = 0; i < OTHERS; i++)
    table[OTHERS * entry + i] = i + 1 < count ? mesh_polyvert[adr + ((start + corner[i + 1]) % count)] : NONE
}
