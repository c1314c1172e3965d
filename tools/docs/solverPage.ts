import { Cone, Data, DisableBit, forward, inverse, loadModel, type Model, Solver, step } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { brickWall } from '../../test/support/brickWall.ts'
import { contactStates } from '../compare/contactStates.ts'
import { between } from './between.ts'

/** Models, and a state of each with many contacts. */
const CASES: readonly (readonly [string, string])[] = [
  ['quadruped', 'reset'],
  ['humanoid', 'keyframe 0'],
  ['ragdoll', 'sunk'],
  ['arm_gripper', 'heap'],
  ['boxes', 'heap'],
]

/** Brick walls: courses, and bricks in each. */
const WALLS: readonly (readonly [number, number])[] = [
  [3, 5],
  [5, 8],
]
/** Steps after which the bricks press on each other. */
const WALL_STEPS = 5

const SOLVERS: readonly (keyof typeof Solver)[] = ['Newton', 'CG', 'PGS', 'ActiveSet', 'DualCG']

/** The page docs/guide/solvers.md with its tables: iterations and residuals of each solver from a cold start. */
export function solverPage(page: string): string {
  return Object.entries(Cone).reduce((text, [name, cone]) => between(text, name, solverTable(cone)), page)
}

function stateOf(m: Model, label: string): Data {
  const d = new Data(m)
  const state = contactStates(m, 1).find((found) => found.label === label)
  if (!state) throw new Error(`there is no state '${label}'`)
  d.qpos.set(state.arrays['qpos'])
  return d
}

/**
 * Length of M a − qfrc_smooth − Jᵀ f, with forces f as the acceleration a itself makes them, scaled as in the solvers.
 */
function residualOf(m: Model, d: Data): number {
  inverse(m, d)
  // qfrc_inverse is what is missing beside passive, bias and constraint forces; nothing else acts in these states
  const square = d.qfrc_inverse.reduce((sum, force) => sum + force * force, 0)
  return Math.sqrt(square) / (m.stat.meaninertia * Math.max(1, m.nv))
}

function solverTable(cone: Cone): string {
  const solvers = SOLVERS.filter((name) => cone === Cone.pyramidal || name !== 'ActiveSet')
  const models = CASES.map(([name, label]) => {
    const m = loadModelFile(new URL(`../../models/${name}.xml`, import.meta.url).pathname)
    m.opt.cone = cone
    return rowOf(`\`${name}\`, ${label}`, m, stateOf(m, label), solvers)
  })
  const walls = WALLS.map(([courses, length]) => {
    const m = loadModel(brickWall(courses, length))
    m.opt.cone = cone
    const d = new Data(m)
    for (let i = 0; i < WALL_STEPS; i++) step(m, d)
    return rowOf(`brick wall, ${courses} × ${length}`, m, d, solvers)
  })
  const head = ['model, state', 'rows', ...solvers]
  return [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...models, ...walls].join('\n')
}

function rowOf(title: string, m: Model, d: Data, solvers: readonly (keyof typeof Solver)[]): string {
  m.opt.disableflags |= DisableBit.warmstart
  const cells = solvers.map((solver) => {
    m.opt.solver = Solver[solver]
    forward(m, d)
    const iterations = d.solver_niter.reduce((sum, count) => sum + count, 0)
    return `${iterations}, ${residualOf(m, d).toExponential(0)}`
  })
  return `| ${title} | ${d.nefc} | ${cells.join(' | ')} |`
}
