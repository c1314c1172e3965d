import { readFileSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import { sharedFiles } from './models.ts'
import type { StepScene } from './stepScene.ts'

/** Boxes asleep, alone, beside a pendulum and beside a humanoid; MuJoCo's own scenes where these are at hand. */
export function sleepScenes(): StepScene[] {
  const humanoid = humanoidAwake('enable')
  // as much memory as the steps need: by default the reference asks for more than it starts with
  const crowd = (count: number, memory: string) =>
    humanoid
      .replace('<option', `<size memory="${memory}"/><option`)
      .replace('</worldbody>', `${boxesOnFloor(count, 'sleep="init"')}</worldbody>`)
  const arm = '<body pos="-2 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body>'
  const many = crowd(10_000, '1G')
  const others = sharedFiles([
    { name: "MuJoCo's 100 humanoids asleep", path: 'mujoco/sleep/100_humanoids.xml' },
    { name: "MuJoCo's dominoes", path: 'mujoco/sleep/dominos.xml' },
  ])
  const pendulum = boxesOnFloor(100) + arm
  const scenes = [
    { name: '500 boxes asleep', source: floorScene(boxesOnFloor(500), 'enable'), settle: 60 },
    { name: '100 boxes asleep and a pendulum', source: floorScene(pendulum, 'enable'), settle: 60 },
    { name: '100 boxes and a pendulum, without sleep', source: floorScene(pendulum, 'disable'), settle: 60 },
    { name: 'humanoid that may not sleep', source: humanoid, settle: 300 },
    { name: 'humanoid and 1,000 boxes asleep', source: crowd(1000, '200M'), settle: 300 },
    ...others.map(({ name, path, files }) => ({
      name,
      source: { path, files },
      settle: 0,
      ...(name.includes('dominoes') ? { steps: 1000, stage: '1000 steps' } : {}),
    })),
    { name: 'humanoid and 10,000 boxes asleep', source: many, settle: 300, slow: true },
    { name: 'humanoid and 10,000 boxes asleep, 64 watched', source: many, settle: 300, watch: 64, slow: true },
  ]
  return scenes.map((scene) => ({ ...scene, asleep: true }))
}

/** The humanoid, which never sleeps, with the option `sleep` enabled or disabled. */
export function humanoidAwake(flag: 'enable' | 'disable'): string {
  return readFileSync(packageFile('models/humanoid.xml'), 'utf8')
    .replace('<body name="pelvis"', '<body name="pelvis" sleep="never"')
    .replace(/<option([^>]*)\/>/, `<option$1><flag sleep="${flag}"/></option>`)
}

/** Bodies above a floor, with the option `sleep` enabled or disabled. */
export function floorScene(bodies: string, flag: string): string {
  return `<mujoco><option><flag sleep="${flag}"/></option><worldbody><geom type="plane" size="0 0 1"/>${bodies}</worldbody></mujoco>`
}

/** Boxes side by side on the floor. */
export function boxesOnFloor(count: number, attributes = ''): string {
  const side = Math.ceil(Math.sqrt(count))
  const place = (i: number) => `${(5 + 0.4 * (i % side)).toFixed(1)} ${(0.4 * Math.floor(i / side)).toFixed(1)} .0999`
  return Array.from(
    { length: count },
    (_, i) => `<body pos="${place(i)}" ${attributes}><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  ).join('')
}

/** Chains of six links that hang in the air. */
export function hangingChains(count: number, policy: string, at = 0): string {
  const link = (depth: number, attributes: string): string =>
    depth === 0
      ? ''
      : `<body ${attributes}><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>${link(depth - 1, 'pos=".4 0 0"')}</body>`
  return Array.from({ length: count }, (_, i) => link(6, `pos="0 ${at + i} 3" sleep="${policy}"`)).join('')
}
