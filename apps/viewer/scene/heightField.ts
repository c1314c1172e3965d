import { BufferAttribute, BufferGeometry } from 'three'
import type { Model } from '../../../src/index.ts'

/**
 * A height field, from −1 to 1 along x and y and in meters along z: the surface, and a skirt down to the base, so that
 * it looks solid.
 */
export function heightFieldGeometry(m: Model, field: number): BufferGeometry {
  const rows = m.hfield_nrow[field]
  const columns = m.hfield_ncol[field]
  const height = m.hfield_size[4 * field + 2]
  const base = m.hfield_size[4 * field + 3]
  const data = m.hfield_data.subarray(m.hfield_adr[field])

  const position: number[] = []
  const index: number[] = []
  const corner = (row: number, column: number, z: number) => {
    position.push((2 * column) / (columns - 1) - 1, (2 * row) / (rows - 1) - 1, z)
  }
  const elevation = (row: number, column: number) => height * data[row * columns + column]

  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) corner(row, column, elevation(row, column))
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const i = row * columns + column
      index.push(i, i + 1, i + columns + 1, i, i + columns + 1, i + columns)
    }

  // around the border, counterclockwise seen from above
  const border: [row: number, column: number][] = []
  for (let c = 0; c < columns - 1; c++) border.push([0, c])
  for (let r = 0; r < rows - 1; r++) border.push([r, columns - 1])
  for (let c = columns - 1; c > 0; c--) border.push([rows - 1, c])
  for (let r = rows - 1; r > 0; r--) border.push([r, 0])
  for (const [i, [row, column]] of border.entries()) {
    const [nextRow, nextColumn] = border[(i + 1) % border.length]
    const start = position.length / 3
    corner(row, column, elevation(row, column))
    corner(nextRow, nextColumn, elevation(nextRow, nextColumn))
    corner(row, column, -base)
    corner(nextRow, nextColumn, -base)
    index.push(start, start + 2, start + 3, start, start + 3, start + 1)
  }

  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(position), 3))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}
