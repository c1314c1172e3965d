import { beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { meshBitDifferences, sameBits } from '../../../tools/compare/meshBits.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceModel, type ReferenceModule } from '../../../tools/compare/reference.ts'
import { fuzzRuns } from '../../fuzz/runs.ts'
import { builtinMeshes, type DrawnMesh, drawnMesh } from '../support/drawnMeshes.ts'
import { quietReference } from '../support/quietReference.ts'

/** What follows from a mesh by arithmetic has the bits of the reference: then contacts that touch stay the same. */

let mj: ReferenceModule
/** Meshes that both engines load. */
let compared = 0
beforeAll(async () => {
  mj = await quietReference()
})

/** What follows from the mesh in its geom and its body. */
const FIELDS = ['geom_size', 'geom_pos', 'geom_quat', 'body_mass', 'body_ipos', 'body_iquat', 'body_inertia'] as const

/** Names of fields with other bits; or which of the two refuses the mesh alone. */
function differences({ xml, files }: DrawnMesh): string[] {
  const ours = loaded(() => loadModel(xml, { files }))
  const source = { path: 'model.xml', files: (path: string) => (path === 'model.xml' ? xml : files[path]) }
  const theirs = loaded(() => new ReferenceModel(mj, source))
  if (typeof ours === 'string') return typeof theirs === 'string' ? [] : [`refused by us alone: ${ours}`]
  if (typeof theirs === 'string') return [`refused by the reference alone: ${theirs}`]
  compared++
  const different: string[] = meshBitDifferences(ours, theirs).flat()
  for (const field of FIELDS) if (!sameBits(ours[field], theirs.array(field)!)) different.push(field)
  theirs.delete()
  return different
}

/** The model, or why there is none. */
function loaded<T>(load: () => T): T | string {
  try {
    return load()
  } catch (error) {
    return (error as Error).message
  }
}

describe('vertices, faces, normals, texture coordinates, frame and mass have the bits of the reference', () => {
  test.each(['legacy', 'exact', 'shell'] as const)('in meshes drawn at random with %s inertia', (inertia) => {
    const random = new Random(7)
    const count = fuzzRuns(500)
    compared = 0
    for (let i = 0; i < count; i++) {
      const mesh = drawnMesh(random, inertia)
      expect(differences(mesh), `mesh ${i}: ${mesh.xml.slice(0, 300)}`).toEqual([])
    }
    expect(compared).toBeGreaterThan(0.9 * count)
  })

  test('in built-in meshes', () => {
    for (const xml of builtinMeshes()) expect(differences({ xml, files: {} }), xml).toEqual([])
  })
})
