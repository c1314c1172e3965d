import { Data } from '../../../src/core/data/data.ts'
import { Integrator } from '../../../src/core/model/enums.ts'
import { loadModel } from '../../../src/format/load.ts'
import { step, step1, step2 } from '../../../src/index.ts'
import { Random, randomControls } from '../../../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/reference.ts'

/** Models with actuators of every kind, and what both engines make of them step by step. */

/** Something of everything that actuators can act on. */
export function world(settings: { readonly joint?: string; readonly tendon?: string } = {}): string {
  const { joint = '', tendon = '' } = settings
  return `<worldbody>
    <site name="w" pos=".3 0 .6" quat="1 .1 .2 .3"/>
    <body gravcomp=".5"><joint name="a" axis="1 2 3" damping=".1" ${joint}/><geom size=".3" pos=".3 0 0" mass="1"/>
      <site name="s0" euler="10 20 30"/>
      <body pos="0 0 1"><joint name="b" type="ball"/><geom size=".2" pos=".1 .1 0"/>
        <site name="s1" pos=".1 .2 .3" quat="1 2 3 4"/>
        <body pos="0 1 0"><joint name="c" type="slide" axis="0 1 1" ${joint}/><geom size=".2"/><site name="s2" pos=".3 0 0"/></body>
      </body>
    </body>
    <body pos="9 0 0"><freejoint name="f"/><geom size=".3"/><site name="s3" pos=".1 0 .2"/></body>
  </worldbody>
  <tendon>
    <fixed name="t" ${tendon}><joint joint="a" coef="2"/><joint joint="c" coef="-.5"/></fixed>
    <spatial name="ts" ${tendon}><site site="w"/><site site="s1"/></spatial>
  </tendon>`
}

export const TRANSMISSIONS = [
  ...['joint="a"', 'joint="c" gear="3"', 'joint="b" gear="1 2 3"', 'joint="b" gear=".1 0 0"'],
  ...['joint="f" gear="1 2 3 4 5 6"', 'jointinparent="a"', 'jointinparent="b" gear="1 2 3"'],
  ...[
    'jointinparent="f" gear="1 2 3 4 5 6"',
    'tendon="t" gear="2"',
    'tendon="t"',
    'tendon="ts"',
    'tendon="ts" gear="-1"',
  ],
  ...[
    'site="s1" gear="1 2 3 4 5 6"',
    'site="s2" refsite="s0" gear="1 2 3"',
    'site="s2" refsite="s1" gear="0 0 0 1 2 3"',
  ],
  ...['site="s2" refsite="s3" gear="0 0 0 .3 0 0"', 'cranksite="s1" slidersite="w" cranklength=".5"'],
  'cranksite="s2" slidersite="s0" cranklength="9" gear="2"',
]

export function actuated(actuators: string, options = '', parts = world()): string {
  return `<mujoco><option timestep=".01" ${options}><flag contact="disable"/></option>${parts}<actuator>${actuators}</actuator></mujoco>`
}

/** What is compared after each step. */
const FIELDS = [
  ...(['actuator_length', 'actuator_velocity', 'actuator_force', 'qfrc_actuator', 'act_dot', 'act'] as const),
  ...(['history', 'qpos', 'qvel', 'qacc'] as const),
]
const STATE = ['qpos', 'qvel', 'act', 'history'] as const
const TOLERANCE = 1e-10

export interface StepOptions {
  readonly steps?: number
  readonly seed?: number
  readonly how?: 'Euler' | 'RK4' | 'halves'
  /** Steps between new random states; without it there is only one. */
  readonly restart?: number
  /** How often a control is not a number. */
  readonly bad?: number
  /** Called before each step, to set the same in both. */
  readonly before?: (ours: Data, theirs: ReferenceData, step: number) => void
}

/**
 * Steps both engines with random controls and returns the first differences of each field. After each step ours takes
 * over the state of the reference, so that differences do not grow.
 */
