import { readFileSync } from 'node:fs'
import { packageFile } from '../bin/packageFile.ts'
import { Data, forward, loadModel, type Model, step } from '../src/index.ts'
import { solveConstraints } from '../src/physics/solver/solve.ts'
import type { Pair } from '../tools/compare/compareData.ts'
import { Random } from '../tools/compare/randomState.ts'
import { type ModelFiles, ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import type { Contest } from './measure.ts'
import { benchFiles, benchModels } from './models.ts'
import { heap } from './scenes.ts'

/** A scene to step through, with contacts and all other constraints. */
export interface ContactScene {
  readonly name: string
  /** The text of a model, or where its files are. */
  readonly source: string | ModelFiles
  /** Steps until things lie on each other as they do while it is measured. */
  readonly settle: number
  /** Positions to start from; those of the first keyframe, or qpos0, where there is none. */
  readonly start?: (m: Model) => Float64Array
  /** The reference takes minutes: it is measured only on request, and once. */
  readonly slow?: boolean
}

/** People, animals and robots on their feet, a grip, a hand, a pit and a heap full of boxes. */
export function contactScenes(): ContactScene[] {
  const own = (file: string) => readFileSync(packageFile(`models/${file}.xml`), 'utf8')
  const { name, xml, poses } = heap(1000)
  const start = (m: Model) => poses(m)[0]
  const crowd = benchModels().find(({ name }) => name === '22 humanoids')!.xml
  const robots = benchFiles().filter(({ name }) => name === 'Cassie' || name === 'Shadow hand')
  return [
    { name: 'standing humanoid', source: own('humanoid'), settle: 100 },
    { name: '22 humanoids', source: crowd, settle: 100 },
    { name: 'quadruped', source: own('quadruped'), settle: 100 },
    { name: 'arm with gripper', source: own('arm_gripper'), settle: 300 },
    { name: 'ragdoll', source: own('ragdoll'), settle: 100 },
    { name: 'chain', source: own('chain'), settle: 100 },
    { name: 'boxes', source: own('boxes'), settle: 100 },
    ...robots.map(({ name, path, files }) => ({ name, source: { path, files }, settle: 200 })),
    { name: '200 boxes in a pit', source: pit(200), settle: 400 },
    { name: '1000 boxes in stacks', source: xml, settle: 5 },
    { name, source: xml, settle: 2, start, slow: true },
    { name: `${name}, CG`, source: xml.replace('<worldbody>', '<option solver="CG"/>$&'), settle: 2, start },
  ]
}

/** Boxes of all sizes that fall into a pit of 3 by 3 metres. */
function pit(count: number): string {
  const random = new Random(1)
  const number = (low: number, high: number) => random.uniform(low, high).toFixed(3)
  const wall = (place: string, size: string) => `<geom type="box" pos="${place}" size="${size}"/>`
  let bodies = ''
  for (let i = 0; i < count; i++) {
    const [column, row, layer] = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]
    const place = [0.5 * (column - 2) + random.uniform(-0.05, 0.05), 0.5 * (row - 2), 0.4 + 0.5 * layer]
    const size = `${number(0.1, 0.2)} ${number(0.1, 0.2)} ${number(0.1, 0.2)}`
    bodies += `<body pos="${place.map((x) => x.toFixed(3)).join(' ')}" euler="${number(0, 90)} ${number(0, 90)} 0">`
    bodies += `<freejoint/><geom type="box" size="${size}"/></body>`
  }
  return `
<mujoco model="pit">
  <option timestep="0.005"/>
  <size memory="200M"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    ${wall('1.5 0 1', '.05 1.5 1')}${wall('-1.5 0 1', '.05 1.5 1')}${wall('0 1.5 1', '1.5 .05 1')}${wall('0 -1.5 1', '1.5 .05 1')}
    ${bodies}
  </worldbody>
</mujoco>`
}

function loadFiles({ path, files }: ModelFiles): Model {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = new TextDecoder().decode(files(path) as Uint8Array)
  return loadModel(xml, { files: (file) => files(folder + file), fileName: path })
}

/** Whole steps, and the solver alone, in both engines from the same state. */
export class ContactBench {
  readonly #pair: Pair
  readonly #start: { readonly qpos: Float64Array; readonly qvel: Float64Array; readonly warm: Float64Array }

  constructor(mj: ReferenceModule, { source, settle, start }: ContactScene) {
    const m = typeof source === 'string' ? loadModel(source) : loadFiles(source)
    const rm = new ReferenceModel(mj, source)
    const d = new Data(m)
    this.#pair = { m, d, rm, rd: new ReferenceData(rm) }
    if (start) d.qpos.set(start(m))
    else if (m.nkey > 0) d.qpos.set(m.key_qpos.subarray(0, m.nq))
    for (let i = 0; i < settle; i++) step(m, d)
    this.#start = { qpos: d.qpos.slice(), qvel: d.qvel.slice(), warm: d.qacc_warmstart.slice() }
  }

  /** Iterations of both solvers from the state that is measured, over all islands that count them. */
  startIterations(): [ours: number, reference: number] {
    this.#set()
    return this.lastIterations()
  }

  /** The same for the last step. */
  lastIterations(): [ours: number, reference: number] {
    const { d, rd } = this.#pair
    const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, n) => total + n, 0)
    return [sum(d.solver_niter), sum(rd.array('solver_niter')!)]
  }

  contests(): [stage: string, Contest][] {
    const { m, d, rd } = this.#pair
    const prepare = () => this.#set()
    return [
      ['step', { prepare, ours: () => step(m, d), reference: () => rd.call('mj_step') }],
      ['solve', { prepare, ours: () => solveConstraints(m, d), reference: () => rd.call('mj_fwdConstraint') }],
    ]
  }

  /** A step of each, for scenes that are measured only once. */
  single(): Contest {
    const { m, d, rd } = this.#pair
    return { prepare: () => this.#place(), ours: () => step(m, d), reference: () => rd.call('mj_step') }
  }

  /** Puts both engines into the state from which they start, with everything computed. */
  #set(): void {
    const { m, d, rd } = this.#pair
    this.#place()
    forward(m, d)
    rd.call('mj_forward')
  }

  #place(): void {
    const { d, rd } = this.#pair
    const { qpos, qvel, warm } = this.#start
    d.qpos.set(qpos)
    d.qvel.set(qvel)
    d.qacc_warmstart.set(warm)
    for (const field of ['qpos', 'qvel', 'qacc_warmstart'] as const) rd.set(field, d[field])
  }

  delete(): void {
    this.#pair.rd.delete()
    this.#pair.rm.delete()
  }
}
