/**
 * Models of others whose simulation with contacts leaves that of the reference before it leaves itself, each with the
 * reason. They are judged and printed like all others, and a test fails when one of them no longer does.
 */
export const KNOWN_ROLLOUTS: Readonly<Record<string, string>> = {}
