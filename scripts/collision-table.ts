import { writeFileSync } from 'node:fs'
import { collisionPage } from '../tools/docs/collisionPage.ts'

/** Writes docs/collision.md, the page about which shapes collide how. */
writeFileSync(new URL('../docs/collision.md', import.meta.url), collisionPage())
