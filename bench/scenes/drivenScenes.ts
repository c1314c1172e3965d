import { readFileSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import { sharedFiles } from './models.ts'
import type { ModelSource } from './stepScene.ts'

/** A model that controls keep moving, and the motion that is timed. */
export interface DrivenScene {
  readonly name: string
  readonly source: ModelSource
  /** Steps with controls from the first keyframe, or a reset, to the state in which the motion starts. */
  readonly settle: number
  /** Steps of the motion. */
  readonly steps: number
}

/** Animals, hands, robots and crowds; models by others where they are at hand. */
export function drivenScenes(): DrivenScene[] {
  const others = sharedFiles([
    { name: "MuJoCo's humanoid", path: 'mujoco/humanoid/humanoid.xml' },
    { name: '22 humanoids', path: 'mujoco/humanoid/22_humanoids.xml' },
    { name: '100 humanoids', path: 'mujoco/humanoid/100_humanoids.xml' },
    { name: 'Cassie', path: 'menagerie/agility_cassie/cassie.xml' },
    { name: 'Shadow hand', path: 'menagerie/shadow_hand/right_hand.xml' },
    { name: 'Barkour', path: 'menagerie/google_barkour_vb/barkour_vb.xml' },
    { name: 'arm26', path: 'mujoco/tendon_arm/arm26.xml' },
  ])
  const other = (name: string, settle: number, steps = STEPS): DrivenScene[] =>
    others
      .filter((file) => file.name === name)
      .map(({ path, files }) => ({ name, source: { path, files }, settle, steps }))
  return [
    ...other("MuJoCo's humanoid", 0),
    ...other('22 humanoids', 100, 20),
    ...other('100 humanoids', 100, 5),
    own('quadruped', 'quadruped'),
    own('arm with gripper', 'arm_gripper'),
    own('ragdoll', 'ragdoll'),
    own('boxes', 'boxes'),
    ...other('Cassie', 100),
    ...other('Shadow hand', 100),
    ...other('Barkour', 100),
    ...other('arm26', 100),
    own('half cheetah', 'tasks/half_cheetah'),
    own('ant', 'tasks/ant'),
    own('hopper', 'tasks/hopper'),
  ]
}

const STEPS = 100

function own(name: string, file: string): DrivenScene {
  return { name, source: readFileSync(packageFile(`models/${file}.xml`), 'utf8'), settle: 100, steps: STEPS }
}
