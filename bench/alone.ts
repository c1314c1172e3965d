import { spawnSync } from 'node:child_process'
import { packageFile } from '../bin/packageFile.ts'
import type { Engine } from './engine.ts'
import { median, type Timing, timeOf, timingOf, warmUp } from './measure.ts'
import { loadReference } from './reference.ts'
import { motionOf } from './scenes/drivenRun.ts'
import { type DrivenScene, drivenScenes } from './scenes/drivenScenes.ts'

/** Times of one step in a process that runs nothing else, µs. */
export interface AloneTime {
  readonly model: string
  readonly median: number
  readonly fastest: number
}

/** Times steps of driven scenes in one engine, in this process. */
export async function timeAlone(engine: Engine, filter: string, seconds: number): Promise<AloneTime[]> {
  const mj = await loadReference()
  const scenes = drivenScenes().filter(({ name }) => name.includes(filter))
  return scenes.map((scene) => {
    const motion = motionOf(engine, scene, mj)
    for (const end = performance.now() + 1000 * WARM_UP * seconds; performance.now() < end; ) motion.run()
    const calls = warmUp(() => {}, motion.run, seconds)
    const times: number[] = []
    for (const end = performance.now() + 1000 * seconds; performance.now() < end || times.length < MIN_BATCHES; )
      times.push(timeOf(motion.run, calls) / scene.steps)
    motion.delete()
    return { model: scene.name, median: median(times), fastest: Math.min(...times) }
  })
}

/**
 * Warm-up, as a multiple of the time measured. V8 has seen nothing yet, unlike where suites have run before this one.
 */
const WARM_UP = 4
const MIN_BATCHES = 5

/** Processes of each engine. */
const PROCESSES = 3

/** Times two engines on a scene, each in processes of its own, in turn. Medians are those over processes. */
export function measureAlone(scene: DrivenScene, ours: Engine, reference: Engine, seconds: number): Timing {
  const runs = Array.from({ length: PROCESSES }, () => ({
    ours: inOwnProcess(ours, scene, seconds),
    reference: inOwnProcess(reference, scene, seconds),
  }))
  const medians = timingOf(
    runs.map((run) => run.ours.median),
    runs.map((run) => run.reference.median),
  )
  const fastest = (side: 'ours' | 'reference') => median(runs.map((run) => run[side].fastest))
  return { ...medians, fastest: { ours: fastest('ours'), reference: fastest('reference') } }
}

function inOwnProcess(engine: Engine, { name }: DrivenScene, seconds: number): AloneTime {
  const command = [packageFile('dist/cli.js'), 'bench', '--alone', engine, `--filter=${name}`, `--seconds=${seconds}`]
  const { status, stdout } = spawnSync(process.execPath, [...command, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`'${name}' could not be timed in a process of its own`)
  return (JSON.parse(stdout) as AloneTime[]).find(({ model }) => model === name)!
}
