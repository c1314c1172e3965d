import {
  Cone,
  DisableBit,
  EnableBit,
  Integrator,
  JacobianType,
  type Model,
  type Option,
  Solver,
} from '../../../src/index.ts'
import type { OptionChange } from '../simulation/commands.ts'
import { checkbox, element, group, groupSwitches, lazySection, numberField, select, vectorField } from './dom.ts'

type NumberOption = { [K in keyof Option]: Option[K] extends number ? K : never }[keyof Option]
type VectorOption = { [K in keyof Option]: Option[K] extends Float64Array ? K : never }[keyof Option]

const AXES = ['x', 'y', 'z']

/** Physics options and flags. Changes take effect with the next step. */
export function optionPanel(m: Model, send: (change: OptionChange) => void): HTMLElement {
  const { opt } = m
  const change = (next: OptionChange) => {
    Object.assign(opt, next)
    send(next)
  }
  const real = (label: string, key: NumberOption, least = 0) =>
    numberField(label, opt[key], (value) => change({ [key]: Math.max(least, value) }))
  const count = (label: string, key: NumberOption) =>
    numberField(label, opt[key], (value) => change({ [key]: Math.max(0, Math.round(value)) }))
  const vector = (label: string, key: VectorOption, parts: readonly string[] = AXES) =>
    vectorField(label, parts, opt[key], (values) => change({ [key]: values }))
  const bits = (key: 'disableflags' | 'enableflags', bit: number, isSet: boolean) =>
    change({ [key]: isSet ? opt[key] | bit : opt[key] & ~bit })

  const physics = lazySection('Physics', false, () => [
    numberField('time step', opt.timestep, (timestep) => {
      if (timestep > 0) change({ timestep })
    }),
    select('integrator', Integrator, opt.integrator, (value) => change({ integrator: value as Integrator })),
    select('cone', Cone, opt.cone, (value) => change({ cone: value as Cone })),
    select('jacobian', JacobianType, opt.jacobian, (value) => change({ jacobian: value as JacobianType })),
    select('solver', Solver, opt.solver, (value) => change({ solver: value as Solver })),
    count('iterations', 'iterations'),
    real('tolerance', 'tolerance'),
    count('line search iterations', 'ls_iterations'),
    real('line search tolerance', 'ls_tolerance'),
    count('noslip iterations', 'noslip_iterations'),
    real('noslip tolerance', 'noslip_tolerance'),
    count('CCD iterations', 'ccd_iterations'),
    real('CCD tolerance', 'ccd_tolerance'),
    real('impedance ratio', 'impratio', 1e-6),
    real('sleep tolerance', 'sleep_tolerance'),
    vector('gravity', 'gravity'),
    vector('wind', 'wind'),
    vector('magnetic', 'magnetic'),
    real('density', 'density'),
    real('viscosity', 'viscosity'),
    group(
      'contact override',
      real('margin', 'o_margin', -Infinity),
      vector('solref', 'o_solref', ['0', '1']),
      vector('solimp', 'o_solimp', ['0', '1', '2', '3', '4']),
      vector('friction', 'o_friction', ['0', '1', '2', '3', '4']),
    ),
  ])
  const flags = lazySection('Flags', false, () => [
    group(
      'disable flags',
      ...Object.entries(DisableBit).map(([name, bit]) =>
        checkbox(name, (opt.disableflags & bit) === 0, (isOn) => bits('disableflags', bit, !isOn)),
      ),
    ),
    group(
      'enable flags',
      ...Object.entries(EnableBit).map(([name, bit]) =>
        checkbox(name, (opt.enableflags & bit) !== 0, (isOn) => bits('enableflags', bit, isOn)),
      ),
    ),
    groupSwitches(
      'actuator groups',
      (g) => (opt.disableactuator & (1 << g)) === 0,
      (g, isOn) => change({ disableactuator: isOn ? opt.disableactuator & ~(1 << g) : opt.disableactuator | (1 << g) }),
    ),
  ])
  return element('div', { class: 'sections' }, physics, flags)
}
