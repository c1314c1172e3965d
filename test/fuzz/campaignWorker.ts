import type { CaseReport, Chunk } from './campaign.ts'
import { fuzzCase, fuzzKind } from './fuzzCases.ts'

/**
 * A process that runs fuzz cases for `campaign.ts`. It tells the number of each case before it starts, so that the
 * parent knows which case hangs or takes the process down.
 */
const send = (message: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })

process.on('message', async ({ first, end }: Chunk) => {
  for (let number = first; number < end; number++) {
    await send({ started: number })
    await send(report(number))
  }
  await send({ done: true })
})

function report(number: number): CaseReport {
  const memory = process.memoryUsage.rss()
  const start = process.cpuUsage()
  let outcome: CaseReport['outcome']
  let error = ''
  try {
    outcome = fuzzCase(number).run()
  } catch (cause) {
    outcome = 'failed'
    error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  }
  const { user, system } = process.cpuUsage(start)
  const milliseconds = (user + system) / 1000
  // the peak of the process; what cases before have left is not counted
  const megabytes = Math.max(0, process.resourceUsage().maxRSS / 1024 - memory / 2 ** 20)
  return { number, kind: fuzzKind(number), outcome, milliseconds, megabytes, error }
}
