import { MAX_CONTACTS_IN_ALL, reserveContacts } from '../../../core/data/contactArrays.ts'
import type { Data } from '../../../core/data/data.ts'
import { warn } from '../../../core/data/warning.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import { ContactExclude, EnableBit, Warning } from '../../../core/model/enums.ts'
import { StepError } from '../../../core/model/errors.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, hasSameDirections } from './contactBuffer.ts'
import { contactFrame } from './contactFrame.ts'

/**
 * Contacts of a state from those of a `ContactBuffer`: their frames, and their parameters from those of the two geoms,
 * or from those of an explicit pair.
 */

/** Friction coefficients are at least this, so that no cone is degenerate. */
const MIN_FRICTION = 1e-5

const INCLUDEMARGIN = 0
const ADHESION = 1

/** Registers: what all contacts of a pair of geoms have in common. */
class ContactParameters {
  dim = 0
  /** `INCLUDEMARGIN`, `ADHESION` */
  readonly scalar: Float64Array = new Float64Array(2)
  readonly friction: Float64Array = new Float64Array(5)
  readonly solref: Float64Array = new Float64Array(2)
  readonly solreffriction: Float64Array = new Float64Array(2)
  readonly solimp: Float64Array = new Float64Array(5)
}

const common = new ContactParameters()

/**
 * Margin and gap of two geoms: each is the sum of theirs, but the option `override` has a margin for all.
 * @param out [0]: margin + gap, up to where geoms count as touching; [1]: margin, up to where they push
 */
export function geomMargins(m: Model, g1: number, g2: number, out: Float64Array): void {
  const { geom_margin, geom_gap, opt } = m
  const margin = (opt.enableflags & EnableBit.override) !== 0 ? opt.o_margin : geom_margin[g1] + geom_margin[g2]
  out[0] = margin + (geom_gap[g1] + geom_gap[g2])
  out[1] = margin
}

/** The same for an explicit pair, which has its own. */
export function pairMargins(m: Model, pair: number, out: Float64Array): void {
  const { pair_margin, pair_gap, opt } = m
  const margin = (opt.enableflags & EnableBit.override) !== 0 ? opt.o_margin : pair_margin[pair]
  out[0] = margin + pair_gap[pair]
  out[1] = margin
}

/** Appends the contacts between two geoms, with parameters mixed from theirs; margins as from `geomMargins`. */
export function addContacts(
  m: Model,
  d: Data,
  g1: number,
  g2: number,
  contacts: ContactBuffer,
  margins: Float64Array,
): void {
  common.scalar[INCLUDEMARGIN] = margins[1]
  mixGeoms(m, g1, g2)
  finish(m)
  append(d, g1, g2, contacts)
}

/** The same with the parameters of an explicit pair. */
export function addPairContacts(
  m: Model,
  d: Data,
  pair: number,
  g1: number,
  g2: number,
  contacts: ContactBuffer,
  margins: Float64Array,
): void {
  common.scalar[INCLUDEMARGIN] = margins[1]
  copyPair(m, pair)
  finish(m)
  append(d, g1, g2, contacts)
}

/**
 * The geom with the higher priority decides alone. Among equals the larger condim and friction win, adhesion adds up,
 * and solref and solimp are averaged with the weights `solmix`; a solref in the direct format (negative) is not
 * averaged.
 */
function mixGeoms(m: Model, g1: number, g2: number): void {
  const { scalar, friction, solref, solreffriction, solimp } = common
  const { geom_priority, geom_condim, geom_friction, geom_solref, geom_solimp, geom_solmix, geom_adhesion } = m
  solreffriction[0] = 0
  solreffriction[1] = 0
  const p1 = geom_priority[g1]
  const p2 = geom_priority[g2]
  if (p1 !== p2) {
    const g = p1 > p2 ? g1 : g2
    common.dim = geom_condim[g]
    scalar[ADHESION] = geom_adhesion[g]
    solref[0] = geom_solref[2 * g]
    solref[1] = geom_solref[2 * g + 1]
    for (let k = 0; k < 5; k++) solimp[k] = geom_solimp[5 * g + k]
    friction[0] = friction[1] = geom_friction[3 * g]
    friction[2] = geom_friction[3 * g + 1]
    friction[3] = friction[4] = geom_friction[3 * g + 2]
    return
  }

  common.dim = Math.max(geom_condim[g1], geom_condim[g2])
  scalar[ADHESION] = geom_adhesion[g1] + geom_adhesion[g2]
  const mix1 = geom_solmix[g1]
  const mix2 = geom_solmix[g2]
  let mix = mix1 / (mix1 + mix2)
  if (mix1 < MINVAL) mix = mix2 < MINVAL ? 0.5 : 0
  else if (mix2 < MINVAL) mix = 1
  const mixed = geom_solref[2 * g1] > 0 && geom_solref[2 * g2] > 0
  for (let k = 0; k < 2; k++) {
    const a = geom_solref[2 * g1 + k]
    const b = geom_solref[2 * g2 + k]
    solref[k] = mixed ? mix * a + (1 - mix) * b : Math.min(a, b)
  }
  const rest = 1 - mix
  solimp[0] = mix * geom_solimp[5 * g1] + rest * geom_solimp[5 * g2]
  solimp[1] = mix * geom_solimp[5 * g1 + 1] + rest * geom_solimp[5 * g2 + 1]
  solimp[2] = mix * geom_solimp[5 * g1 + 2] + rest * geom_solimp[5 * g2 + 2]
  solimp[3] = mix * geom_solimp[5 * g1 + 3] + rest * geom_solimp[5 * g2 + 3]
  solimp[4] = mix * geom_solimp[5 * g1 + 4] + rest * geom_solimp[5 * g2 + 4]
  const slide = larger(geom_friction, 3 * g1, 3 * g2)
  const roll = larger(geom_friction, 3 * g1 + 2, 3 * g2 + 2)
  friction[0] = friction[1] = slide
  friction[2] = larger(geom_friction, 3 * g1 + 1, 3 * g2 + 1)
  friction[3] = friction[4] = roll
}

