import * as kinetree from '../../src/index.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { contactScenes } from '../scenes/contactScenes.ts'
import { ReferenceRun, Run, type StepScene, stepContest } from '../scenes/stepScene.ts'
import type { OpenScene, Suite } from '../suite.ts'

/** Whole steps with constraints, and the solver alone, from the same state in both engines. */
export const contacts: Suite = {
  name: 'contacts',
  summary: 'Steps with contacts and all other constraints, and the constraint solver alone',
  scenes: () =>
    contactScenes().map((scene) => ({
      name: scene.name,
      stages: scene.slow ? ['step'] : ['step', 'solve'],
      ...(scene.slow ? { slow: true } : {}),
      open: (mj) => open(mj, scene),
    })),
}

function open(mj: ReferenceModule, scene: StepScene): OpenScene {
  const ours = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, ours)
  const { m, d } = ours
  const counts = { share: 2, iterations: () => iterationsOf(ours, reference), contacts: () => d.ncon }
  const step = { ...stepContest(ours, reference), ...counts, stage: 'step', step: true }
  const place = () => {
    ours.place()
    reference.place()
  }
  const solve = {
    ...counts,
    stage: 'solve',
    prepare: step.prepare,
    ours: () => kinetree.solveConstraints(m, d),
    reference: () => mj.mj_fwdConstraint(reference.model.raw, reference.data),
  }
  return {
    contests: scene.slow ? [{ ...step, prepare: place, once: true }] : [step, solve],
    delete: () => reference.delete(),
  }
}

/** Iterations of both solvers in the last solve, over all islands that count them. */
export function iterationsOf(ours: Run, reference: ReferenceRun): [ours: number, reference: number] {
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, n) => total + n, 0)
  return [sum(ours.d.solver_niter), sum(reference.data.solver_niter)]
}
