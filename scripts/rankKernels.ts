/** Writes the kernels of symmetric rank updates; see rankKernels.ts for what they are. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rankKernels } from '../tools/kernels/rankKernels.ts'

const file = fileURLToPath(new URL('../src/physics/solver/factor/rankKernels.ts', import.meta.url))
writeFileSync(file, rankKernels())
execFileSync('npx', ['biome', 'check', '--write', file], { stdio: 'inherit' })
