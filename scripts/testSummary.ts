import { readFileSync } from 'node:fs'

/** Prints one line, `N passed, N failed`, from a JSON report of the test runner. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  /** Files that could not even be loaded have no tests that failed. */
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: testSummary.ts <report.json>')
const report = JSON.parse(readFileSync(file, 'utf8')) as Report
const broken = report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length
if (report.numPendingTests > 0) console.log(`${report.numPendingTests} skipped`)
console.log(`${report.numPassedTests} passed, ${report.numFailedTests + broken} failed`)
