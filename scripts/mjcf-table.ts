import { writeFileSync } from 'node:fs'
import { mjcfPage } from '../tools/docs/mjcfPage.ts'

/** Writes docs/mjcf.md: elements and attributes of MJCF. */
writeFileSync(new URL('../docs/mjcf.md', import.meta.url), mjcfPage())
