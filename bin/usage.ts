import { parseArgs } from 'node:util'
import { suggestion } from '../src/format/mjcf/text/messageText.ts'
import type { Io } from './io.ts'

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Failure of a command: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** One `--option` of a command. */
export interface OptionSpec {
  /** Placeholder of the value in the help text; absent: the option is a switch. */
  readonly value?: string
  readonly help: string
}

export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Operands in the usage line. */
  readonly operands: string
  /** Further paragraphs of the command's help. */
  readonly details?: string
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly string[]
  run(args: Arguments, io: Io): Promise<ExitCode>
}

/** Arguments after the name of a command. */
export class Arguments {
  readonly operands: readonly string[]
  readonly #values: Readonly<Record<string, string | boolean | undefined>>

  constructor(operands: readonly string[], values: Readonly<Record<string, string | boolean | undefined>>) {
    this.operands = operands
    this.#values = values
  }

  /** Whether a switch was given. */
  has(option: string): boolean {
    return this.#values[option] !== undefined
  }

  text(option: string): string | undefined {
    const value = this.#values[option]
    return typeof value === 'string' ? value : undefined
  }

  /** A number above zero. */
  positive(option: string): number | undefined {
    const text = this.text(option)
    if (text === undefined) return undefined
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isFinite(value) && value > 0) return value
    throw new UsageError(`--${option} needs a number above zero, not '${text}'`)
  }

  /** A whole number above zero. */
  count(option: string): number | undefined {
    const value = this.positive(option)
    if (value === undefined || Number.isSafeInteger(value)) return value
    throw new UsageError(`--${option} needs a whole number, not '${this.text(option)}'`)
  }

  /** One of a few words, upper and lower case alike; gives the word as it is spelled in `choices`. */
  choice<T extends string>(option: string, choices: readonly T[]): T | undefined {
    const text = this.text(option)
    if (text === undefined) return undefined
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found
    throw new UsageError(`--${option} must be one of ${choices.join(', ')}, not '${text}'${didYouMean(text, choices)}`)
  }

  /** The only operand. */
  single(what: string): string {
    const [first, ...more] = this.operands
    if (first === undefined) throw new UsageError(`which ${what}? None was given`)
    if (more.length > 0) throw new UsageError(`one ${what} at a time: what is '${more[0]}'?`)
    return first
  }

  none(): void {
    if (this.operands.length > 0) throw new UsageError(`what is '${this.operands[0]}'?`)
  }
}

export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [
      name,
      { type: spec.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const { positionals, values } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
    return new Arguments(positionals, values as Record<string, string | boolean | undefined>)
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, command, argv)
  }
}

/** Turns an error of Node's argument parser into a sentence about the option. */
function explain(error: NodeJS.ErrnoException, command: Command, argv: readonly string[]): Error {
  const quoted = /'(-[^ '=]+)[^']*'/.exec(error.message)?.[1]
  switch (error.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const known = Object.keys(command.options).map((name) => `--${name}`)
      return new UsageError(`there is no option ${quoted}${didYouMean(quoted ?? '', known)}`)
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE': {
      const name = quoted?.slice(2) ?? ''
      const spec = command.options[name]
      if (spec?.value === undefined) return new UsageError(`${quoted} takes no value`)
      const next = argv[argv.indexOf(`--${name}`) + 1]
      return new UsageError(
        next === undefined
          ? `${quoted} needs a value: ${quoted} <${spec.value}>`
          : `${quoted} needs a value; if '${next}' is meant, write ${quoted}=${next}`,
      )
    }
    default:
      return error
  }
}

/** `; did you mean 'x'?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const text = suggestion(word, candidates)
  return text === undefined ? '' : `; ${text}`
}

/** The help page of one command. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(command.options).map(
    ([name, { value, help }]) => [value === undefined ? `--${name}` : `--${name} <${value}>`, help] as const,
  )
  const width = Math.max(...flags.map(([flag]) => flag.length))
  const lines = [
    `${command.summary}.`,
    '',
    `usage: kinetree ${command.name}${command.operands && ` ${command.operands}`} [options]`,
    '',
    ...(command.details === undefined ? [] : [command.details, '']),
    'options:',
    ...flags.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'examples:',
    ...command.examples.map((example) => `  ${example}`),
  ]
  return `${lines.join('\n')}\n`
}
