import type { Attributes } from './attributes.ts'
import type {
  ConnectAttributes,
  ExcludeAttributes,
  fixedJoint,
  JointEqualityAttributes,
  PairAttributes,
  pulley,
  spatialGeom,
  spatialSite,
  TendonAttributes,
  TendonEqualityAttributes,
  WeldAttributes,
} from './schemaMechanism.ts'
import type { Element } from './spec.ts'

/** What `Spec` holds of contacts, equality constraints and tendons. */

export type PairSpec = Element<'pair', PairAttributes>
export type ExcludeSpec = Element<'exclude', ExcludeAttributes>
export type ContactSpec = PairSpec | ExcludeSpec

export type ConnectSpec = Element<'connect', ConnectAttributes>
export type WeldSpec = Element<'weld', WeldAttributes>
export type JointEqualitySpec = Element<'equality/joint', JointEqualityAttributes>
export type TendonEqualitySpec = Element<'equality/tendon', TendonEqualityAttributes>
export type EqualitySpec = ConnectSpec | WeldSpec | JointEqualitySpec | TendonEqualitySpec

export interface SpatialSpec extends Element<'spatial', TendonAttributes> {
  readonly children: readonly SpatialPathSpec[]
}
export type SpatialPathSpec =
  | Element<'spatial/site', Attributes<typeof spatialSite>>
  | Element<'spatial/geom', Attributes<typeof spatialGeom>>
  | Element<'pulley', Attributes<typeof pulley>>

export interface FixedSpec extends Element<'fixed', TendonAttributes> {
  readonly children: readonly FixedPathSpec[]
}
export type FixedPathSpec = Element<'fixed/joint', Attributes<typeof fixedJoint>>

export type TendonSpec = SpatialSpec | FixedSpec
