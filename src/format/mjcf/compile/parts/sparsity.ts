import type { Layout } from './dofLayout.ts'

/** Sparse rows: columns of row i are colind[rowadr[i] .. rowadr[i] + rownnz[i]), ascending. */
export interface Rows {
  readonly rownnz: Int32Array
  readonly rowadr: Int32Array
  readonly colind: Int32Array
}

/**
 * Which entries of the inertia matrix, of the full dof-dof matrix and of the body-dof matrix can be nonzero, and how
 * they map to each other.
 */
export interface Sparsity {
  /** Entries of the inertia matrix in the order dof, parent, grandparent, …; by dof its first one. */
  readonly nM: number
  readonly dofMadr: Int32Array
  /** Lower triangle of the inertia matrix; simple dofs have their diagonal only. */
  readonly M: Rows
  readonly mapM2M: Int32Array
  /** Full symmetric pattern, simple dofs with all their ancestors. */
  readonly D: Rows
  /** Place of the diagonal in its row. */
  readonly Ddiag: Int32Array
  /** For each entry of D the entry of M with the same value; -1 where M has none. */
  readonly mapM2D: Int32Array
  /** For each entry of M the same entry of D. */
  readonly mapD2M: Int32Array
  /** By body: the dofs of its subtree and of its ancestors. */
  readonly B: Rows
}

/** @param bodyParent parent of each body, parents first */
export function sparsity(layout: Layout, bodyParent: Int32Array): Sparsity {
  const { nv, dofParent, dofSimple, dofBody } = layout

  const dofMadr = new Int32Array(nv)
  let nM = 0
  // by dof: itself and its ancestors, ascending; then, in `full`, its descendants
  const chains: number[][] = []
  const full: number[][] = []
  // for each ancestor in the chain, the place of the dof in that ancestor's row of `full`
  const places: number[][] = []
  for (let dof = 0; dof < nv; dof++) {
    const parent = dofParent[dof]
    const chain = parent < 0 ? [dof] : [...chains[parent], dof]
    dofMadr[dof] = nM
    nM += chain.length
    chains.push(chain)
    full.push([...chain])
    places.push(chain.map((ancestor) => (ancestor === dof ? chain.length - 1 : full[ancestor].push(dof) - 1)))
  }
  const M = packed(chains.map((chain, dof) => (dofSimple[dof] > 0 ? [dof] : chain)))
  const D = packed(full)

  const mapM2M = new Int32Array(M.colind.length)
  const mapD2M = new Int32Array(M.colind.length)
  const mapM2D = new Int32Array(D.colind.length).fill(-1)
  const Ddiag = new Int32Array(nv)
  for (let row = 0; row < nv; row++) {
    const depth = chains[row].length
    const entries = M.rownnz[row]
    Ddiag[row] = depth - 1
    for (let k = depth - entries; k < depth; k++) {
      const entry = M.rowadr[row] + k - (depth - entries)
      const own = D.rowadr[row] + k
      mapM2M[entry] = dofMadr[row] + depth - 1 - k
      mapD2M[entry] = own
      mapM2D[own] = entry
      mapM2D[D.rowadr[chains[row][k]] + places[row][k]] = entry
    }
  }
  return { nM, dofMadr, M, mapM2M, D, Ddiag, mapM2D, mapD2M, B: bodyDofs(bodyParent, dofBody) }
}

function packed(rows: readonly (readonly number[])[]): Rows {
  const rownnz = new Int32Array(rows.length)
  const rowadr = new Int32Array(rows.length)
  let total = 0
  for (let i = 0; i < rows.length; i++) {
    rownnz[i] = rows[i].length
    rowadr[i] = total
    total += rows[i].length
  }
  const colind = new Int32Array(total)
  for (let i = 0; i < rows.length; i++) colind.set(rows[i], rowadr[i])
  return { rownnz, rowadr, colind }
}

/** Dofs that move a body's subtree or any part of it. */
function bodyDofs(bodyParent: Int32Array, dofBody: Int32Array): Rows {
  const rows: number[][] = Array.from(bodyParent, () => [])
  const above: number[][] = rows.map(() => [])
  dofBody.forEach((body, dof) => {
    for (let b = body; ; b = bodyParent[b]) {
      rows[b].push(dof)
      if (b === 0) break
    }
    above[body].push(dof)
  })
  for (let body = 1; body < rows.length; body++) {
    const inherited = above[bodyParent[body]]
    rows[body] = [...inherited, ...rows[body]]
    above[body] = [...inherited, ...above[body]]
  }
  return packed(rows)
}