function larger(array: Float64Array, i: number, j: number): number {
  return Math.max(array[i], array[j])
}

/** What an explicit pair does not say is not taken from its geoms. */
function copyPair(m: Model, pair: number): void {
  const { scalar, friction, solref, solreffriction, solimp } = common
  const { pair_friction, pair_solref, pair_solreffriction, pair_solimp } = m
  common.dim = m.pair_dim[pair]
  scalar[ADHESION] = m.pair_adhesion[pair]
  for (let k = 0; k < 2; k++) {
    solref[k] = pair_solref[2 * pair + k]
    solreffriction[k] = pair_solreffriction[2 * pair + k]
  }
  for (let k = 0; k < 5; k++) {
    solimp[k] = pair_solimp[5 * pair + k]
    friction[k] = pair_friction[5 * pair + k]
  }
}

/** What holds for contacts of all kinds: the override of the options, and the least friction. */
function finish(m: Model): void {
  const { friction, solref, solreffriction, solimp } = common
  if ((m.opt.enableflags & EnableBit.override) !== 0) {
    const { o_solref, o_solimp, o_friction } = m.opt
    for (let k = 0; k < 2; k++) solref[k] = solreffriction[k] = o_solref[k]
    for (let k = 0; k < 5; k++) {
      solimp[k] = o_solimp[k]
      friction[k] = o_friction[k]
    }
  }
  for (let k = 0; k < 5; k++) if (friction[k] < MIN_FRICTION) friction[k] = MIN_FRICTION
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * Writes the contacts. One that is farther away than its margin is listed but excluded from the constraints, also when
 * the two are equal; an adhesive one remains, but only pulls along the normal. Where there are too many, those of the
 * last pairs are dropped.
 */
function append(d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { scalar, friction, solref, solreffriction, solimp, dim } = common
  // V8: a double otherwise, and all indices with it
  const start = d.ncon | 0
  const { count } = contacts
  if (start + count > MAX_CONTACTS_IN_ALL) {
    warn(d, Warning.contactfull, MAX_CONTACTS_IN_ALL)
    return
  }
  if (start + count > d.contactCapacity) reserveContacts(d, start + count)
  const { contact_dist, contact_pos, contact_frame, contact_includemargin, contact_friction } = d
  const { contact_solref, contact_solreffriction, contact_solimp, contact_mu, contact_adhesion } = d
  const { contact_dim, contact_geom1, contact_geom2, contact_exclude, contact_efc_address } = d
  const { dist, pos } = contacts
  const margin = scalar[INCLUDEMARGIN]
  const adhesion = scalar[ADHESION]

  for (let k = 0; k < count; k++) {
    const c = (start + k) & INDEX
    const c3 = (3 * c) & INDEX
    const c5 = (5 * c) & INDEX
    const c2 = (2 * c) & INDEX
    const apart = dist[k] >= margin
    contact_dist[c] = dist[k]
    contact_pos[c3] = pos[3 * k]
    contact_pos[c3 + 1] = pos[3 * k + 1]
    contact_pos[c3 + 2] = pos[3 * k + 2]
    // points of a face have one frame
    if (k > 0 && hasSameDirections(contacts, k)) copyFrame(contact_frame, 9 * c)
    else if (!contactFrame(contact_frame, 9 * c, contacts.normal, contacts.tangent, 3 * k)) refuseNormal(g1, g2)
    contact_includemargin[c] = margin
    // written out: V8 does not unroll short loops
    contact_friction[c5] = friction[0]
    contact_friction[c5 + 1] = friction[1]
    contact_friction[c5 + 2] = friction[2]
    contact_friction[c5 + 3] = friction[3]
    contact_friction[c5 + 4] = friction[4]
    contact_solimp[c5] = solimp[0]
    contact_solimp[c5 + 1] = solimp[1]
    contact_solimp[c5 + 2] = solimp[2]
    contact_solimp[c5 + 3] = solimp[3]
    contact_solimp[c5 + 4] = solimp[4]
    contact_solref[c2] = solref[0]
    contact_solref[c2 + 1] = solref[1]
    contact_solreffriction[c2] = solreffriction[0]
    contact_solreffriction[c2 + 1] = solreffriction[1]
    contact_mu[c] = 0
    contact_adhesion[c] = adhesion
    contact_dim[c] = apart && adhesion !== 0 ? 1 : dim
    contact_geom1[c] = g1
    contact_geom2[c] = g2
    contact_exclude[c] = apart && adhesion === 0 ? ContactExclude.inGap : ContactExclude.include
    contact_efc_address[c] = -1
  }
  d.ncon = start + count
}

/** Copies the frame before that at `o`. */
function copyFrame(frames: Float64Array, o: number): void {
  frames[o] = frames[o - 9]
  frames[o + 1] = frames[o - 8]
  frames[o + 2] = frames[o - 7]
  frames[o + 3] = frames[o - 6]
  frames[o + 4] = frames[o - 5]
  frames[o + 5] = frames[o - 4]
  frames[o + 6] = frames[o - 3]
  frames[o + 7] = frames[o - 2]
  frames[o + 8] = frames[o - 1]
}

function refuseNormal(g1: number, g2: number): never {
  throw new StepError(`the contact between geoms ${g1} and ${g2} has no direction: its normal is zero or not a number`)
}
