import { writeFileSync } from 'node:fs'
import { mjcfPage } from '../tools/docs/mjcfPage.ts'

/** Writes docs/mjcf.md, the page about what is read of MJCF. */
writeFileSync(new URL('../docs/mjcf.md', import.meta.url), mjcfPage())
