import { expect, test } from 'vitest'
import { MAX_CONTACTS_IN_ALL } from '../../../core/data/contactArrays.ts'
import { Data } from '../../../core/data/data.ts'
import { Warning } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { comPos } from '../../kinematics/comPos.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'

test('of hundreds of thousands of contacts the last are dropped, and a warning is counted', () => {
  // n spheres in the same place have n (n - 1) / 2 contacts
  const count = Math.ceil(Math.sqrt(2 * MAX_CONTACTS_IN_ALL)) + 2
  const m = loadModel(
    `<mujoco><worldbody>${'<body><freejoint/><geom size=".1"/></body>'.repeat(count)}</worldbody></mujoco>`,
  )
  const d = new Data(m)
  kinematics(m, d)
  comPos(m, d)
  collision(m, d)
  expect(d.ncon).toBe(MAX_CONTACTS_IN_ALL)
  expect(d.warning_number[Warning.contactfull]).toBe((count * (count - 1)) / 2 - MAX_CONTACTS_IN_ALL)
  expect(d.warning_lastinfo[Warning.contactfull]).toBe(MAX_CONTACTS_IN_ALL)
})
