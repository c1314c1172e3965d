import type { Dice } from './dice.ts'
import { type Solid, triangles } from './solid.ts'

/** Solids as mesh files, in the variety that programs write them. */

/** Binary STL: 80 bytes, a count, 50 bytes for each triangle. */
export function binaryStl(solid: Solid): Uint8Array {
  const faces = triangles(solid)
  const bytes = new Uint8Array(84 + 50 * faces.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, faces.length, true)
  for (const [i, face] of faces.entries())
    for (const [k, v] of face.entries())
      for (const [axis, x] of solid.points[v].entries()) view.setFloat32(96 + 50 * i + 12 * k + 4 * axis, x, true)
  return bytes
}

/** STL in text form, with single-precision numbers. */
export function textStl(solid: Solid): string {
  const corner = (v: number) => `      vertex ${solid.points[v].map((x) => Math.fround(x)).join(' ')}\n`
  const facets = triangles(solid).map(
    (face) => `  facet normal 0 0 0\n    outer loop\n${face.map(corner).join('')}    endloop\n  endfacet\n`,
  )
  return `solid robot\n${facets.join('')}endsolid robot\n`
}

/** MSH, the reference's own format: counts, points, normals, texture coordinates, triangles. */
export function msh(dice: Dice, solid: Solid): Uint8Array {
  const { points } = solid
  const faces = triangles(solid)
  const normals = dice.chance(0.5) ? points.map(normalized) : []
  const coordinates = dice.chance(0.5) ? points.map(([x, y]) => [x, y]) : []
  const floats = [...points, ...normals, ...coordinates].flat()
  const bytes = new Uint8Array(16 + 4 * (floats.length + 3 * faces.length))
  const view = new DataView(bytes.buffer)
  for (const [i, n] of [points.length, normals.length, coordinates.length, faces.length].entries())
    view.setInt32(4 * i, n, true)
  for (const [i, x] of floats.entries()) view.setFloat32(16 + 4 * i, x, true)
  for (const [i, v] of faces.flat().entries()) view.setInt32(16 + 4 * (floats.length + i), v, true)
  return bytes
}

function normalized(p: readonly number[]): number[] {
  const length = Math.hypot(...p) || 1
  return p.map((x) => x / length)
}

/** OBJ with polygons or triangles, normals, texture coordinates, negative indices, groups, materials, comments. */
export function obj(dice: Dice, solid: Solid, faces: readonly (readonly number[])[]): string {
  const { points } = solid
  const digits = dice.pick([undefined, undefined, 6, 4])
  const text = (x: number) => (digits === undefined ? String(x) : x.toFixed(digits))
  const normals = dice.pick(['none', 'none', 'point', 'face'] as const)
  const coordinates = dice.chance(0.4)
  const colors = dice.chance(0.1)
  const negative = dice.chance(0.2)
  const groups = dice.chance(0.3)
  const lines = ['# a generated mesh', ...(dice.chance(0.3) ? ['mtllib robot.mtl', 'o part'] : [])]
  for (const p of points) lines.push(`v ${p.map(text).join(' ')}${colors ? ' 0.5 0.5 1' : ''}`)
  if (coordinates) for (const p of points) lines.push(`vt ${text(p[0])} ${text(p[1])}`)
  if (normals === 'point') for (const p of points) lines.push(`vn ${normalized(p).map(text).join(' ')}`)
  if (normals === 'face')
    for (const loop of faces) lines.push(`vn ${normalized(faceNormal(loop, points)).map(text).join(' ')}`)
  const index = (i: number, count: number) => (negative ? i - count : i + 1)
  for (const [i, loop] of faces.entries()) {
    if (groups && i % 5 === 0) lines.push(`g side${i}`, dice.pick(['s off', 's 1', 'usemtl steel', '']))
    const corners = loop.map((v) => {
      const vt = coordinates ? String(index(v, points.length)) : ''
      const vn =
        normals === 'none' ? '' : String(normals === 'point' ? index(v, points.length) : index(i, faces.length))
      const tail = vn !== '' ? `/${vt}/${vn}` : vt !== '' ? `/${vt}` : ''
      return `${index(v, points.length)}${tail}`
    })
    lines.push(`f ${corners.join(' ')}`)
  }
  return `${lines.join(dice.chance(0.2) ? '\r\n' : '\n')}\n`
}

function faceNormal([a, b, c]: readonly number[], points: readonly (readonly number[])[]): number[] {
  const [u, v] = [b, c].map((i) => points[i].map((x, k) => x - points[a][k]))
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
