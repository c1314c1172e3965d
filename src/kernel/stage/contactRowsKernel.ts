import { SCALAR_NCON } from '../../core/data/dataScalars.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { Cone, ConstraintType, ContactExclude } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, Num } from '../language/kernelLanguage.ts'
import { Option } from '../record/kernelLayout.ts'
import type { NewRows } from './newRows.ts'
import { regularization, rowSpring, writeDiagonal, writeSpring } from './rowSpring.ts'

/** Room for rows and entries of their Jacobian. */
export interface RowRoom {
  readonly rows: number
  readonly entries: number
}

/** Dimensions that contacts of a model can have. An adhesive contact in the gap only pulls along its normal. */
export function contactDims(m: Model): number[] {
  return [...new Set([1, ...m.geom_condim, ...m.pair_dim])].sort()
}

/** Gives up for a contact of another dimension, which somebody has added. */
export function refuseOtherDims(k: Kernel, m: Model, contact: Index): void {
  const dim = k.integers('contact_dim').at(contact)
  const others = contactDims(m).map((known) => k.same(k.same(dim, known), 0))
  k.when(
    others.reduce((all, other) => k.product(all, other)),
    () => k.giveUp(k.num(0).equals(0)),
  )
}

/**
 * Rows of contacts, as `addContacts` and `impedance`, without entries of the Jacobian: (contacts) → efc_*,
 * contact_efc_address, contact_mu. Gives up if there is no room, and for dimensions and parameters that are rare: powers of the
 * impedance that are not whole, solref of friction, and solref of mixed formats.
 */
export function contactRows(m: Model, { k, row, entry }: NewRows, room: RowRoom): void {
  const pyramidal = m.opt.cone === Cone.pyramidal
  const address = k.integers('contact_efc_address')
  const exclude = k.integers('contact_exclude')
  const dim = k.integers('contact_dim')
  k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) => {
    address.set(contact, -1)
    k.when(k.same(exclude.at(contact), ContactExclude.include), () => {
      const width = columns(k, m, contact)
      k.when(
        width,
        () => {
          refuseOtherDims(k, m, contact)
          address.set(contact, row.value)
          const size = k.counter(0)
          for (const d of contactDims(m))
            k.when(k.same(dim.at(contact), d), () => {
              const rows = pyramidal && d > 1 ? 2 * (d - 1) : d
              size.set(rows)
              k.when(
                k.product(
                  k.less(k.sum(row.value, rows), room.rows + 1),
                  k.less(k.sum(entry.value, k.product(width, rows)), room.entries + 1),
                ),
                () => writeRows(k, m, contact, d, rows, row.value, entry.value, width),
                () => k.giveUp(k.num(0).equals(0)),
              )
            })
          row.set(k.sum(row.value, size.value))
          entry.set(k.sum(entry.value, k.product(width, size.value)))
        },
        () => exclude.set(contact, ContactExclude.noDofs),
      )
    })
  })
}

/** Number of dofs that move one of the bodies of a contact, and not the other. */
function columns(k: Kernel, m: Model, contact: Index): Index {
  const chains = chainsOf(m)
  const num = k.table('chain_num', chains.num)
  const adr = k.table('chain_adr', chains.adr)
  const dofs = k.table('chain_dofs', chains.dofs)
  const [body1, body2] = contactBodies(k, m, contact)
  const num1 = num.at(body1)
  const num2 = num.at(body2)
  const common = k.counter(0)
  k.when(k.product(num1, num2), () => {
    const going = k.counter(1)
    k.while(
      () => k.product(going.value, k.product(k.less(common.value, num1), k.less(common.value, num2))),
      () =>
        k.when(
          k.same(dofs.at(k.sum(adr.at(body1), common.value)), dofs.at(k.sum(adr.at(body2), common.value))),
          () => common.set(k.sum(common.value, 1)),
          () => going.set(0),
        ),
    )
  })
  return k.sum(k.sum(num1, num2), k.product(common.value, -2))
}

