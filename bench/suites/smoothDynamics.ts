import * as kinetree from '../../src/index.ts'
import { Integrator } from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { smoothScenes } from '../scenes/models.ts'
import { ReferenceRun, Run, type StepScene, stepContest } from '../scenes/stepScene.ts'
import { alternate, type OpenScene, type Suite, stagesFrom } from '../suite.ts'

const STAGES = [
  'kinematics',
  'comPos',
  'massMatrix',
  'factorM',
  'solveM',
  'comVel',
  'passive',
  'rne',
  'energy',
  'acceleration',
  'forward',
  'step (Euler)',
  'step (RK4)',
]

/** The stages of smooth dynamics, and whole steps, without constraints. */
export const smoothDynamics: Suite = {
  name: 'smooth dynamics',
  summary: 'Smooth dynamics without constraints, stage by stage and in whole steps',
  scenes: () => smoothScenes().map((scene) => ({ name: scene.name, stages: STAGES, open: (mj) => open(mj, scene) })),
}

function open(mj: ReferenceModule, scene: StepScene): OpenScene {
  const ours = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, ours)
  const { m, d } = ours
  const [model, data] = [reference.model.raw, reference.data]
  const out = new Float64Array(m.nv)
  const theirOut = new mj.DoubleBuffer(m.nv)
  const vector = new Random(1).vector(m.nv)
  const theirVector = [...vector]
  const step = stepContest(ours, reference)
  const stepWith = (integrator: Integrator) => ({
    ...step,
    step: true,
    prepare: () => {
      m.opt.integrator = integrator
      model.opt.integrator = integrator
      step.prepare()
    },
  })

  const stages = stagesFrom(step.prepare, {
    kinematics: [() => kinetree.kinematics(m, d), () => mj.mj_kinematics(model, data)],
    comPos: [() => kinetree.comPos(m, d), () => mj.mj_comPos(model, data)],
    massMatrix: [() => kinetree.massMatrix(m, d), () => mj.mj_crb(model, data)],
    factorM: [() => kinetree.factorM(m, d), () => mj.mj_factorM(model, data)],
    solveM: [
      () => {
        out.set(vector)
        kinetree.solveM(m, d, out)
      },
      () => mj.mj_solveM(model, data, theirOut, theirVector),
    ],
    comVel: [() => kinetree.comVel(m, d), () => mj.mj_comVel(model, data)],
    passive: [() => kinetree.passive(m, d), () => mj.mj_passive(model, data)],
    rne: [() => kinetree.rne(m, d, out, false), () => mj.mj_rne(model, data, 0, theirOut)],
    energy: [
      () => {
        kinetree.energyPos(m, d)
        kinetree.energyVel(m, d)
      },
      () => {
        mj.mj_energyPos(model, data)
        mj.mj_energyVel(model, data)
      },
    ],
    acceleration: [() => kinetree.forwardAcceleration(m, d), () => mj.mj_fwdAcceleration(model, data)],
    forward: [() => kinetree.forward(m, d), () => mj.mj_forward(model, data)],
  })
  return {
    warmUp: alternate(step),
    contests: [
      ...stages,
      { stage: 'step (Euler)', ...stepWith(Integrator.Euler) },
      { stage: 'step (RK4)', ...stepWith(Integrator.RK4) },
    ],
    delete: () => {
      theirOut.delete()
      reference.delete()
    },
  }
}
