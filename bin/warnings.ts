import type { Data } from '../src/core/data/data.ts'
import { Warning } from '../src/core/model/enums.ts'

/** One kind of trouble during a simulation, and how often it came up. */
export interface WarningReport {
  readonly warning: string
  readonly count: number
  readonly message: string
}

/** What each warning means, given the number that came with it. */
const messages: Readonly<Record<keyof typeof Warning, (info: number) => string>> = {
  inertia: (dof) => `the inertia matrix is close to singular at degree of freedom ${dof}`,
  contactfull: () => 'there was no room for all contacts',
  cnstrfull: () => 'there was no room for all constraints',
  badqpos: (i) => `qpos[${i}] was not a sensible number; the simulation was reset`,
  badqvel: (i) => `qvel[${i}] was not a sensible number; the simulation was reset`,
  badqacc: (i) => `qacc[${i}] was not a sensible number; the simulation was reset`,
  badctrl: (i) => `ctrl[${i}] was not a sensible number; all controls were taken as zero`,
  sleepless: () => 'the option sleep is on, but the integrator RK4 lets nothing sleep',
  mixedsolref: (row) => `the solref of constraint row ${row} has one positive number and one that is not`,
  unconverged: (island) => `the solver did not converge in island ${island}, and another one finished its work`,
  indefinite: (island) => `rounding spoilt Newton's matrix in island ${island}, and conjugate gradients were tried`,
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
