import { readFileSync } from 'node:fs'
import { ModelError, StepError } from '../src/core/model/errors.ts'
import { bench } from './commands/bench.ts'
import { compare } from './commands/compare.ts'
import { convert } from './commands/convert.ts'
import { info } from './commands/info.ts'
import { kernel } from './commands/kernel.ts'
import { sim } from './commands/sim.ts'
import { view } from './commands/view.ts'
import { type Io, printingIo } from './io.ts'
import { packageFile } from './packageFile.ts'
import { explainModelError } from './text/modelError.ts'
import { printable } from './text/printable.ts'
import { type Command, CommandError, commandHelp, didYouMean, ExitCode, parseArguments, UsageError } from './usage.ts'

const commands: readonly Command[] = [sim, view, info, convert, compare, bench, kernel]

/**
 * The command line: looks up the command, runs it, and turns errors into messages.
 *
 * @param argv arguments after `kinetree`
 * @returns the exit code: 0 success, 1 failure (invalid model, different numbers), 2 wrong usage
 */
export async function main(argv: readonly string[], given: Io): Promise<ExitCode> {
  const io = printingIo(given)
  const [word, ...rest] = argv
  if (word === undefined || word === 'help' || word === '--help' || word === '-h') return help(rest, io)
  if (word === '--version' || word === '-V' || word === 'version') {
    io.out(`${version()}\n`)
    return ExitCode.ok
  }

  const command = commands.find(({ name }) => name === word)
  if (command === undefined) {
    const suggestion = didYouMean(
      word,
      commands.map(({ name }) => name),
    )
    const reason = word.startsWith('-')
      ? `the command comes first: ${word} is an option`
      : `there is no command '${word}'`
    io.err(`kinetree: ${printable(reason + suggestion)}\n\n${overview()}`)
    return ExitCode.usage
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(commandHelp(command))
    return ExitCode.ok
  }
  return guarded(command, rest, io)
}

async function guarded(command: Command, argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await command.run(parseArguments(command, argv), io)
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`kinetree ${command.name}: ${printable(error.message)}\nSee 'kinetree ${command.name} --help'.\n`)
      return ExitCode.usage
    }
    if (error instanceof ModelError) io.err(explainModelError(error))
    else if (error instanceof StepError || error instanceof CommandError)
      io.err(`kinetree: ${printable(error.message)}\n`)
    else throw error
    return ExitCode.failed
  }
}

/** `kinetree help` and `kinetree help sim`. */
function help([word]: readonly string[], io: Io): ExitCode {
  if (word === undefined) {
    io.out(overview())
    return ExitCode.ok
  }
  const command = commands.find(({ name }) => name === word)
  if (command === undefined) {
    const names = commands.map(({ name }) => name)
    io.err(`kinetree help: ${printable(`there is no command '${word}'${didYouMean(word, names)}`)}\n`)
    return ExitCode.usage
  }
  io.out(commandHelp(command))
  return ExitCode.ok
}

function overview(): string {
  const lines = [
    'Physics of articulated bodies, with MuJoCo models.',
    '',
    'usage: kinetree <command> [options]',
    '',
    'commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(8)}  ${summary}`),
    `  ${'help'.padEnd(8)}  Show this, or the help of one command`,
    '',
    "'kinetree <command> --help' shows its options, 'kinetree --version' the version.",
  ]
  return `${lines.join('\n')}\n`
}

function version(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version
}