export function contactBodies(k: Kernel, m: Model, contact: Index): [Index, Index] {
  const bodyOf = k.table('geom_bodyid', m.geom_bodyid)
  return [bodyOf.at(k.integers('contact_geom1').at(contact)), bodyOf.at(k.integers('contact_geom2').at(contact))]
}

function writeRows(
  k: Kernel,
  m: Model,
  contact: Index,
  dim: number,
  size: number,
  first: Index,
  entry: Index,
  width: Index,
): void {
  const pyramidal = m.opt.cone === Cone.pyramidal
  const type = dim === 1 ? CONTACT.frictionless : pyramidal ? CONTACT.pyramidal : CONTACT.elliptic
  const weights = k.numbers('body_invweight0', 2)
  const [body1, body2] = contactBodies(k, m, contact)
  const tran = weights.at(body1, 0).plus(weights.at(body2, 0))
  const friction = k.field('contact_friction', 5)
  const distance = k.field('contact_dist').at(contact)
  const margin = k.field('contact_includemargin').at(contact)
  const spring = rowSpring(
    k,
    k.field('contact_solref', 2),
    k.field('contact_solimp', 5),
    contact,
    distance.minus(margin),
  )
  for (let i = 0; i < size; i++) {
    const row = k.sum(first, i)
    k.integers('efc_type').set(row, type)
    k.integers('efc_id').set(row, contact)
    k.integers('efc_J_rownnz').set(row, width)
    k.integers('efc_J_rowadr').set(row, k.sum(entry, k.product(width, i)))
    k.field('efc_frictionloss').set(row, 0)
    const along = type !== CONTACT.elliptic || i === 0
    k.field('efc_pos').set(row, along ? distance : 0)
    k.field('efc_margin').set(row, along ? margin : 0)
  }
  if (type === CONTACT.frictionless) {
    writeSpring(k, first, spring)
    writeDiagonal(k, first, spring, regularization(k, spring, tran))
    return
  }

  const mu0 = friction.at(contact, 0)
  const normal = regularization(k, spring, pyramidal ? tran.plus(mu0.times(mu0).times(tran)) : tran)
  const { tangent, mu } = tangentRegularization(k, normal, mu0)
  k.field('contact_mu').set(contact, mu)
  if (type === CONTACT.pyramidal) {
    // all edges are alike
    const edge = normal.times(mu.times(2).times(mu))
    for (let i = 0; i < size; i++) {
      writeSpring(k, k.sum(first, i), spring)
      writeDiagonal(k, k.sum(first, i), spring, edge)
    }
    return
  }
  const solreffriction = k.field('contact_solreffriction', 2)
  for (let i = 0; i < 2; i++) k.giveUp(solreffriction.at(contact, i).equals(0).not())
  writeSpring(k, first, spring)
  writeDiagonal(k, first, spring, normal)
  for (let i = 1; i < dim; i++) {
    const ratio = mu0.over(friction.at(contact, i - 1))
    writeSpring(k, k.sum(first, i), spring, 0)
    writeDiagonal(k, k.sum(first, i), spring, tangent.times(ratio).times(ratio))
  }
}

const CONTACT = {
  frictionless: ConstraintType.contactFrictionless,
  pyramidal: ConstraintType.contactPyramidal,
  elliptic: ConstraintType.contactElliptic,
} as const

/** R of friction is smaller than that of the normal force by impratio; μ is the friction of the regularized cone. */
function tangentRegularization(k: Kernel, R: Num, friction: Num): { tangent: Num; mu: Num } {
  const impratio = k.numbers('options').at(Option.impratio)
  const tangent = k.cell(R)
  const mu = k.cell(friction)
  k.when(k.any(impratio.equals(1).not().or(R.equals(Infinity))), () => {
    const value = R.over(k.choose(k.num(MINVAL).below(impratio), impratio, MINVAL))
    tangent.set(value)
    mu.set(friction.times(value.over(R).sqrt()))
  })
  return { tangent: tangent.value, mu: mu.value }
}
