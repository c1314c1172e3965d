import { conjugate, rotateByQuat } from '../../../../core/math/quat.ts'
import { GeomType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import { composeInto, Pose, turnVector } from '../../geometry/partPose.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import type { Geom, Site } from '../parts/parts.ts'

/** Geoms that are made of a mesh, and primitives that take their size from one. */

/** Whether the shape of a geom is a mesh. */
export function isMeshType(type: number): boolean {
  return type === GeomType.mesh || type === GeomType.sdf
}

/** Moves a geom to the frame of its mesh and takes its size from it. */
export function placeOnMesh(geom: Geom, mesh: Mesh, fitsBox: boolean): void {
  const { attributes: a, source } = geom.spec
  const offset = new Float64Array(3)
  if (isMeshType(a.type)) geom.size.set(halfExtents(mesh))
  else if (a.type === GeomType.plane || a.type === GeomType.hfield)
    throw new ModelError('planes and height fields cannot be fitted to a mesh', {
      source,
      attribute: 'mesh',
      expected: 'sphere, capsule, ellipsoid, cylinder, box, mesh or sdf',
    })
  else {
    if (fitsBox) fitToBounds(geom, mesh, offset)
    else fitToInertia(geom, mesh)
    for (let i = 0; i < 3; i++) geom.size[i] *= a.fitscale
  }
  const frame = Pose.of(mesh.frame.pos, mesh.frame.quat)
  const shift = new Float64Array(3)
  rotateByQuat(shift, 0, frame.quat, 0, offset, 0)
  const origin = frame.pos.map((x, i) => x + shift[i])
  geom.surfacevel = surfaceVelocity(a.surfacevel, Pose.of(origin, frame.quat))
  composeInto(geom.pose, frame)
  rotateByQuat(shift, 0, frame.quat, 0, offset, 0)
  for (let i = 0; i < 3; i++) frame.pos[i] += shift[i]
  geom.pose.copy(frame)
}

/** The velocity of the surface, linear and angular, that is given in the frame that the mesh was written in. */
function surfaceVelocity(given: readonly number[], { pos, quat }: Pose): Float64Array {
  const [vx, vy, vz, wx, wy, wz] = given
  const [x, y, z] = pos
  // velocity at the new origin: v + ω × p
  const linear = Float64Array.of(vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x)
  const angular = Float64Array.of(wx, wy, wz)
  const back = new Float64Array(4)
  conjugate(back, 0, quat, 0)
  turnVector(back, linear)
  turnVector(back, angular)
  return Float64Array.of(...linear, ...angular)
}

/** Half sides of the box around the mesh that is centered at its center of mass. */
function halfExtents({ bounds }: Mesh): Float64Array {
  return Float64Array.from({ length: 3 }, (_, i) => Math.max(Math.abs(bounds[i]), Math.abs(bounds[3 + i])))
}

/** Center and half sides of the box around a mesh. */
export function meshBox({ bounds }: Mesh): Float64Array {
  const box = new Float64Array(6)
  for (let i = 0; i < 3; i++) {
    box[i] = (bounds[i] + bounds[3 + i]) / 2
    box[3 + i] = (bounds[3 + i] - bounds[i]) / 2
  }
  return box
}

/** A mesh site has the size of its mesh; its pose stays that of the mesh as it was written. */
export function sizeSite(site: Site, mesh: Mesh): void {
  site.size.set(halfExtents(mesh))
}

/** The primitive that has about the inertia of the mesh. */
function fitToInertia({ size, spec }: Geom, { box: [x, y, z] }: Mesh): void {
  switch (spec.attributes.type) {
    case GeomType.sphere:
      size[0] = (x + y + z) / 3
      break
    case GeomType.capsule:
      size[0] = (x + y) / 2
      size[1] = Math.max(0, z - size[0] / 2)
      break
    case GeomType.cylinder:
      size[0] = (x + y) / 2
      size[1] = z
      break
    default:
      size.set([x, y, z])
  }
}

/** The primitive that has the extents of the mesh. @param offset its center in the frame of the mesh */
function fitToBounds({ size, spec }: Geom, mesh: Mesh, offset: Float64Array): void {
  const [cx, cy, cz, x, y, z] = meshBox(mesh)
  offset.set([cx, cy, cz])
  switch (spec.attributes.type) {
    case GeomType.sphere:
      size[0] = Math.max(x, y, z)
      break
    case GeomType.capsule:
      size[0] = Math.max(x, y)
      size[1] = Math.max(0, z - size[0])
      break
    case GeomType.cylinder:
      size[0] = Math.max(x, y)
      size[1] = z
      break
    default:
      size.set([x, y, z])
  }
}
