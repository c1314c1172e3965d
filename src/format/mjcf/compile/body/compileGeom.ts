import { GeomType } from '../../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import { boundingBox, boundingRadius, hfieldBox, hfieldRadius } from '../../../../core/model/geomBounds.ts'
import { hfieldGeomSize } from '../../asset/hfield.ts'
import { fluidCoefficients } from '../../geometry/fluidCoefficients.ts'
import { orientation, zAxis } from '../../geometry/orientation.ts'
import { composeInto, EPS, normalize } from '../../geometry/partPose.ts'
import { inertia, SIZE_COUNT, volume } from '../../geometry/primitiveInertia.ts'
import type { Geom, Site } from '../parts/parts.ts'
import { isMeshType, meshBox, placeOnMesh, sizeSite } from './meshGeom.ts'

const TYPE_NAMES = Object.keys(GeomType)
const STRETCHED: readonly number[] = [GeomType.capsule, GeomType.cylinder, GeomType.ellipsoid, GeomType.box]

/**
 * Places a geom in its body, checks its size, and finds its bounds, mass and fluid coefficients.
 * @param fitsBox whether a primitive fitted to a mesh has its extents, rather than its inertia
 */
export function compileGeom(geom: Geom, fitsBox: boolean): void {
  const { attributes: a, source } = geom.spec
  const { type } = a
  checkHfield(geom)
  checkMesh(geom)
  if (a.condim !== 1 && a.condim !== 3 && a.condim !== 4 && a.condim !== 6)
    throw new ModelError('invalid contact dimensionality', {
      source,
      attribute: 'condim',
      expected: '1, 3, 4 or 6',
      found: `${a.condim}`,
    })
  if (type === GeomType.plane && geom.body.weld.joints.length > 0)
    throw new ModelError('planes cannot move', {
      source,
      attribute: 'type',
      expected: 'a plane in a body that is fixed to the world',
      found: `a body that moves with '${geom.body.weld.name}'`,
    })

  place(geom)
  if (geom.mesh) placeOnMesh(geom, geom.mesh, fitsBox)
  if (geom.hfield) geom.size.set(hfieldGeomSize(geom.hfield))
  checkSize(type, geom.size, source)
  geom.aabb.set(geom.mesh && isMeshType(type) ? meshBox(geom.mesh) : boundingBox(type, geom.size))
  geom.rbound = boundingRadius(type, geom.size)
  if (geom.hfield) {
    geom.aabb.set(hfieldBox(geom.hfield.size))
    geom.rbound = hfieldRadius(geom.hfield.size)
  }
  inferMass(geom)
  if (a.fluidshape === 1) geom.fluid = fluidCoefficients(type, geom.size, a.fluidcoef)
  if (geom.frame) composeInto(geom.frame, geom.pose)
}

/** A geom is a height field if and only if it names one. */
function checkHfield({ hfield, spec: { attributes: a, source } }: Geom): void {
  if ((a.type === GeomType.hfield) !== (hfield !== undefined))
    throw new ModelError("a geom of type 'hfield' has a height field, and no other geom has", {
      source,
      attribute: hfield ? 'type' : 'hfield',
      found: hfield ? `type ${TYPE_NAMES[a.type]}` : 'no height field',
    })
}

/** A geom of mesh type needs a mesh, and takes from it what it cannot be given otherwise. */
function checkMesh({ mesh, spec: { attributes: a, source } }: Geom): void {
  if (isMeshType(a.type) && !mesh)
    throw new ModelError('a geom of this type needs a mesh', {
      source,
      attribute: 'mesh',
      expected: 'the name of a mesh',
      found: 'none',
    })
  if (mesh && isMeshType(a.type) && a.shellinertia === 1)
    throw new ModelError('the mass distribution is a property of the mesh, not of the geom', {
      source,
      attribute: 'shellinertia',
      suggestion: 'use inertia="shell" of the mesh',
    })
  if (mesh && a.fromto)
    throw new ModelError('a geom with a mesh cannot lie along a segment', {
      source,
      attribute: 'fromto',
      suggestion: "use 'pos' and 'quat'",
    })
}

/** Pose and size of a geom or site in the frame it is written in. */
export function place(part: Geom | Site): void {
  const { attributes: a, compiler, source } = part.spec
  part.size.set(a.size)
  if (a.fromto) {
    stretch(part, a.fromto)
  } else {
    part.pose.pos.set(a.pos)
    part.pose.quat.set(orientation(a, compiler, source))
  }
}

