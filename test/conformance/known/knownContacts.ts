/** Pairs of geoms whose contacts differ from those of the reference, and why. */
export interface KnownContacts {
  /** As `box–mesh`. */
  readonly types: readonly string[]
  readonly reason: string
}

/**
 * Models of others in which contacts differ from those of the reference. They are judged and printed like all others,
 * and a test fails when other pairs differ, or when those pairs no longer do.
 */
export const KNOWN_CONTACTS: Readonly<Record<string, KnownContacts>> = {}
