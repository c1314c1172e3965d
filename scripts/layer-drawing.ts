/** Draws the layers and the folders of `src` into docs/architecture.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { architecturePage } from '../tools/layers/drawing.ts'

const page = new URL('../docs/architecture.md', import.meta.url)
writeFileSync(page, architecturePage(readFileSync(page, 'utf8')))
