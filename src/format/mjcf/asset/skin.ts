import { MINVAL } from '../../../core/math/constants.ts'
import { ModelError, type Source } from '../../../core/model/errors.ts'
import { normalize } from '../geometry/partPose.ts'
import type { SkinAttributes } from '../schema/schemaAsset.ts'
import type { SkinSpec } from '../schema/spec.ts'
import type { Files } from '../text/modelFiles.ts'
import { FileFault, readAsset } from './assetPath.ts'
import { type BoneData, readSkinFile, type SkinData } from './skinFile.ts'

/** What a `skin` element says → a surface whose vertices follow bodies. */

export interface Skin {
  readonly name: string
  readonly attributes: SkinAttributes
  readonly source: Source
  readonly vertex: Float32Array
  readonly texcoord: Float32Array
  readonly face: Int32Array
  readonly bones: readonly Bone[]
}

export interface Bone extends BoneData {
  /** Where its body is named. */
  readonly source: Source
  readonly attribute: string
  /** The body that it moves with, once it is found. */
  target: { readonly id: number; skinned: boolean } | undefined
}

export function compileSkin(asset: SkinSpec, files: Files): Skin {
  const { attributes: a, source, children } = asset
  const written = a.vertex || a.texcoord || a.face || children.length > 0
  if (a.file !== '' && written)
    throw new ModelError('a skin is either in a file or written in the model', {
      source,
      attribute: 'file',
      expected: "'file', or 'vertex', 'face' and <bone>",
    })
  const data = a.file === '' ? inline(asset) : fromFile(asset, files)
  const sources = children.map((bone) => ({ source: bone.source, attribute: 'body' }))
  check(asset, data)
  const weights = totalWeights(asset, data)
  const bones = data.bones.map((bone, i) => {
    const bindquat = Float64Array.from(bone.bindquat)
    normalize(bindquat)
    return {
      ...bone,
      bindquat: Float32Array.from(bindquat),
      vertweight: bone.vertweight.map((weight, k) => weight / weights[bone.vertid[k]]),
      ...(sources[i] ?? { source, attribute: 'file' }),
      target: undefined,
    }
  })
  return { ...data, name: a.name, attributes: a, source, bones }
}

function inline({ attributes: a, children }: SkinSpec): SkinData {
  return {
    vertex: Float32Array.from(a.vertex ?? []),
    texcoord: Float32Array.from(a.texcoord ?? []),
    face: Int32Array.from(a.face ?? []),
    bones: children.map(({ attributes: bone }) => ({
      body: bone.body,
      bindpos: Float32Array.from(bone.bindpos),
      bindquat: Float32Array.from(bone.bindquat),
      vertid: Int32Array.from(bone.vertid ?? []),
      vertweight: Float32Array.from(bone.vertweight ?? []),
    })),
  }
}

function fromFile(asset: SkinSpec, files: Files): SkinData {
  const { source } = asset
  const { file } = asset.attributes
  if (!/\.skn$/i.test(file))
    throw new ModelError('unknown kind of skin', { source, attribute: 'file', expected: 'a file that ends with .skn' })
  const { path, bytes } = readAsset(files, asset, 'file', file, 'meshdir')
  try {
    return readSkinFile(bytes)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new ModelError(`cannot read the skin '${path}': ${error.message}`, { source, attribute: 'file' })
  }
}

function check({ source }: SkinSpec, { vertex, texcoord, face, bones }: SkinData): void {
  const fault = (reason: string, attribute: string, found: string): ModelError =>
    new ModelError(reason, { source, attribute, found })
  const count = vertex.length / 3
  if (vertex.length === 0 || face.length === 0 || bones.length === 0)
    throw new ModelError('a skin needs vertices, triangles and bones', {
      source,
      expected: "'file', or 'vertex', 'face' and <bone>",
      found: `${count} vertices, ${face.length / 3} triangles, ${bones.length} bones`,
    })
  if (!Number.isInteger(count)) throw fault('vertices have three numbers each', 'vertex', `${vertex.length} numbers`)
  if (face.length % 3 !== 0) throw fault('triangles have three numbers each', 'face', `${face.length} numbers`)
  if (texcoord.length > 0 && texcoord.length !== 2 * count)
    throw fault(
      'each vertex has two texture coordinates',
      'texcoord',
      `${texcoord.length} numbers for ${count} vertices`,
    )
  const stray = face.find((vertexId) => vertexId < 0 || vertexId >= count)
  if (stray !== undefined) throw fault(`a triangle has a vertex that is not among the ${count}`, 'face', `${stray}`)
  for (const list of [vertex, texcoord, ...bones.flatMap(({ bindpos, bindquat }) => [bindpos, bindquat])])
    if (!list.every(Number.isFinite)) throw fault('a number of the skin is not finite', 'file', 'NaN or infinity')
}

/** Sum of the weights of each vertex over all bones: by these the weights are divided. */
function totalWeights(asset: SkinSpec, { vertex, bones }: SkinData): Float32Array {
  const totals = new Float32Array(vertex.length / 3)
  for (const [i, { vertid, vertweight }] of bones.entries()) {
    const source = asset.children[i]?.source ?? asset.source
    if (vertid.length !== vertweight.length || vertid.length === 0)
      throw new ModelError('a bone has as many weights as vertices, and at least one', {
        source,
        attribute: 'vertweight',
        found: `${vertid.length} vertices, ${vertweight.length} weights`,
      })
    for (let k = 0; k < vertid.length; k++) {
      const id = vertid[k]
      if (id < 0 || id >= totals.length)
        throw new ModelError(`a bone moves a vertex that is not among the ${totals.length}`, {
          source,
          attribute: 'vertid',
          expected: `0 to ${totals.length - 1}`,
          found: `${id}`,
        })
      totals[id] += vertweight[k]
    }
  }
  const loose = totals.findIndex((total) => !(total > MINVAL))
  if (loose >= 0)
    throw new ModelError(`vertex ${loose} of the skin follows no bone`, {
      source: asset.source,
      expected: 'a positive sum of weights',
      found: `${totals[loose]}`,
    })
  return totals
}
