import { expect } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'

/** The `ModelError` that something throws; fails the test when it throws nothing, or anything else. */
export function modelError(run: () => unknown): ModelError {
  try {
    run()
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
  expect.unreachable('no ModelError was thrown')
}
