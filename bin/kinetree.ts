#!/usr/bin/env node
import { processIo } from './io.ts'
import { main } from './main.ts'
import { printableLines } from './text/printable.ts'

const io = processIo()
try {
  process.exitCode = await main(process.argv.slice(2), io)
} catch (error) {
  // a fault of this program, whose message may contain names of a model
  io.err(printableLines(`${error instanceof Error ? error.stack : error}\n`))
  process.exitCode = 1
}
