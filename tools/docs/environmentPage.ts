import {
  GYMNASIUM_DEFAULTS,
  type GymnasiumName,
  gymnasiumTask,
  TASKS,
  type TaskDefinition,
  taskModel,
} from '../../src/env.ts'

/** The page docs/environments.md: all tasks. */
export function environmentPage(): string {
  return [
    '# Environment reference',
    '',
    '`npm run tables` generates this page from the definitions of the tasks in `src/env/tasks`, and a test keeps it',
    'current. [The guide](guide/environments.md) shows how to use environments.',
    '',
    '| task | corresponds to | model | dofs | observation | actions | seconds per action | time limit |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...TASKS.map(overview),
    '',
    'All actions are numbers from −1 to 1. All observations are numbers without bounds. The time limit counts actions.',
    '',
    ...TASKS.flatMap(section),
    '## Tasks of Gymnasium for your own model',
    '',
    '`gymnasiumTask` and `gymnasiumEnvironment` have the rewards, observations, and ends of these tasks, by their published',
    'formulas. Options have the names of Gymnasium in camel case. `nstep` is Gymnasium’s `frame_skip`.',
    '',
    ...(Object.keys(GYMNASIUM_DEFAULTS) as GymnasiumName[]).flatMap(adapter),
  ].join('\n')
}

function overview(task: TaskDefinition): string {
  const m = taskModel(task.name)
  const { observation, actions } = sizes(task)
  const cells = [
    `[${task.name}](#${task.name.toLowerCase()})`,
    task.corresponds.split(';')[0],
    `[${task.model}](../models/tasks/${task.model})`,
    `${m.nv}`,
    `${observation}`,
    `${actions}`,
    `${Number((task.nstep * m.opt.timestep).toFixed(6))}`,
    task.timeLimit.toLocaleString('en-US'),
  ]
  return `| ${cells.join(' | ')} |`
}

function sizes({ observation, actions }: TaskDefinition): { observation: number; actions: number } {
  return { observation: observation.reduce((sum, { size }) => sum + size, 0), actions: Number.parseInt(actions, 10) }
}

function section(task: TaskDefinition): string[] {
  const [low, high] = task.rewardRange
  const range = Number.isFinite(low) ? `; from ${minus(low)} to ${high}` : ''
  let at = 0
  return [
    `## ${task.name}`,
    '',
    task.about,
    '',
    '| | |',
    '| --- | --- |',
    `| corresponds to | ${task.corresponds} |`,
    `| actions | ${task.actions} |`,
    `| steps per action | ${task.nstep} |`,
    `| reward | ${task.reward}${range} |`,
    `| start | ${task.start} |`,
    `| end | ${task.end}; truncated after ${task.timeLimit.toLocaleString('en-US')} actions |`,
    '',
    '| numbers | observation |',
    '| --- | --- |',
    ...task.observation.map(({ size, about }) => {
      const first = at
      at += size
      return `| ${size === 1 ? first : `${first}–${at - 1}`} | ${about} |`
    }),
    '',
  ]
}

function adapter(name: GymnasiumName): string[] {
  const { nstep, timeLimit } = gymnasiumTask(name)
  const options = { ...GYMNASIUM_DEFAULTS[name], nstep, timeLimit }
  return [
    `### ${name}`,
    '',
    '| option | default |',
    '| --- | --- |',
    ...Object.entries(options).map(([option, value]) => `| \`${option}\` | ${text(value)} |`),
    '',
  ]
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(' to ')
  if (typeof value === 'number') return minus(value)
  return String(value)
}

function minus(value: number): string {
  return String(value).replace('Infinity', '∞').replace('-', '−')
}
