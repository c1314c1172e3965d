import { writeFileSync } from 'node:fs'
import { actuatorPage } from '../tools/docs/actuatorPage.ts'

/** Writes docs/actuators.md: all types of actuators. */
writeFileSync(new URL('../docs/actuators.md', import.meta.url), actuatorPage())
