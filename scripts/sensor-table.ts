import { writeFileSync } from 'node:fs'
import { sensorPage } from '../tools/docs/sensorPage.ts'

/** Writes docs/sensors.md: all types of sensors. */
writeFileSync(new URL('../docs/sensors.md', import.meta.url), sensorPage())