export function compareSteps(mj: ReferenceModule, xml: string, options: StepOptions = {}): string[] {
  const { steps = 20, seed = 1, how = 'Euler', restart = 10, bad = 0 } = options
  const random = new Random(seed)
  const m = loadModel(xml)
  const rm = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(rm)
  const d = new Data(m)
  m.opt.integrator = rm.raw.opt.integrator = Integrator[how === 'RK4' ? 'RK4' : 'Euler']
  const found = new Map<string, string>()
  try {
    for (let i = 0; i < steps; i++) {
      if (i % restart === 0) {
        const start = { qpos: random.vector(m.nq), qvel: random.vector(m.nv), act: random.vector(m.na, 0.7) }
        for (const [name, values] of Object.entries(start)) {
          rd.set(name, values)
          d[name as 'qpos'].set(values)
        }
      }
      const ctrl = randomControls(m, random)
      if (m.nu > 0 && random.uniform(0, 1) < bad) ctrl[0] = Number.NaN
      d.ctrl.set(ctrl)
      rd.set('ctrl', ctrl)
      options.before?.(d, rd, i)
      if (how === 'halves') {
        step1(m, d)
        step2(m, d)
        rd.call('mj_step1')
        rd.call('mj_step2')
      } else {
        step(m, d)
        rd.call('mj_step')
      }
      for (const field of FIELDS) {
        const line = difference(field, d[field], rd.array(field) as Float64Array)
        if (line && !found.has(field)) found.set(field, `step ${i}: ${line}`)
      }
      if (d.time !== rd.time) found.set('time', `step ${i}: time ${d.time}, reference ${rd.time}`)
      for (const name of STATE) d[name].set(rd.array(name)!)
    }
    return [...found.values()]
  } finally {
    rd.delete()
    rm.delete()
  }
}

function difference(field: string, ours: Float64Array, theirs: Float64Array): string | undefined {
  const scale = Math.max(1, ...theirs.filter((x) => !Number.isNaN(x)).map(Math.abs))
  const i = theirs.findIndex((x, k) => !(Object.is(x, ours[k]) || Math.abs(x - ours[k]) <= TOLERANCE * scale))
  return i < 0 ? undefined : `${field}[${i}] ${ours[i]}, reference ${theirs[i]}`
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random.uniform(0, list.length))]
}

