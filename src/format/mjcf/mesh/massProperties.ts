import { MINVAL } from '../../../core/math/constants.ts'
import { symmetricEigen } from '../../../core/math/eigen.ts'
import { Pose } from '../geometry/partPose.ts'
import { MeshInertia } from '../schema/schemaMesh.ts'
import type { Refuse } from './mesh.ts'

/** Mass properties at unit density. */
export interface MassProperties {
  /** Volume; area where the mass is on the surface. */
  readonly volume: number
  /** Center of mass and principal axes. */
  readonly frame: Pose
  /** Half sides of the box with the same inertia, in that frame. */
  readonly box: Float64Array
}

/** Principal axes are looked for no more closely than this, so that symmetric meshes keep their axes. */
const AXES = { offDiagonal: 1e-7, order: 1e-7 }

/**
 * Cuts the body into pyramids (or takes the triangles themselves), first over the center of the surface to find the
 * center of mass, then over that to find the inertia.
 * @param vertex points
 * @param face triangles of the surface
 * @param bounding triangles that enclose the mass: of the surface, or of its hull
 */
export function massProperties(
  vertex: Float64Array,
  face: Int32Array,
  bounding: Int32Array,
  mode: MeshInertia,
  refuse: Refuse,
): MassProperties {
  const apex = surfaceCenter(vertex, face, refuse)
  const com = centerOfMass(vertex, bounding, mode, apex, refuse)
  const { volume, inertia } = secondMoments(vertex, bounding, mode, com)
  if (!(volume >= MINVAL)) throw tooSmall(volume, mode, refuse)
  if (!inertia.every(Number.isFinite)) throw refuse('the mesh is too large to compute its inertia')

  const { values, quat } = symmetricEigen(inertia, AXES)
  const [a, b, c] = values
  if (!(c > 0)) throw refuse('the inertia of the mesh must be positive', { found: Array.from(values).join(' ') })
  if (!(holds(a, b, c) && holds(a, c, b) && holds(b, c, a)))
    throw refuse('no rigid body has the inertia of this mesh', { found: Array.from(values).join(' ') })
  const half = (moment: number): number => 0.5 * Math.sqrt(Math.max(0, (6 * moment) / volume))
  return { volume, frame: Pose.of(com, quat), box: Float64Array.of(half(b + c - a), half(a + c - b), half(a + b - c)) }
}

/** Triangle inequality of moments, with room for the error of the axes. */
function holds(a: number, b: number, c: number): boolean {
  return a + b >= c * (1 - 1e-6) - 1e-9
}

/** Mean point of the surface. */
function surfaceCenter(vertex: Float64Array, face: Int32Array, refuse: Refuse): Float64Array {
  const t = new Triangle()
  let area = 0
  let x = 0
  let y = 0
  let z = 0
  for (let i = 0; i < face.length; i += 3) {
    t.set(vertex, face[i], face[i + 1], face[i + 2], 0, 0, 0)
    area += t.area
    x += t.area * t.cx
    y += t.area * t.cy
    z += t.area * t.cz
  }
  if (!(area >= MINVAL)) throw refuse('the area of the mesh is too small', { found: `${area}` })
  return Float64Array.of(x / area, y / area, z / area)
}

function centerOfMass(
  vertex: Float64Array,
  face: Int32Array,
  mode: MeshInertia,
  apex: Float64Array,
  refuse: Refuse,
): Float64Array {
  const t = new Triangle()
  const [gx, gy, gz] = apex
  let volume = 0
  let x = 0
  let y = 0
  let z = 0
  for (let i = 0; i < face.length; i += 3) {
    t.set(vertex, face[i], face[i + 1], face[i + 2], 0, 0, 0)
    const w = t.weight(mode, gx, gy, gz)
    volume += w
    // centroid of the pyramid
    x += w * (0.75 * t.cx + 0.25 * gx)
    y += w * (0.75 * t.cy + 0.25 * gy)
    z += w * (0.75 * t.cz + 0.25 * gz)
  }
  if (!(volume >= MINVAL)) throw tooSmall(volume, mode, refuse)
  return Float64Array.of(x / volume, y / volume, z / volume)
}

/**
 * Inertia (xx, yy, zz, xy, xz, yz) about the center of mass: I = tr(P) 1 − P with P the second moments
 * P_ij = Σ w/C · (2 (D_i D_j + E_i E_j + F_i F_j) + D_i E_j + D_j E_i + …) over the corners D, E, F of each face,
 * C = 20 for pyramids and 12 for triangles.
 */
