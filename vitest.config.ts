import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Projects in the order in which their files start. Those that take long come first, so that no core is idle at the
 * end. Files of a project follow each other: a process is passed on to the next file only where that is of the same
 * project.
 */
const ORDER = ['corpus', 'allocation', 'package', 'scenario', 'conformance', 'unit']

/** The longest files of all, with the largest share of processor time first. */
const LONGEST = ['corpus/mujoco', 'corpus/engine', 'corpus/menagerie', 'stepAllocation', 'embed', 'mjcfTables']

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(name))
      return ORDER.indexOf(project.name) * (LONGEST.length + 1) + (place < 0 ? LONGEST.length : place)
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * - `unit`: beside the code;
 * - `scenario`: what users do, and fuzz;
 * - `conformance`: against the live reference, topic by topic;
 * - `corpus`: against the live reference, every check on every model;
 * - `allocation`: what must allocate nothing, each file in a process of its own, since what else ran there decides how
 *   functions are compiled;
 * - `package`: the built package: tarball, browser, documentation.
 *
 * In the first three a process serves many files, so that modules are loaded once. `--mode long` runs all cases of the
 * fuzz.
 */
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    sequence: { sequencer: ByProject },
    execArgv: ['--expose-gc'],
    env: mode === 'long' ? { KINETREE_LONG: '1' } : {},
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      shared('unit', '{src,tools,apps,bin,bench}/**/*.test.ts'),
      shared('scenario', 'test/{scenarios,fuzz}/**/*.test.ts'),
      shared('conformance', 'test/conformance/!(corpus)/**/*.test.ts'),
      { extends: true, test: { name: 'corpus', include: ['test/conformance/corpus/*.test.ts'] } },
      { extends: true, test: { name: 'allocation', include: ['test/allocation/*.test.ts'] } },
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
}))

/** A project whose files share processes. */
function shared(name: string, include: string) {
  return { extends: true as const, test: { name, isolate: false, include: [include] } }
}
