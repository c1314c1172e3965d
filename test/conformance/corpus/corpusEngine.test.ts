import { judgeShared } from './sharedCorpus.ts'

judgeShared('engine', 'mujoco-tests/engine')
