import type { ProgramArray, Statement, Value } from '../record/kernelProgram.ts'
import { LANES, type Lanes } from './laneType.ts'
import { CONTROL, EMPTY_BLOCK, F64X2_LANE, I32, INT, LOCAL, V128_CONST } from './opcodes.ts'
import type { ValueWriter } from './valueWriter.ts'

/** Ranges of this many numbers are walked over without a loop. */
const MOST_WRITTEN_OUT = 32

/** Whether numbers of an array are neighbors, so that two of them can be loaded at once. */
function isDense({ lanes }: ValueWriter): boolean {
  return lanes.stride === lanes.bytes
}

/**
 * Walks over `count` numbers from several places on, one or two at a time; the last of an odd number stands alone.
 * @param pairs whether it takes two at a time
 * @param body code for the numbers at the places, whose addresses are in locals, or that many numbers further
 * @param between code before the last number
 */
function walk(
  w: ValueWriter,
  places: readonly (readonly [ProgramArray, Value])[],
  count: Value,
  pairs: boolean,
  body: (isPair: boolean, locals: readonly number[], further: number) => void,
  between?: () => void,
): void {
  const code = w.code
  const known = count.op === 'const' && count.literal <= MOST_WRITTEN_OUT ? count.literal : undefined
  const bytes = (pairs ? 2 : 1) * w.lanes.stride
  const locals = places.map(() => w.newLocal(I32))
  places.forEach(([array, index], i) => {
    w.address(array, index)
    code.local(LOCAL.set, locals[i])
  })
  if (known !== undefined) {
    const step = pairs ? 2 : 1
    let i = 0
    for (; i + step <= known; i += step) body(pairs, locals, i)
    between?.()
    if (i < known) body(false, locals, i)
    return
  }
  const end = w.newLocal(I32)
  const [first] = locals
  w.push(count)
  if (pairs) code.all([INT.const, 1, INT.shiftRight])
  code.all([INT.const, bytes, INT.mul])
  code.local(LOCAL.get, first)
  code.byte(INT.add)
  code.local(LOCAL.set, end)
  code.local(LOCAL.get, first)
  code.local(LOCAL.get, end)
  code.all([INT.lt, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
  body(pairs, locals, 0)
  for (const local of locals) {
    code.local(LOCAL.get, local)
    code.all([INT.const, bytes, INT.add])
    code.local(LOCAL.set, local)
  }
  code.local(LOCAL.get, first)
  code.local(LOCAL.get, end)
  code.all([INT.lt, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end])
  between?.()
  if (!pairs) return
  w.push(count)
  code.all([INT.const, 1, INT.and, CONTROL.if, EMPTY_BLOCK])
  body(false, locals, 0)
  code.byte(CONTROL.end)
}

function loadAt(w: ValueWriter, lanes: Lanes, array: ProgramArray, local: number, index = 0): void {
  w.code.local(LOCAL.get, local)
  w.code.all(lanes.ops['load'])
  w.code.unsigned(w.offset(array, index))
}

/** Takes two neighbors at a time, where numbers have some. */
export function addMultiples(
  w: ValueWriter,
  { y, to, x, terms, count }: Extract<Statement, { kind: 'addMultiples' }>,
): void {
  const dense = isDense(w)
  const code = w.code
  const pairs = (dense ? terms : []).map(({ factor }) => {
    const pair = w.newLocal(LANES.f64x2.valueType)
    w.push(factor)
    code.all(w.lanes.ops['spread'])
    code.local(LOCAL.set, pair)
    return pair
  })
  const places = [[y, to] as const, ...terms.map(({ from }) => [x, from] as const)]
  walk(w, places, count, dense, (isPair, [target, ...sources], further) => {
    const lanes = isPair ? LANES.f64x2 : w.lanes
    code.local(LOCAL.get, target)
    loadAt(w, lanes, y, target, further)
    terms.forEach(({ factor }, i) => {
      if (isPair) code.local(LOCAL.get, pairs[i])
      else w.push(factor)
      loadAt(w, lanes, x, sources[i], further)
      code.all(lanes.ops['mul'])
      code.all(lanes.ops['add'])
    })
    code.all(lanes.ops['store'])
    code.unsigned(w.offset(y, further))
  })
}

/** Sums even and odd products, adds the two, and then the last one. Neighbors are summed as two lanes. */
export function dotRanges(w: ValueWriter, { sums, x, y, at, count }: Extract<Statement, { kind: 'dotRanges' }>): void {
  const dense = isDense(w)
  const code = w.code
  const { ops, valueType } = w.lanes
  // even and odd products as a pair, or apart
  const parts = sums.map(() =>
    dense ? [w.newLocal(LANES.f64x2.valueType)] : [w.newLocal(valueType), w.newLocal(valueType)],
  )
  for (const part of parts.flat()) {
    if (dense) code.all([...V128_CONST, ...new Uint8Array(16)])
    else w.number(0)
    code.local(LOCAL.set, part)
  }
  const addProduct = (lanes: Lanes, to: number, left: number, right: number, index: number): void => {
    code.local(LOCAL.get, to)
    loadAt(w, lanes, x, left, index)
    loadAt(w, lanes, y, right, index)
    code.all(lanes.ops['mul'])
    code.all(lanes.ops['add'])
    code.local(LOCAL.set, to)
  }
  walk(
    w,
    [...sums.map(({ from }) => [x, from] as const), [y, at]],
    count,
    true,
    (isPair, locals, further) =>
      sums.forEach(({ variable }, s) => {
        const [left, right] = [locals[s], locals[sums.length]]
        if (!isPair) addProduct(w.lanes, w.variable(variable), left, right, further)
        else
          parts[s].forEach((part, i) => {
            addProduct(dense ? LANES.f64x2 : w.lanes, part, left, right, further + i)
          })
      }),
    () =>
      sums.forEach(({ variable }, s) => {
        for (const i of [0, 1]) {
          code.local(LOCAL.get, parts[s][dense ? 0 : i])
          if (dense) code.all([...F64X2_LANE, i])
        }
        code.all(ops['add'])
        code.local(LOCAL.set, w.variable(variable))
      }),
  )
}
