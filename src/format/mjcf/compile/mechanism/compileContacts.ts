import { ObjType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import type { ContactSpec, ExcludeSpec, PairSpec, Spec } from '../../schema/spec.ts'
import type { Lookup } from '../parts/lookup.ts'
import type { Body, Geom } from '../parts/parts.ts'

/** Contact pairs and excluded body pairs, each list sorted by signature. */
export interface Contacts {
  readonly pairs: readonly Pair[]
  readonly excludes: readonly Exclude[]
}

interface Pair {
  readonly spec: PairSpec
  readonly geom1: Geom
  readonly geom2: Geom
  readonly signature: number
}

interface Exclude {
  readonly spec: ExcludeSpec
  readonly signature: number
}

/** Values of condim: frictionless, sliding, sliding and torsional, also rolling friction. */
const CONDIMS = [1, 3, 4, 6]

export function compileContacts(spec: Spec, lookup: Lookup): Contacts {
  const pairs: Pair[] = []
  const excludes: Exclude[] = []
  for (const element of spec.contacts) {
    if (element.kind === 'pair') pairs.push(compilePair(element, lookup))
    else excludes.push(compileExclude(element, lookup))
  }
  // sorting keeps the order of those that are alike
  pairs.sort((a, b) => a.signature - b.signature)
  excludes.sort((a, b) => a.signature - b.signature)
  return { pairs, excludes }
}

function compilePair(spec: PairSpec, lookup: Lookup): Pair {
  const { attributes: a, source } = spec
  if (!CONDIMS.includes(a.condim))
    throw new ModelError('invalid contact dimensionality', {
      source,
      attribute: 'condim',
      expected: CONDIMS.join(', '),
      found: `${a.condim}`,
    })
  let geom1 = lookup.geom(a.geom1, { source, attribute: 'geom1' })
  let geom2 = lookup.geom(a.geom2, { source, attribute: 'geom2' })
  if (geom1.body.id > geom2.body.id) [geom1, geom2] = [geom2, geom1]
  return { spec, geom1, geom2, signature: signatureOf(geom1.body, geom2.body) }
}

function compileExclude(spec: ExcludeSpec, lookup: Lookup): Exclude {
  const { attributes: a, source } = spec
  const body1 = lookup.body(a.body1, { source, attribute: 'body1' })
  const body2 = lookup.body(a.body2, { source, attribute: 'body2' })
  return { spec, signature: signatureOf(body1, body2) }
}

/** Both bodies in one number, the one with the smaller id first; 32 bits, as the model holds it. */
function signatureOf(a: Body, b: Body): number {
  return (Math.min(a.id, b.id) << 16) + Math.max(a.id, b.id)
}

export function fillContacts(m: Model, { pairs, excludes }: Contacts): void {
  pairs.forEach(({ spec: { attributes: a }, geom1, geom2, signature }, id) => {
    m.pair_dim[id] = a.condim
    m.pair_geom1[id] = geom1.id
    m.pair_geom2[id] = geom2.id
    m.pair_signature[id] = signature
    m.pair_solref.set(a.solref, 2 * id)
    m.pair_solreffriction.set(a.solreffriction, 2 * id)
    m.pair_solimp.set(a.solimp, 5 * id)
    m.pair_margin[id] = a.margin
    m.pair_gap[id] = a.gap
    m.pair_friction.set(a.friction, 5 * id)
    m.pair_adhesion[id] = a.adhesion
  })
  excludes.forEach(({ signature }, id) => {
    m.exclude_signature[id] = signature
  })
  const names = (list: readonly { spec: ContactSpec }[]) => list.map(({ spec }) => spec.attributes.name)
  m.names.set(ObjType.pair, names(pairs))
  m.names.set(ObjType.exclude, names(excludes))
}
