import type { SdfShape } from '../../core/model/sdfShape.ts'
import { withDistance } from './withDistance.ts'

/** Samples of a signed distance on a regular grid. */
export interface GridSamples {
  /** Number of samples along x, y and z, at least 2 each. */
  readonly count: readonly [number, number, number]
  /** Where the first and the last sample lie: least x, y, z, greatest x, y, z. */
  readonly bounds: readonly [number, number, number, number, number, number]
  /** Distances, x changing first, then y, then z. */
  readonly values: ArrayLike<number>
}

/**
 * A shape from samples of its signed distance: from a scan, a neural network, a file of volume data. Between samples
 * the distance is interpolated linearly along each axis; outside of the grid the way to the grid is added. The grid
 * should reach a little beyond the surface. The attribute `scale` makes the shape larger or smaller.
 */
export function gridShape({ count, bounds, values }: GridSamples): SdfShape {
  const [nx, ny, nz] = count
  if (![nx, ny, nz].every((n) => Number.isInteger(n) && n >= 2))
    throw new RangeError('a grid of distances needs at least 2 samples along each axis')
  if (values.length !== nx * ny * nz)
    throw new RangeError(
      `a grid of ${nx} × ${ny} × ${nz} samples needs ${nx * ny * nz} distances, not ${values.length}`,
    )
  const data = Float64Array.from(values)
  if (!data.every(Number.isFinite)) throw new RangeError('the distances of a grid must be finite numbers')
  const low = Float64Array.from(bounds.slice(0, 3))
  const cell = Float64Array.from(low, (x, k) => (bounds[3 + k] - x) / (count[k] - 1))
  if (!cell.every((side) => side > 0 && Number.isFinite(side)))
    throw new RangeError('the bounds of a grid are least x, y, z, then greatest x, y, z')
  const last = Float64Array.from(count, (n) => n - 1)
  /** Which cell, and where in it. */
  const index = new Int32Array(3)
  const part = new Float64Array(3)

  return withDistance({
    attributes: { scale: 1 },

    check([scale]) {
      return scale > 0 ? undefined : 'a grid needs scale > 0'
    },

    bounds([scale]) {
      return bounds.map((x) => x * scale)
    },

    distanceTo(out, p, a) {
      const scale = a[0]
      let beyond = 0
      for (let k = 0; k < 3; k++) {
        const t = (p[k] / scale - low[k]) / cell[k]
        const inside = t > 0 ? Math.min(t, last[k]) : 0
        const excess = (t - inside) * cell[k]
        beyond += excess * excess
        const i = Math.min(Math.floor(inside), last[k] - 1)
        index[k] = i
        part[k] = inside - i
      }
      const x = part[0]
      const y = part[1]
      const z = part[2]
      const at = index[0] + nx * (index[1] + ny * index[2])
      const up = at + nx * ny
      const low00 = data[at] + x * (data[at + 1] - data[at])
      const low01 = data[at + nx] + x * (data[at + nx + 1] - data[at + nx])
      const high00 = data[up] + x * (data[up + 1] - data[up])
      const high01 = data[up + nx] + x * (data[up + nx + 1] - data[up + nx])
      const bottom = low00 + y * (low01 - low00)
      const top = high00 + y * (high01 - high00)
      out[0] = scale * (bottom + z * (top - bottom) + Math.sqrt(beyond))
    },
  })
}
