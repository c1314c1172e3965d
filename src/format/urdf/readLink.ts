import { symmetricEigen } from '../../core/math/eigen.ts'
import { mulMat3 } from '../../core/math/mat3.ts'
import { quatToMat } from '../../core/math/quat.ts'
import { ModelError } from '../../core/model/errors.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { BodyChild, GeomSpec, InertialSpec } from '../mjcf/schema/spec.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf } from './readElement.ts'
import { readGeometry } from './readGeometry.ts'
import { readOrigin } from './readOrigin.ts'
import { element, type RobotContext } from './robotContext.ts'

/** What a link holds: mass and shapes. */

/** Group of shapes that are only seen. */
const VISUAL_GROUP = 1
/** Least principal moment of an inertia that is not zero. */
const LEAST_MOMENT = 1e-14

/** Mass and inertia, the latter along the axes of the link; the compiler finds its principal axes. */
export function readInertial(inertial: XmlElement, context: RobotContext): InertialSpec {
  const { origin, mass, inertia } = childrenOf(inertial, 'inertial')
  const { pos, quat } = readOrigin(origin)
  const { value } = attributesOf(mass, 'mass')
  const { ixx, iyy, izz, ixy, ixz, iyz } = attributesOf(inertia, 'inertia')
  const I = Float64Array.of(ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz)
  const pointMass = I.every((moment) => moment === 0)
  if (!pointMass) checkMoments(I, inertia)
  const attributes = {
    ...fallbacks(GRAMMAR.inertial.attributes),
    pos,
    mass: value,
    ...(pointMass ? { quat, diaginertia: [0, 0, 0] } : { fullinertia: turnInertia(quat, I) }),
  }
  return element('inertial', attributes, inertial, context)
}

/** R I Rᵀ as (xx, yy, zz, xy, xz, yz). */
function turnInertia(quat: readonly number[], I: Float64Array): number[] {
  const R = new Float64Array(9)
  const RT = new Float64Array(9)
  const out = new Float64Array(9)
  quatToMat(R, 0, Float64Array.from(quat), 0)
  for (let i = 0; i < 9; i++) RT[i] = R[3 * (i % 3) + Math.floor(i / 3)]
  mulMat3(out, 0, R, 0, I, 0)
  mulMat3(out, 0, out.slice(), 0, RT, 0)
  return [out[0], out[4], out[8], out[1], out[2], out[5]]
}

function checkMoments(I: Float64Array, inertia: XmlElement): void {
  const { values } = symmetricEigen([I[0], I[4], I[8], I[1], I[2], I[5]])
  if (!(values[2] >= LEAST_MOMENT))
    throw new ModelError('the principal moments of inertia must be positive', {
      source: sourceOf(inertia),
      found: Array.from(values).join(' '),
    })
}

/**
 * The shapes of a link in their order. A color that a visual shape gives holds for all shapes of the link from there
 * on, also for those that collide and have no color of their own.
 */
export function readShapes(link: XmlElement, context: RobotContext): BodyChild[] {
  const shapes: GeomSpec[] = []
  const discarded = context.compiler.discardvisual === 1
  let { rgba } = fallbacks(GRAMMAR.geom.attributes)
  for (const shape of link.children) {
    if (shape.name === 'collision') shapes.push(readShape(shape, rgba, context))
    if (shape.name !== 'visual') continue
    const material = shape.children.find(({ name }) => name === 'material')
    rgba = (material && context.materials.colorOf(material)) ?? rgba
    if (!discarded) shapes.push(readShape(shape, rgba, context))
  }
  return shapes
}

function readShape(shape: XmlElement, rgba: readonly number[], context: RobotContext): GeomSpec {
  const visual = shape.name === 'visual'
  const { origin, geometry } = visual ? childrenOf(shape, 'visual') : childrenOf(shape, 'collision')
  const name = context.names.claim('geom', attributesOf(shape, 'collision').name)
  const untouchable = { contype: 0, conaffinity: 0, group: VISUAL_GROUP, density: 0 }
  const attributes = {
    ...fallbacks(GRAMMAR.geom.attributes),
    name,
    ...readOrigin(origin),
    ...readGeometry(geometry, context),
    ...(visual ? untouchable : {}),
    rgba,
  }
  return element('geom', attributes, shape, context)
}
