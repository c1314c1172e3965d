import { writeFileSync } from 'node:fs'
import { apiPage } from '../tools/docs/apiPage.ts'

/** Writes docs/api.md, the page about which function takes the place of which of MuJoCo's. */
writeFileSync(new URL('../docs/api.md', import.meta.url), apiPage())
