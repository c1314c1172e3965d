import { defineConfig } from 'vitest/config'

/**
 * Three projects: `unit` (beside the code and test/scenarios), `conformance` (against the live reference)
 * and `package` (the built package: tarball, browser).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: ['--expose-gc'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'bin/**/*.test.ts', 'test/{scenarios,fuzz}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'] } },
      { extends: true, test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
    ],
  },
})
