import type { Model } from './model.ts'

/**
 * For each body the dofs that move it, from the root on (ascending): `dofs[adr[b] .. adr[b] + num[b])`. Bodies that are
 * welded together share their list.
 *
 * Dofs are numbered depth first, so two lists are equal up to where the bodies part, and from there on all dofs of one
 * list come before all dofs of the other.
 */
export class DofChains {
  readonly adr: Int32Array
  readonly num: Int32Array
  readonly dofs: Int32Array

  constructor(m: Model) {
    const { nbody, body_weldid, body_dofnum, body_dofadr, dof_parentid, nv } = m
    this.adr = new Int32Array(nbody)
    this.num = new Int32Array(nbody)
    const depth = new Int32Array(nv)
    for (let i = 0; i < nv; i++) depth[i] = dof_parentid[i] < 0 ? 1 : depth[dof_parentid[i]] + 1

    let total = 0
    for (let b = 0; b < nbody; b++) {
      if (body_weldid[b] !== b || body_dofnum[b] === 0) continue
      this.adr[b] = total
      this.num[b] = depth[body_dofadr[b] + body_dofnum[b] - 1]
      total += this.num[b]
    }
    this.dofs = new Int32Array(total)
    for (let b = 0; b < nbody; b++) {
      const moving = body_weldid[b]
      this.adr[b] = this.adr[moving]
      this.num[b] = this.num[moving]
      if (moving !== b || this.num[b] === 0) continue
      let at = this.adr[b] + this.num[b]
      for (let i = body_dofadr[b] + body_dofnum[b] - 1; i >= 0; i = dof_parentid[i]) this.dofs[--at] = i
    }
  }
}

/** The chains of a model, made when they are first asked for. */
export function chainsOf(m: Model): DofChains {
  m.chains ??= new DofChains(m)
  return m.chains
}
