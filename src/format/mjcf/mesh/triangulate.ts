/**
 * Cuts a polygon into triangles.
 * @param vertex points, 3 numbers each
 * @param loop the corners, as indices of points
 * @returns corners of triangles, as positions in the loop
 */
export function triangulate(vertex: Float32Array, loop: readonly number[]): number[] {
  if (loop.length === 4) return cutQuad(vertex, loop)
  const flat = project(vertex, loop)
  return flat ? clipEars(flat, loop.length) : []
}

/** Along the shorter diagonal; of equal ones along that from the second corner. */
function cutQuad(vertex: Float32Array, [a, b, c, d]: readonly number[]): number[] {
  return squaredDistance(vertex, a, c) < squaredDistance(vertex, b, d) ? [0, 1, 2, 0, 2, 3] : [0, 1, 3, 1, 2, 3]
}

/** In single precision, as the reference computes it: the diagonals of most quads are equally long but for rounding. */
function squaredDistance(vertex: Float32Array, a: number, b: number): number {
  let sum = 0
  for (let i = 0; i < 3; i++) {
    const difference = Math.fround(vertex[3 * b + i] - vertex[3 * a + i])
    sum = Math.fround(sum + Math.fround(difference * difference))
  }
  return sum
}

/** The corners seen along the axis that the polygon faces most; undefined when all corners are on one line. */
function project(vertex: Float32Array, loop: readonly number[]): Float64Array | undefined {
  const n = loop.length
  const at = (corner: number, axis: number): number => vertex[3 * loop[corner % n] + axis]
  for (let k = 0; k < n; k++) {
    const edge = (from: number, axis: number): number => at(from + 1, axis) - at(from, axis)
    const x = Math.abs(edge(k, 1) * edge(k + 1, 2) - edge(k, 2) * edge(k + 1, 1))
    const y = Math.abs(edge(k, 2) * edge(k + 1, 0) - edge(k, 0) * edge(k + 1, 2))
    const z = Math.abs(edge(k, 0) * edge(k + 1, 1) - edge(k, 1) * edge(k + 1, 0))
    if (!(Math.max(x, y, z) > 2 ** -23)) continue
    const first = x > y && x > z ? 1 : 0
    const second = first === 0 && z > x && z > y ? 1 : 2
    return Float64Array.from({ length: 2 * n }, (_, i) => at(i >> 1, i % 2 === 0 ? first : second))
  }
  return undefined
}

/** Ear clipping: cuts off one corner after the other whose triangle is oriented like the polygon and holds no other. */
function clipEars(flat: Float64Array, n: number): number[] {
  const turn = (a: number, b: number, c: number): number =>
    (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * b + 1]) -
    (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * b])
  let area = 0
  for (let i = 0, j = n - 1; i < n; j = i++) area += flat[2 * j] * flat[2 * i + 1] - flat[2 * j + 1] * flat[2 * i]

  const left = Array.from({ length: n }, (_, i) => i)
  const triangles: number[] = []
  let guess = 0
  let failures = 0
  while (left.length > 3 && failures < left.length) {
    guess %= left.length
    const [a, b, c] = [0, 1, 2].map((k) => left[(guess + k) % left.length])
    const inside = (p: number): boolean => p !== a && p !== b && p !== c && isInside(flat, p, a, b, c)
    if (turn(a, b, c) * area < 0 || left.some(inside)) {
      guess++
      failures++
      continue
    }
    triangles.push(a, b, c)
    left.splice((guess + 1) % left.length, 1)
    failures = 0
  }
  if (left.length === 3) triangles.push(...left)
  return triangles
}

/** Whether a ray from the point crosses the sides of the triangle an odd number of times. */
function isInside(flat: Float64Array, p: number, ...triangle: readonly number[]): boolean {
  const x = flat[2 * p]
  const y = flat[2 * p + 1]
  let odd = false
  for (let i = 0, j = 2; i < 3; j = i++) {
    const a = triangle[i]
    const b = triangle[j]
    if (flat[2 * a + 1] > y === flat[2 * b + 1] > y) continue
    const crossing =
      ((flat[2 * b] - flat[2 * a]) * (y - flat[2 * a + 1])) / (flat[2 * b + 1] - flat[2 * a + 1]) + flat[2 * a]
    if (x < crossing) odd = !odd
  }
  return odd
}
