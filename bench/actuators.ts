import { existsSync, readFileSync, statSync } from 'node:fs'
import { packageFile } from '../bin/packageFile.ts'
import {
  Data,
  DisableBit,
  forward,
  loadModel,
  passive,
  sensorAcc,
  sensorPos,
  sensorVel,
  step,
  tendon,
} from '../src/index.ts'
import { actuation } from '../src/physics/actuation/actuation.ts'
import { transmission } from '../src/physics/actuation/transmission.ts'
import { type Pair, setState } from '../tools/compare/compareData.ts'
import { Random, trialStates } from '../tools/compare/randomState.ts'
import { type ModelFiles, ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import type { Contest } from './measure.ts'

/** A model whose tendons, actuators and sensors are measured. */
export interface ActuatedModel {
  readonly name: string
  readonly source: ModelFiles
}

/** What is measured of each. */
export const ACTUATION_STAGES = ['tendon', 'transmission', 'actuation', 'passive', 'sensors', 'forward', 'step']

/** Muscles, tendons and sensors, few and many; models that others wrote where they are at hand. */
export function actuatedModels(): ActuatedModel[] {
  const arm = readFileSync(packageFile('models/muscle_arm.xml'), 'utf8')
  const models = [
    { name: 'arm of 100 muscles', source: oneFile(arm) },
    { name: 'body of 700 muscles', source: oneFile(manyArms(arm, 7)) },
  ]
  const folder = packageFile('../shared/models')
  const others = [
    ['arm26', 'mujoco/tendon_arm/arm26.xml'],
    ['Shadow hand', 'menagerie/shadow_hand/right_hand.xml'],
    ['Barkour', 'menagerie/google_barkour_vb/barkour_vb.xml'],
  ] as const
  for (const [name, path] of others)
    if (existsSync(`${folder}/${path}`)) models.push({ name, source: { path, files: filesOf(folder) } })
  return models
}

function oneFile(xml: string): ModelFiles {
  const bytes = new TextEncoder().encode(xml)
  return { path: 'model.xml', files: (path) => (path === 'model.xml' ? bytes : undefined) }
}

function filesOf(folder: string): ModelFiles['files'] {
  return (path) => {
    const full = `${folder}/${path}`
    return statSync(full, { throwIfNoEntry: false })?.isFile() ? readFileSync(full) : undefined
  }
}

/** A body that floats, with several copies of the arm around it: muscles by the hundred in one tree. */
function manyArms(xml: string, count: number): string {
  const section = (tag: string) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xml)![1]!
  const torso = /<body name="torso"[\s\S]*<\/body>(?=\s*<\/worldbody>)/.exec(xml)![0]
  let [bodies, tendons, actuators] = ['', '', '']
  for (let i = 0; i < count; i++) {
    // names of classes stay
    const renamed = (text: string) =>
      text.replace(/\b(name|site|geom|sidesite|tendon)="([^"]*)"/g, (_, key, name) => `${key}="${name}_${i}"`)
    bodies += `<frame euler="0 0 ${(360 * i) / count}"><frame pos="0 -.3 0">${renamed(torso)}</frame></frame>`
    tendons += renamed(section('tendon'))
    actuators += renamed(section('actuator'))
  }
  return `<mujoco>
    <option timestep=".002" integrator="implicitfast"/>
    <default>${section('default').replace(/<default class="side">[\s\S]*/, '')}
      <default class="side"><site group="4"/></default><default class="flesh"><geom/></default>
    </default>
    <worldbody><body><freejoint/><geom size=".2"/>${bodies}</body></worldbody>
    <tendon>${tendons}</tendon><actuator>${actuators}</actuator>
  </mujoco>`
}

/** Stages of actuation in both engines, from the same random state with random controls. Contacts are left out. */
export class ActuationBench {
  readonly #mj: ReferenceModule
  readonly #pair: Pair

  constructor(mj: ReferenceModule, { source }: ActuatedModel) {
    const { path, files } = source
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const m = loadModel(new TextDecoder().decode(files(path) as Uint8Array), {
      files: (file) => files(folder + file),
      fileName: path,
    })
    const rm = new ReferenceModel(mj, source)
    for (const opt of [m.opt, rm.raw.opt]) opt.disableflags |= DisableBit.constraint
    this.#mj = mj
    this.#pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
  }

  /** A step in both engines, so that the compilers see everything before the first stage is measured. */
  warmUp(): void {
    step(this.#pair.m, this.#pair.d)
    this.#pair.rd.call('mj_step')
  }

  contests(): [stage: string, Contest][] {
    const { m, d, rm, rd } = this.#pair
    const mj = this.#mj
    const [model, data] = [rm.raw, rd.raw]
    const random = trialStates(m, 1, 1).find(({ label }) => label === 'random 0')!
    const share = new Random(2)
    const arrays = {
      ...random.arrays,
      act: random.arrays['act']!.map(() => share.uniform(0, 1)),
      ctrl: random.arrays['ctrl']!.map(() => share.uniform(0, 1)),
    }
    const prepare = () => {
      setState(this.#pair, { ...random, arrays })
      forward(m, d)
      mj.mj_forward(model, data)
    }
    const stage = (name: string, ours: () => void, reference: () => void): [string, Contest] => [
      name,
      { prepare, ours, reference },
    ]
    const contests = [
      stage(
        'tendon',
        () => tendon(m, d),
        () => mj.mj_tendon(model, data),
      ),
      stage(
        'transmission',
        () => transmission(m, d),
        () => mj.mj_transmission(model, data),
      ),
      stage(
        'actuation',
        () => actuation(m, d),
        () => mj.mj_fwdActuation(model, data),
      ),
      stage(
        'passive',
        () => passive(m, d),
        () => mj.mj_passive(model, data),
      ),
      stage(
        'sensors',
        () => {
          sensorPos(m, d)
          sensorVel(m, d)
          sensorAcc(m, d)
        },
        () => {
          mj.mj_sensorPos(model, data)
          mj.mj_sensorVel(model, data)
          mj.mj_sensorAcc(model, data)
        },
      ),
      stage(
        'forward',
        () => forward(m, d),
        () => mj.mj_forward(model, data),
      ),
      stage(
        'step',
        () => step(m, d),
        () => mj.mj_step(model, data),
      ),
    ]
    return contests.filter(([name]) => (name === 'tendon' ? m.ntendon > 0 : name === 'sensors' ? m.nsensor > 0 : true))
  }

  delete(): void {
    this.#pair.rd.delete()
    this.#pair.rm.delete()
  }
}
