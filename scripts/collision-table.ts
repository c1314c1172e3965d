import { writeFileSync } from 'node:fs'
import { collisionPage } from '../tools/docs/collisionPage.ts'

/** Writes docs/collision.md: the algorithm for each pair of shapes. */
writeFileSync(new URL('../docs/collision.md', import.meta.url), collisionPage())
