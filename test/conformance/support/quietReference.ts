import load from '@mujoco/mujoco'
import type { ReferenceModule } from '../../../tools/compare/index.ts'

/** The reference, without its warnings about models that it is given on purpose. */
export function quietReference(): Promise<ReferenceModule> {
  return load({ print: () => {}, printErr: () => {} })
}
