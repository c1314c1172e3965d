import { SCALAR_NCON, SCALAR_NE, SCALAR_NEFC, SCALAR_NF, SCALAR_NL } from '../../core/data/dataScalars.ts'
import { Cone } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, KernelStage, Num } from '../language/kernelLanguage.ts'
import { add, cross, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { contactBodies, contactDims, refuseOtherDims } from './contactRowsKernel.ts'

/**
 * Velocities and reference accelerations of the rows, as `referenceConstraint` without moving surfaces, adhesion, and
 * rates of the Jacobian: (efc_J of rows that are not contacts, qvel, cvel) → efc_vel, efc_aref.
 */
export function referenceKernel(m: Model): KernelStage {
  return (k) => {
    const scalar = k.field('scalar')
    const count = (at: number): Index => k.whole(scalar.at(at))
    const vel = k.field('efc_vel')
    const others = k.sum(count(SCALAR_NE), k.sum(count(SCALAR_NF), count(SCALAR_NL)))
    k.repeat(0, others, (row) => {
      const first = k.integers('efc_J_rowadr').at(row)
      const sum = k.cell(0)
      k.repeat(first, k.sum(first, k.integers('efc_J_rownnz').at(row)), (e) =>
        sum.add(
          k
            .field('efc_J')
            .at(e)
            .times(k.field('qvel').at(k.integers('efc_J_colind').at(e))),
        ),
      )
      vel.set(row, sum.value)
    })
    k.repeat(0, count(SCALAR_NCON), (contact) => {
      const row = k.integers('contact_efc_address').at(contact)
      k.when(k.same(k.less(row, 0), 0), () => {
        refuseOtherDims(k, m, contact)
        contactVelocity(k, m, contact, row)
      })
    })
    const KBIP = k.field('efc_KBIP', 4)
    k.repeat(0, count(SCALAR_NEFC), (row) => {
      const violation = k.field('efc_pos').at(row).minus(k.field('efc_margin').at(row))
      const damping = KBIP.at(row, 1).negated().times(vel.at(row))
      k.field('efc_aref').set(row, damping.minus(KBIP.at(row, 0).times(KBIP.at(row, 2)).times(violation)))
    })
  }
}

/** Velocity of body 2 relative to body 1 at a contact, along its directions; see `contactVelocity.ts`. */
function contactVelocity(k: Kernel, m: Model, contact: Index, row: Index): void {
  const point = vec3At(k.field('contact_pos', 3), contact)
  const root = k.table('body_rootid', m.body_rootid)
  const cvel = k.field('cvel', 6)
  const motion = (body: Index): { omega: Vec3; v: Vec3 } => {
    const arm = sub(point, vec3At(k.field('subtree_com', 3), root.at(body)))
    const omega: Vec3 = [cvel.at(body, 0), cvel.at(body, 1), cvel.at(body, 2)]
    const linear: Vec3 = [cvel.at(body, 3), cvel.at(body, 4), cvel.at(body, 5)]
    return { omega, v: add(linear, cross(omega, arm)) }
  }
  const [body1, body2] = contactBodies(k, m, contact)
  const second = motion(body2)
  const v = second.v.map((x) => k.cell(x))
  const omega = second.omega.map((x) => k.cell(x))
  k.when(body1, () => {
    const first = motion(body1)
    v.forEach((x, i) => {
      x.set(x.value.minus(first.v[i]))
    })
    omega.forEach((x, i) => {
      x.set(x.value.minus(first.omega[i]))
    })
  })
  const frame = k.field('contact_frame', 9)
  const along = (axis: number, vector: readonly { value: Num }[]): Num => {
    const [x, y, z] = [0, 1, 2].map((i) => frame.at(contact, 3 * axis + i).times(vector[i].value))
    return x.plus(y).plus(z)
  }
  const pyramidal = m.opt.cone === Cone.pyramidal
  const vel = k.field('efc_vel')
  for (const dim of contactDims(m))
    k.when(k.same(k.integers('contact_dim').at(contact), dim), () => {
      const directions = Array.from({ length: dim }, (_, i) => along(i % 3, i < 3 ? v : omega))
      const [normal, ...slides] = directions
      if (!pyramidal || dim === 1) {
        directions.forEach((x, i) => {
          vel.set(k.sum(row, i), x)
        })
        return
      }
      slides.forEach((slide, i) => {
        const edge = k.field('contact_friction', 5).at(contact, i).times(slide)
        vel.set(k.sum(row, 2 * i), normal.plus(edge))
        vel.set(k.sum(row, 2 * i + 1), normal.minus(edge))
      })
    })
}
