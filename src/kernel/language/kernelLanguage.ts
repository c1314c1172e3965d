/**
 * The language in which kernels are written. A kernel is a stage of a step, as a function of a `Kernel`: it names the
 * arrays it reads and writes, and computes with `Num`. The same function runs at once on plain numbers
 * (`PlainKernel`), or is recorded into a program (`Recorder`) that back ends print as WebAssembly or JavaScript.
 *
 * Kernels may compute several states at once, one in each lane. Three kinds of whole numbers are three types:
 * `number` is known while the kernel is recorded, `Int` is the same in all lanes, and what differs between lanes is a
 * `Num` or a `Mask`. A branch takes an `Int`; `choose` takes a `Mask`; `any` leads from one to the other. Where the
 * work itself differs between states, such as the number of contacts, lanes take turns: `eachLane` runs a routine for
 * one lane after the other. Such a routine has a `Kernel`, with whole numbers in memory; what all lanes do together
 * has a `LaneKernel`.
 */

/** A number in every lane. Values do not change; `Cell` holds what does. */
export interface Num {
  plus(x: Num | number): Num
  minus(x: Num | number): Num
  times(x: Num | number): Num
  over(x: Num | number): Num
  negated(): Num
  abs(): Num
  sqrt(): Num
  /** The smaller and the larger of two: x where that is smaller or larger, else this number. Without a branch. */
  min(x: Num | number): Num
  max(x: Num | number): Num
  /** The largest whole number that is not above. */
  floor(): Num
  /** The nearest whole number, the even one of two. For numbers below 2⁵¹. */
  nearest(): Num
  /** < ; false for NaN */
  below(x: Num | number): Mask
  /** ≤ ; false for NaN */
  atMost(x: Num | number): Mask
  /** = ; false for NaN */
  equals(x: Num | number): Mask
}

/** A truth in every lane. */
export interface Mask {
  and(x: Mask): Mask
  or(x: Mask): Mask
  not(): Mask
}

/** A whole number or a truth that is the same in all lanes, computed when the kernel runs. */
export interface Int {
  readonly kind: 'int'
}

/** An index: known now, where loops are unrolled, or a variable of a rolled loop. */
export type Index = number | Int

/** A number that changes: a sum, or what a branch decides. */
export interface Cell {
  readonly value: Num
  set(x: Num | number): void
  add(x: Num | number): void
}

/** A whole number that changes, the same in all lanes. */
export interface Counter {
  readonly value: Index
  set(x: Index): void
}

/** Whole numbers in memory: a field of `Data`, or workspace of the kernel. */
export interface IntArray {
  at(index: Index): Index
  set(index: Index, x: Index): void
}

/** Numbers in memory: a field of `Data`, or workspace of the kernel. */
export interface NumArray {
  /** The number at index · width + part. */
  at(index: Index, part?: number): Num
  set(index: Index, x: Num | number, part?: number): void
}

/** Numbers of the model: they may change between steps, except for zeros and ones, which are part of the code. */
export interface ModelNumbers {
  at(index: Index, part?: number): Num
}

/** Whole numbers of the model, its structure: known while a kernel is recorded, if the index is. */
export interface Table {
  at(index: Index): Index
}

/** What a stage is written against that lanes compute together. */
export interface LaneKernel {
  /** A field of `Data` or of its scratch memory, in groups of `width`. */
  field(name: string, width?: number): NumArray
  /** Numbers of the kernels' own, shared by all kernels of a model, in groups of `width`. */
  workspace(name: string, length: number, width?: number): NumArray
  /** Numbers of the model, in groups of `width`. */
  numbers(name: string, width?: number): ModelNumbers
  /** Whether a number of the model, or one of a field, will change: its value must not decide what the code is. */
  varies(name: string, index?: number): boolean
  /** Structure: whole numbers, under a name that tells them from others. */
  table(name: string, values: ArrayLike<number>): Table

  num(x: number): Num
  cell(x: Num | number): Cell
  counter(x: Index): Counter
  choose(mask: Mask, yes: Num | number, no: Num | number): Num
  /** Whether the mask holds in some lane. */
  any(mask: Mask): Index

  /** i + j, i · j */
  sum(i: Index, j: Index): Index
  product(i: Index, j: Index): Index
  /** ⌊i / 2⌋ */
  half(i: Index): Index
  /** i = j: 1 or 0 */
  same(i: Index, j: Index): Index
  /** i < j: 1 or 0 */
  less(i: Index, j: Index): Index
  /** The number that a whole one is. */
  real(i: Index): Num

  /** From `first` up to, and without, `end`. Unrolled if both are known and the kernel is recorded that way. */
  loop(first: Index, end: Index, body: (i: Index) => void): void
  /** From `last` down to, and with, `first`. */
  down(last: Index, first: Index, body: (i: Index) => void): void
  /** As `loop`, but never unrolled. */
  repeat(first: Index, end: Index, body: (i: Index) => void): void
  /** y[to + i] += factor · x[from + i] for i below `count`. The two ranges do not overlap. */
  addScaled(y: NumArray, to: Index, factor: Num, x: NumArray, from: Index, count: Index): void
  /** The same for several terms (factor, from), one after the other. */
  addMultiples(y: NumArray, to: Index, x: NumArray, terms: readonly (readonly [Num, Index])[], count: Index): void
  /** Σ x[from + i] · y[at + i] for i below `count`: even ones, odd ones, their sum, then a last one. */
  dotRange(x: NumArray, from: Index, y: NumArray, at: Index, count: Index): Num
  /** The same for several ranges of x, which are read together. */
  dotRanges(x: NumArray, froms: readonly Index[], y: NumArray, at: Index, count: Index): Num[]
  /** Repeats a part as long as the condition, computed before each round, is not zero. */
  while(condition: () => Index, body: () => void): void
  /** Runs a part only where the condition is not zero. */
  when(condition: Index, yes: () => void, no?: () => void): void
  /** Where the mask holds, the kernel does not know better: the stage in TypeScript takes over. */
  giveUp(mask: Mask): void
  /** Whether the kernel has given up so far, so that it may end. */
  gaveUp(): Index
  /** Runs another kernel on the same memory, as a function of its own. */
  call(routine: LaneRoutine): void
  /** The same for one lane after the other. */
  eachLane(routine: Routine): void
}

/** What a stage is written against that has one lane, or whose lanes take turns. */
export interface Kernel extends LaneKernel {
  /** A field of whole numbers. */
  integers(name: string): IntArray
  /** Whole numbers of the kernels' own. */
  integerWorkspace(name: string, length: number): IntArray
  /** The whole number that a number is, or the nearest that there is; 0 for NaN. */
  whole(x: Num): Index
  call(routine: Routine): void
}

/** A part of stages that is a function of its own: it has its code once, wherever it is called. */
export interface Routine {
  readonly name: string
  readonly stage: KernelStage
  /** Whether loops with known bounds are written out; by default they are kept. */
  readonly unroll?: boolean
}

/** Such a part that lanes compute together. */
export interface LaneRoutine extends Routine {
  readonly stage: LaneStage
}

/** A stage as a kernel. */
export type KernelStage = (k: Kernel) => void
export type LaneStage = (k: LaneKernel) => void
