import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { CommandError } from '../usage.ts'

/** Writes a file that appears under its name only when it is complete. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new CommandError(`cannot write '${file}': ${(error as Error).message}`)
  }
}
