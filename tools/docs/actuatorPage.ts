import { BiasType, DynType, GainType, TrnType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { ACTUATOR_RULES, type ActuatorTag } from '../../src/format/mjcf/schema/schemaActuator.ts'

/** The page about actuators, docs/actuators.md: words for each type, and what the compiler and the engine make of them. */

interface Dynamics {
  /** What stands in `dynprm`. */
  readonly parameters: string
  readonly rate: string
  /** How the activation gets to the end of a step. */
  readonly step: string
  /** An actuator that has it, to count its states. */
  readonly example: string
}

const DYNAMICS: Readonly<Record<keyof typeof DynType, Dynamics>> = {
  none: { parameters: '', rate: '', step: '', example: '<general joint="hinge"/>' },
  integrator: {
    parameters: '',
    rate: 'u; a rotation has a rate for each of its three numbers',
    step: 'z + h·ż; the set point of a rotational servo loses whole turns',
    example: '<general joint="hinge" dyntype="integrator"/>',
  },
  filter: {
    parameters: 'τ',
    rate: '(u − z)/τ',
    step: 'z + h·ż',
    example: '<general joint="hinge" dyntype="filter"/>',
  },
  filterexact: {
    parameters: 'τ',
    rate: '(u − z)/τ',
    step: 'z + ż·τ·(1 − exp(−h/τ))',
    example: '<general joint="hinge" dyntype="filterexact"/>',
  },
  muscle: {
    parameters: 'τ of activation, τ of deactivation, width of the change between the two',
    rate: '(u − z)/τ(u, z), u within [0, 1]; τ grows with z as 0.5 + 1.5z when it comes on, and shrinks so when it wears off',
    step: 'z + h·ż',
    example: '<muscle joint="hinge" lengthrange="0 1"/>',
  },
  dcmotor: {
    parameters:
      'electric time constant, largest rate of current, thermal resistance, thermal capacity, ambient temperature, ' +
      'bristle stiffness σ₀, bristle damping σ₁, largest rate of the set point, largest integral',
    rate:
      'set point: within its rate; integral: error, none beyond its bounds; temperature: (R·i² − T/R_th)/C; ' +
      'bristles: velocity − σ₀·speed·z/g; current: ((V − K·velocity)/R − i)/τ',
    step: 'current and bristles exactly, the integral within its bounds, all else z + h·ż',
    example:
      '<dcmotor joint="hinge" motorconst="1" resistance="1" input="pos" controller="1 1 1 1" thermal="1 1" lugre="1" inductance="1"/>',
  },
  pid: {
    parameters: 'largest integral, largest rate of the set point',
    rate: 'set point: within its rate; or integral: set point − length, none beyond its bounds',
    step: 'z + h·ż',
    example: '<pid joint="hinge" kp="1" ki="1"/>',
  },
  user: {
    parameters: 'as the callback likes',
    rate: '`callbacks.activation`; 0 without',
    step: 'z + h·ż',
    example: '<general joint="hinge" dyntype="user"/>',
  },
}

interface Force {
  /** What stands in `gainprm` or `biasprm`. */
  readonly parameters: string
  readonly value: string
  /** ∂force/∂velocity. */
  readonly slope: string
}

const MUSCLE = 'range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax'

const GAIN: Readonly<Record<keyof typeof GainType, Force>> = {
  fixed: { parameters: 'g', value: 'g·x', slope: '' },
  affine: { parameters: 'g₀ g₁ g₂', value: '(g₀ + g₁·length + g₂·velocity)·x', slope: 'g₂·x' },
  muscle: { parameters: MUSCLE, value: '−F₀·FL(length)·FV(velocity)·x', slope: '−F₀·FL·FV′·x' },
  dcmotor: {
    parameters:
      'resistance R, motor constant K, temperature coefficient, temperature of R, kp, ki, kd, largest voltage of the controller',
    value: 'K·current, or without a current as state K/R·V; R at the present temperature',
    slope: 'from kd; less by what the current lags in a step',
  },
  so3: {
    parameters: 'kp',
    value: 'kp·(rotation from where it is to where it should be), three numbers',
    slope: '',
  },
  pid: {
    parameters: 'ki',
    value: 'kp·position + kv·velocity + feed-forward + ki·integral, kp and kv being those of the bias',
    slope: '',
  },
  user: { parameters: 'as the callback likes', value: '`callbacks.gain`·x; x without', slope: '' },
}

const BIAS: Readonly<Record<keyof typeof BiasType, Force>> = {
  none: { parameters: '', value: '0', slope: '' },
  affine: { parameters: 'b₀ b₁ b₂', value: 'b₀ + b₁·length + b₂·velocity', slope: 'b₂' },
  muscle: { parameters: MUSCLE, value: '−F₀·fpmax·FP(length), beyond the resting length', slope: '' },
  dcmotor: {
    parameters: 'cogging amplitude A, periodicity N, phase φ, Coulomb friction, static friction, Stribeck velocity',
    value:
      'back-EMF, −gain·K·velocity, unless the current is a state; after the bounds A·sin(N·length + φ) and −(σ₀·z + σ₁·ż) of bristles',
    slope: '−K²/R; −σ₁',
  },
  so3: { parameters: 'b₀ −kp b₂', value: 'b₀ + b₂·velocity, three numbers', slope: 'b₂' },
  user: { parameters: 'as the callback likes', value: '`callbacks.bias`; 0 without', slope: '' },
}

interface Target {
  readonly length: string
  readonly gear: string
  readonly example: string
}

const TARGET: Readonly<Record<keyof typeof TrnType, Target>> = {
  joint: {
    length: 'position of a hinge or slide; rotation vector of a ball, along the gear; 0 for a free joint',
    gear: 'one number; three for a ball; six (force, torque) for a free joint',
    example: '<motor joint="hinge"/>',
  },
  jointinparent: {
    length: 'the same, the gear of a ball or of the rotation of a free joint being given in the parent’s frame',
    gear: 'the same',
    example: '<motor jointinparent="hinge"/>',
  },
  slidercrank: {
    length: 'where the rod of a crank puts the slider along its axis',
    gear: 'one number',
    example: '<motor cranksite="site" slidersite="base" cranklength="1"/>',
  },
  tendon: { length: 'length of the tendon', gear: 'one number', example: '<motor tendon="tendon"/>' },
  site: {
    length: 'displacement and rotation from a reference site, along the gear; 0 without a reference',
    gear: 'six numbers (force, torque), in the frame of the reference, or of the site',
    example: '<motor site="site"/>',
  },
  body: {
    length: '0; the force acts along the mean of the normals of the body’s contacts',
    gear: 'none',
    example: '<adhesion body="body" ctrlrange="0 1"/>',
  },
  so3: {
    length: 'rotation vector of a ball, or between two sites: three numbers',
    gear: 'none',
    example: '<orientation joint="ball"/>',
  },
}

/** An actuator of each tag with little more than it must have. */
const TAG: Readonly<Record<ActuatorTag, string>> = {
  general: '<general joint="hinge"/>',
  motor: '<motor joint="hinge"/>',
  position: '<position joint="hinge" kp="2" kv="3"/>',
  velocity: '<velocity joint="hinge" kv="3"/>',
  intvelocity: '<intvelocity joint="hinge" kp="2" kv="3"/>',
  damper: '<damper joint="hinge" kv="3" ctrlrange="0 1"/>',
  cylinder: '<cylinder joint="hinge" timeconst=".1" area="2" bias="3 4 5"/>',
  muscle: '<muscle joint="hinge" lengthrange="0 1"/>',
  adhesion: '<adhesion body="body" gain="2" ctrlrange="0 1"/>',
  dcmotor: '<dcmotor joint="hinge" motorconst="2" resistance="3"/>',
  orientation: '<orientation joint="ball" kp="2" kv="3"/>',
  pid: '<pid joint="hinge" kp="2" kv="3" ki="4"/>',
}

function compiled(actuator: string): Model {
  return loadModel(`<mujoco><worldbody><site name="base"/>
    <body name="body"><joint name="hinge"/><geom size="1"/><site name="site"/>
      <body><joint name="ball" type="ball"/><geom size="1"/></body></body></worldbody>
    <tendon><fixed name="tendon"><joint joint="hinge" coef="1"/></fixed></tendon>
    <actuator>${actuator}</actuator></mujoco>`)
}

function nameOf(type: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(type).find((name) => type[name] === value) ?? `${value}`
}

/** Numbers without the zeros at the end. */
function leading(values: Float64Array): string {
  let end = values.length
  while (end > 0 && values[end - 1] === 0) end--
  return Array.from(values.subarray(0, end), (x) => `${Number(x.toPrecision(6))}`).join(' ')
}

function rows<T>(
  type: Readonly<Record<string, number>>,
  table: Readonly<Record<string, T>>,
  cells: (row: T) => string[],
) {
  return Object.entries(type).map(([name, id]) => `| \`${name}\` | ${[`${id}`, ...cells(table[name])].join(' | ')} |`)
}

function header(...titles: readonly string[]): string[] {
  return ['', `| ${titles.join(' | ')} |`, `|${' --- |'.repeat(titles.length)}`]
}

/** The page docs/actuators.md. */
export function actuatorPage(): string {
  return [
    '# Actuators',
    '',
    'This page is made from the tables in `tools/docs/actuatorPage.ts` and from what the compiler makes of each tag',
    '(`npx tsx scripts/actuator-table.ts`), and a test holds it against that. The guide has examples.',
    '',
    'An actuator turns controls into a force: `force = gain·x + bias`, where x is its control u, or, with dynamics, the last',
    'of its activations z (with `actearly` what that will be at the end of the step, h later). What it acts on gives it a',
    'length, a velocity, and a moment: `qfrc_actuator = momentᵀ·force`.',
    '',
    '## Tags',
    '',
    'Each tag is a short form of `general`. Parameters are those of an example.',
    ...header('tag', 'example', 'dynamics', 'gain', 'bias', 'controls', 'states', '`dynprm`', '`gainprm`', '`biasprm`'),
    ...Object.entries(TAG).map(([tag, example]) => {
      const m = compiled(example)
      const types = [
        nameOf(DynType, m.actuator_dyntype[0]),
        nameOf(GainType, m.actuator_gaintype[0]),
        nameOf(BiasType, m.actuator_biastype[0]),
      ]
      const parameters = [m.actuator_dynprm, m.actuator_gainprm, m.actuator_biasprm].map(leading)
      return `| \`${tag}\` | \`${example}\` | ${[...types, `${m.nu}`, `${m.na}`, ...parameters].join(' | ')} |`
    }),
    '',
    ...Object.entries(ACTUATOR_RULES).map(([tag, { about }]) => `- \`${tag}\`: ${about}`),
    '',
    '## Dynamics',
    '',
    '`act_dot` is computed by `activationRates`, the end of a step by `nextActivation` (`src/physics/actuation/activation.ts`). Where',
    '`actrange` limits an activation, it does so at the end of the step; not for motors. States of the example; a motor has',
    'each of its five states only if the parameter that it is about is positive.',
    ...header('type', 'number', 'parameters (`dynprm`)', 'states', 'rate ż', 'end of a step'),
    ...rows(DynType, DYNAMICS, ({ parameters, rate, step, example }) => [
      parameters,
      `${compiled(example).na}`,
      rate,
      step,
    ]),
    '',
    '## Gain and bias',
    '',
    'The last column is the derivative of the force by the velocity, which the implicit integrators use; empty: none. It',
    'vanishes where `forcerange` holds the force back.',
    ...header('gain', 'number', 'parameters (`gainprm`)', 'force', 'by velocity'),
    ...rows(GainType, GAIN, ({ parameters, value, slope }) => [parameters, value, slope]),
    ...header('bias', 'number', 'parameters (`biasprm`)', 'force', 'by velocity'),
    ...rows(BiasType, BIAS, ({ parameters, value, slope }) => [parameters, value, slope]),
    '',
    '## What they act on',
    ...header('transmission', 'number', 'length', 'gear', 'forces'),
    ...rows(TrnType, TARGET, ({ length, gear, example }) => [length, gear, `${compiled(example).nout}`]),
    '',
    'Set points of servos (`position`, `intvelocity`, `pid`) that are angles of a ball joint, or of a site about a reference',
    'site, are changed by whole turns to be nearest to the present length.',
    '',
    '## Order of a step',
    '',
    '1. Controls are read, from the history where there is a `delay`; then cut to `ctrlrange`. If one is then NaN or beyond',
    '   1e10, all are 0, and `Warning.badctrl` counts.',
    '2. Rates of activations.',
    '3. Forces; none for a group that `actuatorgroupdisable` names. Its activations stay what they are.',
    '4. Where the actuators of a tendon pull beyond its `actuatorfrcrange`, all are weakened alike.',
    '5. `forcerange`; a torque vector is shortened.',
    '6. Cogging and friction of motors.',
    '7. `qfrc_actuator`, with the gravity compensation of joints that have `actuatorgravcomp`, cut to the `actuatorfrcrange`',
    '   of joints.',
    '8. When the step is advanced, controls go into histories with the time at its start, and activations move on.',
    '',
  ].join('\n')
}
