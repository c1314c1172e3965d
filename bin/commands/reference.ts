import { CommandError } from '../usage.ts'

/** Runs code that needs the official build of MuJoCo, an optional package, and reports if it is missing. */
export async function withReference<T>(command: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const missing = error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    if (!missing || !error.message.includes('@mujoco/mujoco')) throw error
    throw new CommandError(`${command} needs the package @mujoco/mujoco: run 'npm install @mujoco/mujoco'`)
  }
}
