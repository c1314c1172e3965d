import { describe, expect, test } from 'vitest'
import { loadModel } from '../../../load.ts'

const box = '<geom type="box" size=".1 .2 .3"/>'
/** A chain of free, ball and hinge with a branch, and a lone free body. */
const m = loadModel(`<mujoco><worldbody>
  <body><freejoint/>${box}
    <body pos="0 0 1"><joint type="ball"/>${box}<body pos="0 0 1"><joint axis="1 0 0"/>${box}</body></body>
    <body pos="1 0 0"><joint axis="0 1 0"/>${box}</body>
  </body>
  <body><freejoint/>${box}</body>
</worldbody></mujoco>`)

const ancestors = (dof: number): number[] => {
  const chain: number[] = []
  for (let i = dof; i >= 0; i = m.dof_parentid[i]) chain.unshift(i)
  return chain
}
const columns = (colind: Int32Array, adr: Int32Array, nnz: Int32Array, row: number) => [
  ...colind.subarray(adr[row], adr[row] + nnz[row]),
]

describe('the pattern of the inertia matrix', () => {
  test('has each dof coupled to its ancestors, the diagonal last', () => {
    for (let dof = 0; dof < 11; dof++) expect(columns(m.M_colind, m.M_rowadr, m.M_rownnz, dof)).toEqual(ancestors(dof))
  })

  test('has simple dofs on the diagonal only', () => {
    expect([...m.body_simple]).toEqual([1, 0, 0, 0, 0, 1])
    expect([...m.dof_simplenum]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 5, 4, 3, 2, 1])
    for (let dof = 11; dof < 17; dof++) expect(columns(m.M_colind, m.M_rowadr, m.M_rownnz, dof)).toEqual([dof])
  })

  test('maps to the order dof, parent, grandparent', () => {
    for (let dof = 0; dof < m.nv; dof++) {
      const chain = ancestors(dof).reverse()
      for (let k = 0; k < m.M_rownnz[dof]; k++) {
        const entry = m.M_rowadr[dof] + k
        expect(chain[m.mapM2M[entry] - m.dof_Madr[dof]]).toBe(m.M_colind[entry])
      }
    }
  })

  test('is the lower triangle of the full pattern', () => {
    for (let row = 0; row < m.nv; row++) {
      const full = columns(m.D_colind, m.D_rowadr, m.D_rownnz, row)
      expect(full[m.D_diag[row]]).toBe(row)
      full.forEach((column, k) => {
        const related = ancestors(row).includes(column) || ancestors(column).includes(row)
        expect(related).toBe(true)
        const entry = m.mapM2D[m.D_rowadr[row] + k]
        const [low, high] = [Math.min(row, column), Math.max(row, column)]
        if (entry < 0) expect(m.dof_simplenum[high]).toBeGreaterThan(0)
        else {
          expect(m.M_colind[entry]).toBe(low)
          expect(entry).toBeGreaterThanOrEqual(m.M_rowadr[high])
          if (column <= row) expect(m.mapD2M[entry]).toBe(m.D_rowadr[row] + k)
        }
      })
    }
  })
})

test('the pattern of bodies has the dofs above and below each', () => {
  const dofs = (body: number) => columns(m.B_colind, m.B_rowadr, m.B_rownnz, body)
  expect(dofs(0)).toHaveLength(m.nv)
  expect(dofs(3)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(dofs(4)).toEqual([0, 1, 2, 3, 4, 5, 10])
  expect(dofs(5)).toEqual([11, 12, 13, 14, 15, 16])
})

test('trees are what hangs together by joints', () => {
  expect([...m.tree_bodyadr, ...m.tree_bodynum]).toEqual([1, 5, 4, 1])
  expect([...m.tree_dofadr, ...m.tree_dofnum]).toEqual([0, 11, 11, 6])
})
