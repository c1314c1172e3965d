import { readFileSync } from 'node:fs'
import { packageFile } from '../bin/packageFile.ts'
import { Data, loadModel, type Model, massMatrix, resetData, step } from '../src/index.ts'
import {
  type ModelFiles,
  type ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../tools/compare/reference.ts'
import type { Contest } from './measure.ts'
import { sharedFiles } from './models.ts'

/** A scene in which most things sleep. */
export interface SleepScene {
  readonly name: string
  readonly source: string | ModelFiles
  /** Steps until things sleep. */
  readonly settle: number
  /** What is measured: single steps once things sleep, or so many steps from the start, … */
  readonly steps?: number
  /** … or inertia in joint space alone. */
  readonly inertia?: boolean
  /** How many trees that sleep are looked at in a step. */
  readonly watch?: number
  /** Loading takes the reference long: measured only on request. */
  readonly slow?: boolean
}

/** Boxes that sleep, alone, beside a pendulum and beside a humanoid; MuJoCo's own scenes where these are at hand. */
export function sleepScenes(): SleepScene[] {
  const humanoid = readFileSync(packageFile('models/humanoid.xml'), 'utf8')
    .replace('<option', '<size memory="1G"/><option')
    .replace('<body name="pelvis"', '<body name="pelvis" sleep="never"')
    .replace(/<option([^>]*)\/>/, '<option$1><flag sleep="enable"/></option>')
  const crowd = (count: number) => humanoid.replace('</worldbody>', `${boxes(count, 'sleep="init"')}</worldbody>`)
  const arm = '<body pos="-2 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body>'
  const others = sharedFiles([
    { name: "MuJoCo's 100 humanoids asleep", path: 'mujoco/sleep/100_humanoids.xml' },
    { name: "MuJoCo's dominoes", path: 'mujoco/sleep/dominos.xml' },
  ])
  return [
    { name: '500 boxes asleep', source: scene(boxes(500), 'enable'), settle: 60 },
    { name: '100 boxes asleep and a pendulum', source: scene(boxes(100) + arm, 'enable'), settle: 60 },
    { name: '100 boxes and a pendulum, without sleep', source: scene(boxes(100) + arm, 'disable'), settle: 60 },
    { name: '40 chains awake', source: scene(chains(40, 'never'), 'enable'), settle: 2, inertia: true },
    {
      name: '40 chains, half of them asleep',
      source: scene(chains(20, 'never') + chains(20, 'init', 20), 'enable'),
      settle: 2,
      inertia: true,
    },
    { name: 'humanoid that may not sleep', source: humanoid, settle: 300 },
    { name: 'humanoid and 1,000 boxes asleep', source: crowd(1000), settle: 300 },
    { name: 'humanoid and 10,000 boxes asleep', source: crowd(10_000), settle: 300, slow: true },
    { name: 'humanoid and 10,000 boxes asleep, 64 watched', source: crowd(10_000), settle: 300, watch: 64, slow: true },
    ...others.map(({ name, path, files }) => ({
      name,
      source: { path, files },
      settle: 0,
      ...(name.includes('dominoes') ? { steps: 1000 } : {}),
    })),
  ]
}

function scene(bodies: string, flag: string): string {
  return `<mujoco><option><flag sleep="${flag}"/></option><worldbody><geom type="plane" size="0 0 1"/>${bodies}</worldbody></mujoco>`
}

/** Boxes side by side on the floor. */
function boxes(count: number, attributes = ''): string {
  const side = Math.ceil(Math.sqrt(count))
  const place = (i: number) => `${(5 + 0.4 * (i % side)).toFixed(1)} ${(0.4 * Math.floor(i / side)).toFixed(1)} .0999`
  return Array.from(
    { length: count },
    (_, i) => `<body pos="${place(i)}" ${attributes}><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  ).join('')
}

/** Chains of six links that hang in the air. */
function chains(count: number, policy: string, at = 0): string {
  const link = (depth: number, attributes: string): string =>
    depth === 0
      ? ''
      : `<body ${attributes}><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>${link(depth - 1, 'pos=".4 0 0"')}</body>`
  return Array.from({ length: count }, (_, i) => link(6, `pos="0 ${at + i} 3" sleep="${policy}"`)).join('')
}

/** Scenes in which nothing may sleep, for what the option costs there. */
export function awakeScenes(): { readonly name: string; readonly on: string; readonly off: string }[] {
  const humanoid = readFileSync(packageFile('models/humanoid.xml'), 'utf8').replace(
    '<body name="pelvis"',
    '<body name="pelvis" sleep="never"',
  )
  const on = humanoid.replace(/<option([^>]*)\/>/, '<option$1><flag sleep="enable"/></option>')
  const awake = boxes(50, 'sleep="never"')
  return [
    { name: 'humanoid, option sleep against without', on, off: humanoid },
    { name: '50 boxes, option sleep against without', on: scene(awake, 'enable'), off: scene(awake, 'disable') },
  ]
}

/** Steps of this engine with the option, against steps without it where else the reference stands: the same bits. */
export function awakeContest(on: string, off: string, steps: number): Contest {
  const run = (source: string) => {
    const m = load(source)
    const d = new Data(m)
    return () => {
      resetData(m, d)
      for (let i = 0; i < steps; i++) step(m, d)
    }
  }
  return { prepare: () => {}, ours: run(on), reference: run(off) }
}

/** What a step starts from. */
const MOVING = ['qpos', 'qvel', 'qacc_warmstart'] as const

/** Steps of both engines, in scenes in which most things sleep. */
export class SleepBench {
  readonly #model: ReferenceModel
  readonly #theirs: ReferenceData['raw']
  readonly stage: string
  readonly contest: Contest

  constructor(mj: ReferenceModule, { source, settle, steps, inertia, watch }: SleepScene) {
    const m = load(source)
    const d = new Data(m)
    if (watch !== undefined) d.sleepWatch = watch
    this.#model = new ReferenceModel(mj, source)
    // with all the scratch memory that the scene asks for
    this.#theirs = new mj.MjData(this.#model.raw)
    const [rm, rd] = [this.#model.raw, this.#theirs]
    for (let i = 0; i < settle; i++) {
      step(m, d)
      mj.mj_step(rm, rd)
    }
    if (d.ntree_awake !== rd.ntree_awake) throw new Error(`${d.ntree_awake} and ${rd.ntree_awake} trees are awake`)
    this.stage = inertia ? 'massMatrix' : steps === undefined ? 'step' : `${steps} steps`
    if (inertia) {
      this.contest = { prepare: () => {}, ours: () => massMatrix(m, d), reference: () => mj.mj_crb(rm, rd) }
      return
    }
    const count = steps ?? 1
    // what is awake goes on moving: each batch starts from the same state
    const kept = [d, rd].map((state) => MOVING.map((name) => Float64Array.from(state[name])))
    this.contest = {
      prepare: () => {
        if (steps === undefined) {
          for (const [i, state] of [d, rd].entries())
            for (const [k, name] of MOVING.entries()) (state[name] as Float64Array).set(kept[i][k])
          return
        }
        resetData(m, d)
        mj.mj_resetData(rm, rd)
      },
      ours: () => {
        for (let i = 0; i < count; i++) step(m, d)
      },
      reference: () => {
        for (let i = 0; i < count; i++) mj.mj_step(rm, rd)
      },
    }
  }

  delete(): void {
    this.#theirs.delete()
    this.#model.delete()
  }
}

function load(source: string | ModelFiles): Model {
  if (typeof source === 'string') return loadModel(source)
  const { path, files } = source
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const text = new TextDecoder().decode(files(path) as Uint8Array)
  return loadModel(text, { files: (file) => files(folder + file), fileName: path })
}
