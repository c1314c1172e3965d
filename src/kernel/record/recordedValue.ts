import type { Int, Mask, Num } from '../language/kernelLanguage.ts'
import type { Block, Op, ProgramArray, Value, ValueType, Variable } from './kernelProgram.ts'

/** What records operations: the recorder. */
interface Maker {
  constant(x: number, type: ValueType): RecordedValue
  pure(op: Op, type: ValueType, a: RecordedValue, b?: RecordedValue): RecordedValue
}

/** A value of a program; as a number, what kernels compute with. */
export class RecordedValue implements Value, Num {
  readonly kind = 'value'
  readonly #maker: Maker
  readonly op: Op
  readonly type: ValueType
  readonly a: RecordedValue | undefined
  readonly b: RecordedValue | undefined
  readonly c: RecordedValue | undefined
  readonly id: number
  readonly block: Block
  literal = 0
  array: ProgramArray | undefined = undefined
  offset = 0
  variable: Variable | undefined = undefined
  uses = 0
  crosses = false
  /** The last of the pure values whose newest operand this is, and the one before it among those of its own operand. */
  lastUser: RecordedValue | undefined = undefined
  earlierUser: RecordedValue | undefined = undefined

  constructor(
    maker: Maker,
    op: Op,
    type: ValueType,
    id: number,
    block: Block,
    a?: RecordedValue,
    b?: RecordedValue,
    c?: RecordedValue,
  ) {
    this.#maker = maker
    this.op = op
    this.type = type
    this.id = id
    this.block = block
    this.a = a
    this.b = b
    this.c = c
  }

  plus(x: Num | number): Num {
    return this.#with('add', x)
  }
  minus(x: Num | number): Num {
    return this.#with('sub', x)
  }
  times(x: Num | number): Num {
    return this.#with('mul', x)
  }
  over(x: Num | number): Num {
    return this.#with('div', x)
  }
  negated(): Num {
    return this.#maker.pure('neg', 'num', this)
  }
  abs(): Num {
    return this.#maker.pure('abs', 'num', this)
  }
  sqrt(): Num {
    return this.#maker.pure('sqrt', 'num', this)
  }
  min(x: Num | number): Num {
    return this.#with('min', x)
  }
  max(x: Num | number): Num {
    return this.#with('max', x)
  }
  floor(): Num {
    return this.#maker.pure('floor', 'num', this)
  }
  nearest(): Num {
    return this.#maker.pure('nearest', 'num', this)
  }
  below(x: Num | number): Mask {
    return this.#compare('lt', x)
  }
  atMost(x: Num | number): Mask {
    return this.#compare('le', x)
  }
  equals(x: Num | number): Mask {
    return this.#compare('eq', x)
  }

  #with(op: Op, x: Num | number): Num {
    const maker = this.#maker
    return maker.pure(op, 'num', this, typeof x === 'number' ? maker.constant(x, 'num') : (x as RecordedValue))
  }
  #compare(op: Op, x: Num | number): Mask {
    const maker = this.#maker
    const other = typeof x === 'number' ? maker.constant(x, 'num') : (x as RecordedValue)
    return new RecordedMask(maker, maker.pure(op, 'mask', this, other))
  }
}

export class RecordedMask implements Mask {
  readonly #maker: Maker
  readonly value: RecordedValue
  constructor(maker: Maker, value: RecordedValue) {
    this.#maker = maker
    this.value = value
  }
  and(x: Mask): Mask {
    return this.#with('and', (x as RecordedMask).value)
  }
  or(x: Mask): Mask {
    return this.#with('or', (x as RecordedMask).value)
  }
  not(): Mask {
    return this.#with('not')
  }
  #with(op: Op, x?: RecordedValue): Mask {
    return new RecordedMask(this.#maker, this.#maker.pure(op, 'mask', this.value, x))
  }
}

export class RecordedInt implements Int {
  readonly kind = 'int'
  readonly value: RecordedValue
  constructor(value: RecordedValue) {
    this.value = value
  }
}
