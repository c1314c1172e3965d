import type { ContactArrays } from '../../src/core/data/contactArrays.ts'
import { GeomType, ObjType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import type { ContactList, Contacts } from './referenceContacts.ts'

/**
 * Compares two lists of contacts, one pair of geoms at a time. Pairs, and contacts within a pair, must have the same
 * order. Contacts of meshes are compared as sets, because their order depends on the hull library of the reference.
 * Parameters must be equal up to the last digits. The geometry (`dist`, `pos`, `frame`) must agree to 1e-9 for closed
 * forms and to 1e-7 for iterative searches, relative to the distance from the origin if that exceeds 1 m.
 */
export interface PairResult {
  readonly geom1: number
  readonly geom2: number
  /** For example `box–mesh`. */
  readonly types: string
  /** Number of contacts in each engine. */
  readonly ours: number
  readonly theirs: number
  /** Whether contacts in the same place of both lists are partners. */
  readonly inOrder: boolean
  /** The worst field relative to its tolerance; `count` if the numbers of contacts differ. */
  readonly field: string
  readonly error: number
  readonly tolerance: number
}

export function pairMatches({ error, tolerance }: PairResult): boolean {
  return error <= tolerance
}

type FieldName = Extract<keyof ContactArrays, `contact_${string}`>

interface ContactField {
  readonly name: FieldName
  readonly width: number
  readonly kind: 'exact' | 'parameter' | 'length' | 'direction'
}

const FIELDS: readonly ContactField[] = [
  { name: 'contact_dim', width: 1, kind: 'exact' },
  { name: 'contact_includemargin', width: 1, kind: 'parameter' },
  { name: 'contact_friction', width: 5, kind: 'parameter' },
  { name: 'contact_solref', width: 2, kind: 'parameter' },
  { name: 'contact_solreffriction', width: 2, kind: 'parameter' },
  { name: 'contact_solimp', width: 5, kind: 'parameter' },
  { name: 'contact_adhesion', width: 1, kind: 'parameter' },
  { name: 'contact_dist', width: 1, kind: 'length' },
  { name: 'contact_pos', width: 3, kind: 'length' },
  { name: 'contact_frame', width: 9, kind: 'direction' },
  { name: 'contact_exclude', width: 1, kind: 'exact' },
]

const PARAMETER_TOLERANCE = 1e-12
const FORMULA_TOLERANCE = 1e-9
const ITERATION_TOLERANCE = 1e-7

/** Types of geoms in the order of their numbers. */
export const TYPE_NAMES = Object.keys(GeomType)

/** All pairs of geoms with contacts in either engine, in the order of the reference; then those that only we have. */
export function compareContacts(m: Model, ours: ContactList, theirs: ContactList): PairResult[] {
  const results: PairResult[] = []
  for (const [key, rows] of theirs.pairs) results.push(comparePair(m, ours, ours.pairs.get(key) ?? [], theirs, rows))
  for (const [key, rows] of ours.pairs) if (!theirs.pairs.has(key)) results.push(comparePair(m, ours, rows, theirs, []))
  return results
}

/** Result for one pair of geoms, for example with another list of the reference. */
export function compareOnePair(
  m: Model,
  ours: ContactList,
  theirs: ContactList,
  geom1: number,
  geom2: number,
): PairResult {
  const ourRows = ours.rowsOf(geom1, geom2)
  const theirRows = theirs.rowsOf(geom1, geom2)
  return ourRows.length + theirRows.length === 0
    ? empty(m, geom1, geom2)
    : comparePair(m, ours, ourRows, theirs, theirRows)
}

/** The first common pair of geoms whose place differs from the reference; undefined if the order is the same. */
export function firstOutOfOrder(
  ours: ContactList,
  theirs: ContactList,
): readonly [geom1: number, geom2: number] | undefined {
  const ourOrder = [...ours.pairs.keys()].filter((key) => theirs.pairs.has(key))
  const theirOrder = [...theirs.pairs].filter(([key]) => ours.pairs.has(key))
  for (const [i, [key, [row]]] of theirOrder.entries())
    if (ourOrder[i] !== key) return [theirs.contact_geom1[row], theirs.contact_geom2[row]]
  return undefined
}

function empty(m: Model, geom1: number, geom2: number): PairResult {
  const types = pairTypes(m, geom1, geom2)
  return { geom1, geom2, types, ours: 0, theirs: 0, inOrder: true, field: 'count', error: 0, tolerance: 0 }
}

function comparePair(
  m: Model,
  ours: Contacts,
  ourRows: readonly number[],
  theirs: Contacts,
  theirRows: readonly number[],
): PairResult {
  const [list, row] = theirRows.length > 0 ? [theirs, theirRows[0]] : [ours, ourRows[0]]
  const geom1 = list.contact_geom1[row]
  const geom2 = list.contact_geom2[row]
  const place = { geom1, geom2, types: pairTypes(m, geom1, geom2), ours: ourRows.length, theirs: theirRows.length }
  if (ourRows.length !== theirRows.length)
    return { ...place, inOrder: false, field: 'count', error: Number.POSITIVE_INFINITY, tolerance: 0 }

  const tolerance = isIterative(m.geom_type[geom1], m.geom_type[geom2]) ? ITERATION_TOLERANCE : FORMULA_TOLERANCE
  const partners = isOrderFree(m.geom_type[geom2]) ? nearest(ours, ourRows, theirs, theirRows) : ourRows
  let worst: Figure = { field: '', error: 0, tolerance }
  theirRows.forEach((theirRow, i) => {
    for (const field of FIELDS) {
      const figure = compareRow(field, ours, partners[i], theirs, theirRow, tolerance)
      if (excess(figure) > excess(worst)) worst = figure
    }
  })
  return { ...place, inOrder: partners.every((row, i) => row === ourRows[i]), ...worst }
}

interface Figure {
  readonly field: string
  readonly error: number
  readonly tolerance: number
}

function excess({ error, tolerance }: Figure): number {
  return error === 0 ? 0 : error / tolerance
}

function compareRow(
  { name, width, kind }: ContactField,
  ours: Contacts,
  ourRow: number,
  theirs: Contacts,
  theirRow: number,
  geometry: number,
): Figure {
  const a = ours[name]
  const b = theirs[name]
  let error = 0
  for (let k = 0; k < width; k++) {
    const difference = Math.abs(a[width * ourRow + k] - b[width * theirRow + k])
    // not a number: as wrong as can be
    error = Math.max(error, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference)
  }
  const field = name.slice('contact_'.length)
  if (kind === 'exact') return { field, error, tolerance: 0 }
  if (kind === 'parameter') return { field, error, tolerance: PARAMETER_TOLERANCE }
  return { field, error: kind === 'length' ? error / distanceFromOrigin(theirs, theirRow) : error, tolerance: geometry }
}

/** In meters, at least 1. */
function distanceFromOrigin({ contact_pos }: Contacts, row: number): number {
  return Math.max(1, ...contact_pos.subarray(3 * row, 3 * row + 3).map(Math.abs))
}

/** For each of their rows the nearest unmatched row of ours. */
function nearest(ours: Contacts, ourRows: readonly number[], theirs: Contacts, theirRows: readonly number[]): number[] {
  const left = [...ourRows]
  return theirRows.map((row) => {
    const distances = left.map((candidate) => separation(ours, candidate, theirs, row))
    return left.splice(distances.indexOf(Math.min(...distances)), 1)[0]
  })
}

function separation(ours: Contacts, ourRow: number, theirs: Contacts, theirRow: number): number {
  let largest = Math.abs(ours.contact_dist[ourRow] - theirs.contact_dist[theirRow])
  for (let k = 0; k < 3; k++)
    largest = Math.max(largest, Math.abs(ours.contact_pos[3 * ourRow + k] - theirs.contact_pos[3 * theirRow + k]))
  return Number.isNaN(largest) ? Number.MAX_VALUE : largest
}

/** Whether contacts of such geoms come from an iterative search. */
function isIterative(type1: number, type2: number): boolean {
  if (type1 === GeomType.plane) return type2 >= GeomType.mesh
  if (type1 === GeomType.hfield || type2 >= GeomType.mesh) return true
  return type1 === GeomType.ellipsoid || type2 === GeomType.ellipsoid || CONVEX_CYLINDER.has(type1 * 9 + type2)
}

/** Pairs with a cylinder without a closed form. */
const CONVEX_CYLINDER = new Set([
  GeomType.capsule * 9 + GeomType.cylinder,
  GeomType.cylinder * 9 + GeomType.cylinder,
  GeomType.cylinder * 9 + GeomType.box,
])

/** The type with the larger number comes second. */
function isOrderFree(type2: number): boolean {
  return type2 >= GeomType.mesh
}

export function pairTypes(m: Model, geom1: number, geom2: number): string {
  return `${TYPE_NAMES[m.geom_type[geom1]]}–${TYPE_NAMES[m.geom_type[geom2]]}`
}

/** `box floor 0 – mesh foot: 3 contacts, reference 4` */
export function pairLine(m: Model, { geom1, geom2, ours, theirs, field, error, tolerance }: PairResult): string {
  const name = (geom: number) => `${TYPE_NAMES[m.geom_type[geom]]} ${m.names.name(ObjType.geom, geom) || `#${geom}`}`
  const what =
    field === 'count'
      ? `${ours} contacts, reference ${theirs}`
      : `${field} off by ${error.toExponential(1)}, tolerance ${tolerance.toExponential(0)}`
  return `${name(geom1)} – ${name(geom2)}: ${what}`
}
