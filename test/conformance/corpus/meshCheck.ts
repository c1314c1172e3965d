import { describe, expect, test } from 'vitest'
import { ObjType } from '../../../src/core/model/enums.ts'
import { hullFacedMeshes } from '../../../tools/compare/compareMesh.ts'
import { MESH_FIELDS, meshBitDifferences } from '../../../tools/compare/meshBits.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check } from './check.ts'

/**
 * Every mesh bit by bit: vertices, faces, normals, texture coordinates, and the frame of its mass. Where a mesh has no
 * faces of its own, they are those of its hull, whose order is free; sums over them may then round in another way.
 */
export function meshCheck(corpus: string): Check {
  let meshes = 0
  let equal = 0
  const byField = new Map<string, number>()
  const unlike: string[] = []
  return {
    name: 'meshes',
    visit: (m, reference, { name }) => {
      const differences = meshBitDifferences(m, reference)
      const hullFaced = differences.flat().length > 0 ? hullFacedMeshes(m, reference) : new Set<number>()
      for (const [id, different] of differences.entries()) {
        meshes++
        if (different.length === 0) equal++
        else if (!hullFaced.has(id))
          unlike.push(`${name}, mesh ${m.names.name(ObjType.mesh, id) ?? id}: ${different.join(' ')}`)
        for (const field of different) byField.set(field, (byField.get(field) ?? 0) + 1)
      }
    },
    report: () => {
      if (meshes === 0) return ''
      const fields = MESH_FIELDS.map((field) => `${field} ${meshes - (byField.get(field) ?? 0)}`)
      return `meshes with the bits of the reference: ${equal} of ${meshes} (${fields.join(', ')})`
    },
    test: () =>
      describe('meshes', () => {
        test('every mesh with faces of its own has the bits of the reference', () => expect(unlike).toEqual([]))
        test('no fewer meshes have the bits of the reference than before', () =>
          holdCounts(`meshes-${corpus}`, { meshes, equal }))
      }),
  }
}
