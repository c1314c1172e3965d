import { SCALAR_NCON } from '../../core/data/dataScalars.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { Cone } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, KernelStage, Num } from '../language/kernelLanguage.ts'
import { cross, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { contactBodies, contactDims } from './contactRowsKernel.ts'

/**
 * Entries of the Jacobian of contacts of two moving bodies, as `fillPairs`: (contacts, cdof, efc_J_rowadr) → efc_J,
 * efc_J_colind. A column is the motion of the point of contact in body 2, or minus that in body 1, for a unit velocity
 * of a dof that moves this body and not the other.
 */
export function pairEntriesKernel(m: Model): KernelStage {
  return (k) => {
    const chains = chainTables(k, m)
    k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) => {
      const row = k.integers('contact_efc_address').at(contact)
      k.when(k.same(k.less(row, 0), 0), () => {
        const bodies = contactBodies(k, m, contact)
        const [num1, num2] = bodies.map((body) => chains.num.at(body))
        k.when(k.product(num1, num2), () => {
          const entry = k.integers('efc_J_rowadr').at(row)
          const width = k.integers('efc_J_rownnz').at(row)
          // both chains begin with the dofs that move both bodies, and these are left out
          const common = k.half(k.sum(k.sum(num1, num2), k.product(width, -1)))
          const next = bodies.map((body) => chains.dofs.at(k.sum(chains.adr.at(body), common)))
          const isSecondFirst = k.counter(0)
          k.when(k.product(k.less(common, num1), k.less(common, num2)), () =>
            isSecondFirst.set(k.less(next[1], next[0])),
          )
          const own = (num: Index): Index => k.sum(num, k.product(common, -1))
          const starts = [
            k.product(isSecondFirst.value, own(num2)),
            k.product(k.same(isSecondFirst.value, 0), own(num1)),
          ]
          bodies.forEach((body, side) => {
            const first = k.sum(chains.adr.at(body), common)
            const end = k.sum(chains.adr.at(body), chains.num.at(body))
            const at = k.counter(k.sum(entry, starts[side]))
            k.repeat(first, end, (c) => {
              writeColumn(k, m, contact, body, 2 * side - 1, chains.dofs.at(c), at.value, width)
              at.set(k.sum(at.value, 1))
            })
          })
        })
      })
    })
  }
}

function chainTables(k: Kernel, m: Model) {
  const chains = chainsOf(m)
  return {
    num: k.table('chain_num', chains.num),
    adr: k.table('chain_adr', chains.adr),
    // a chain may end where its table does
    dofs: k.table('chain_dofs_and_end', [...chains.dofs, -1]),
  }
}

/** The column of a dof: entries of all rows of the contact, `width` apart. */
function writeColumn(
  k: Kernel,
  m: Model,
  contact: Index,
  body: Index,
  sign: number,
  dof: Index,
  at: Index,
  width: Index,
): void {
  const root = k.table('body_rootid', m.body_rootid)
  const cdof = k.field('cdof', 6)
  const arm = sub(vec3At(k.field('contact_pos', 3), contact), vec3At(k.field('subtree_com', 3), root.at(body)))
  const omega: Vec3 = [cdof.at(dof, 0), cdof.at(dof, 1), cdof.at(dof, 2)]
  const turned = cross(omega, arm)
  const v = turned.map((x, i) => cdof.at(dof, 3 + i).plus(x))
  const frame = k.field('contact_frame', 9)
  const along = (axis: number, vector: readonly Num[]): Num => {
    const [x, y, z] = vector.map((part, i) =>
      k
        .num(sign)
        .times(frame.at(contact, 3 * axis + i))
        .times(part),
    )
    return x.plus(y).plus(z)
  }
  const pyramidal = m.opt.cone === Cone.pyramidal
  const write = (row: number, x: Num): void => {
    const place = k.sum(at, k.product(width, row))
    k.field('efc_J').set(place, x)
    k.integers('efc_J_colind').set(place, dof)
  }
  for (const dim of contactDims(m))
    k.when(k.same(k.integers('contact_dim').at(contact), dim), () => {
      const [normal, ...slides] = Array.from({ length: dim }, (_, i) => along(i % 3, i < 3 ? v : omega))
      if (!pyramidal || dim === 1) {
        for (const [i, x] of [normal, ...slides].entries()) write(i, x)
        return
      }
      slides.forEach((slide, i) => {
        const edge = k.field('contact_friction', 5).at(contact, i).times(slide)
        write(2 * i, normal.plus(edge))
        write(2 * i + 1, normal.minus(edge))
      })
    })
}
