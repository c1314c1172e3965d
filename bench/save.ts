import { writeFileSync } from 'node:fs'
import { benchReport, runBench } from './bench.ts'

/**
 * Measures everything and keeps the results: `tsx bench/save.ts smooth-dynamics` writes results/smooth-dynamics.json.
 * Or only a part: `tsx bench/save.ts collision 2 "/ collision"`, with seconds and a filter.
 */
const [name = 'latest', seconds = '0.5', filter = ''] = process.argv.slice(2)
const results = await runBench({ seconds: Number(seconds), filter })
writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(benchReport(results), null, 2)}\n`)
