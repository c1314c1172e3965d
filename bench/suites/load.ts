import { loadModel } from '../../src/index.ts'
import { ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import { benchFiles, benchModels } from '../scenes/models.ts'
import { loadSource, type ModelSource } from '../scenes/stepScene.ts'
import { alternate, type OpenScene, type Suite } from '../suite.ts'

/** Parsing and compiling of models, from memory. */
export const load: Suite = {
  name: 'load',
  summary: 'Parsing and compiling of a model, from memory',
  scenes: () =>
    [
      ...benchModels().map(({ name, xml }) => ({ name, source: xml })),
      ...benchFiles().map((files) => ({ name: files.name, source: files })),
    ].map(({ name, source }) => ({ name, stages: ['load'], open: (mj) => open(mj, source) })),
}

/** Each load of the reference has a folder of its own, so that it finds nothing in its cache of assets. */
function open(mj: ReferenceModule, source: ModelSource): OpenScene {
  const contest = {
    stage: 'load',
    share: 5,
    prepare: () => {},
    ours: () => void loadSource(loadModel, source),
    reference: () => new ReferenceModel(mj, source).delete(),
  }
  return { warmUp: alternate(contest), contests: [contest], delete: () => {} }
}