/** Lays a shape along a segment: its z axis points from the second point to the first. */
function stretch(part: Geom | Site, fromto: readonly number[]): void {
  const { attributes: a, source } = part.spec
  if (!STRETCHED.includes(a.type))
    throw new ModelError('only elongated shapes can lie along a segment', {
      source,
      attribute: 'fromto',
      expected: 'type capsule, cylinder, box or ellipsoid',
      found: `type ${TYPE_NAMES[a.type]}`,
    })
  if (a.pos.some((x) => x !== 0))
    throw new ModelError('a shape along a segment has its position from the segment', {
      source,
      attribute: 'pos',
      expected: "either 'pos' or 'fromto'",
      found: 'both',
    })
  const along = Float64Array.of(fromto[0] - fromto[3], fromto[1] - fromto[4], fromto[2] - fromto[5])
  const half = normalize(along) / 2
  if (half < EPS)
    throw new ModelError('the two points are too close to each other', {
      source,
      attribute: 'fromto',
      expected: 'two different points',
      found: fromto.join(' '),
    })
  if (a.type === GeomType.box || a.type === GeomType.ellipsoid) {
    part.size[1] = part.size[0]
    part.size[2] = half
  } else {
    part.size[1] = half
  }
  for (let i = 0; i < 3; i++) part.pose.pos[i] = 0.5 * (fromto[i] + fromto[i + 3])
  part.pose.quat.set(zAxis(along))
}

/** The sizes that the shape needs must be positive; of a plane only the third, the spacing of its grid. */
export function checkSize(type: GeomType, size: Float64Array, source: Source): void {
  const count = SIZE_COUNT[type]
  for (let i = type === GeomType.plane ? 2 : 0; i < count; i++)
    if (!(size[i] > 0))
      throw new ModelError(`size ${i + 1} of a ${TYPE_NAMES[type]} must be positive`, {
        source,
        attribute: 'size',
        expected:
          type === GeomType.plane ? '3 numbers, the last positive' : `${count} positive number${count > 1 ? 's' : ''}`,
        found: size.slice(0, count).join(' '),
      })
}

/** Mass and inertia that the geom adds to its body, if the body infers its inertia from its geoms. */
function inferMass(geom: Geom): void {
  const { attributes: a, compiler, source } = geom.spec
  const { body } = geom
  const [low, high] = compiler.inertiagrouprange
  if (body.parent === undefined || a.group < low || a.group > high) return
  if (body.explicitInertia && compiler.inertiafromgeom !== 1) return

  const { type } = a
  const shell = a.shellinertia === 1
  const mesh = isMeshType(type) ? geom.mesh : undefined
  const amount = mesh?.volume ?? volume(type, geom.size, shell)
  let { density } = a
  if (a.mass === undefined) {
    geom.mass = density * amount
  } else if (a.mass === 0) {
    geom.mass = 0
    density = 0
  } else if (amount > EPS) {
    geom.mass = a.mass
    density = a.mass / amount
  }
  // a mesh has the inertia of a box
  geom.inertia = mesh ? inertia(GeomType.box, mesh.box, geom.mass, false) : inertia(type, geom.size, geom.mass, shell)
  if (!Number.isFinite(geom.mass) || !geom.inertia.every(Number.isFinite))
    throw new ModelError('the mass of the geom is too large to compute with', {
      source,
      attribute: 'size',
      expected: 'a size, mass and density whose product is finite',
      found: `size ${geom.size.join(' ')}, ${a.mass === undefined ? `density ${density}` : `mass ${a.mass}`}`,
    })
  if (geom.mass < 0 || density < 0 || geom.inertia.some((i) => i < 0))
    throw new ModelError('mass must not be negative', {
      source,
      attribute: a.mass === undefined ? 'density' : 'mass',
      expected: 'a number that is not negative',
      found: `${a.mass ?? a.density}`,
    })
}

/** Places a site in its body. */
export function compileSite(site: Site): void {
  const { attributes: a, source } = site.spec
  const { type } = a
  if (type === GeomType.plane || type === GeomType.hfield)
    throw new ModelError('sites cannot be planes or height fields', {
      source,
      attribute: 'type',
      expected: 'sphere, capsule, ellipsoid, cylinder, box or mesh',
    })
  if (site.mesh && type !== GeomType.mesh)
    throw new ModelError('only a site of type mesh can have a mesh', {
      source,
      attribute: 'mesh',
      expected: 'type="mesh"',
    })
  if ((type === GeomType.mesh || type === GeomType.sdf) && !site.mesh)
    throw new ModelError('a site of this type needs a mesh', {
      source,
      attribute: 'mesh',
      expected: 'the name of a mesh',
    })
  place(site)
  if (site.mesh) sizeSite(site, site.mesh)
  checkSize(type, site.size, source)
  if (site.frame) composeInto(site.frame, site.pose)
}