function secondMoments(
  vertex: Float64Array,
  face: Int32Array,
  mode: MeshInertia,
  [x, y, z]: Float64Array,
): { volume: number; inertia: Float64Array } {
  const t = new Triangle()
  const share = mode === MeshInertia.shell ? 12 : 20
  let volume = 0
  let xx = 0
  let yy = 0
  let zz = 0
  let xy = 0
  let xz = 0
  let yz = 0
  for (let i = 0; i < face.length; i += 3) {
    t.set(vertex, face[i], face[i + 1], face[i + 2], x, y, z)
    const { ax, ay, az, bx, by, bz, cornerx: cx, cornery: cy, cornerz: cz } = t
    const w = t.weight(mode, 0, 0, 0)
    volume += w
    const s = w / share
    // the reference adds the mixed terms one by one, also where two are equal: that decides the last bits
    xx += s * (2 * (ax * ax + bx * bx + cx * cx) + ax * bx + ax * bx + ax * cx + ax * cx + bx * cx + bx * cx)
    yy += s * (2 * (ay * ay + by * by + cy * cy) + ay * by + ay * by + ay * cy + ay * cy + by * cy + by * cy)
    zz += s * (2 * (az * az + bz * bz + cz * cz) + az * bz + az * bz + az * cz + az * cz + bz * cz + bz * cz)
    xy += s * (2 * (ax * ay + bx * by + cx * cy) + ax * by + ay * bx + ax * cy + ay * cx + bx * cy + by * cx)
    xz += s * (2 * (ax * az + bx * bz + cx * cz) + ax * bz + az * bx + ax * cz + az * cx + bx * cz + bz * cx)
    yz += s * (2 * (ay * az + by * bz + cy * cz) + ay * bz + az * by + ay * cz + az * cy + by * cz + bz * cy)
  }
  return { volume, inertia: Float64Array.of(yy + zz, xx + zz, xx + yy, -xy, -xz, -yz) }
}

function tooSmall(volume: number, mode: MeshInertia, refuse: Refuse): Error {
  if (volume < 0) return refuse('the volume of the mesh is negative: its faces point inward', { found: `${volume}` })
  return refuse(`the ${mode === MeshInertia.shell ? 'area' : 'volume'} of the mesh is too small`, {
    found: `${volume}`,
    suggestion: 'inertia="shell" puts the mass of a flat mesh on its surface',
  })
}

/** A triangle with its corners, center, unit normal and area. */
class Triangle {
  ax = 0
  ay = 0
  az = 0
  bx = 0
  by = 0
  bz = 0
  cornerx = 0
  cornery = 0
  cornerz = 0
  cx = 0
  cy = 0
  cz = 0
  nx = 0
  ny = 0
  nz = 0
  area = 0

  /** Takes three vertices relative to the origin (x, y, z). */
  set(v: Float64Array, a: number, b: number, c: number, x: number, y: number, z: number): void {
    this.ax = v[3 * a] - x
    this.ay = v[3 * a + 1] - y
    this.az = v[3 * a + 2] - z
    this.bx = v[3 * b] - x
    this.by = v[3 * b + 1] - y
    this.bz = v[3 * b + 2] - z
    this.cornerx = v[3 * c] - x
    this.cornery = v[3 * c + 1] - y
    this.cornerz = v[3 * c + 2] - z
    const ux = this.bx - this.ax
    const uy = this.by - this.ay
    const uz = this.bz - this.az
    const wx = this.cornerx - this.ax
    const wy = this.cornery - this.ay
    const wz = this.cornerz - this.az
    const nx = uy * wz - uz * wy
    const ny = uz * wx - ux * wz
    const nz = ux * wy - uy * wx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    this.cx = (this.ax + this.bx + this.cornerx) / 3
    this.cy = (this.ay + this.by + this.cornery) / 3
    this.cz = (this.az + this.bz + this.cornerz) / 3
    if (length < MINVAL) {
      this.nx = 0
      this.ny = 0
      this.nz = 0
      this.area = 0
      return
    }
    this.nx = nx / length
    this.ny = ny / length
    this.nz = nz / length
    this.area = length / 2
  }

  /** Volume of the pyramid over an apex, or area of the triangle. */
  weight(mode: MeshInertia, x: number, y: number, z: number): number {
    if (mode === MeshInertia.shell) return this.area
    const height = this.nx * (this.cx - x) + this.ny * (this.cy - y) + this.nz * (this.cz - z)
    const volume = (height * this.area) / 3
    return mode === MeshInertia.legacy ? Math.abs(volume) : volume
  }
}
