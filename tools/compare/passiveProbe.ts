import type { Model } from '../../src/core/model/model.ts'
import { passive } from '../../src/index.ts'
import type { Pair } from './compareData.ts'
import type { Random } from './randomState.ts'
import type { NumericArray } from './reference.ts'

/** Parts of the passive forces, each compared. */
const FORCES = ['qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_passive'] as const

/** Coefficients that this probe sets in a model. */
type Coefficients = Partial<Record<keyof Model & string, NumericArray>>

/**
 * Passive forces of all kinds: springs and dampers with all powers on every joint and tendon, tendon springs with a
 * dead band, gravity compensation of every body, a dense and viscous fluid, and wind. Most models have few of these, so
 * the probe adds them in both engines and removes them afterward.
 */
export function probePassive(pair: Pair, random: Random) {
  const { m, d, rm, rd } = pair
  const before = coefficientsOf(m)
  const opts = [m.opt, rm.raw.opt]
  const fluid = opts.map(({ density, viscosity, wind }) => ({ density, viscosity, wind: [...wind] as number[] }))
  const bodiesCompensated = m.ngravcomp

  setCoefficients(pair, randomCoefficients(m, random))
  setCompensation(pair, m.nbody)
  for (const opt of opts) {
    opt.density = 1.2
    opt.viscosity = 0.3
    opt.wind.set([1, 2, 3])
  }
  passive(m, d)
  rd.call('mj_passive')
  const answers = FORCES.map((force) => ({
    label: force,
    ours: d[force].slice(),
    theirs: Float64Array.from(rd.array(force)!),
  }))

  setCoefficients(pair, before)
  setCompensation(pair, bodiesCompensated)
  opts.forEach((opt, i) => {
    opt.density = fluid[i].density
    opt.viscosity = fluid[i].viscosity
    opt.wind.set(fluid[i].wind)
  })
  passive(m, d)
  rd.call('mj_passive')
  return answers
}

function coefficientsOf(m: Model): Coefficients {
  return {
    jnt_stiffness: m.jnt_stiffness.slice(),
    jnt_stiffnesspoly: m.jnt_stiffnesspoly.slice(),
    dof_damping: m.dof_damping.slice(),
    dof_dampingpoly: m.dof_dampingpoly.slice(),
    tendon_stiffness: m.tendon_stiffness.slice(),
    tendon_stiffnesspoly: m.tendon_stiffnesspoly.slice(),
    tendon_damping: m.tendon_damping.slice(),
    tendon_dampingpoly: m.tendon_dampingpoly.slice(),
    tendon_lengthspring: m.tendon_lengthspring.slice(),
    body_gravcomp: m.body_gravcomp.slice(),
  }
}

function randomCoefficients(m: Model, random: Random): Coefficients {
  const { tendon_lengthspring, ...others } = coefficientsOf(m)
  const coefficients: Coefficients = {}
  for (const [name, values] of Object.entries(others))
    coefficients[name as keyof Coefficients] = values.map(() => random.uniform(0, 1))
  // slack, too short and too long, each for a third of the tendons
  const band = tendon_lengthspring!.slice()
  for (let t = 0; t < m.ntendon; t++) {
    const length = m.tendon_length0[t]
    const where = random.uniform(-1, 1)
    band[2 * t] = length + where - 0.3
    band[2 * t + 1] = length + where + 0.3
  }
  return { ...coefficients, tendon_lengthspring: band }
}

/** How many bodies have gravity compensation. */
function setCompensation({ m, rm }: Pair, count: number): void {
  m.ngravcomp = rm.raw.ngravcomp = count
  m.flg_gravcomp = rm.raw.flg_gravcomp = count > 0
}

function setCoefficients({ m, rm }: Pair, coefficients: Coefficients): void {
  for (const [name, values] of Object.entries(coefficients)) {
    const own: NumericArray = Reflect.get(m, name)
    own.set(values)
    rm.set(name, values)
  }
}
