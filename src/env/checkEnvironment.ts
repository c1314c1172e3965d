import { kindOf } from '../core/model/argumentChecks.ts'
import { Random } from '../core/random/philox.ts'
import { Box, type NumberArray } from './box.ts'
import type { Environment, ResetResult, StepResult } from './environment.ts'

/** Settings of `checkEnvironment`; all are optional. */
export interface CheckOptions {
  /** True: all episodes of the environment are the same, whatever the seed. */
  readonly deterministic?: boolean
}

/**
 * Checks that an environment keeps the rules of Gymnasium: spaces, what `reset` and `step` return, seeds. Throws an error
 * that names the first rule that is broken. The environment is reset and stepped, and left running.
 * https://gymnasium.farama.org/api/utils/#gymnasium.utils.env_checker.check_env
 */
export function checkEnvironment(environment: Environment, { deterministic = false }: CheckOptions = {}): void {
  checkSpace('actionSpace', environment.actionSpace)
  checkSpace('observationSpace', environment.observationSpace)
  checkStart(environment)
  checkSeeds(environment, deterministic)
  checkSteps(environment)
  checkActions(environment)
}

/** Checks that an environment can be closed more than once. It cannot be used afterwards. */
export function checkClose(environment: Environment): void {
  environment.close()
  try {
    environment.close()
  } catch (error) {
    throw new Error(`close throws when it is called again: ${(error as Error).message}`)
  }
}

const SEED = 123
const OTHER_SEED = 456
const STEPS = 20

function checkSpace(name: string, space: unknown): asserts space is Box {
  if (!(space instanceof Box)) throw new Error(`${name} is ${kindOf(space)}; it must be a Box`)
  if (space.size === 0) return
  for (let i = 0; i < space.size; i++)
    if (space.low[i] === space.high[i]) throw new Error(`${name} has equal bounds at ${i}: ${space.low[i]}`)
}

function checkStart(environment: Environment): void {
  for (const options of [undefined, {}, { options: {} }]) {
    const { observation, info } = environment.reset(options)
    checkObservation(environment, observation, 'reset')
    checkInfo(info, 'reset')
  }
}

/** The same seed gives the same episodes; resets without a seed go on to others. */
function checkSeeds(environment: Environment, deterministic: boolean): void {
  const first = play(environment, SEED)
  const again = play(environment, SEED)
  for (const part of ['flags', 'observations', 'rewards', 'infos'] as const)
    if (!same(first[part], again[part]))
      throw new Error(`${part} of episodes after reset({ seed: ${SEED} }) differ from time to time`)
  if (deterministic) return
  const other = play(environment, OTHER_SEED)
  if (same(first.observations, other.observations))
    throw new Error(`reset({ seed: ${SEED} }) and reset({ seed: ${OTHER_SEED} }) give the same observations`)
  if (same(first.observations[0], first.observations.at(-1)))
    throw new Error('a reset without a seed repeats the episode before it')
}

/** What an environment tells after a seed: some steps, with resets where an episode ends, and a last reset. */
function play(environment: Environment, seed: number) {
  const random = new Random(SEED)
  const start = environment.reset({ seed })
  const observations: unknown[] = [start.observation]
  const rewards: unknown[] = []
  const flags: unknown[] = []
  const infos: unknown[] = [start.info]
  const look = ({ observation, info }: ResetResult) => {
    observations.push(observation)
    infos.push(info)
  }
  for (let i = 0; i < STEPS; i++) {
    const result = environment.step(environment.actionSpace.sample(random))
    look(result)
    rewards.push(result.reward)
    flags.push(result.terminated, result.truncated)
    if (result.terminated || result.truncated) look(environment.reset())
  }
  look(environment.reset())
  return { observations, rewards, flags, infos }
}

function checkSteps(environment: Environment): void {
  const random = new Random(SEED)
  let { observation } = environment.reset({ seed: SEED })
  for (let i = 0; i < STEPS; i++) {
    const before = observation.slice()
    const result = environment.step(environment.actionSpace.sample(random))
    if (!same(observation, before))
      throw new Error('a step changes the observation of the step before; return a new one')
    checkStep(environment, result)
    observation = result.terminated || result.truncated ? environment.reset().observation : result.observation
  }
}

function checkStep(environment: Environment, { observation, reward, terminated, truncated, info }: StepResult): void {
  checkObservation(environment, observation, 'step')
  if (!Number.isFinite(reward)) throw new Error(`step returns ${kindOf(reward)} as reward; it must be a finite number`)
  if (typeof terminated !== 'boolean') throw new Error(`terminated is ${kindOf(terminated)}; it must be a boolean`)
  if (typeof truncated !== 'boolean') throw new Error(`truncated is ${kindOf(truncated)}; it must be a boolean`)
  checkInfo(info, 'step')
}

/** Actions of the wrong size, and those that are no numbers, are errors. */
function checkActions(environment: Environment): void {
  environment.reset({ seed: SEED })
  const { size } = environment.actionSpace
  const wrong = [new Float64Array(size + 1), new Float64Array(size).fill(Number.NaN)]
  for (const action of wrong) {
    if (size === 0 && action.length === 0) continue
    if (!refuses(environment, action))
      throw new Error(`step takes an action of ${action.length} numbers, the first ${action[0]}; it must throw`)
  }
}

function refuses(environment: Environment, action: NumberArray): boolean {
  try {
    environment.step(action)
    return false
  } catch {
    return true
  }
}

function checkObservation({ observationSpace }: Environment, observation: unknown, method: string): void {
  const Expected = observationSpace.dtype === 'float32' ? Float32Array : Float64Array
  if (!(observation instanceof Expected))
    throw new Error(`${method} returns ${kindOf(observation)} as observation; it must be a ${Expected.name}`)
  if (observationSpace.contains(observation)) return
  try {
    observationSpace.check(observation, 'the observation')
  } catch (error) {
    throw new Error(`${method} returns an observation outside of its space: ${(error as Error).message}`)
  }
}

function checkInfo(info: unknown, method: string): void {
  if (typeof info !== 'object' || info === null || Array.isArray(info))
    throw new Error(`${method} returns ${kindOf(info)} as info; it must be an object`)
}

/** Whether two values are the same to the last bit: numbers, and arrays and objects of them. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  const other = b as Readonly<Record<string, unknown>>
  return names.every((name) => name in other && same((a as Record<string, unknown>)[name], other[name]))
}
