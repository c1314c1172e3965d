import { writeFileSync } from 'node:fs'
import { actuatorPage } from '../tools/docs/actuatorPage.ts'

/** Writes docs/actuators.md, the page about kinds of actuators. */
writeFileSync(new URL('../docs/actuators.md', import.meta.url), actuatorPage())
