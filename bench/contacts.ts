import { readFileSync } from 'node:fs'
import { packageFile } from '../bin/packageFile.ts'
import type { Pair } from '../src/compare/compareData.ts'
import { Random } from '../src/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../src/compare/reference.ts'
import { Data, DisableBit, forward, loadModel, type Model, step } from '../src/index.ts'
import { solveConstraints } from '../src/solver/solve.ts'
import type { Contest } from './measure.ts'
import { benchModels } from './models.ts'
import { heap } from './scenes.ts'

/** A scene to step through, with contacts and all other constraints. */
export interface ContactScene {
  readonly name: string
  readonly xml: string
  /** Steps until things lie on each other as they do while it is measured. */
  readonly settle: number
  /** Positions to start from; qpos0 where there is none. */
  readonly start?: (m: Model) => Float64Array
}

/** People and animals on their feet, a grip, a pit and a heap full of boxes. */
export function contactScenes(): ContactScene[] {
  const own = (file: string) => readFileSync(packageFile(`models/${file}.xml`), 'utf8')
  const { name, xml, poses } = heap(1000)
  const start = (m: Model) => poses(m)[0]
  const crowd = benchModels().find(({ name }) => name === '22 humanoids')!.xml
  return [
    { name: 'standing humanoid', xml: own('humanoid'), settle: 100 },
    { name: '22 humanoids', xml: crowd, settle: 100 },
    { name: 'quadruped', xml: own('quadruped'), settle: 100 },
    { name: 'arm with gripper', xml: own('arm_gripper'), settle: 300 },
    { name: '200 boxes in a pit', xml: pit(200), settle: 400 },
    { name: '1000 boxes in stacks', xml, settle: 5 },
    // a single island of 6000 dofs, whose factor takes minutes
    { name: `${name}, CG`, xml: xml.replace('<worldbody>', '<option solver="CG"/>$&'), settle: 2, start },
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

/** Whole steps, and the solver alone, in both engines from the same state. */
export class ContactBench {
  readonly #pair: Pair
  readonly #start: { readonly qpos: Float64Array; readonly qvel: Float64Array; readonly warm: Float64Array }

  constructor(mj: ReferenceModule, { xml, settle, start }: ContactScene) {
    const m = loadModel(xml)
    const rm = new ReferenceModel(mj, xml)
    for (const opt of [m.opt, rm.raw.opt]) opt.disableflags |= DisableBit.actuation
    const d = new Data(m)
    this.#pair = { m, d, rm, rd: new ReferenceData(rm) }
    if (start) d.qpos.set(start(m))
    for (let i = 0; i < settle; i++) step(m, d)
    this.#start = { qpos: d.qpos.slice(), qvel: d.qvel.slice(), warm: d.qacc_warmstart.slice() }
  }

  /** Contacts and rows of the state that is measured, and iterations of both solvers, over all islands that count them. */
  get size(): { contacts: number; rows: number; iterations: [ours: number, reference: number] } {
    this.#set()
    const { d, rd } = this.#pair
    const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, n) => total + n, 0)
    return { contacts: d.ncon, rows: d.nefc, iterations: [sum(d.solver_niter), sum(rd.array('solver_niter')!)] }
  }

  contests(): [stage: string, Contest][] {
    const { m, d, rd } = this.#pair
    const prepare = () => this.#set()
    return [
      ['step', { prepare, ours: () => step(m, d), reference: () => rd.call('mj_step') }],
      ['solve', { prepare, ours: () => solveConstraints(m, d), reference: () => rd.call('mj_fwdConstraint') }],
    ]
  }

  /** Puts both engines into the state from which they start, with everything computed. */
  #set(): void {
    const { m, d, rd } = this.#pair
    const { qpos, qvel, warm } = this.#start
    d.qpos.set(qpos)
    d.qvel.set(qvel)
    d.qacc_warmstart.set(warm)
    for (const field of ['qpos', 'qvel', 'qacc_warmstart'] as const) rd.set(field, d[field])
    forward(m, d)
    rd.call('mj_forward')
  }

  delete(): void {
    this.#pair.rd.delete()
    this.#pair.rm.delete()
  }
}
