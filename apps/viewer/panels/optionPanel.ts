import { Cone, DisableBit, EnableBit, Integrator, type Model, Solver } from '../../../src/index.ts'
import type { OptionChange } from '../simulation/commands.ts'
import { checkbox, element, numberField, section, select } from './dom.ts'

/** Options of the physics, which take effect with the next step. */
export function optionPanel(m: Model, send: (change: OptionChange) => void): HTMLElement {
  const { opt } = m
  const change = (next: OptionChange) => {
    Object.assign(opt, next)
    send(next)
  }
  const gravity = ['x', 'y', 'z'].map((axis, k) =>
    numberField(`gravity ${axis}`, opt.gravity[k], (value) => {
      const next = Float64Array.from(opt.gravity)
      next[k] = value
      change({ gravity: next })
    }),
  )
  const flag = (label: string, isOn: boolean, set: (isOn: boolean) => void) => checkbox(label, isOn, set)
  return element(
    'div',
    {},
    section(
      'Physics',
      false,
      numberField('time step', opt.timestep, (timestep) => {
        if (timestep > 0) change({ timestep })
      }),
      select('integrator', Integrator, opt.integrator, (value) => change({ integrator: value as Integrator })),
      select('solver', Solver, opt.solver, (value) => change({ solver: value as Solver })),
      select('cone', Cone, opt.cone, (value) => change({ cone: value as Cone })),
      numberField('iterations', opt.iterations, (iterations) =>
        change({ iterations: Math.max(0, Math.round(iterations)) }),
      ),
      numberField('tolerance', opt.tolerance, (tolerance) => change({ tolerance: Math.max(0, tolerance) })),
      ...gravity,
    ),
    section(
      'Flags',
      false,
      ...Object.entries(DisableBit).map(([name, bit]) =>
        flag(name, (opt.disableflags & bit) === 0, (isOn) =>
          change({ disableflags: isOn ? opt.disableflags & ~bit : opt.disableflags | bit }),
        ),
      ),
      ...Object.entries(EnableBit).map(([name, bit]) =>
        flag(name, (opt.enableflags & bit) !== 0, (isOn) =>
          change({ enableflags: isOn ? opt.enableflags | bit : opt.enableflags & ~bit }),
        ),
      ),
    ),
  )
}
