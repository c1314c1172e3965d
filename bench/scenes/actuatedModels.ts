import { readFileSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import { DisableBit, type Model } from '../../src/index.ts'
import { Random, trialStates } from '../../tools/compare/randomState.ts'
import { sharedFiles } from './models.ts'
import type { StepScene } from './stepScene.ts'

/** Few and many muscles, tendons and sensors, without constraints; models by others where they are at hand. */
export function actuatedModels(): StepScene[] {
  const arm = readFileSync(packageFile('models/muscle_arm.xml'), 'utf8')
  const others = sharedFiles([
    { name: 'arm26', path: 'mujoco/tendon_arm/arm26.xml' },
    { name: 'Shadow hand', path: 'menagerie/shadow_hand/right_hand.xml' },
    { name: 'Barkour', path: 'menagerie/google_barkour_vb/barkour_vb.xml' },
  ])
  const models = [
    { name: 'arm of 100 muscles', source: arm },
    { name: 'body of 700 muscles', source: manyArms(arm, 7) },
    ...others.map(({ name, path, files }) => ({ name, source: { path, files } })),
  ]
  return models.map((model) => ({ ...model, options: { disable: DisableBit.constraint }, start: excited, settle: 0 }))
}

/** A random state with controls and activations between 0 and 1. */
function excited(m: Model): Record<string, Float64Array> {
  const { arrays } = trialStates(m, 1, 1).find(({ label }) => label === 'random 0')!
  const random = new Random(2)
  return {
    ...arrays,
    act: arrays['act'].map(() => random.uniform(0, 1)),
    ctrl: arrays['ctrl'].map(() => random.uniform(0, 1)),
  }
}

/** A body that floats, with several copies of the arm around it: muscles by the hundred in one tree. */
function manyArms(xml: string, count: number): string {
  const section = (tag: string) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xml)![1]
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
