import { type Block, isInline, type Program } from '../record/kernelProgram.ts'
import type { ByteWriter } from './byteWriter.ts'
import { LANES, type LaneType } from './laneType.ts'
import type { LiteralPool } from './literalPool.ts'
import { CONTROL, EMPTY_BLOCK, INT, INT_STORE, LOCAL } from './opcodes.ts'
import { ValueWriter } from './valueWriter.ts'
import { addMultiples, dotRanges } from './writeRanges.ts'

/** What functions are made for. */
export interface WasmTarget {
  readonly lanes: LaneType
  /** Address of the tables. */
  readonly tables: number
  /** Literals of several lanes in memory; by default they are instructions. */
  readonly literals?: LiteralPool | undefined
}

/** Number of a function of the module: of all lanes together, or of one lane. */
export type PlaceOf = (program: string, ofOneLane: boolean) => number

/** Prints a program as the body of a WebAssembly function: (address of the state) → 0, or 1 if it gave up. */
export function emitFunction(program: Program, target: WasmTarget, placeOf: PlaceOf): ByteWriter {
  const { lanes, tables, literals } = target
  const writer = new ValueWriter(LANES[lanes], tables, literals)
  writeBlock(writer, program.body, (name, ofOneLane) => placeOf(name, ofOneLane || program.ofOneLane))
  writer.code.local(LOCAL.get, writer.gaveUp)
  writer.code.byte(CONTROL.end)
  return writer.body()
}

function writeBlock(w: ValueWriter, block: Block, placeOf: PlaceOf): void {
  const { code, lanes } = w
  const { statements } = block
  // without an iterator, which would allocate: engines do not optimize code that runs once
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i]
    switch (statement.kind) {
      case 'value':
        if (isInline(statement) || statement.uses === 0) break
        if (statement.op === 'load') w.load(statement)
        else w.compute(statement)
        code.local(LOCAL.set, w.localFor(statement.id, statement.type))
        break
      case 'set':
        w.push(statement.value)
        code.local(LOCAL.set, w.variable(statement.variable))
        break
      case 'store':
        w.address(statement.array, statement.index)
        w.push(statement.value)
        if (statement.array.integers) code.all(INT_STORE)
        else code.all(lanes.ops.store)
        code.unsigned(w.offset(statement.array, statement.offset))
        break
      case 'giveUp':
        code.local(LOCAL.get, w.gaveUp)
        w.push(statement.mask)
        code.all(lanes.ops.any)
        code.byte(INT.or)
        code.local(LOCAL.set, w.gaveUp)
        break
      case 'call':
        call(w, placeOf(statement.program, false), 0)
        break
      case 'eachLane':
        for (let lane = 0; lane < lanes.count; lane++) call(w, placeOf(statement.program, true), lane * lanes.bytes)
        break
      case 'addMultiples':
        addMultiples(w, statement)
        break
      case 'dotRanges':
        dotRanges(w, statement)
        break
      case 'while':
        code.all([CONTROL.block, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
        writeBlock(w, statement.head, placeOf)
        w.push(statement.condition)
        code.all([INT.eqz, CONTROL.branchIf, 1])
        writeBlock(w, statement.body, placeOf)
        code.all([CONTROL.branch, 0, CONTROL.end, CONTROL.end])
        break
      case 'if':
        w.push(statement.condition)
        code.all([CONTROL.if, EMPTY_BLOCK])
        writeBlock(w, statement.yes, placeOf)
        if (statement.no !== undefined) {
          code.byte(CONTROL.else)
          writeBlock(w, statement.no, placeOf)
        }
        code.byte(CONTROL.end)
        break
      case 'for': {
        const { variable, first, end, step, body } = statement
        const index = w.variable(variable)
        const goesOn = step === 1 ? INT.lt : INT.ge
        w.push(first)
        code.local(LOCAL.set, index)
        code.local(LOCAL.get, index)
        w.push(end)
        code.all([goesOn, CONTROL.if, EMPTY_BLOCK, CONTROL.loop, EMPTY_BLOCK])
        writeBlock(w, body, placeOf)
        code.local(LOCAL.get, index)
        code.byte(INT.const)
        code.signed(step)
        code.byte(INT.add)
        code.local(LOCAL.set, index)
        code.local(LOCAL.get, index)
        w.push(end)
        code.all([goesOn, CONTROL.branchIf, 0, CONTROL.end, CONTROL.end])
        break
      }
    }
  }
}

/** Calls a function on the state, or on a lane of it, and notes whether that has given up. */
function call(w: ValueWriter, place: number, offset: number): void {
  const { code } = w
  code.local(LOCAL.get, w.gaveUp)
  code.local(LOCAL.get, 0)
  if (offset > 0) {
    code.byte(INT.const)
    code.signed(offset)
    code.byte(INT.add)
  }
  code.byte(CONTROL.call)
  code.unsigned(place)
  code.byte(INT.or)
  code.local(LOCAL.set, w.gaveUp)
}
