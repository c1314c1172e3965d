import { dropDeadStores } from './record/deadStores.ts'
import {
  type Block,
  type Program,
  type ProgramArray,
  type Statement,
  statementsOf,
  withBlocks,
} from './record/kernelProgram.ts'
import type { UnstoredField } from './run/leanState.ts'

/**
 * Forward dynamics of lean steps: the sequence `lean` with programs of its own, which store only what later programs
 * of a step load, and what lean states have in any case.
 */

/** Fields that lean states have, besides contacts and whole numbers. */
const KEPT = new Set('qpos qvel act act_dot qacc qacc_warmstart sensordata scalar'.split(' '))

function isKept({ name, integers }: ProgramArray): boolean {
  return integers || KEPT.has(name) || name.startsWith('contact_')
}

/** What a lean step takes of a module, besides the programs that are there. */
export interface LeanPrograms {
  /** In the order in which they are added: those that a program calls come before it. */
  readonly programs: readonly Program[]
  /** The names of those that have been left lean. */
  readonly replaced: ReadonlySet<string>
  readonly unstored: readonly UnstoredField[]
}

/**
 * @param all programs by name, in the order in which they were recorded
 * @param ends the sequences that come after `lean` in a step
 * @param isField whether an array is a field of `Data`; workspace is small
 */
export function leanPrograms(
  all: ReadonlyMap<string, Program>,
  ends: readonly string[],
  isField: (array: ProgramArray) => boolean,
): LeanPrograms {
  const forward = reachable(all, ['lean'])
  const later = [...reachable(all, ends)].filter((name) => !forward.has(name))
  const storedLater = new Set(later.flatMap((name) => arraysOf(all.get(name)!)))
  const reached = [...all.keys()]
    .filter((name) => forward.has(name) || later.includes(name))
    .map((name) => all.get(name)!)
  const { programs: changed, unstored } = dropDeadStores(
    reached,
    (array) => isKept(array) || !isField(array) || storedLater.has(array.byteOffset),
  )
  const programs: Program[] = []
  const replaced = new Set<string>()
  for (const { name } of reached) {
    if (!forward.has(name)) continue
    const program = changed.get(name) ?? all.get(name)!
    const isChanged = changed.has(name) || callsOf(program.body).some((callee) => replaced.has(callee))
    if (!isChanged) continue
    replaced.add(name)
    const body = renameCalls(program.body, replaced)
    programs.push({ ...program, name: name === 'lean' ? name : leanName(name), body })
  }
  return {
    programs,
    replaced,
    unstored: unstored.map(({ array: { name, byteOffset, length }, entries }) => ({
      name,
      byteOffset,
      length,
      entries,
    })),
  }
}

function leanName(name: string): string {
  return `lean ${name}`
}

function reachable(all: ReadonlyMap<string, Program>, from: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    const program = all.get(name)
    if (program === undefined || found.has(name)) return
    found.add(name)
    for (const callee of callsOf(program.body)) visit(callee)
  }
  for (const name of from) visit(name)
  return found
}

function callsOf(block: Block): string[] {
  return Array.from(statementsOf(block)).flatMap((statement) =>
    statement.kind === 'call' || statement.kind === 'eachLane' ? [statement.program] : [],
  )
}

/** Places of the arrays that a program stores to. */
function arraysOf({ body }: Program): number[] {
  return Array.from(statementsOf(body)).flatMap((statement) => {
    if (statement.kind === 'store') return [statement.array.byteOffset]
    return statement.kind === 'addMultiples' ? [statement.y.byteOffset] : []
  })
}

/** A block that calls the lean programs. */
function renameCalls(block: Block, replaced: ReadonlySet<string>): Block {
  const rename = (statement: Statement): Statement => {
    const isCall = statement.kind === 'call' || statement.kind === 'eachLane'
    if (isCall && replaced.has(statement.program)) return { ...statement, program: leanName(statement.program) }
    return withBlocks(statement, (inner) => renameCalls(inner, replaced))
  }
  return { ...block, statements: block.statements.map(rename) }
}
