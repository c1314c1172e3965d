import * as kinetree from '../../src/index.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { actuatedModels } from '../scenes/actuatedModels.ts'
import { ReferenceRun, Run, type StepScene, stepContest } from '../scenes/stepScene.ts'
import { alternate, type OpenScene, type Suite, stagesFrom } from '../suite.ts'

const STAGES = ['tendon', 'transmission', 'actuation', 'passive', 'sensors', 'forward', 'step']

/** Tendons, actuators and sensors from a random state with random controls, without constraints. */
export const actuation: Suite = {
  name: 'actuation',
  summary: 'Tendons, actuators and sensors, stage by stage and in whole steps without constraints',
  scenes: () => actuatedModels().map((scene) => ({ name: scene.name, stages: STAGES, open: (mj) => open(mj, scene) })),
}

function open(mj: ReferenceModule, scene: StepScene): OpenScene {
  const ours = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, ours)
  const { m, d } = ours
  const [model, data] = [reference.model.raw, reference.data]
  const step = stepContest(ours, reference)
  const stages = stagesFrom(step.prepare, {
    tendon: [() => kinetree.tendon(m, d), () => mj.mj_tendon(model, data)],
    transmission: [() => kinetree.transmission(m, d), () => mj.mj_transmission(model, data)],
    actuation: [() => kinetree.actuation(m, d), () => mj.mj_fwdActuation(model, data)],
    passive: [() => kinetree.passive(m, d), () => mj.mj_passive(model, data)],
    sensors: [
      () => {
        kinetree.sensorPos(m, d)
        kinetree.sensorVel(m, d)
        kinetree.sensorAcc(m, d)
      },
      () => {
        mj.mj_sensorPos(model, data)
        mj.mj_sensorVel(model, data)
        mj.mj_sensorAcc(model, data)
      },
    ],
    forward: [() => kinetree.forward(m, d), () => mj.mj_forward(model, data)],
  })
  const empty = [...(m.ntendon === 0 ? ['tendon'] : []), ...(m.nsensor === 0 ? ['sensors'] : [])]
  return {
    warmUp: alternate(step),
    contests: [...stages.filter(({ stage }) => !empty.includes(stage)), { ...step, stage: 'step', step: true }],
    delete: () => reference.delete(),
  }
}
