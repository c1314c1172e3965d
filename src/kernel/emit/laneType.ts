/**
 * How many states a kernel computes at once, and with which numbers: one, two, or four; or one of the two or four whose
 * numbers take turns in memory.
 */
export type LaneType = 'f64' | 'f64x2' | 'f32x4' | 'f64 of 2' | 'f32 of 4'

/** The type of one lane of several. */
export const ONE_LANE = {
  f64: 'f64',
  f64x2: 'f64 of 2',
  f32x4: 'f32 of 4',
  'f64 of 2': 'f64 of 2',
  'f32 of 4': 'f32 of 4',
} as const satisfies Record<LaneType, LaneType>

/**
 * What the WebAssembly back end knows about a lane type. Numbers of several states take turns: number i of lane l of an
 * array is at `scale` times the place that the array has in one state, plus i · `stride` + l · `bytes`. Whole numbers
 * have as much room as others there, so that the address of a lane is the same for both.
 */
export interface Lanes {
  readonly count: number
  /** Bytes of one number, of one lane. */
  readonly bytes: number
  /** Bytes from one number of a state to the next, and from one whole number to the next. */
  readonly stride: number
  readonly integerStride: number
  readonly scale: number
  readonly valueType: number
  readonly maskType: number
  readonly ops: Readonly<Record<string, readonly number[]>>
}

const I32 = 0x7f
const F32 = 0x7d
const F64 = 0x7c
const V128 = 0x7b
const SIMD = 0xfd

/** Room of a state among others: as much as that of four, or of two with numbers of twice the size. */
const AMONG_OTHERS = { stride: 16, integerStride: 16, scale: 4 } as const

/** Opcodes by operation: https://webassembly.github.io/spec/core/appendix/index-instructions.html */
const f64: Lanes = {
  count: 1,
  bytes: 8,
  stride: 8,
  integerStride: 4,
  scale: 1,
  valueType: F64,
  maskType: I32,
  ops: {
    add: [0xa0],
    sub: [0xa1],
    mul: [0xa2],
    div: [0xa3],
    neg: [0x9a],
    abs: [0x99],
    sqrt: [0x9f],
    // in two lanes, of which one is used: engines have a branch for the instructions of one number
    min: [SIMD, 0xf6, 0x01],
    max: [SIMD, 0xf7, 0x01],
    floor: [0x9c],
    nearest: [0x9e],
    lt: [0x63],
    le: [0x65],
    eq: [0x61],
    and: [0x71],
    or: [0x72],
    not: [0x45],
    choose: [0x1b],
    any: [],
    load: [0x2b, 3],
    splat: [0x2b, 3],
    store: [0x39, 3],
    const: [0x44],
    // saturating, and 0 for NaN: the others trap
    whole: [0xfc, 0x02],
    real: [0xb7],
    spread: [SIMD, 0x14],
    first: [SIMD, 0x21, 0],
  },
}

const f32: Lanes = {
  count: 1,
  bytes: 4,
  ...AMONG_OTHERS,
  valueType: F32,
  maskType: I32,
  ops: {
    ...f64.ops,
    add: [0x92],
    sub: [0x93],
    mul: [0x94],
    div: [0x95],
    neg: [0x8c],
    abs: [0x8b],
    sqrt: [0x91],
    min: [SIMD, 0xea, 0x01],
    max: [SIMD, 0xeb, 0x01],
    floor: [0x8e],
    nearest: [0x90],
    lt: [0x5d],
    le: [0x5f],
    eq: [0x5b],
    load: [0x2a, 2],
    splat: [0x2a, 2],
    store: [0x38, 2],
    const: [0x43],
    whole: [0xfc, 0x00],
    real: [0xb2],
    spread: [SIMD, 0x13],
    first: [SIMD, 0x1f, 0],
  },
}

export const LANES: Readonly<Record<LaneType, Lanes>> = {
  f64,
  'f64 of 2': { ...f64, ...AMONG_OTHERS },
  'f32 of 4': f32,
  f64x2: {
    count: 2,
    bytes: 8,
    ...AMONG_OTHERS,
    valueType: V128,
    maskType: V128,
    ops: {
      add: [SIMD, 0xf0, 0x01],
      sub: [SIMD, 0xf1, 0x01],
      mul: [SIMD, 0xf2, 0x01],
      div: [SIMD, 0xf3, 0x01],
      neg: [SIMD, 0xed, 0x01],
      abs: [SIMD, 0xec, 0x01],
      sqrt: [SIMD, 0xef, 0x01],
      min: [SIMD, 0xf6, 0x01],
      max: [SIMD, 0xf7, 0x01],
      floor: [SIMD, 0x75],
      nearest: [SIMD, 0x94, 0x01],
      lt: [SIMD, 0x49],
      le: [SIMD, 0x4b],
      eq: [SIMD, 0x47],
      and: [SIMD, 0x4e],
      or: [SIMD, 0x50],
      not: [SIMD, 0x4d],
      choose: [SIMD, 0x52],
      any: [SIMD, 0x53],
      load: [SIMD, 0x00, 4],
      splat: [SIMD, 0x0a, 3],
      store: [SIMD, 0x0b, 4],
      real: [0xb7, SIMD, 0x14],
    },
  },
  f32x4: {
    count: 4,
    bytes: 4,
    ...AMONG_OTHERS,
    valueType: V128,
    maskType: V128,
    ops: {
      add: [SIMD, 0xe4, 0x01],
      sub: [SIMD, 0xe5, 0x01],
      mul: [SIMD, 0xe6, 0x01],
      div: [SIMD, 0xe7, 0x01],
      neg: [SIMD, 0xe1, 0x01],
      abs: [SIMD, 0xe0, 0x01],
      sqrt: [SIMD, 0xe3, 0x01],
      min: [SIMD, 0xea, 0x01],
      max: [SIMD, 0xeb, 0x01],
      floor: [SIMD, 0x68],
      nearest: [SIMD, 0x6a],
      lt: [SIMD, 0x43],
      le: [SIMD, 0x45],
      eq: [SIMD, 0x41],
      and: [SIMD, 0x4e],
      or: [SIMD, 0x50],
      not: [SIMD, 0x4d],
      choose: [SIMD, 0x52],
      any: [SIMD, 0x53],
      load: [SIMD, 0x00, 4],
      splat: [SIMD, 0x09, 2],
      store: [SIMD, 0x0b, 4],
      real: [0xb2, SIMD, 0x13],
    },
  },
}
