import type { Data } from '../../src/index.ts'
import { openPath } from './bodies.ts'
import type { Camera, PagePoint } from './camera.ts'

const NORMAL = '#d94d33'
const TANGENTS = ['#2f9e5b', '#3373b3'] as const
const HEAD = 5

/**
 * Contacts as dots with the three directions of their frames: the normal `length` meters long, tangents half of that.
 */
export function drawContacts(d: Data, camera: Camera, length: number): string {
  const parts: string[] = []
  for (let i = 0; i < d.ncon; i++) {
    const [x, y, z] = d.contact_pos.subarray(3 * i, 3 * i + 3)
    const start = camera.project(x, y, z)
    for (const row of [2, 1, 0]) {
      const size = row === 0 ? length : length / 2
      const [u, v, w] = d.contact_frame.subarray(9 * i + 3 * row, 9 * i + 3 * row + 3)
      const end = camera.project(x + size * u, y + size * v, z + size * w)
      parts.push(arrow(start, end, row === 0 ? NORMAL : TANGENTS[row - 1], row === 0 ? 2.2 : 1.4))
    }
    parts.push(`<circle cx="${start.x.toFixed(1)}" cy="${start.y.toFixed(1)}" r="3.2" fill="#1f2937"/>`)
  }
  return parts.join('')
}

function arrow(from: PagePoint, to: PagePoint, color: string, width: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const line = `<path d="${openPath([from, to])}" stroke="${color}" stroke-width="${width}" fill="none"/>`
  if (length < 2 * HEAD) return line
  const [u, v] = [(HEAD * dx) / length, (HEAD * dy) / length]
  const wing = (side: number) => `${(to.x - u - side * 0.6 * v).toFixed(1)} ${(to.y - v + side * 0.6 * u).toFixed(1)}`
  const tip = `${(to.x + 0.4 * u).toFixed(1)} ${(to.y + 0.4 * v).toFixed(1)}`
  return `${line}<path d="M${tip}L${wing(1)}L${wing(-1)}z" fill="${color}"/>`
}
