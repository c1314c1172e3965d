import { readFileSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import { type Model, Solver } from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { heap } from './collisionScenes.ts'
import { benchFiles, benchModels } from './models.ts'
import type { StepScene } from './stepScene.ts'

/** Humanoids, animals and robots on their feet, a grasp, a hand, a pit and a heap of boxes: all with constraints. */
export function contactScenes(): StepScene[] {
  const own = (file: string) => readFileSync(packageFile(`models/${file}.xml`), 'utf8')
  const { name, xml, poses } = heap(1000)
  const start = (m: Model) => ({ qpos: poses(m)[0] })
  const crowd = benchModels().find(({ name }) => name === '22 humanoids')!.xml
  const robots = benchFiles().filter(({ name }) => name === 'Cassie' || name === 'Shadow hand')
  const scenes: StepScene[] = [
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
    { name: `${name}, CG`, source: xml, options: { solver: Solver.CG }, settle: 2, start },
  ]
  return scenes.map((scene) => ({ start: firstKeyframe, ...scene }))
}

function firstKeyframe(m: Model): { qpos?: Float64Array } {
  return m.nkey > 0 ? { qpos: m.key_qpos.subarray(0, m.nq) } : {}
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
