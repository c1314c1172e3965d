/**
 * What the command line needs from the outside world. Commands see only this, so that tests run them inside their
 * own process and look at what they would have printed.
 */
export interface Io {
  /** The result: what a pipe or a file receives. */
  out(text: string): void
  /** Messages, warnings and progress. */
  err(text: string): void
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

/** The real one: standard output, standard error, and Ctrl-C. A second Ctrl-C ends the process at once. */
export function processIo(): Io {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { stdout, stderr, env } = process
  ignoreClosedPipe(stdout)
  ignoreClosedPipe(stderr)
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: stdout.columns ?? 80,
    color: env['NO_COLOR'] === undefined && (stdout.isTTY || env['FORCE_COLOR'] !== undefined),
    interactive: stderr.isTTY === true,
    stop: stop.signal,
    now: () => performance.now() / 1000,
  }
}

/** `kinetree … | head` closes our output early; that is no error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}

/** A break in long work: lets Ctrl-C and file writes come through. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
