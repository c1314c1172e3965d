/** Small mesh files, made here. */

/** Eight corners of a box and its twelve triangles, counter-clockwise from outside. */
export const BOX = {
  vertex: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
  face: [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
} as const

interface Geometry {
  readonly vertex: readonly number[]
  readonly face: readonly number[]
}

/** Binary STL: a header of 80 bytes, a count, and 50 bytes for each triangle. */
export function stlFile({ vertex, face }: Geometry): Uint8Array {
  const count = face.length / 3
  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  for (let i = 0; i < face.length; i++)
    for (let k = 0; k < 3; k++) {
      const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3) + 4 * k
      view.setFloat32(at, vertex[3 * face[i] + k], true)
    }
  return bytes
}

export function textStlFile({ vertex, face }: Geometry): string {
  let text = 'solid box\n'
  for (let i = 0; i < face.length; i += 3) {
    text += 'facet normal 0 0 0\nouter loop\n'
    for (let k = 0; k < 3; k++) text += `vertex ${vertex.slice(3 * face[i + k], 3 * face[i + k] + 3).join(' ')}\n`
    text += 'endloop\nendfacet\n'
  }
  return `${text}endsolid box\n`
}

export function objFile({ vertex, face }: Geometry): string {
  let text = '# box\no box\n'
  for (let i = 0; i < vertex.length; i += 3) text += `v ${vertex.slice(i, i + 3).join(' ')}\n`
  text += 'vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\nvn 0 1 0\n'
  for (let i = 0; i < face.length; i += 3)
    text += `f ${face
      .slice(i, i + 3)
      .map((v, k) => `${v + 1}/${k + 1}/${1 + (i % 2)}`)
      .join(' ')}\n`
  return text
}

export function mshFile({ vertex, face }: Geometry): Uint8Array {
  const count = vertex.length / 3
  const bytes = new Uint8Array(16 + 4 * (3 * vertex.length - count) + 4 * face.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  const int = (x: number): void => {
    view.setInt32(at, x, true)
    at += 4
  }
  const float = (x: number): void => {
    view.setFloat32(at, x, true)
    at += 4
  }
  for (const x of [count, count, count, face.length / 3]) int(x)
  vertex.forEach(float)
  vertex.forEach(float)
  for (let i = 0; i < 2 * count; i++) float(i / 20)
  face.forEach(int)
  return bytes
}
