import type { Cache } from '../../../core/memory/cache.ts'
import type { Model } from '../../../core/model/model.ts'
import { perModel } from '../../../core/model/perModel.ts'

/** Least cosine of the angle between the contact normal and the normal of a face that touches. */
export const FACING = 0.985
/** A neighbor is worth a try beside a face if its area is larger by this factor. */
const LARGER = 0.5
/** Sine of the angle by which the normal of the model may be off before that of the whole polygon takes its place. */
const OFF = 1e-4
/** Sine of the angle by which a corner may rise above the plane through another: vertices are single-precision. */
const FLAT = 1e-6

/**
 * Planes of the polygons of meshes. The hull merges triangles whose normals differ by up to a hundredth of a radian,
 * and the model has the normal of the first three corners; so both the normal and a plane through the first corner may
 * depend on where the polygon starts. Here the normal is that of the model where the polygon is flat, else the mean
 * over the polygon, and no corner lies above the plane.
 */
export class PolygonPlanes {
  /** Outward unit normals, mesh frame. */
  readonly normal: Float64Array
  /** A vertex of each polygon, in its mesh, that the plane goes through. */
  readonly through: Int32Array
  /** Areas, m². */
  readonly area: Float64Array
  /**
   * Polygons that share a vertex with each polygon, face nearly the same way and are larger: where those of each polygon
   * start, and their numbers in the mesh.
   */
  readonly besideStart: Int32Array
  readonly beside: Int32Array

  constructor(m: Model) {
    this.normal = m.mesh_polynormal.slice()
    this.through = new Int32Array(m.nmeshpoly)
    this.area = new Float64Array(m.nmeshpoly)
    this.besideStart = new Int32Array(m.nmeshpoly + 1)
    for (let mesh = 0; mesh < m.nmesh; mesh++) {
      const first = m.mesh_polyadr[mesh]
      for (let polygon = first; polygon < first + m.mesh_polynum[mesh]; polygon++) this.#measure(m, mesh, polygon)
    }
    const beside: number[] = []
    const seen = new Int32Array(m.nmeshpoly).fill(-1)
    for (let mesh = 0; mesh < m.nmesh; mesh++) {
      const first = m.mesh_polyadr[mesh]
      for (let polygon = first; polygon < first + m.mesh_polynum[mesh]; polygon++) {
        this.#findBeside(m, mesh, polygon, seen, beside)
        this.besideStart[polygon + 1] = beside.length
      }
    }
    this.beside = Int32Array.from(beside)
  }

  #measure(m: Model, mesh: number, polygon: number): void {
    const adr = m.mesh_polyvertadr[polygon]
    const loop = m.mesh_polyvert.subarray(adr, adr + m.mesh_polyvertnum[polygon])
    const vert = m.mesh_vert.subarray(3 * m.mesh_vertadr[mesh])
    const n = this.normal.subarray(3 * polygon, 3 * polygon + 3)

    // the sum of cross products of neighboring corners is the normal times twice the area
    const o = 3 * loop[0]
    let x = 0
    let y = 0
    let z = 0
    for (let i = 1; i + 1 < loop.length; i++) {
      const a = 3 * loop[i]
      const b = 3 * loop[i + 1]
      const ux = vert[a] - vert[o]
      const uy = vert[a + 1] - vert[o + 1]
      const uz = vert[a + 2] - vert[o + 2]
      const vx = vert[b] - vert[o]
      const vy = vert[b + 1] - vert[o + 1]
      const vz = vert[b + 2] - vert[o + 2]
      x += uy * vz - uz * vy
      y += uz * vx - ux * vz
      z += ux * vy - uy * vx
    }
    const twice = Math.sqrt(x * x + y * y + z * z)
    this.area[polygon] = 0.5 * twice
    const cosine = (n[0] * x + n[1] * y + n[2] * z) / twice
    if (twice > 0 && !(cosine * cosine >= 1 - OFF * OFF && cosine > 0)) {
      n[0] = x / twice
      n[1] = y / twice
      n[2] = z / twice
    }

    // the last corner is the first one that collision reads
    let through = loop[loop.length - 1]
    for (const vertex of loop) {
      const dx = vert[3 * vertex] - vert[3 * through]
      const dy = vert[3 * vertex + 1] - vert[3 * through + 1]
      const dz = vert[3 * vertex + 2] - vert[3 * through + 2]
      const height = n[0] * dx + n[1] * dy + n[2] * dz
      if (height > 0 && height * height > FLAT * FLAT * (dx * dx + dy * dy + dz * dz)) through = vertex
    }
    this.through[polygon] = through
  }

  #findBeside(m: Model, mesh: number, polygon: number, seen: Int32Array, beside: number[]): void {
    const { normal } = this
    const first = m.mesh_polyadr[mesh]
    const adr = m.mesh_polyvertadr[polygon]
    const n = 3 * polygon
    seen[polygon] = polygon
    for (let i = adr; i < adr + m.mesh_polyvertnum[polygon]; i++) {
      const vertex = m.mesh_vertadr[mesh] + m.mesh_polyvert[i]
      const map = m.mesh_polymapadr[vertex]
      for (let k = map; k < map + m.mesh_polymapnum[vertex]; k++) {
        const other = first + m.mesh_polymap[k]
        if (seen[other] === polygon) continue
        seen[other] = polygon
        const o = 3 * other
        const cosine = normal[n] * normal[o] + normal[n + 1] * normal[o + 1] + normal[n + 2] * normal[o + 2]
        if (cosine > FACING && this.area[other] > LARGER * this.area[polygon]) beside.push(m.mesh_polymap[k])
      }
    }
  }
}

/**
 * What a face counts by how it looks along the contact normal: 1 straight on, 1/2 at the largest angle, 0 beyond.
 */
export function facingWeight(normal: Float64Array, i: number, outward: Float64Array): number {
  const cosine = normal[i] * outward[0] + normal[i + 1] * outward[1] + normal[i + 2] * outward[2]
  return cosine > FACING ? 0.5 + (0.5 * (cosine - FACING)) / (1 - FACING) : 0
}

/** Planes of models, made when they are first asked for; `forget` them after vertices have changed. */
export const polygonPlanes: Cache<Model, PolygonPlanes> = perModel((m) => new PolygonPlanes(m))
