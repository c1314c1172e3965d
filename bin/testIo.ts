import type { Io } from './io.ts'
import { main } from './main.ts'
import type { ExitCode } from './usage.ts'

export interface Run {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** Runs a command in the process of the test and captures its output. */
export async function runCommand(argv: readonly string[], overrides: Partial<Io> = {}): Promise<Run> {
  let out = ''
  let err = ''
  const io: Io = {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    redraw: (line) => {
      err += `\r\u001b[K${line}`
    },
    columns: 80,
    color: false,
    interactive: false,
    stop: new AbortController().signal,
    now: () => performance.now() / 1000,
    ...overrides,
  }
  const code = await main(argv, io)
  return { code, out, err }
}
