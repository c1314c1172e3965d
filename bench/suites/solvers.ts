import * as kinetree from '../../src/index.ts'
import { Solver } from '../../src/index.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { contactScenes } from '../scenes/contactScenes.ts'
import { ReferenceRun, Run, restoring, type StepScene } from '../scenes/stepScene.ts'
import type { OpenScene, StageContest, Suite } from '../suite.ts'
import { iterationsOf } from './contacts.ts'

/** Some 3,000 constraint rows in one island, too many for the dense matrices of `ActiveSet`. */
const PIT = '200 boxes in a pit'

type SolverName = keyof typeof Solver

/** Scenes with pyramidal friction cones, which every solver can solve. */
const SCENES = ['standing humanoid', 'quadruped', 'arm with gripper', 'ragdoll', 'boxes', PIT]

/** Each solver that MuJoCo has too, from the same warm start. */
export const solvers: Suite = suiteOf('solvers', ['Newton', 'CG', 'PGS'], {
  summary: 'The constraint solver alone, with each of the solvers that MuJoCo has',
})

/** Our further solvers, beside MuJoCo's default. */
export const ownSolvers: Suite = suiteOf('own solvers', ['ActiveSet', 'DualCG'], {
  summary: 'The constraint solver alone, with solvers that MuJoCo does not have',
  against: "MuJoCo's Newton",
})

function suiteOf(
  name: string,
  solvers: readonly SolverName[],
  about: { readonly summary: string; readonly against?: string },
): Suite {
  return {
    name,
    ...about,
    scenes: () =>
      contactScenes()
        .filter(({ name }) => SCENES.includes(name))
        .map((scene) => ({
          name: scene.name,
          stages: solvers.filter((solver) => scene.name !== PIT || solver !== 'ActiveSet').map(stageOf),
          open: (mj) => open(mj, scene, solvers),
        })),
  }
}

function stageOf(solver: SolverName): string {
  return `solve, ${solver}`
}

/** Newton where MuJoCo does not have the solver. */
function referenceOf(solver: SolverName): SolverName {
  return solver === 'CG' || solver === 'PGS' ? solver : 'Newton'
}

/** The state is the one that the model's own solver leads to. */
function open(mj: ReferenceModule, scene: StepScene, solvers: readonly SolverName[]): OpenScene {
  const ours = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, ours)
  const { m, d } = ours
  const [model, data] = [reference.model.raw, reference.data]
  const restore = restoring(ours, reference)
  const contestOf = (solver: SolverName): StageContest => ({
    stage: stageOf(solver),
    prepare: () => {
      m.opt.solver = Solver[solver]
      model.opt.solver = Solver[referenceOf(solver)]
      restore()
    },
    ours: () => kinetree.solveConstraints(m, d),
    reference: () => {
      // A = J M⁻¹ Jᵀ, which our dual solvers compute themselves
      if (solver === 'PGS') mj.mj_projectConstraint(model, data)
      mj.mj_fwdConstraint(model, data)
    },
    iterations: () => iterationsOf(ours, reference),
    contacts: () => d.ncon,
  })
  return { contests: solvers.map(contestOf), delete: () => reference.delete() }
}
