import { GeomType } from '../model/enums.ts'
import type { Collider } from './collider.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './plane.ts'
import { planeMesh } from './planeMesh.ts'
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from './sphere.ts'

/** Number of geom types that can collide. */
const TYPES = 9

const table: (Collider | undefined)[] = new Array(TYPES * TYPES).fill(undefined)

function set(type1: GeomType, type2: GeomType, collider: Collider): void {
  table[type1 * TYPES + type2] = collider
}

set(GeomType.plane, GeomType.sphere, planeSphere)
set(GeomType.plane, GeomType.capsule, planeCapsule)
set(GeomType.plane, GeomType.ellipsoid, planeEllipsoid)
set(GeomType.plane, GeomType.cylinder, planeCylinder)
set(GeomType.plane, GeomType.box, planeBox)
set(GeomType.plane, GeomType.mesh, planeMesh)
set(GeomType.plane, GeomType.sdf, planeMesh)
set(GeomType.sphere, GeomType.sphere, sphereSphere)
set(GeomType.sphere, GeomType.capsule, sphereCapsule)
set(GeomType.sphere, GeomType.cylinder, sphereCylinder)
set(GeomType.sphere, GeomType.box, sphereBox)

/** The function for a pair of geom types, `type1` ≤ `type2`; undefined: such geoms never touch. */
export function colliderOf(type1: number, type2: number): Collider | undefined {
  return table[type1 * TYPES + type2]
}
