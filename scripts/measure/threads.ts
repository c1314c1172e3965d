import { availableParallelism } from 'node:os'
import { heap } from '../../bench/scenes/collisionScenes.ts'
import { benchModels, crowd } from '../../bench/scenes/models.ts'

/**
 * Measures steps with islands on one thread and on several, alternating, and prints the table of docs/guide/threads.md:
 * `npx tsx scripts/measure/threads.ts [threads] [seconds per scene]`. Needs a build.
 *
 * The same steps repeat, and the fastest time of each counts: other work on the machine can only make steps slower.
 */

const built = (file: string) => import(new URL(`../../dist/${file}`, import.meta.url).href)
const { Data, loadModel, resetData, sharedData, step, Timer } = (await built(
  'kinetree.js',
)) as typeof import('../../src/index.ts')
const { islandThreads } = (await built('node.js')) as typeof import('../../src/node.ts')

const threads = Number(process.argv[2] ?? availableParallelism())
const seconds = Number(process.argv[3] ?? 20)
const FIRST = 20
const STEPS = 60

/** Boxes above each other. */
function stacks(count: number, height: number): string {
  const side = Math.ceil(Math.sqrt(count))
  const bodies = Array.from({ length: count * height }, (_, i) => {
    const stack = i % count
    const place = `${0.5 * (stack % side)} ${0.5 * Math.floor(stack / side)} ${0.12 + 0.21 * Math.floor(i / count)}`
    return `<body pos="${place}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`
  })
  return `<mujoco><worldbody><geom type="plane" size="0 0 1"/>${bodies.join('')}</worldbody></mujoco>`
}

const humanoid = benchModels().find(({ name }) => name === 'humanoid')!.xml
const scenes: readonly (readonly [name: string, xml: string])[] = [
  ['a humanoid', humanoid],
  ['22 humanoids', crowd(humanoid, 22)],
  ['100 humanoids', crowd(humanoid, 100)],
  ['1,000 boxes in stacks of ten', stacks(100, 10)],
  ['1,000 boxes side by side', stacks(1000, 1)],
  ['a heap of 200 boxes', heap(200).xml],
]

/** Fastest time of each step, and of solving constraints in it, ms. */
class Fastest {
  readonly step = new Float64Array(STEPS).fill(Infinity)
  readonly solve = new Float64Array(STEPS).fill(Infinity)
}

function mean(times: Float64Array): number {
  return (1000 * times.reduce((sum, time) => sum + time, 0)) / times.length
}

console.log(`| | islands | one thread: solving, step (µs) | ${threads} threads: solving, step (µs) | ratio |`)
console.log('| --- | --- | --- | --- | --- |')
for (const [name, xml] of scenes) {
  const m = loadModel(xml)
  const alone = new Data(m)
  const together = sharedData(m)
  const pool = await islandThreads(m, together, { threads })
  const states = [
    [alone, new Fastest()],
    [together, new Fastest()],
  ] as const
  const end = performance.now() + 1000 * seconds
  let rounds = 0
  while (performance.now() < end || rounds < 3) {
    for (const [d] of states) {
      resetData(m, d)
      d.callbacks.time = () => performance.now()
    }
    for (let i = 0; i < FIRST + STEPS; i++) {
      for (const [d, fastest] of states) {
        const solved = d.timer_duration[Timer.constraint]
        const start = performance.now()
        step(m, d)
        const time = performance.now() - start
        if (i < FIRST) continue
        fastest.step[i - FIRST] = Math.min(fastest.step[i - FIRST], time)
        fastest.solve[i - FIRST] = Math.min(fastest.solve[i - FIRST], d.timer_duration[Timer.constraint] - solved)
      }
      for (let k = 0; k < m.nq; k++)
        if (!Object.is(alone.qpos[k], together.qpos[k])) throw new Error(`${name}: other bits in step ${i}`)
    }
    rounds++
  }
  const [[, one], [, several]] = states
  const columns = [one, several].map(({ solve, step }) => `${mean(solve).toFixed(0)}, ${mean(step).toFixed(0)}`)
  const ratio = mean(several.step) / mean(one.step)
  console.log(`| ${name} | ${alone.nisland} | ${columns.join(' | ')} | ${ratio.toFixed(2)} |`)
  console.error(`${name}: ${rounds} rounds, shares ${[...pool.shares].join(' ')}`)
  pool.dispose()
}
