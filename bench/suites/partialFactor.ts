import * as kinetree from '../../src/index.ts'
import { solveAwake } from '../../src/physics/dynamics/ldl.ts'
import type { ReferenceModule } from '../../tools/compare/reference.ts'
import { floorScene, hangingChains } from '../scenes/sleepScenes.ts'
import { ReferenceRun, Run, type StepScene } from '../scenes/stepScene.ts'
import { type OpenScene, type Suite, stagesFrom } from '../suite.ts'

const TREES = 40
const STAGES = ['massMatrix', 'factorM', 'solve with M']
const none = () => {}

/** The joint-space inertia M of trees awake only: composed, factored as Lᵀ D L, and solved with. */
export const partialFactor: Suite = {
  name: 'partial LDL',
  summary: 'Mass matrix M, its factor, and a solve, with half of the trees asleep',
  against: 'the same trees, all awake',
  scenes: () => [{ name: `${TREES} chains, half asleep`, stages: STAGES, open: openHalf }],
}

/** The same stages against MuJoCo, which leaves sleeping trees out too. */
export const inertia: Suite = {
  name: 'inertia with sleep',
  summary: 'Mass matrix M and its factor, with half of the trees asleep and with none',
  scenes: () =>
    [chainScene(0), chainScene(TREES / 2)].map((scene) => ({
      name: scene.name,
      stages: STAGES.slice(0, 2),
      open: (mj) => openInertia(mj, scene),
    })),
}

/** Chains of six hinges, some of them asleep from the start. */
function chainScene(asleep: number): StepScene {
  const awake = TREES - asleep
  const name = asleep === 0 ? `${TREES} chains awake` : `${TREES} chains, half asleep`
  const source = floorScene(hangingChains(awake, 'never') + hangingChains(asleep, 'init', awake), 'enable')
  return { name, source, settle: 2, asleep: true }
}

function openHalf(): OpenScene {
  const [half, all] = [chainScene(TREES / 2), chainScene(0)].map((scene) => stagesOf(new Run(kinetree, scene)))
  const contests = STAGES.map((stage, i) => ({ stage, prepare: none, ours: half[i], reference: all[i] }))
  return { contests, delete: none }
}

function stagesOf({ m, d }: Run): (() => void)[] {
  const right = Float64Array.from({ length: m.nv }, (_, dof) => Math.cos(dof))
  const x = new Float64Array(m.nv)
  return [
    () => kinetree.massMatrix(m, d),
    () => kinetree.factorM(m, d),
    () => {
      x.set(right)
      solveAwake(d, d.inertiaFactor, x)
    },
  ]
}

function openInertia(mj: ReferenceModule, scene: StepScene): OpenScene {
  const run = new Run(kinetree, scene)
  const reference = new ReferenceRun(mj, scene, run)
  const [model, data] = [reference.model.raw, reference.data]
  const [composeM, factorM] = stagesOf(run)
  const contests = stagesFrom(none, {
    massMatrix: [composeM, () => mj.mj_crb(model, data)],
    factorM: [factorM, () => mj.mj_factorM(model, data)],
  })
  return { contests, delete: () => reference.delete() }
}
