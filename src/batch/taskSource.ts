import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import type { BatchTask } from './batchTask.ts'
import { type CompiledExpression, compileExpression } from './expression/compileExpression.ts'

/** A task in a module that every thread imports. */
export interface TaskModule {
  /** Address of the module: `new URL('./task.js', import.meta.url)`. */
  readonly module: string | URL
  /** Name of the export that is a `BatchTask`, or a function that makes one; `default` by default. */
  readonly export?: string
  /** Second argument of that function: plain data. */
  readonly options?: unknown
}

/** Parts of a task as expressions. */
export interface TaskExpressions {
  /** Reward of a call: a number. */
  readonly reward?: string | undefined
  /** Whether the episode has ended. */
  readonly terminated?: string | undefined
  /** Whether it is broken off. */
  readonly truncated?: string | undefined
  /** What is observed, one after the other: numbers and vectors. */
  readonly observe?: readonly string[] | undefined
}

/** Where the task of a batch comes from: plain data that a message can carry. */
export interface TaskSource extends TaskExpressions {
  readonly module?: string
  readonly export?: string
  readonly options?: unknown
}

/** Makes the task of a model. */
export type TaskMaker = (m: Model) => BatchTask

/** Imports the module of a task. */
export async function importTask({ module, export: name = 'default', options }: TaskSource): Promise<TaskMaker> {
  if (module === undefined) return () => ({})
  const exports = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Record<string, unknown>
  const found = exports[name]
  if (typeof found === 'function')
    return (m) => checkTask((found as (m: Model, o: unknown) => unknown)(m, options), name)
  if (!(name in exports))
    throw new TypeError(`'${module}' has no export '${name}'; it has: ${Object.keys(exports).join(', ') || 'none'}`)
  const task = checkTask(found, name)
  return () => task
}

const FUNCTIONS = ['setUp', 'reset', 'act', 'observe', 'reward', 'terminated', 'truncated'] as const
const FLAGS = ['fresh', 'freshAct'] as const
const SIZES = ['actionSize', 'observationSize', 'memorySize'] as const

/** Throws unless a value is a task. */
export function checkTask(value: unknown, name: string): BatchTask {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(
      `the task '${name}' is ${value === null ? 'null' : typeof value}; expected an object of functions`,
    )
  for (const key of [...FUNCTIONS, ...SIZES]) {
    const part = (value as Record<string, unknown>)[key]
    if (part !== undefined && typeof part !== 'function')
      throw new TypeError(`'${key}' of the task '${name}' is ${typeof part}; expected a function`)
  }
  const known: readonly string[] = [...FUNCTIONS, ...SIZES, ...FLAGS]
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw new TypeError(`the task '${name}' has an unknown part '${key}'; there are ${known.join(', ')}`)
  const task = value as BatchTask
  if (task.observe && !task.observationSize)
    throw new TypeError(
      `the task '${name}' has 'observe' but no 'observationSize', which says how many numbers it writes`,
    )
  return task
}

/** A task whose reward may be an expression, which writes its value where a function would box it. */
export interface ThreadTask extends BatchTask {
  readonly rewardExpression?: CompiledExpression
}

type Changeable<T> = { -readonly [K in keyof T]: T[K] }

/** A task of which expressions replace parts. */
export function makeTask(m: Model, base: BatchTask, source: TaskExpressions): ThreadTask {
  const { reward, terminated, truncated, observe } = source
  const task = bound(base)
  if (reward !== undefined) task.rewardExpression = scalar(m, reward, 'reward')
  if (terminated !== undefined) task.terminated = truth(m, terminated, 'terminated')
  if (truncated !== undefined) task.truncated = truth(m, truncated, 'truncated')
  if (observe !== undefined) {
    const parts = observe.map((text) => compileExpression(m, text))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    task.observationSize = () => size
    task.observe = (_, d, out) => evaluateAll(parts, d, out)
  }
  return task
}

/** The functions of a task, also of one that is an instance of a class. */
function bound(base: BatchTask): Changeable<ThreadTask> {
  const task: Record<string, unknown> = {}
  for (const key of [...FUNCTIONS, ...SIZES]) {
    const part = base[key] as ((...args: never[]) => unknown) | undefined
    if (part) task[key] = part.bind(base)
  }
  for (const key of FLAGS) if (base[key] !== undefined) task[key] = base[key]
  return task
}

/** Names and places of the parts of observations that expressions give. */
export function observationFields(
  m: Model,
  observe: readonly string[],
): { name: string; offset: number; size: number }[] {
  let offset = 0
  return observe.map((name) => {
    const { size } = compileExpression(m, name)
    const field = { name, offset, size }
    offset += size
    return field
  })
}

function evaluateAll(parts: readonly CompiledExpression[], d: Data, out: Float64Array): void {
  let at = 0
  for (let i = 0; i < parts.length; i++) {
    parts[i].evaluate(d, out, at)
    at += parts[i].size
  }
}

/** An expression that is one number. */
function scalar(m: Model, text: string, name: string): CompiledExpression {
  const expression = compileExpression(m, text)
  if (expression.size !== 1) throw new TypeError(`'${name}' must be one number; '${text}' has ${expression.size}`)
  return expression
}

function truth(m: Model, text: string, name: string): (m: Model, d: Data) => boolean {
  const expression = scalar(m, text, name)
  const value = new Float64Array(1)
  return (_, d) => {
    expression.evaluate(d, value, 0)
    return value[0] !== 0
  }
}
