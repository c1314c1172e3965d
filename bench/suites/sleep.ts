import * as kinetree from '../../src/index.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { boxesOnFloor, floorScene, humanoidAwake, sleepScenes } from '../scenes/sleepScenes.ts'
import { ReferenceRun, Run, type StepScene, stepContest } from '../scenes/stepScene.ts'
import type { OpenScene, Suite } from '../suite.ts'

/** Steps in which most trees sleep. */
export const sleep: Suite = {
  name: 'sleep',
  summary: 'Steps in which most trees sleep',
  scenes: () =>
    sleepScenes().map((scene) => ({
      name: scene.name,
      stages: [scene.stage ?? 'step'],
      ...(scene.slow ? { slow: true } : {}),
      open: (mj) => open(mj, scene),
    })),
}

function open(mj: ReferenceModule, scene: StepScene): OpenScene {
  const ours = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, ours)
  return {
    contests: [{ ...stepContest(ours, reference), stage: scene.stage ?? 'step', step: true }],
    delete: () => reference.delete(),
  }
}

/** What the option costs where no tree may sleep: the same bits with and without it. */
export const sleepOption: Suite = {
  name: 'sleep option',
  summary: 'Steps in which nothing may sleep, with the option `sleep`',
  against: 'the same steps without the option',
  scenes: () => {
    const boxes = boxesOnFloor(50, 'sleep="never"')
    return [
      { name: 'humanoid', on: humanoidAwake('enable'), off: humanoidAwake('disable') },
      { name: '50 boxes', on: floorScene(boxes, 'enable'), off: floorScene(boxes, 'disable') },
    ].map(({ name, on, off }) => ({ name, stages: [AWAKE_STAGE], open: () => openOption(name, on, off) }))
  },
}

const AWAKE_STEPS = 20
const AWAKE_STAGE = `${AWAKE_STEPS} steps`

function openOption(name: string, on: string, off: string): OpenScene {
  const run = (source: string) => new Run(kinetree, { name, source, settle: 0, steps: AWAKE_STEPS })
  return { contests: [{ ...stepContest(run(on), run(off)), stage: AWAKE_STAGE, share: 5 }], delete: () => {} }
}
