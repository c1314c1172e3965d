import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import type { Spec } from '../../schema/spec.ts'
import { byName } from '../../text/findByName.ts'
import type { Layout } from '../parts/dofLayout.ts'
import { Lookup } from '../parts/lookup.ts'
import type { Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'
import { type Contacts, compileContacts, fillContacts } from './compileContacts.ts'
import { compileEqualities, type Equality, fillEqualities } from './compileEqualities.ts'
import { compileTendons, fillTendons, type Tendon, tendonDofs } from './compileTendons.ts'

/** What couples bodies other than joints. */
export interface Mechanisms {
  readonly contacts: Contacts
  readonly equalities: readonly Equality[]
  readonly tendons: readonly Tendon[]
}

/** Finds what the mechanisms name; the parts have their final ids. */
export function compileMechanisms(spec: Spec, parts: Parts): Mechanisms {
  const lookup = new Lookup(parts)
  const tendons = compileTendons(spec, lookup)
  return {
    contacts: compileContacts(spec, lookup),
    equalities: compileEqualities(spec, lookup, byName(tendons)),
    tendons,
  }
}

/** Contact pairs, equalities and tendons. */
export function mechanismSection(mechanisms: Mechanisms, layout: Layout): Section {
  return {
    count: (sizes) => countMechanisms(sizes, mechanisms, layout),
    fill: (m) => fillMechanisms(m, mechanisms, layout),
  }
}

function countMechanisms(sizes: ModelSizes, { contacts, equalities, tendons }: Mechanisms, layout: Layout): void {
  sizes.npair = contacts.pairs.length
  sizes.nexclude = contacts.excludes.length
  sizes.neq = equalities.length
  sizes.ntendon = tendons.length
  for (const tendon of tendons) {
    sizes.nwrap += tendon.path.length
    sizes.nJten += tendonDofs(tendon, layout).length
  }
}

function fillMechanisms(m: Model, { contacts, equalities, tendons }: Mechanisms, layout: Layout): void {
  fillContacts(m, contacts)
  fillEqualities(m, equalities)
  fillTendons(m, tendons, layout)
}
