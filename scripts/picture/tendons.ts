import type { Data, Model } from '../../src/index.ts'
import { openPath } from './bodies.ts'
import type { Camera, PagePoint } from './camera.ts'

/** The way of each tendon across the page, pulleys apart; arcs around geoms are drawn in pieces. */
export function drawTendons(m: Model, d: Data, camera: Camera, colorOf: (tendon: number) => string): string {
  const lines: string[] = []
  for (let t = 0; t < m.ntendon; t++) {
    const start = d.ten_wrapadr[t]
    const end = start + d.ten_wrapnum[t]
    let way: PagePoint[] = []
    const finish = () => {
      if (way.length > 1)
        lines.push(
          `<path d="${openPath(way)}" fill="none" stroke="${colorOf(t)}" stroke-width="1.6" stroke-linejoin="round"/>`,
        )
      way = []
    }
    for (let k = start; k < end; k++) {
      if (d.wrap_obj[k] === -2) {
        finish()
        continue
      }
      const point = d.wrap_xpos.subarray(3 * k, 3 * k + 3)
      const geom = d.wrap_obj[k]
      if (geom >= 0 && k > start && d.wrap_obj[k - 1] === geom)
        for (const between of arc(m, d, geom, d.wrap_xpos.subarray(3 * k - 3, 3 * k), point))
          way.push(camera.project(...between))
      way.push(camera.project(point[0], point[1], point[2]))
    }
    finish()
  }
  return lines.join('')
}

/** Points between two points on a ball or cylinder: on the straight line, pushed out to the surface. */
function arc(m: Model, d: Data, geom: number, from: Float64Array, to: Float64Array): [number, number, number][] {
  const center = d.geom_xpos.subarray(3 * geom, 3 * geom + 3)
  const radius = m.geom_size[3 * geom]
  const axis = m.geom_size[3 * geom + 1] > 0 ? [2, 5, 8].map((i) => d.geom_xmat[9 * geom + i]) : [0, 0, 0]
  return [0.2, 0.4, 0.6, 0.8].map((share) => {
    const p = [0, 1, 2].map((i) => from[i] + share * (to[i] - from[i]) - center[i])
    const along = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]
    const away = p.map((x, i) => x - along * axis[i])
    const scale = radius / Math.max(1e-9, Math.hypot(...away))
    return [0, 1, 2].map((i) => center[i] + along * axis[i] + scale * away[i]) as [number, number, number]
  })
}
