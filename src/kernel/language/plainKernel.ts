import type {
  Cell,
  Counter,
  Index,
  IntArray,
  Kernel,
  Mask,
  ModelNumbers,
  Num,
  NumArray,
  Routine,
  Table,
} from './kernelLanguage.ts'
import { toWhole } from './toWhole.ts'

/** Adding and subtracting this rounds a small number to a whole one. */
const ROUND = 1.5 * 2 ** 52

/** Where a plain run finds its arrays. */
export interface PlainMemory {
  field(name: string): Float64Array
  workspace(name: string, length: number): Float64Array
  integers(name: string): Int32Array
  integerWorkspace(name: string, length: number): Int32Array
  numbers(name: string): ArrayLike<number>
}

/**
 * Runs a kernel at once, on plain numbers: one operation after the other, in a debugger if need be. Much slower than
 * what back ends print, with the same bits.
 */
export class PlainKernel implements Kernel {
  readonly #memory: PlainMemory
  /** Whether the stage has given up. */
  failed = false

  constructor(memory: PlainMemory) {
    this.#memory = memory
  }

  field(name: string, width = 1): NumArray {
    return new PlainArray(this.#memory.field(name), width)
  }
  workspace(name: string, length: number, width = 1): NumArray {
    return new PlainArray(this.#memory.workspace(name, length), width)
  }
  integers(name: string): IntArray {
    return plainIntegers(this.#memory.integers(name))
  }
  integerWorkspace(name: string, length: number): IntArray {
    return plainIntegers(this.#memory.integerWorkspace(name, length))
  }
  numbers(name: string, width = 1): ModelNumbers {
    const values = this.#memory.numbers(name)
    return { at: (index, part = 0) => new PlainNum(values[width * literal(index) + part]) }
  }
  varies(): boolean {
    return false
  }
  table(_name: string, values: ArrayLike<number>): Table {
    return { at: (index) => values[literal(index)] }
  }

  num(x: number): Num {
    return new PlainNum(x)
  }
  cell(x: Num | number): Cell {
    return new PlainCell(x)
  }
  counter(x: Index): Counter {
    const counter = {
      value: x,
      set(y: Index) {
        counter.value = y
      },
    }
    return counter
  }
  choose(mask: Mask, yes: Num | number, no: Num | number): Num {
    return new PlainNum(value((mask as PlainMask).holds ? yes : no))
  }
  any(mask: Mask): Index {
    return (mask as PlainMask).holds ? 1 : 0
  }

  sum(i: Index, j: Index): Index {
    return literal(i) + literal(j)
  }
  product(i: Index, j: Index): Index {
    return literal(i) * literal(j)
  }
  half(i: Index): Index {
    return literal(i) >> 1
  }
  same(i: Index, j: Index): Index {
    return literal(i) === literal(j) ? 1 : 0
  }
  less(i: Index, j: Index): Index {
    return literal(i) < literal(j) ? 1 : 0
  }
  whole(x: Num): Index {
    return toWhole(value(x))
  }
  real(i: Index): Num {
    return new PlainNum(literal(i))
  }

  loop(first: Index, end: Index, body: (i: Index) => void): void {
    for (let i = literal(first); i < literal(end); i++) body(i)
  }
  down(last: Index, first: Index, body: (i: Index) => void): void {
    for (let i = literal(last); i >= literal(first); i--) body(i)
  }
  repeat(first: Index, end: Index, body: (i: Index) => void): void {
    this.loop(first, end, body)
  }
  addScaled(y: NumArray, to: Index, factor: Num, x: NumArray, from: Index, count: Index): void {
    for (let i = 0; i < literal(count); i++) {
      const at = literal(to) + i
      y.set(at, y.at(at).plus(factor.times(x.at(literal(from) + i))))
    }
  }
  addMultiples(y: NumArray, to: Index, x: NumArray, terms: readonly (readonly [Num, Index])[], count: Index): void {
    for (const [factor, from] of terms) this.addScaled(y, to, factor, x, from, count)
  }
  dotRange(x: NumArray, from: Index, y: NumArray, at: Index, count: Index): Num {
    const n = literal(count)
    const term = (i: number): number => value(x.at(literal(from) + i).times(y.at(literal(at) + i)))
    let even = 0
    let odd = 0
    for (let i = 0; i + 1 < n; i += 2) {
      even += term(i)
      odd += term(i + 1)
    }
    const sum = even + odd
    return new PlainNum(n % 2 === 1 ? sum + term(n - 1) : sum)
  }
  dotRanges(x: NumArray, froms: readonly Index[], y: NumArray, at: Index, count: Index): Num[] {
    return froms.map((from) => this.dotRange(x, from, y, at, count))
  }
  while(condition: () => Index, body: () => void): void {
    while (literal(condition()) !== 0) body()
  }
  when(condition: Index, yes: () => void, no?: () => void): void {
    if (literal(condition) !== 0) yes()
    else no?.()
  }
  giveUp(mask: Mask): void {
    if ((mask as PlainMask).holds) this.failed = true
  }
  gaveUp(): Index {
    return this.failed ? 1 : 0
  }
  call(routine: Routine): void {
    routine.stage(this)
  }
  eachLane(routine: Routine): void {
    routine.stage(this)
  }
}

function plainIntegers(values: Int32Array): IntArray {
  return {
    at: (index) => values[literal(index)],
    set: (index, x) => {
      values[literal(index)] = literal(x)
    },
  }
}

class PlainNum implements Num {
  readonly x: number
  constructor(x: number) {
    this.x = x
  }
  plus(y: Num | number): Num {
    return new PlainNum(this.x + value(y))
  }
  minus(y: Num | number): Num {
    return new PlainNum(this.x - value(y))
  }
  times(y: Num | number): Num {
    return new PlainNum(this.x * value(y))
  }
  over(y: Num | number): Num {
    return new PlainNum(this.x / value(y))
  }
  negated(): Num {
    return new PlainNum(-this.x)
  }
  abs(): Num {
    return new PlainNum(Math.abs(this.x))
  }
  sqrt(): Num {
    return new PlainNum(Math.sqrt(this.x))
  }
  min(y: Num | number): Num {
    return new PlainNum(value(y) < this.x ? value(y) : this.x)
  }
  max(y: Num | number): Num {
    return new PlainNum(value(y) > this.x ? value(y) : this.x)
  }
  floor(): Num {
    return new PlainNum(Math.floor(this.x))
  }
  nearest(): Num {
    return new PlainNum(this.x + ROUND - ROUND)
  }
  below(y: Num | number): Mask {
    return new PlainMask(this.x < value(y))
  }
  atMost(y: Num | number): Mask {
    return new PlainMask(this.x <= value(y))
  }
  equals(y: Num | number): Mask {
    return new PlainMask(this.x === value(y))
  }
}

class PlainMask implements Mask {
  readonly holds: boolean
  constructor(holds: boolean) {
    this.holds = holds
  }
  and(x: Mask): Mask {
    return new PlainMask(this.holds && (x as PlainMask).holds)
  }
  or(x: Mask): Mask {
    return new PlainMask(this.holds || (x as PlainMask).holds)
  }
  not(): Mask {
    return new PlainMask(!this.holds)
  }
}

class PlainCell implements Cell {
  value: Num
  constructor(x: Num | number) {
    this.value = new PlainNum(value(x))
  }
  set(x: Num | number): void {
    this.value = new PlainNum(value(x))
  }
  add(x: Num | number): void {
    this.value = this.value.plus(x)
  }
}

class PlainArray implements NumArray {
  readonly #values: Float64Array
  readonly #width: number
  constructor(values: Float64Array, width: number) {
    this.#values = values
    this.#width = width
  }
  at(index: Index, part = 0): Num {
    return new PlainNum(this.#values[this.#width * literal(index) + part])
  }
  set(index: Index, x: Num | number, part = 0): void {
    this.#values[this.#width * literal(index) + part] = value(x)
  }
}

function value(x: Num | number): number {
  return typeof x === 'number' ? x : (x as PlainNum).x
}

function literal(i: Index): number {
  if (typeof i !== 'number') throw new TypeError('a plain run has no machine integers')
  return i
}
