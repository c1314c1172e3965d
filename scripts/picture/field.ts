/** Draws signed distance fields: level lines in a plane, outlines, contact points. */

import type { Data, Model } from '../../src/index.ts'
import { GeomSdf } from '../../src/physics/collision/field/geomSdf.ts'
import { short } from './bodies.ts'

/** A rectangle of the plane z = `height`, and where it lies on the page. */
export interface Slice {
  readonly center: readonly [number, number]
  readonly height: number
  /** Half sides, m. */
  readonly half: readonly [number, number]
  readonly at: readonly [number, number]
  /** Pixels per meter. */
  readonly scale: number
}

/** Points along x at which the distance is sampled. */
const SAMPLES = 240
const OUTSIDE = '#3373b3'
const INSIDE = '#d94d33'

/** Lines of equal distance of a geom in a slice; the surface is drawn thick. */
export function drawLevels(m: Model, d: Data, geom: number, slice: Slice, levels: readonly number[]): string {
  const { columns, rows, values } = sample(m, d, geom, slice)
  const lines = levels.map((level) => {
    const path = contour(values, columns, rows, level)
      .map(([x1, y1, x2, y2]) => `M${point(slice, columns, x1, y1)}L${point(slice, columns, x2, y2)}`)
      .join('')
    const color = level > 0 ? OUTSIDE : INSIDE
    const style =
      level === 0 ? `stroke="#1f2937" stroke-width="2"` : `stroke="${color}" stroke-width="0.8" opacity="0.6"`
    return `<path d="${path}" fill="none" stroke-linecap="round" ${style}/>`
  })
  return lines.join('')
}

/** The outline of any other geom in the slice, filled. */
export function drawOutline(m: Model, d: Data, geom: number, slice: Slice, color: string): string {
  const { columns, rows, values } = sample(m, d, geom, slice)
  const path = contour(values, columns, rows, 0)
    .map(([x1, y1, x2, y2]) => `M${point(slice, columns, x1, y1)}L${point(slice, columns, x2, y2)}`)
    .join('')
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2.4" stroke-linecap="round"/>`
}

/** Contacts near the slice: where, and which way. */
export function drawTouches(d: Data, slice: Slice): string {
  const { center, height, at, scale } = slice
  const marks: string[] = []
  for (let i = 0; i < d.ncon; i++) {
    if (Math.abs(d.contact_pos[3 * i + 2] - height) > 0.1) continue
    const x = at[0] + scale * (d.contact_pos[3 * i] - center[0])
    const y = at[1] - scale * (d.contact_pos[3 * i + 1] - center[1])
    const [nx, ny] = d.contact_frame.subarray(9 * i, 9 * i + 2)
    const way = `M${short(x)} ${short(y)}l${short(22 * nx)} ${short(-22 * ny)}`
    marks.push(`<path d="${way}" stroke="#1f2937" stroke-width="1" opacity="0.7"/>`)
    marks.push(`<circle cx="${short(x)}" cy="${short(y)}" r="2.2" fill="#1f2937"/>`)
  }
  return marks.join('')
}

interface Samples {
  readonly columns: number
  readonly rows: number
  readonly values: Float64Array
}

function sample(m: Model, d: Data, geom: number, { center, height, half }: Slice): Samples {
  const columns = SAMPLES
  const rows = Math.round((SAMPLES * half[1]) / half[0])
  const values = new Float64Array(columns * rows)
  const field = new GeomSdf()
  field.setGeom(m, geom)
  const local = new Float64Array(3)
  const out = new Float64Array(1)
  const pos = d.geom_xpos.subarray(3 * geom, 3 * geom + 3)
  const mat = d.geom_xmat.subarray(9 * geom, 9 * geom + 9)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const x = center[0] + half[0] * ((2 * i) / (columns - 1) - 1) - pos[0]
      const y = center[1] + half[1] * (1 - (2 * j) / (rows - 1)) - pos[1]
      const z = height - pos[2]
      for (let k = 0; k < 3; k++) local[k] = mat[k] * x + mat[3 + k] * y + mat[6 + k] * z
      field.distance(out, local)
      values[i + columns * j] = out[0]
    }
  return { columns, rows, values }
}

type Segment = readonly [number, number, number, number]

/** Pieces of the line where the values have a level, cell by cell. */
function contour(values: Float64Array, columns: number, rows: number, level: number): Segment[] {
  const segments: Segment[] = []
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ] as const
      const crossings: number[] = []
      for (let k = 0; k < 4; k++) {
        const [ax, ay] = corners[k]
        const [bx, by] = corners[(k + 1) % 4]
        const a = values[ax + columns * ay] - level
        const b = values[bx + columns * by] - level
        if (a < 0 === b < 0) continue
        const t = a / (a - b)
        crossings.push(ax + t * (bx - ax), ay + t * (by - ay))
      }
      for (let k = 0; k + 3 < crossings.length; k += 4)
        segments.push([crossings[k], crossings[k + 1], crossings[k + 2], crossings[k + 3]])
    }
  return segments
}

function point({ half, at, scale }: Slice, columns: number, i: number, j: number): string {
  const step = (2 * half[0] * scale) / (columns - 1)
  return `${short(at[0] - half[0] * scale + step * i)} ${short(at[1] - half[1] * scale + step * j)}`
}
