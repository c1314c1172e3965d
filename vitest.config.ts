import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs what takes longest first, so that no core is idle at the end: the walks over all models, then by size of file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const walks = /[cC]orpus|mjcfTables|allocation/
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => walks.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !walks.test(moduleId)),
    ]
  }
}

/**
 * Four projects: `unit` (beside the code; the modules are loaded once for all of them), `scenario` (what users do, fuzz, and
 * what must allocate nothing, each file in a process of its own), `conformance` (against the live reference) and `package`
 * (the built package: tarball, browser).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    execArgv: ['--expose-gc'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', isolate: false, include: ['{src,tools,apps,bin,bench}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'scenario', include: ['test/{scenarios,fuzz}/**/*.test.ts'] } },
      { extends: true, test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/package/browserSetup.ts'],
        },
      },
    ],
  },
})
