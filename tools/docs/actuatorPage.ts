import { BiasType, DynType, GainType, TrnType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { ACTUATOR_RULES, type ActuatorTag } from '../../src/format/mjcf/schema/schemaActuator.ts'

/** The page docs/actuators.md: a description of each type, with the parameters that the compiler gives an example. */

interface Dynamics {
  /** Contents of `dynprm`. */
  readonly parameters: string
  readonly rate: string
  /** The activation at the end of a step. */
  readonly step: string
  /** An actuator of this type, to count its activations. */
  readonly example: string
}

const DYNAMICS: Readonly<Record<keyof typeof DynType, Dynamics>> = {
  none: { parameters: '', rate: '', step: '', example: '<general joint="hinge"/>' },
  integrator: {
    parameters: '',
    rate: 'u; three rates for a rotation',
    step: 'z + h·ż; the set point of a rotational servo is wrapped by whole turns',
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
    parameters: 'activation τ, deactivation τ, width of the transition',
    rate: '(u − z)/τ(u, z), u clamped to [0, 1]; τ is multiplied by 0.5 + 1.5z during activation and divided by it during deactivation',
    step: 'z + h·ż',
    example: '<muscle joint="hinge" lengthrange="0 1"/>',
  },
  dcmotor: {
    parameters:
      'electric time constant, maximum rate of current, thermal resistance, thermal capacity, ambient temperature, ' +
      'bristle stiffness σ₀, bristle damping σ₁, maximum rate of the set point, maximum integral',
    rate:
      'set point: limited by its rate; integral: error, zero beyond its bounds; temperature: (R·i² − T/R_th)/C; ' +
      'bristles: velocity − σ₀·speed·z/g; current: ((V − K·velocity)/R − i)/τ',
    step: 'exact for current and bristles, the integral clamped, otherwise z + h·ż',
    example:
      '<dcmotor joint="hinge" motorconst="1" resistance="1" input="pos" controller="1 1 1 1" thermal="1 1" lugre="1" inductance="1"/>',
  },
  pid: {
    parameters: 'maximum integral, maximum rate of the set point',
    rate: 'set point: limited by its rate; or integral: set point − length, zero beyond its bounds',
    step: 'z + h·ż',
    example: '<pid joint="hinge" kp="1" ki="1"/>',
  },
  user: {
    parameters: 'free for the callback',
    rate: '`callbacks.activation`; 0 if unset',
    step: 'z + h·ż',
    example: '<general joint="hinge" dyntype="user"/>',
  },
}

interface Force {
  /** Contents of `gainprm` or `biasprm`. */
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
      'resistance R, motor constant K, temperature coefficient, temperature of R, kp, ki, kd, maximum voltage of the controller',
    value: 'K·current, or K/R·V if the current is not a state; R at the present temperature',
    slope: 'from kd, reduced by the lag of the current',
  },
  so3: {
    parameters: 'kp',
    value: 'kp·(rotation vector to the set point), three numbers',
    slope: '',
  },
  pid: {
    parameters: 'ki',
    value: 'kp·position + kv·velocity + feed-forward + ki·integral; kp and kv are those of the bias',
    slope: '',
  },
  user: { parameters: 'free for the callback', value: '`callbacks.gain`·x; x if unset', slope: '' },
}

const BIAS: Readonly<Record<keyof typeof BiasType, Force>> = {
  none: { parameters: '', value: '0', slope: '' },
  affine: { parameters: 'b₀ b₁ b₂', value: 'b₀ + b₁·length + b₂·velocity', slope: 'b₂' },
  muscle: { parameters: MUSCLE, value: '−F₀·fpmax·FP(length), beyond the resting length', slope: '' },
  dcmotor: {
    parameters: 'cogging amplitude A, periodicity N, phase φ, Coulomb friction, static friction, Stribeck velocity',
    value:
      'back-EMF, −gain·K·velocity, unless the current is a state; after clamping A·sin(N·length + φ) and −(σ₀·z + σ₁·ż) of the bristles',
    slope: '−K²/R; −σ₁',
  },
  so3: { parameters: 'b₀ −kp b₂', value: 'b₀ + b₂·velocity, three numbers', slope: 'b₂' },
  user: { parameters: 'free for the callback', value: '`callbacks.bias`; 0 if unset', slope: '' },
}

interface Target {
  readonly length: string
  readonly gear: string
  readonly example: string
}

