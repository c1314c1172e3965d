import { judgeShared } from './sharedCorpus.ts'

judgeShared(
  'mujoco',
  'mujoco',
  'mujoco-tests/benchmark',
  'mujoco-tests/user',
  'mujoco-tests/xml',
  'mujoco-tests/testdata',
)
