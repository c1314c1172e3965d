/**
 * The side of a plane that a point is on, without rounding errors. A floating-point result is taken where it exceeds
 * its error bound; else the determinant is summed exactly, as an expansion: numbers that do not overlap and whose sum
 * it is (Shewchuk 1997, https://people.eecs.berkeley.edu/~jrs/papers/robustr.pdf).
 */

/** Bound of the relative rounding error of the determinant: 5 roundings of 2⁻⁵³ each, and some reserve. */
const FILTER = 2 ** -50
/** Splits a number in two halves of 26 bits (Dekker 1971, https://doi.org/10.1007/BF01397083). */
const SPLITTER = 2 ** 27 + 1

/**
 * Sign of (b − a) × (c − a) · (p − a): 1 where p is in front of the triangle, from where its corners are seen
 * counter-clockwise, 0 in its plane, -1 behind it. Coordinates are whole numbers up to 2⁵¹, so that their differences
 * are exact; a, b, c, p are numbers of points.
 */
export function orientation(x: Float64Array, a: number, b: number, c: number, p: number): number {
  const o = 3 * a
  const ux = x[3 * b] - x[o]
  const uy = x[3 * b + 1] - x[o + 1]
  const uz = x[3 * b + 2] - x[o + 2]
  const vx = x[3 * c] - x[o]
  const vy = x[3 * c + 1] - x[o + 1]
  const vz = x[3 * c + 2] - x[o + 2]
  const wx = x[3 * p] - x[o]
  const wy = x[3 * p + 1] - x[o + 1]
  const wz = x[3 * p + 2] - x[o + 2]

  const yz = uy * vz
  const zy = uz * vy
  const zx = uz * vx
  const xz = ux * vz
  const xy = ux * vy
  const yx = uy * vx
  const sum = wx * (yz - zy) + wy * (zx - xz) + wz * (xy - yx)
  const size =
    Math.abs(wx) * (Math.abs(yz) + Math.abs(zy)) +
    Math.abs(wy) * (Math.abs(zx) + Math.abs(xz)) +
    Math.abs(wz) * (Math.abs(xy) + Math.abs(yx))
  const bound = FILTER * size
  if (sum > bound) return 1
  if (-sum > bound) return -1
  if (size === 0) return 0

  determinant.clear()
  determinant.addProduct(wx, uy, vz)
  determinant.addProduct(-wx, uz, vy)
  determinant.addProduct(wy, uz, vx)
  determinant.addProduct(-wy, ux, vz)
  determinant.addProduct(wz, ux, vy)
  determinant.addProduct(-wz, uy, vx)
  return determinant.sign()
}

/** A sum without rounding errors. */
class Expansion {
  /** Parts of the sum, none zero, in ascending order of size. */
  readonly #parts = new Float64Array(24)
  #count = 0

  clear(): void {
    this.#count = 0
  }

  /** The last part is the largest one, and exceeds the sum of all others. */
  sign(): number {
    return this.#count === 0 ? 0 : Math.sign(this.#parts[this.#count - 1])
  }

  /** Adds a b c. */
  addProduct(a: number, b: number, c: number): void {
    const high = a * b
    this.#addPair(productError(a, b, high), c)
    this.#addPair(high, c)
  }

  #addPair(a: number, b: number): void {
    const product = a * b
    if (product === 0) return
    this.#add(productError(a, b, product))
    this.#add(product)
  }

  /** Adds a number to the parts from the smallest on, where each rounding error is a part. */
  #add(value: number): void {
    const parts = this.#parts
    let carry = value
    let kept = 0
    for (let i = 0; i < this.#count; i++) {
      const sum = carry + parts[i]
      const rounded = sum - carry
      const error = carry - (sum - rounded) + (parts[i] - rounded)
      if (error !== 0) parts[kept++] = error
      carry = sum
    }
    if (carry !== 0) parts[kept++] = carry
    this.#count = kept
  }
}

/** a b − fl(a b), exactly. */
function productError(a: number, b: number, product: number): number {
  const as = SPLITTER * a
  const bs = SPLITTER * b
  const ah = as - (as - a)
  const bh = bs - (bs - b)
  const al = a - ah
  const bl = b - bh
  return al * bl - (product - ah * bh - al * bh - ah * bl)
}

const determinant = new Expansion()
