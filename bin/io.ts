import { STYLES } from './text/format.ts'
import { printable, printableLines } from './text/printable.ts'

/**
 * The outside world, as commands see it. Tests replace it, run commands in their own process, and check the output.
 */
export interface Io {
  /** Writes a result to standard output. */
  out(text: string): void
  /** Writes messages and warnings to standard error. */
  err(text: string): void
  /** Replaces the last line of `err`, which is a terminal. */
  redraw(line: string): void
  /** Width of the terminal, in characters. */
  readonly columns: number
  /** Whether `out` may be colored. */
  readonly color: boolean
  /** Whether `err` is a terminal on which a progress bar may be redrawn. */
  readonly interactive: boolean
  /** Aborted when the user asks to stop. */
  readonly stop: AbortSignal
  /** Seconds, for measuring how long something took. */
  now(): number
}

/** Standard output, standard error, and Ctrl-C. A second Ctrl-C ends the process at once. */
export function processIo(): Io {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { stdout, stderr, env } = process
  ignoreClosedPipe(stdout)
  ignoreClosedPipe(stderr)
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    redraw: (line) => void stderr.write(`\r\u001b[K${line}`),
    columns: stdout.columns ?? 80,
    color: env['NO_COLOR'] === undefined && (stdout.isTTY || env['FORCE_COLOR'] !== undefined),
    interactive: stderr.isTTY === true,
    stop: stop.signal,
    now: () => performance.now() / 1000,
  }
}

/** The same, for text that may contain anything: control characters are escaped, except for styles and line ends. */
export function printingIo(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(printableLines(text, io.color ? STYLES : undefined)),
    err: (text) => io.err(printableLines(text)),
    redraw: (line) => io.redraw(printable(line)),
  }
}

/** `kinetree … | head` closes the output early, which is not an error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}

/** A break in long work for Ctrl-C and file writes. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
