import { writeFileSync } from 'node:fs'
import { apiPage } from '../tools/docs/apiPage.ts'

/** Writes docs/api.md: MuJoCo's functions and their counterparts. */
writeFileSync(new URL('../docs/api.md', import.meta.url), apiPage())
