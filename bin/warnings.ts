import type { Data } from '../src/core/data/data.ts'
import { Warning } from '../src/core/model/enums.ts'

/** A kind of warning, and how often it occurred. */
export interface WarningReport {
  readonly warning: string
  readonly count: number
  readonly message: string
}

/** The message of each warning, given its info number. */
const messages: Readonly<Record<keyof typeof Warning, (info: number) => string>> = {
  inertia: (dof) => `the mass matrix is nearly singular at dof ${dof}`,
  contactfull: (most) => `there are more than ${most} contacts; the last were dropped`,
  cnstrfull: () => 'too many constraints',
  badqpos: (i) => `qpos[${i}] is NaN or too large; the simulation was reset`,
  badqvel: (i) => `qvel[${i}] is NaN or too large; the simulation was reset`,
  badqacc: (i) => `qacc[${i}] is NaN or too large; the simulation was reset`,
  badctrl: (i) => `ctrl[${i}] is NaN or too large; all controls were set to zero`,
  sleepless: () => 'the option sleep has no effect with the integrator RK4',
  mixedsolref: (row) => `the solref of constraint row ${row} mixes a positive and a nonpositive number`,
  unconverged: (island) => `the solver did not converge in island ${island}; another solver took over`,
  indefinite: (island) => `Newton's Hessian is indefinite in island ${island}; conjugate gradients were tried`,
  capped: (most) => `an option allows more than ${most} iterations; a step makes at most so many`,
}

/** All warnings that a simulation has counted so far. */
export function warningsOf(d: Data): WarningReport[] {
  return Object.entries(Warning)
    .filter(([, index]) => d.warning_number[index] > 0)
    .map(([name, index]) => ({
      warning: name,
      count: d.warning_number[index],
      message: messages[name as keyof typeof Warning](d.warning_lastinfo[index]),
    }))
}
