import type { AnyElement } from '../spec.ts'

/** How many activations an actuator has. */
export function activationCount(_actuator: AnyElement): number {
  return 0
}
