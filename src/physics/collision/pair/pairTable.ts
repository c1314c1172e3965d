import type { Data } from '../../../core/data/data.ts'
import { GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { boxBox } from './boxBox.ts'
import { capsuleBox } from './capsuleBox.ts'
import { capsuleCapsule } from './capsuleCapsule.ts'
import { convex } from './convexPair.ts'
import { heightFieldConvex } from './heightFieldPair.ts'
import { meshSdf } from './meshSdf.ts'
import { planeMesh } from './planeMesh.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './planePairs.ts'
import { sdf } from './sdfPair.ts'
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from './spherePairs.ts'

/**
 * Finds where geoms `g1` and `g2` touch, and appends to `contacts`. The type of `g1` is not greater than that of `g2`
 * (`GeomType`): each pair of types has one function.
 */
export type PairFunction = (m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer) => void

/** Number of geom types that can collide. */
const TYPES = 9

const table: (PairFunction | undefined)[] = new Array(TYPES * TYPES).fill(undefined)

function set(type1: GeomType, type2: GeomType, pairFunction: PairFunction): void {
  table[type1 * TYPES + type2] = pairFunction
}

set(GeomType.plane, GeomType.sphere, planeSphere)
set(GeomType.plane, GeomType.capsule, planeCapsule)
set(GeomType.plane, GeomType.ellipsoid, planeEllipsoid)
set(GeomType.plane, GeomType.cylinder, planeCylinder)
set(GeomType.plane, GeomType.box, planeBox)
set(GeomType.plane, GeomType.mesh, planeMesh)
set(GeomType.plane, GeomType.sdf, planeMesh)
set(GeomType.hfield, GeomType.sphere, heightFieldConvex)
set(GeomType.hfield, GeomType.capsule, heightFieldConvex)
set(GeomType.hfield, GeomType.ellipsoid, heightFieldConvex)
set(GeomType.hfield, GeomType.cylinder, heightFieldConvex)
set(GeomType.hfield, GeomType.box, heightFieldConvex)
set(GeomType.hfield, GeomType.mesh, heightFieldConvex)
set(GeomType.sphere, GeomType.sphere, sphereSphere)
set(GeomType.sphere, GeomType.capsule, sphereCapsule)
set(GeomType.sphere, GeomType.cylinder, sphereCylinder)
set(GeomType.sphere, GeomType.box, sphereBox)
set(GeomType.capsule, GeomType.capsule, capsuleCapsule)
set(GeomType.capsule, GeomType.box, capsuleBox)
set(GeomType.box, GeomType.box, boxBox)
set(GeomType.sphere, GeomType.ellipsoid, convex)
set(GeomType.sphere, GeomType.mesh, convex)
set(GeomType.capsule, GeomType.ellipsoid, convex)
set(GeomType.capsule, GeomType.cylinder, convex)
set(GeomType.capsule, GeomType.mesh, convex)
for (const type of [GeomType.ellipsoid, GeomType.cylinder, GeomType.box, GeomType.mesh]) {
  set(GeomType.ellipsoid, type, convex)
  if (type !== GeomType.ellipsoid) set(GeomType.cylinder, type, convex)
}
set(GeomType.box, GeomType.mesh, convex)
set(GeomType.mesh, GeomType.mesh, convex)
for (const type of [
  GeomType.sphere,
  GeomType.capsule,
  GeomType.ellipsoid,
  GeomType.cylinder,
  GeomType.box,
  GeomType.sdf,
])
  set(type, GeomType.sdf, sdf)
set(GeomType.mesh, GeomType.sdf, meshSdf)

/** The function for a pair of geom types, `type1` ≤ `type2`; undefined: such geoms never touch. */
export function pairFunctionOf(type1: number, type2: number): PairFunction | undefined {
  return table[type1 * TYPES + type2]
}

/** Whether a pair of geom types has the function `convex`, which records how geoms were apart. */
export function isConvexPair(type1: number, type2: number): boolean {
  return pairFunctionOf(type1, type2) === convex
}
