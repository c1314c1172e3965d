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
 * Three projects: `unit` (beside the code and test/scenarios), `conformance` (against the live reference)
 * and `package` (the built package: tarball, browser).
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
        test: {
          name: 'unit',
          include: ['{src,apps}/**/*.test.ts', 'bin/**/*.test.ts', 'test/{scenarios,fuzz}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'] } },
      { extends: true, test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
    ],
  },
})
