import { GeomType } from '../../core/model/enums.ts'
import { ModelError } from '../../core/model/errors.ts'
import type { GeomAttributes } from '../mjcf/schema/schemaTree.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf } from './readElement.ts'
import { meshNamed } from './readMesh.ts'
import type { RobotContext } from './robotContext.ts'

type Shape = Partial<GeomAttributes>

/** The shape that a `geometry` holds, in half sizes. Where several stand, the first in this order counts. */
export function readGeometry(geometry: XmlElement, context: RobotContext): Shape {
  const { box, cylinder, sphere, capsule, mesh } = childrenOf(geometry, 'geometry')
  if (box) return { type: GeomType.box, size: attributesOf(box, 'box').size.map((side) => side / 2) }
  if (cylinder) return { type: GeomType.cylinder, size: roundSize(attributesOf(cylinder, 'cylinder')) }
  if (sphere) return { type: GeomType.sphere, size: [attributesOf(sphere, 'sphere').radius, 0, 0] }
  if (capsule) return { type: GeomType.capsule, size: roundSize(attributesOf(capsule, 'capsule')) }
  if (mesh) return { type: GeomType.mesh, mesh: meshNamed(mesh, context) }
  throw new ModelError('a shape is missing', {
    source: sourceOf(geometry),
    expected: '<box>, <cylinder>, <sphere>, <capsule> or <mesh>',
    found: geometry.children.map(({ name }) => `<${name}>`).join(', ') || 'nothing',
  })
}

function roundSize({ radius, length }: { radius: number; length: number }): number[] {
  return [radius, length / 2, 0]
}