/** An actuator of any tag, with random parameters, ranges, groups and delays. */
export function randomActuator(random: Random): string {
  const number = (low = -2, high = 2) => random.uniform(low, high).toFixed(3)
  const numbers = (count: number, low = -2, high = 2) =>
    Array.from({ length: count }, () => number(low, high)).join(' ')
  const maybe = (chance: number, text: string) => (random.uniform(0, 1) < chance ? text : '')
  const zeroOr = (low: number, high: number) => pick(random, ['0', number(low, high)])
  const range = (attribute: string) => `${attribute}="${number(-1, 0)} ${number(0.1, 1)}"`

  const target = pick(random, TRANSMISSIONS)
  const history = pick(random, [
    ...Array(6).fill(''),
    'nsample="4"',
    ...Array(3).fill(
      `nsample="${pick(random, [1, 2, 3, 5, 8])}" delay="${number(0.001, 0.03)}" interp="${interpolation()}"`,
    ),
  ])
  const group = maybe(0.3, `group="${pick(random, [0, 1, 2, 31, -1])}"`)
  const basic = [maybe(0.4, range('ctrlrange')), group, history].join(' ')
  const common = `${basic} ${maybe(0.2, range('forcerange'))}`
  const actrange = maybe(0.4, range('actrange'))
  const early = maybe(0.4, 'actearly="true"')
  function interpolation(): string {
    return pick(random, ['zoh', 'linear', 'cubic'])
  }
  function muscle(): string {
    const force = pick(random, ['-1', number(1, 5)])
    return [number(0.3, 0.8), number(0.9, 1.3), force, number(1, 200), number(0.3, 0.8), number(1.2, 1.8)]
      .concat(numbers(2, 0.5, 2), number(1.1, 2))
      .join(' ')
  }
  const lengthrange = `lengthrange="${number(-1, 0)} ${number(0.5, 2)}"`

  const makers: Readonly<Record<string, () => string>> = {
    general: () => {
      const dyn = pick(random, ['none', 'integrator', 'filter', 'filterexact', 'muscle', 'user'])
      const gain = pick(random, ['fixed', 'affine', 'muscle', 'user'])
      const bias = pick(random, ['none', 'affine', 'muscle', 'user'])
      return `<general ${target} ${common} ${dyn === 'none' ? '' : actrange} ${early} ${lengthrange}
        dyntype="${dyn}" ${dyn === 'user' ? maybe(0.5, 'actdim="3"') : ''} dynprm="${numbers(2, 0.02, 0.3)} ${zeroOr(0.1, 2)}"
        gaintype="${gain}" gainprm="${gain === 'muscle' ? muscle() : numbers(3)}"
        biastype="${bias}" biasprm="${bias === 'muscle' ? muscle() : numbers(3)}"/>`
    },
    motor: () => `<motor ${target} ${common}/>`,
    position: () =>
      `<position ${target} ${common} kp="${number(0.5, 3)}" kv="${zeroOr(0, 1)}" timeconst="${zeroOr(0, 0.2)}"/>`,
    velocity: () => `<velocity ${target} ${common} kv="${number(0, 2)}"/>`,
    intvelocity: () => `<intvelocity ${target} ${common} ${actrange} kp="${number(0.5, 3)}"/>`,
    damper: () => `<damper ${target} kv="${number(0, 3)}" ctrlrange="0 ${number(0.2, 1)}"/>`,
    cylinder: () =>
      `<cylinder ${target} ${common} timeconst="${number(0.01, 0.2)}" area="${number(0.1, 2)}" bias="${numbers(3)}"/>`,
    muscle: () =>
      `<muscle ${target.includes('site') ? 'tendon="ts"' : target} ${common} ${lengthrange} tausmooth="${zeroOr(0.01, 1)}"/>`,
    pid: () => {
      const input = pick(random, ['pos', 'pos vel', 'pos vel ff', 'pos ff'])
      const memory = ['', `ki="${number(0.1, 3)}" imax="${zeroOr(0.05, 0.5)}"`, `slewmax="${number(0.1, 2)}"`]
      return `<pid ${target} ${common.replace('ctrlrange', 'posrange')} input="${input}" kp="${number(0.5, 3)}"
        kv="${zeroOr(0, 1)}" ${pick(random, memory)} ${maybe(0.3, 'velrange="-.3 .3" ffrange="-.2 .2"')}/>`
    },
    orientation: () => {
      const on = pick(random, ['joint="b"', 'site="s1" refsite="s0"', 'site="s2" refsite="s3"'])
      return `<orientation ${on} ${basic} ${maybe(0.3, `forcerange="0 ${number(0.1, 1)}"`)} kp="${number(0.5, 3)}"
        kv="${number(0, 1)}" ${maybe(0.5, 'input="quat"')}/>`
    },
    rate: () => {
      const on = pick(random, ['joint="b"', 'site="s1" refsite="s0"'])
      const kp = number(0.5, 3)
      return `<general ${on} ${basic} ${maybe(0.3, `forcerange="0 ${number(0.1, 1)}"`)} ${actrange} ${early}
        dyntype="integrator" gaintype="so3" biastype="so3" gainprm="${kp}" biasprm="${number()} -${kp} ${number(-1, 0)}"/>`
    },
    dcmotor: () => {
      const input = pick(random, [
        'voltage',
        'none',
        'pos',
        'pos vel',
        'vel',
        'ff',
        'pos vel ff voltage',
        'pos voltage',
      ])
      const ki = input.includes('pos') ? zeroOr(0.1, 2) : '0'
      const controller = `${number(0, 3)} ${ki} ${number(0, 1)} ${zeroOr(0.1, 2)} ${zeroOr(0.05, 0.5)} ${zeroOr(0.1, 3)}`
      return `<dcmotor ${target} ${input === 'none' ? '' : basic} input="${input}"
        motorconst="${number(0.1, 2)}" resistance="${number(0.2, 3)}"
        ${/pos|vel|ff/.test(input) ? `controller="${controller}"` : ''}
        ${maybe(0.5, `thermal="${numbers(2, 0.1, 2)} 0 ${number(0, 0.02)} ${numbers(2, 10, 30)}"`)}
        ${maybe(0.5, `lugre="${number(0.1, 20)} ${numbers(2, 0.1, 1)} ${number(0.5, 2)} ${number(0.1, 1)}"`)}
        ${maybe(0.5, `cogging="${number(0, 1)} ${number(1, 8)} ${number()}"`)}
        ${maybe(0.5, `inductance="${number(0.001, 0.1)}"`)}
        ${maybe(0.5, `saturation="${number(0, 1)} 0 ${number(0, 10)}"`)}/>`
    },
  }
  return makers[pick(random, Object.keys(makers))]()
}
