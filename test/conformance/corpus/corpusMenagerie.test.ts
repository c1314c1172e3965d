import { judgeShared } from './sharedCorpus.ts'

judgeShared('menagerie', 'menagerie')
