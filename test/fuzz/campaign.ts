import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FuzzOutcome } from './fuzzCase.ts'
import { type FuzzKind, fuzzKind } from './fuzzCases.ts'

/**
 * Runs many fuzz cases in processes of their own, each case with limits of time and memory. A case that hangs or takes
 * its process down is a failure of that case, and the campaign goes on. Finished chunks are written to a journal, so
 * that a campaign that was stopped continues where it was.
 */

/** Cases [first, end). */
export interface Chunk {
  readonly first: number
  readonly end: number
}

export interface CaseReport {
  readonly number: number
  readonly kind: FuzzKind
  readonly outcome: FuzzOutcome | 'failed'
  /** Time of the processor, of all threads. */
  readonly milliseconds: number
  /** Growth of the process at its peak. */
  readonly megabytes: number
  readonly error: string
}

export interface CampaignLimits {
  /** Time of the processor. */
  readonly milliseconds: number
  readonly megabytes: number
}

/** What became of the cases of a kind. */
export interface KindTally {
  cases: number
  loaded: number
  refused: number
  failed: number
  slowest: number
  largest: number
}

export interface CampaignReport {
  readonly cases: number
  readonly kinds: Readonly<Record<string, KindTally>>
  readonly failures: readonly Failure[]
}

interface Failure {
  readonly number: number
  readonly kind: string
  readonly error: string
}

/** A line of the journal. */
interface JournalLine {
  readonly chunk: number
  readonly reports: readonly CaseReport[]
}

const CHUNK = 250
/** Time that a process gets to start, ms. */
const START = 60_000
/** A case that gets little of a busy processor may take this many times its limit by the clock. */
const PATIENCE = 5
const WORKER = fileURLToPath(new URL('campaignWorker.ts', import.meta.url))

export async function runCampaign(options: {
  readonly cases: number
  readonly processes: number
  readonly limits: CampaignLimits
  readonly journal: string
  readonly log: (line: string) => void
}): Promise<CampaignReport> {
  const { cases, processes, limits, journal, log } = options
  const total = new Total(limits)
  const done = new Set<number>()
  for (const { chunk, reports } of journalLines(journal)) {
    done.add(chunk)
    reports.forEach((report) => {
      total.add(report)
    })
  }
  const chunks = Array.from({ length: Math.ceil(cases / CHUNK) }, (_, i) => i).filter((chunk) => !done.has(chunk))
  if (done.size > 0) log(`${total.cases} cases are in the journal`)
  const work = async () => {
    const runner = new CaseRunner(limits)
    try {
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
        const reports = await runner.run({ first: chunk * CHUNK, end: Math.min(cases, (chunk + 1) * CHUNK) })
        appendFileSync(journal, `${JSON.stringify({ chunk, reports } satisfies JournalLine)}\n`)
        reports.forEach((report) => {
          total.add(report)
        })
        log(`${total.cases} of ${cases} cases, ${total.failures.length} failures`)
      }
    } finally {
      runner.stop()
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return { cases: total.cases, kinds: total.kinds, failures: total.failures }
}

function journalLines(journal: string): JournalLine[] {
  if (!existsSync(journal)) return []
  const lines = readFileSync(journal, 'utf8').split('\n')
  // a line that was being written when the campaign was stopped has no end
  return lines.slice(0, -1).map((line) => JSON.parse(line) as JournalLine)
}

class Total {
  cases = 0
  readonly kinds: Record<string, KindTally> = {}
  readonly failures: Failure[] = []
  readonly #limits: CampaignLimits

  constructor(limits: CampaignLimits) {
    this.#limits = limits
  }

  add({ number, kind, outcome, milliseconds, megabytes, error }: CaseReport): void {
    this.kinds[kind] ??= { cases: 0, loaded: 0, refused: 0, failed: 0, slowest: 0, largest: 0 }
    const tally = this.kinds[kind]
    this.cases++
    tally.cases++
    tally.slowest = Math.max(tally.slowest, Math.round(milliseconds))
    tally.largest = Math.max(tally.largest, Math.round(megabytes))
    const limits = this.#limits
    const reason =
      outcome === 'failed'
        ? error
        : milliseconds > limits.milliseconds
          ? `took ${Math.round(milliseconds)} ms`
          : megabytes > limits.megabytes
            ? `took ${Math.round(megabytes)} MB`
            : undefined
    if (reason === undefined) tally[outcome as FuzzOutcome]++
    else {
      tally.failed++
      this.failures.push({ number, kind, error: reason })
    }
  }
}

/** Runs chunks in a child process, and starts a new one after a case that was killed or used too much memory. */
class CaseRunner {
  #child: ChildProcess | undefined
  readonly #limits: CampaignLimits

  constructor(limits: CampaignLimits) {
    this.#limits = limits
  }

  async run(chunk: Chunk): Promise<CaseReport[]> {
    const reports: CaseReport[] = []
    for (let first = chunk.first; first < chunk.end; ) {
      await this.#runUntilKilled({ first, end: chunk.end }, reports)
      first = reports.at(-1)!.number + 1
    }
    return reports
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  /** Ends with the chunk, or with a case that took the process down. */
  #runUntilKilled(chunk: Chunk, reports: CaseReport[]): Promise<void> {
    this.#child ??= fork(WORKER, { execArgv: [...process.execArgv, '--max-old-space-size=1024'], stdio: 'ignore' })
    const child = this.#child
    return new Promise((resolve) => {
      let current = chunk.first
      let reason = 'the process died'
      const kill = (why: string) => {
        reason = why
        child.kill('SIGKILL')
      }
      const { milliseconds, megabytes } = this.#limits
      let timer = setTimeout(() => kill('the process did not start'), START)
      const finish = () => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve()
      }
      child.on('message', (message: { started?: number; done?: boolean } & Partial<CaseReport>) => {
        clearTimeout(timer)
        if (message.done) return finish()
        if (message.started !== undefined) {
          current = message.started
          timer = setTimeout(() => kill(`did not end in ${PATIENCE * milliseconds} ms`), PATIENCE * milliseconds)
          return
        }
        const report = message as CaseReport
        reports.push(report)
        // memory that the process keeps would hide what later cases take
        if (report.megabytes <= megabytes) return
        this.stop()
        finish()
      })
      child.on('exit', () => {
        this.#child = undefined
        const kind = fuzzKind(current)
        reports.push({ number: current, kind, outcome: 'failed', milliseconds: 0, megabytes: 0, error: reason })
        finish()
      })
      child.send(chunk)
    })
  }
}
