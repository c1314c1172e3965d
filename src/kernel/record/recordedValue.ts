import type { Int, Mask, Num } from '../language/kernelLanguage.ts'
import type { Block, Op, ProgramArray, Value, ValueType, Variable } from './kernelProgram.ts'

/** What records operations: the recorder. */
interface Maker {
  pure(op: Op, type: ValueType, a: RecordedValue, b?: RecordedValue | number): RecordedValue
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

  plus(x: RecordedValue | number): Num {
    return this.#maker.pure('add', 'num', this, x)
  }
  minus(x: RecordedValue | number): Num {
    return this.#maker.pure('sub', 'num', this, x)
  }
  times(x: RecordedValue | number): Num {
    return this.#maker.pure('mul', 'num', this, x)
  }
  over(x: RecordedValue | number): Num {
    return this.#maker.pure('div', 'num', this, x)
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
  min(x: RecordedValue | number): Num {
    return this.#maker.pure('min', 'num', this, x)
  }
  max(x: RecordedValue | number): Num {
    return this.#maker.pure('max', 'num', this, x)
  }
  floor(): Num {
    return this.#maker.pure('floor', 'num', this)
  }
  nearest(): Num {
    return this.#maker.pure('nearest', 'num', this)
  }
  below(x: RecordedValue | number): Mask {
    return new RecordedMask(this.#maker, this.#maker.pure('lt', 'mask', this, x))
  }
  atMost(x: RecordedValue | number): Mask {
    return new RecordedMask(this.#maker, this.#maker.pure('le', 'mask', this, x))
  }
  equals(x: RecordedValue | number): Mask {
    return new RecordedMask(this.#maker, this.#maker.pure('eq', 'mask', this, x))
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
