/** Draws rays: a scanner beside a tower, and a depth image. */

import { type Data, type Model, multiRay, RayHits } from '../../src/index.ts'
import { openPath, short } from './bodies.ts'
import type { Camera } from './camera.ts'

/** Points on what moves, and on the world. */
const BODY = '#d94d33'
const FLOOR = '#3373b3'

export interface Scanner {
  readonly at: readonly [number, number, number]
  /** Rays in each turn about the vertical, and how far below the horizon each turn looks, in degrees. */
  readonly rays: number
  readonly tilts: readonly number[]
  /** Rays that end farther away are not drawn, m. */
  readonly reach: number
}

/** Where the rays of a scanner end, with some of the rays. */
export function drawScan(m: Model, d: Data, camera: Camera, { at, rays, tilts, reach }: Scanner): string {
  const count = rays * tilts.length
  const vectors = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i % rays)) / rays
    const tilt = (tilts[Math.floor(i / rays)] * Math.PI) / 180
    vectors[3 * i] = Math.cos(tilt) * Math.cos(angle)
    vectors[3 * i + 1] = Math.cos(tilt) * Math.sin(angle)
    vectors[3 * i + 2] = -Math.sin(tilt)
  }
  const hits = new RayHits(count)
  multiRay(m, d, hits, at, vectors)
  const lines: string[] = []
  const dots: string[] = []
  const start = camera.project(at[0], at[1], at[2])
  for (let i = 0; i < count; i++) {
    if (hits.geom[i] < 0 || hits.distance[i] > reach) continue
    const way = hits.distance[i]
    const [x, y, z] = [0, 1, 2].map((k) => at[k] + way * vectors[3 * i + k])
    const end = camera.project(x, y, z)
    const color = m.geom_bodyid[hits.geom[i]] === 0 ? FLOOR : BODY
    if (i % 8 === 0)
      lines.push(`<path d="${openPath([start, end])}" stroke="${color}" stroke-width="0.6" opacity="0.5"/>`)
    dots.push(
      `<circle cx="${short(end.x)}" cy="${short(end.y)}" r="2.6" fill="${color}" stroke="#fbfbf9" stroke-width="0.8"/>`,
    )
  }
  const scanner = `<circle cx="${short(start.x)}" cy="${short(start.y)}" r="5" fill="#1f2937"/>`
  return lines.join('') + dots.join('') + scanner
}

export interface Eye {
  readonly from: readonly [number, number, number]
  readonly lookat: readonly [number, number, number]
  /** Width of the view at the distance of 1 m, and pixels across and down. */
  readonly width: number
  readonly across: number
  readonly down: number
}

const SHADES = 24

/**
 * What an eye sees, one ray a pixel: color of the geom, darker the more its surface turns away. Pixels are drawn by
 * runs of the same color.
 */
export function drawSeen(m: Model, d: Data, eye: Eye, at: readonly [number, number], pixel: number): string {
  const { from, lookat, across, down } = eye
  const ahead = unit([lookat[0] - from[0], lookat[1] - from[1], lookat[2] - from[2]])
  const right = unit([ahead[1], -ahead[0], 0])
  const up = cross(right, ahead)
  const vectors = new Float64Array(3 * across * down)
  for (let row = 0, i = 0; row < down; row++)
    for (let col = 0; col < across; col++, i += 3) {
      const x = (eye.width * (col + 0.5 - across / 2)) / across
      const y = (eye.width * (down / 2 - row - 0.5)) / across
      for (let k = 0; k < 3; k++) vectors[i + k] = ahead[k] + x * right[k] + y * up[k]
    }
  const hits = new RayHits(across * down)
  multiRay(m, d, hits, from, vectors)

  const light = unit([-0.4 * ahead[0] + 0.3 * right[0], -0.4 * ahead[1] + 0.3 * right[1], 0.8])
  const paths = new Map<string, string>()
  for (let row = 0; row < down; row++) {
    let start = 0
    let color = ''
    for (let col = 0; col <= across; col++) {
      const next = col < across ? pixelColor(m, hits, row * across + col, light) : ''
      if (next === color) continue
      if (color !== '') {
        const run = `M${short(at[0] + pixel * start)} ${short(at[1] + pixel * row)}h${short(pixel * (col - start))}v${pixel}H${short(at[0] + pixel * start)}z`
        paths.set(color, (paths.get(color) ?? '') + run)
      }
      color = next
      start = col
    }
  }
  const runs = [...paths].map(([color, path]) => `<path d="${path}" fill="${color}"/>`)
  return `<g shape-rendering="crispEdges">${runs.join('')}</g>`
}

function pixelColor(m: Model, { geom, normal }: RayHits, i: number, light: readonly number[]): string {
  const id = geom[i]
  if (id < 0) return '#e8edf2'
  const facing = normal[3 * i] * light[0] + normal[3 * i + 1] * light[1] + normal[3 * i + 2] * light[2]
  const shade = Math.round(SHADES * (0.45 + 0.55 * Math.max(0, facing))) / SHADES
  const part = (k: number) =>
    Math.round(255 * Math.min(1, m.geom_rgba[4 * id + k] * shade))
      .toString(16)
      .padStart(2, '0')
  return `#${part(0)}${part(1)}${part(2)}`
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v)
  return v.map((x) => x / length)
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
