import { readFileSync, writeFileSync } from 'node:fs'
import { storedResults } from '../bench/results.ts'
import { actuatorPage } from '../tools/docs/actuatorPage.ts'
import { apiPage } from '../tools/docs/apiPage.ts'
import { benchmarkPage, readmeWithBenchmarks } from '../tools/docs/benchmarkPage.ts'
import { collisionPage } from '../tools/docs/collisionPage.ts'
import { dataFieldSource } from '../tools/docs/dataFieldTable.ts'
import { environmentPage } from '../tools/docs/environmentPage.ts'
import { expressionPage } from '../tools/docs/expressionPage.ts'
import { kernelPage } from '../tools/docs/kernelPage.ts'
import { mjcfPage } from '../tools/docs/mjcfPage.ts'
import { modelTextModule } from '../tools/docs/modelTexts.ts'
import { securityPage } from '../tools/docs/securityPage.ts'
import { sensorPage } from '../tools/docs/sensorPage.ts'
import { solverPage } from '../tools/docs/solverPage.ts'
import { architecturePage } from '../tools/layers/drawing.ts'

/** Writes all generated pages, tables, and modules: `npm run tables`. A test keeps each of them current. */

const results = storedResults()

/** From a page as it is to the page as it should be. */
const PAGES: Readonly<Record<string, (page: string) => string>> = {
  'README.md': (page) => readmeWithBenchmarks(page, results),
  'docs/actuators.md': actuatorPage,
  'docs/api.md': apiPage,
  'docs/architecture.md': architecturePage,
  'docs/benchmarks.md': () => benchmarkPage(results),
  'docs/collision.md': collisionPage,
  'docs/expressions.md': expressionPage,
  'docs/environments.md': environmentPage,
  'docs/guide/kernels.md': (page) => kernelPage(page, results),
  'docs/guide/solvers.md': solverPage,
  'docs/mjcf.md': mjcfPage,
  'docs/security.md': securityPage,
  'docs/sensors.md': sensorPage,
  'src/batch/expression/dataFields.ts': dataFieldSource,
  'src/env/tasks/modelTexts.ts': modelTextModule,
}

for (const [path, pageOf] of Object.entries(PAGES)) {
  const file = new URL(`../${path}`, import.meta.url)
  writeFileSync(file, pageOf(readFileSync(file, { encoding: 'utf8', flag: 'a+' })))
}
