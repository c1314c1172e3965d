/** Opcodes of WebAssembly: https://webassembly.github.io/spec/core/appendix/index-instructions.html */

export const I32 = 0x7f
export const EMPTY_BLOCK = 0x40

/** Opcodes of integers and control flow. */
export const CONTROL = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  call: 0x10,
} as const
export const LOCAL = { get: 0x20, set: 0x21 } as const
export const INT = {
  const: 0x41,
  load: 0x28,
  store: 0x36,
  eqz: 0x45,
  add: 0x6a,
  sub: 0x6b,
  mul: 0x6c,
  eq: 0x46,
  lt: 0x48,
  ge: 0x4e,
  and: 0x71,
  or: 0x72,
  shiftRight: 0x75,
} as const
/** Aligned to four bytes. */
export const INT_LOAD = [INT.load, 2]
export const INT_STORE = [INT.store, 2]
export const V128_CONST = [0xfd, 0x0c]
export const F64X2_LANE = [0xfd, 0x21]