const TARGET: Readonly<Record<keyof typeof TrnType, Target>> = {
  joint: {
    length: 'position of a hinge or slide; rotation vector of a ball joint along the gear; 0 for a free joint',
    gear: 'one number; three for a ball joint; six (force, torque) for a free joint',
    example: '<motor joint="hinge"/>',
  },
  jointinparent: {
    length: 'the same; the gear of a ball joint or of the rotation of a free joint is in the parent’s frame',
    gear: 'the same',
    example: '<motor jointinparent="hinge"/>',
  },
  slidercrank: {
    length: 'position of the slider along its axis',
    gear: 'one number',
    example: '<motor cranksite="site" slidersite="base" cranklength="1"/>',
  },
  tendon: { length: 'length of the tendon', gear: 'one number', example: '<motor tendon="tendon"/>' },
  site: {
    length: 'translation and rotation relative to a reference site, along the gear; 0 without a reference',
    gear: 'six numbers (force, torque) in the frame of the reference or of the site',
    example: '<motor site="site"/>',
  },
  body: {
    length: '0; the force acts along the mean contact normal of the body',
    gear: 'none',
    example: '<adhesion body="body" ctrlrange="0 1"/>',
  },
  so3: {
    length: 'rotation vector of a ball joint or between two sites, three numbers',
    gear: 'none',
    example: '<orientation joint="ball"/>',
  },
}

/** A minimal actuator of each tag. */
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

/** Numbers without trailing zeros. */
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
    '# Actuator reference',
    '',
    '`npm run tables` generates this page from `tools/docs/actuatorPage.ts` and from the compiler, and a',
    'test keeps it current. [The guide](guide/actuators.md) has examples.',
    '',
    'An actuator turns controls into a force: `force = gain·x + bias`. Here x is its control u or, with dynamics, the last of',
    'its activations z. With `actearly` it is the activation at the end of the step, of length h. The transmission gives a',
    'length, a velocity, and a moment: `qfrc_actuator = momentᵀ·force`.',
    '',
    '## Tags',
    '',
    'Each tag is a shortcut of `general`. The parameters are those of the example.',
    ...header(
      'tag',
      'example',
      'dynamics',
      'gain',
      'bias',
      'controls',
      'activations',
      '`dynprm`',
      '`gainprm`',
      '`biasprm`',
    ),
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
    '`activationRates` computes `act_dot`, `nextActivation` the activation at the end of the step',
    '(`src/physics/actuation/activation.ts`). `actrange` applies at the end of the step, but not to `dcmotor`. The column of',
    'activations is that of an example; a `dcmotor` has each of its five only if the corresponding parameter is positive.',
    ...header('type', 'id', 'parameters (`dynprm`)', 'activations', 'rate ż', 'end of a step'),
    ...rows(DynType, DYNAMICS, ({ parameters, rate, step, example }) => [
      parameters,
      `${compiled(example).na}`,
      rate,
      step,
    ]),
    '',
    '## Gain and bias',
    '',
    'The last column is the derivative of the force by the velocity, for the implicit integrators. It is zero if empty, and',
    'while `forcerange` clamps the force.',
    ...header('gain', 'id', 'parameters (`gainprm`)', 'force', 'derivative'),
    ...rows(GainType, GAIN, ({ parameters, value, slope }) => [parameters, value, slope]),
    ...header('bias', 'id', 'parameters (`biasprm`)', 'force', 'derivative'),
    ...rows(BiasType, BIAS, ({ parameters, value, slope }) => [parameters, value, slope]),
    '',
    '## Transmissions',
    ...header('transmission', 'id', 'length', 'gear', 'forces'),
    ...rows(TrnType, TARGET, ({ length, gear, example }) => [length, gear, `${compiled(example).nout}`]),
    '',
    'Servos (`position`, `intvelocity`, `pid`) on a ball joint, or on a site with a reference site, have angles as set',
    'points. These are shifted by whole turns to the value nearest to the present length.',
    '',
    '## Order of a step',
    '',
    '1. Read the controls, from the history if there is a `delay`, and clamp them to `ctrlrange`. If one is then NaN or',
    '   beyond 1e10, all are 0, and `Warning.badctrl` counts it.',
    '2. Compute the activation rates.',
    '3. Compute the forces. They are zero for groups in `actuatorgroupdisable`, whose activations stay constant.',
    '4. If the actuators of a tendon exceed its `actuatorfrcrange`, scale all of them by the same factor.',
    '5. Clamp to `forcerange`; a torque vector is shortened.',
    '6. Add cogging and friction of DC motors.',
    '7. Compute `qfrc_actuator`, with the gravity compensation of joints that have `actuatorgravcomp`. Clamp it to the',
    '   `actuatorfrcrange` of joints.',
    '8. When the state advances, record the controls with the time at the start of the step, and advance the activations.',
    '',
  ].join('\n')
}
