/**
 * The hull of a mesh as one array of integers: numbers of vertices and faces; for each vertex where its list of
 * neighbors starts, then which vertex of the mesh it is; the lists of neighbors (numbers within the hull), each ended
 * by -1; and the faces (vertices of the mesh).
 */
export function hullGraph(vertices: Int32Array, face: Int32Array): Int32Array {
  const count = vertices.length
  const local = new Map<number, number>()
  for (let i = 0; i < count; i++) local.set(vertices[i], i)

  // side k of a face leads from one vertex to a neighbor of it: count, then fill
  const degree = new Int32Array(count)
  for (const corner of face) degree[local.get(corner)!]++
  const graph = new Int32Array(2 + 3 * count + 2 * face.length).fill(-1)
  graph[0] = count
  graph[1] = face.length / 3
  const edges = 2 + 2 * count
  const at = new Int32Array(count)
  for (let i = 0, start = 0; i < count; i++) {
    graph[2 + i] = start
    graph[2 + count + i] = vertices[i]
    at[i] = edges + start
    start += degree[i] + 1
  }
  for (let i = 0; i < face.length; i++) {
    const following = i % 3 === 2 ? i - 2 : i + 1
    graph[at[local.get(face[i])!]++] = local.get(face[following])!
  }
  graph.set(face, edges + count + face.length)
  return graph
}

/** The vertices of a hull in ascending order. */
export function hullVertices(face: Int32Array): Int32Array {
  return Int32Array.from(new Set(face)).sort()
}

/**
 * For each of the 27 directions with components -1, 0, 1, in the order x slowest and z fastest, the vertex of the hull
 * (number within the hull) that is farthest that way.
 */
export function hullExtrema(vertex: Float32Array, vertices: Int32Array): Int32Array {
  const extrema = new Int32Array(27)
  for (let direction = 0; direction < 27; direction++) {
    const x = Math.floor(direction / 9) - 1
    const y = (Math.floor(direction / 3) % 3) - 1
    const z = (direction % 3) - 1
    let most = Number.NEGATIVE_INFINITY
    for (let i = 0; i < vertices.length; i++) {
      const v = 3 * vertices[i]
      const dot = Math.fround(Math.fround(x * vertex[v] + y * vertex[v + 1]) + z * vertex[v + 2])
      if (dot > most) {
        most = dot
        extrema[direction] = i
      }
    }
  }
  return extrema
}
