import { EnableBit, Feature } from '../../model/enums.ts'
import type { Model } from '../../model/model.ts'

/** Notes what the model asks of the physics that a step leaves out so far. */
export function setFeatures(m: Model): void {
  m.features = m.opt.enableflags & EnableBit.sleep ? Feature.sleep : 0
}
