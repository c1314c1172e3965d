import { writeFileSync } from 'node:fs'
import { collisionPage } from '../src/collision/docs.ts'

/** Writes docs/collision.md, the page about which shapes collide how. */
writeFileSync(new URL('../docs/collision.md', import.meta.url), collisionPage())
