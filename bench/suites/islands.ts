import * as kinetree from '../../src/index.ts'
import { contactScenes } from '../scenes/contactScenes.ts'
import { Run, restoring, type StepScene } from '../scenes/stepScene.ts'
import type { OpenScene, Suite } from '../suite.ts'

const NAMES = ['22 humanoids', 'boxes', '200 boxes in a pit', '1000 boxes in stacks']

/** The constraint solver island by island. */
export const islands: Suite = {
  name: 'islands',
  summary: 'The constraint solver island by island',
  against: 'all constraints as one problem',
  scenes: () =>
    contactScenes()
      .filter(({ name }) => NAMES.includes(name))
      .map((scene) => ({ name: scene.name, stages: ['solve'], open: () => open(scene) })),
}

function open(scene: StepScene): OpenScene {
  const apart = new Run(kinetree, scene)
  const whole = new Run(kinetree, { ...scene, options: { disable: kinetree.DisableBit.island } })
  const solve =
    ({ m, d }: Run) =>
    () =>
      kinetree.solveConstraints(m, d)
  return {
    contests: [
      { stage: 'solve', share: 2, prepare: restoring(apart, whole), ours: solve(apart), reference: solve(whole) },
    ],
    delete: () => {},
  }
}
