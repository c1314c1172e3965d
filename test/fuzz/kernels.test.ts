import { expect, test } from 'vitest'
import { runKernelCase } from './kernelCases.ts'

/** `npm run fuzz -- --kernels <seed>` runs one of them. */
const CASES = process.env['KINETREE_LONG'] === '1' ? 10_000 : 300
const CHUNK = 100

test.each(Array.from({ length: CASES / CHUNK }, (_, i) => i * CHUNK))(
  'generated robots from seed %i on have the same states with kernels and without',
  { timeout: 300_000 },
  (first) => {
    const same = Array.from({ length: CHUNK }, (_, i) => runKernelCase(first + i)).filter((result) => result === 'same')
    expect(same.length).toBeGreaterThan(CHUNK / 2)
  },
)
