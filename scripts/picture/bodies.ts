import { type Data, GeomType, type Model } from '../../src/index.ts'
import type { Camera, PagePoint } from './camera.ts'
import { hull } from './hull.ts'

const CIRCLE_POINTS = 24
const BALL_RINGS = 6
const OUTLINE = 0.72

/**
 * Everything of a model but planes, as SVG: what belongs to the world first, then the far parts before the near ones.
 */
export function drawBodies(m: Model, d: Data, camera: Camera, { worldToo = true } = {}): string {
  const shapes: { moves: boolean; depth: number; svg: string }[] = []
  for (const geom of visibleGeoms(m, worldToo)) {
    const color = geomColor(m, geom)
    const center = camera.project(d.geom_xpos[3 * geom], d.geom_xpos[3 * geom + 1], d.geom_xpos[3 * geom + 2])
    const svg = m.geom_type[geom] === GeomType.box ? box(m, d, geom, camera, color) : round(m, d, geom, camera, color)
    shapes.push({ moves: m.geom_bodyid[geom] !== 0, depth: center.depth, svg })
  }
  shapes.sort((a, b) => Number(a.moves) - Number(b.moves) || b.depth - a.depth)
  return shapes.map(({ svg }) => svg).join('')
}

/** The shadow that a lamp right above throws on the floor, z = 0. */
export function drawShadow(m: Model, d: Data, camera: Camera): string {
  return visibleGeoms(m, false)
    .map((geom) => {
      const points = surface(m, d, geom).map(([x, y]) => camera.project(x, y, 0))
      return `<path d="${closedPath(hull(points))}"/>`
    })
    .join('')
}

function visibleGeoms(m: Model, worldToo: boolean): number[] {
  return Array.from({ length: m.ngeom }, (_, geom) => geom).filter(
    (geom) => m.geom_type[geom] !== GeomType.plane && (worldToo || m.geom_bodyid[geom] !== 0),
  )
}

/** Anything without edges: its outline. */
function round(m: Model, d: Data, geom: number, camera: Camera, color: readonly number[]): string {
  const style = styleOf(color, 1)
  if (m.geom_type[geom] === GeomType.sphere) {
    const { x, y } = camera.project(d.geom_xpos[3 * geom], d.geom_xpos[3 * geom + 1], d.geom_xpos[3 * geom + 2])
    return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(m.geom_size[3 * geom] * camera.scale)}" ${style}/>`
  }
  return `<path d="${closedPath(hull(surface(m, d, geom).map(([x, y, z]) => camera.project(x, y, z))))}" ${style}/>`
}

/** The three faces of a box that look at us, darker the less they face upwards. */
function box(m: Model, d: Data, geom: number, camera: Camera, color: readonly number[]): string {
  const corners = surface(m, d, geom).map(([x, y, z]) => camera.project(x, y, z))
  const R = d.geom_xmat.subarray(9 * geom, 9 * geom + 9)
  const faces: { depth: number; svg: string }[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      // corners are numbered by bits: 4 for +x, 2 for +y, 1 for +z
      const [u, v] = [0, 1, 2].filter((other) => other !== axis).map((other) => 4 >> other)
      const start = side * (4 >> axis)
      const face = [start, start + u, start + u + v, start + v].map((corner) => corners[corner])
      const depth = face.reduce((sum, point) => sum + point.depth, 0)
      const upwards = (2 * side - 1) * R[6 + axis]
      faces.push({ depth, svg: `<path d="${closedPath(face)}" ${styleOf(color, 0.86 + 0.14 * upwards)}/>` })
    }
  }
  faces.sort((a, b) => b.depth - a.depth)
  return faces
    .slice(3)
    .map(({ svg }) => svg)
    .join('')
}

function styleOf(color: readonly number[], brightness: number): string {
  const stroke = css(color, OUTLINE * brightness)
  return `fill="${css(color, brightness)}" stroke="${stroke}" stroke-width="1.2" stroke-linejoin="round"`
}

type Point = readonly [number, number, number]

/** Points on the surface of a geom, world frame, whose outline is that of the geom. */
function surface(m: Model, d: Data, geom: number): Point[] {
  const [a, b, c] = m.geom_size.subarray(3 * geom, 3 * geom + 3)
  const local: Point[] = []
  switch (m.geom_type[geom]) {
    case GeomType.box:
      for (const x of [-a, a]) for (const y of [-b, b]) for (const z of [-c, c]) local.push([x, y, z])
      break
    case GeomType.cylinder:
      for (const z of [-b, b]) for (const [x, y] of circle()) local.push([a * x, a * y, z])
      break
    case GeomType.capsule:
      for (const [x, y, z] of ball()) local.push([a * x, a * y, a * z + (z < 0 ? -b : b)])
      break
    case GeomType.ellipsoid:
      for (const [x, y, z] of ball()) local.push([a * x, b * y, c * z])
      break
    default:
      for (const [x, y, z] of ball()) local.push([a * x, a * y, a * z])
  }
  const p = d.geom_xpos.subarray(3 * geom, 3 * geom + 3)
  const R = d.geom_xmat.subarray(9 * geom, 9 * geom + 9)
  const row = (i: number, [x, y, z]: Point) => p[i] + R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z
  return local.map((point) => [row(0, point), row(1, point), row(2, point)] as const)
}

function circle(): (readonly [number, number])[] {
  return Array.from({ length: CIRCLE_POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CIRCLE_POINTS
    return [Math.cos(angle), Math.sin(angle)] as const
  })
}

/** Points on the unit sphere, in rings that lie symmetric to the equator. */
function ball(): Point[] {
  const points: Point[] = [
    [0, 0, 1],
    [0, 0, -1],
  ]
  for (let ring = 0; ring < 2 * BALL_RINGS; ring++) {
    const z = Math.sin(((ring + 0.5) / (2 * BALL_RINGS) - 0.5) * Math.PI)
    const r = Math.sqrt(1 - z * z)
    for (const [x, y] of circle()) points.push([r * x, r * y, z])
  }
  for (const [x, y] of circle()) points.push([x, y, 1e-9], [x, y, -1e-9])
  return points
}

function geomColor(m: Model, geom: number): number[] {
  return [...m.geom_rgba.subarray(4 * geom, 4 * geom + 3)]
}

function css(color: readonly number[], brightness = 1): string {
  return `#${color
    .map((part) =>
      Math.round(255 * part * brightness)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export function closedPath(points: readonly PagePoint[]): string {
  return `${openPath(points)}z`
}

export function openPath(points: readonly Pick<PagePoint, 'x' | 'y'>[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')
}

export function short(value: number): string {
  return `${Number(value.toFixed(1))}`
}
