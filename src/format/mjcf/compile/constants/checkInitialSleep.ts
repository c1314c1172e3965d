import { Data } from '../../../../core/data/data.ts'
import { DisableBit, EnableBit } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import { trySleepFromStart } from '../../../../pipeline/initialSleep.ts'
import type { Parts } from '../parts/parts.ts'

/** Trees that are marked to sleep from the start must be able to, where the option lets them. */
export function checkInitialSleep(m: Model, { bodies }: Parts): void {
  if ((m.opt.enableflags & EnableBit.sleep) === 0) return
  const tree = trySleepFromStart(m, new Data(m))
  if (tree < 0) return
  throw new ModelError('this tree cannot sleep from the start', {
    source: bodies[m.tree_bodyadr[tree]].source,
    attribute: 'sleep',
    suggestion:
      (m.opt.disableflags & DisableBit.island) !== 0
        ? 'switch islands on: without them nobody knows what it touches'
        : "let everything that it touches, or is tied to, sleep from the start too, or leave out 'sleep'",
  })
}
