/**
 * Cuts polygons into triangles as the reader of OBJ files does that the reference uses, in single precision: by ear
 * clipping (https://en.wikipedia.org/wiki/Polygon_triangulation#Ear_clipping_method) with rules of its own, which
 * decide about the mass of a mesh.
 */

const { fround } = Math
/** The least difference of 1 and the next number in single precision. */
const EPSILON = 2 ** -23

/**
 * How often a corner may still be compared with a triangle. A polygon takes up to the cube of its corners: a few
 * thousand corners can take minutes.
 */
export class ClippingBudget {
  left: number

  /** @param most by default some seconds */
  constructor(most = 2e9) {
    this.left = most
  }
}

/**
 * Cuts a polygon into triangles.
 * @param vertex points, 3 numbers each
 * @param loop the corners, as indices of points; at least four
 * @returns corners of triangles, as positions in the loop; fewer triangles than corners less two where no ear is left;
 *   undefined where the budget does not suffice
 */
export function triangulate(
  vertex: Float32Array,
  loop: Int32Array,
  budget: ClippingBudget = new ClippingBudget(),
): number[] | undefined {
  return loop.length === 4 ? cutQuad(vertex, loop) : new EarClipper(vertex, loop).run(budget)
}

/** Along the shorter diagonal; of equal ones along that from the second corner. */
function cutQuad(vertex: Float32Array, [a, b, c, d]: Int32Array): number[] {
  return squaredDistance(vertex, a, c) < squaredDistance(vertex, b, d) ? [0, 1, 2, 0, 2, 3] : [0, 1, 3, 1, 2, 3]
}

/** The diagonals of most quads are equally long but for rounding. */
function squaredDistance(vertex: Float32Array, a: number, b: number): number {
  let sum = 0
  for (let i = 0; i < 3; i++) {
    const difference = fround(vertex[3 * b + i] - vertex[3 * a + i])
    sum = fround(sum + fround(difference * difference))
  }
  return sum
}

/** a b − c d */
function determinant(a: number, b: number, c: number, d: number): number {
  return fround(fround(a * b) - fround(c * d))
}

/**
 * The two axes that are left when a polygon is seen along the axis that its first proper corner faces most; y and z
 * when it has none.
 */
function axesOf(vertex: Float32Array, loop: Int32Array): readonly [number, number] {
  const n = loop.length
  const edge = (from: number, axis: number): number =>
    fround(vertex[3 * loop[(from + 1) % n] + axis] - vertex[3 * loop[from % n] + axis])
  for (let k = 0; k < n; k++) {
    const area = (i: number, j: number): number =>
      Math.abs(determinant(edge(k, i), edge(k + 1, j), edge(k, j), edge(k + 1, i)))
    const x = area(1, 2)
    const y = area(2, 0)
    const z = area(0, 1)
    if (!(x > EPSILON || y > EPSILON || z > EPSILON)) continue
    if (x > y && x > z) break
    return [0, z > x && z > y ? 1 : 2]
  }
  return [1, 2]
}

/** Cuts off one corner after the other that counts as an ear. */
class EarClipper {
  readonly #x: Float32Array
  readonly #y: Float32Array
  /** Corners that are left. */
  readonly #left: Int32Array
  #count: number

  constructor(vertex: Float32Array, loop: Int32Array) {
    const [first, second] = axesOf(vertex, loop)
    this.#x = Float32Array.from(loop, (v) => vertex[3 * v + first])
    this.#y = Float32Array.from(loop, (v) => vertex[3 * v + second])
    this.#left = Int32Array.from(loop, (_, i) => i)
    this.#count = loop.length
  }

  run(budget: ClippingBudget): number[] | undefined {
    const triangles: number[] = []
    const left = this.#left
    let guess = 0
    let before = this.#count
    let tries = this.#count
    while (this.#count > 3 && tries > 0) {
      const count = this.#count
      if (guess >= count) guess -= count
      budget.left -= count
      if (budget.left < 0) return undefined
      // the try right after a cut is free
      if (before !== count) {
        before = count
        tries = count
      } else tries--

      const at = (k: number): number => left[(guess + k) % count]
      if (this.#turnsBack(at(0), at(1), at(2)) || this.#holdsOther(guess)) {
        guess++
        continue
      }
      triangles.push(at(0), at(1), at(2))
      const cut = (guess + 1) % count
      left.copyWithin(cut, cut + 1, count)
      this.#count--
    }
    if (this.#count === 3) triangles.push(left[0], left[1], left[2])
    return triangles
  }

  /**
   * Whether a corner counts as reflex: its turn and the area that its first side spans with the origin have opposite
   * signs. The area of the polygon would be meant; that of the side is what the reference takes.
   */
  #turnsBack(a: number, b: number, c: number): boolean {
    const x = this.#x
    const y = this.#y
    const turn = determinant(fround(x[b] - x[a]), fround(y[c] - y[b]), fround(y[b] - y[a]), fround(x[c] - x[b]))
    const area = fround(determinant(x[a], y[b], y[a], x[b]) / 2)
    return fround(turn * area) < 0
  }

  /** Whether another corner that is left lies in the triangle of three in a row. */
  #holdsOther(guess: number): boolean {
    const left = this.#left
    const y = this.#y
    const count = this.#count
    const a = left[guess]
    const b = left[(guess + 1) % count]
    const c = left[(guess + 2) % count]
    // at other heights no side is crossed
    const low = Math.min(y[a], y[b], y[c])
    const high = Math.max(y[a], y[b], y[c])
    let at = guess + 3
    for (let k = 3; k < count; k++, at++) {
      if (at >= count) at -= count
      const p = left[at]
      if (y[p] >= low && y[p] < high && this.#isInside(p, a, b, c)) return true
    }
    return false
  }

  /** Whether a ray from the point crosses the sides of the triangle an odd number of times. */
  #isInside(p: number, a: number, b: number, c: number): boolean {
    return this.#crosses(p, a, c) !== (this.#crosses(p, b, a) !== this.#crosses(p, c, b))
  }

  #crosses(p: number, a: number, b: number): boolean {
    const x = this.#x
    const y = this.#y
    if (y[a] > y[p] === y[b] > y[p]) return false
    const run = fround(fround(x[b] - x[a]) * fround(y[p] - y[a]))
    return x[p] < fround(fround(run / fround(y[b] - y[a])) + x[a])
  }
}
