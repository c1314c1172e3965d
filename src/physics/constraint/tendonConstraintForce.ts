import type { Data } from '../../core/data/data.ts'
import { ConstraintType, EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { tendonCouplingSlope } from './equalityRows.ts'

/**
 * Forces of constraints along tendons, N; positive pushes their ends apart: (efc_force) → out, one a tendon. Rows of
 * limits, friction loss and couplings count, each with the sign that the length has in it.
 */
export function tendonConstraintForces(m: Model, d: Data, out: Float64Array): void {
  const { eq_type, eq_obj1id, eq_obj2id, tendon_range, tendon_margin } = m
  const { ne, nf, nl, efc_type, efc_id, efc_force, ten_length } = d
  out.fill(0)
  const end = ne + nf + nl
  for (let row = 0; row < end; row++) {
    const id = efc_id[row]
    const force = efc_force[row]
    switch (efc_type[row]) {
      case ConstraintType.equality:
        if (eq_type[id] !== EqualityType.tendon) break
        out[eq_obj1id[id]] += force
        if (eq_obj2id[id] >= 0) {
          tendonCouplingSlope(m, d, slope, 0, id)
          out[eq_obj2id[id]] -= slope[0] * force
        }
        break
      case ConstraintType.frictionTendon:
        out[id] += force
        break
      case ConstraintType.limitTendon: {
        // a second row of the same tendon is its upper limit; so is the first one if the lower limit is far
        const second = efc_type[row - 1] === ConstraintType.limitTendon && efc_id[row - 1] === id
        const lower = !second && ten_length[id] - tendon_range[2 * id] < tendon_margin[id]
        out[id] += lower ? force : -force
      }
    }
  }
}

/** Register of a coupling's slope. V8: boxed otherwise. */
const slope = new Float64Array(1)
