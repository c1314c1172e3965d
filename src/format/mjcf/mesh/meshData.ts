import { ModelError, type ModelErrorDetails, type Source } from '../../../core/model/errors.ts'

/** The content of a mesh as a file or an element gives it: points, and triangles over them. */
export interface MeshData {
  /** Points, 3 numbers each. */
  readonly vertex: Float32Array
  /** Corners of triangles, counter-clockwise seen from outside; absent: the convex hull of the points. */
  readonly face?: Int32Array | undefined
  /** Unit normals, and which of them belongs to each corner of each face. */
  readonly normal?: Float32Array | undefined
  readonly faceNormal?: Int32Array | undefined
  /** Texture coordinates, and which of them belongs to each corner of each face. */
  readonly texcoord?: Float32Array | undefined
  readonly faceTexcoord?: Int32Array | undefined
}

/** Makes the error that says what is wrong with a mesh and where it was asked for. */
export type Refuse = (reason: string, details?: Omit<ModelErrorDetails, 'source'>) => ModelError

/** Errors at a mesh element, with the name of the file that its content comes from. */
export function refusal(source: Source, file: string): Refuse {
  return (reason, details = {}) =>
    new ModelError(file === '' ? reason : `mesh file '${file}': ${reason}`, {
      source,
      ...(file === '' ? {} : { attribute: 'file' }),
      ...details,
    })
}
