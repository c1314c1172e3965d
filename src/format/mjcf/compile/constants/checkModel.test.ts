import { expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { loadModel } from '../../../load.ts'

const refused = (world: string, before = '') =>
  modelError(() => loadModel(`<mujoco>${before}<worldbody>${world}</worldbody></mujoco>`))

test('positions whose squares overflow are refused at the body they spoil', () => {
  const error = refused('<body name="far"><freejoint/><geom size="1" pos="1e300 0 0"/></body>')
  expect(error).toMatchObject({ element: 'body' })
  expect(error.message).toContain("'far'")
})

test('colors beyond single precision are refused', () => {
  expect(refused('<geom size="1" rgba="1e300 0 0 1"/>')).toMatchObject({ element: 'geom' })
})

test('a bounding box that overflows is refused', () => {
  expect(refused('<geom size="1e308" pos="1e308 0 0"/>').message).toMatch(/not finite/)
})
