import { describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import {
  CONTACT_ROLLOUT_TOLERANCE,
  type ContactRollout,
  judgeContactRollout,
} from '../../../tools/compare/compareContactRollout.ts'
import { compareRollout, type ReferenceModel, type RolloutResult } from '../../../tools/compare/index.ts'
import { KNOWN_INTEGRATIONS } from '../known/knownIntegrations.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

const INTEGRATORS = ['implicit', 'implicitfast', 'discrete'] as const
type Name = (typeof INTEGRATORS)[number]

/** Larger models take minutes; smooth rollouts have about so many steps times dofs. */
const MOST_DOFS = 120
const SMOOTH_WORK = 8_000
const SMOOTH_STEPS = 500
const CONTACT_STEPS = 60

interface Integrated {
  readonly smooth: Readonly<Record<Name, RolloutResult>>
  readonly constrained: Readonly<Record<Name, ContactRollout>>
}

type IntegratedModel = Judged<Integrated>

function integrateModel(m: Model, reference: ReferenceModel): Integrated {
  const steps = Math.max(20, Math.min(SMOOTH_STEPS, Math.floor(SMOOTH_WORK / m.nv)))
  return {
    smooth: each((integrator) => compareRollout(m, reference, { steps, integrator })),
    constrained: each((integrator) => judgeContactRollout(m, reference, CONTACT_STEPS, integrator)),
  }
}

function each<T>(make: (name: Name) => T): Record<Name, T> {
  return { implicit: make('implicit'), implicitfast: make('implicitfast'), discrete: make('discrete') }
}

interface Counts {
  readonly models: number
  readonly smooth: number
  readonly constrained: number
}

function countsOf(all: readonly IntegratedModel[]): Counts {
  const count = (test: (verdict: Integrated, name: Name) => boolean) =>
    all.reduce((sum, { verdict }) => sum + INTEGRATORS.filter((name) => test(verdict, name)).length, 0)
  return {
    models: all.length,
    smooth: count(({ smooth }, name) => smooth[name].matches),
    constrained: count(({ constrained }, name) => constrained[name].strayedAt === undefined),
  }
}

/** A line for each simulation that leaves the reference. */
function strays(all: readonly IntegratedModel[]): string[] {
  return all.flatMap(({ name, verdict: { smooth, constrained } }) =>
    INTEGRATORS.flatMap((integrator) => [
      ...(smooth[integrator].matches ? [] : [`${name}, ${integrator}: ${smooth[integrator].error.toExponential(1)}`]),
      ...(constrained[integrator].strayedAt === undefined
        ? []
        : [
            `${name}, ${integrator} with constraints: apart by ${constrained[integrator].error.toExponential(1)} in step ${constrained[integrator].strayedAt}`,
          ]),
    ]),
  )
}

function report(corpus: string, all: readonly IntegratedModel[]): string {
  const lines = INTEGRATORS.map((name) => {
    const smooth = all.map(({ verdict }) => verdict.smooth[name])
    const constrained = all.map(({ verdict }) => verdict.constrained[name])
    const calm = smooth.filter(({ chaotic }) => !chaotic)
    const whole = constrained.filter(({ steps }) => steps === CONTACT_STEPS)
    const worst = (errors: number[]) => Math.max(0, ...errors).toExponential(1)
    return [
      `${name}: ${smooth.filter(({ matches }) => matches).length} of ${all.length} smooth motions stay with the reference`,
      `(${calm.length} calm ones within ${worst(calm.map(({ error }) => error))}),`,
      `${constrained.filter(({ strayedAt }) => strayedAt === undefined).length} with constraints`,
      `(${whole.length} over all ${CONTACT_STEPS} steps within ${worst(whole.map(({ error }) => error))}, the others until a`,
      `disturbance of 1e-12 has grown to ${CONTACT_ROLLOUT_TOLERANCE})`,
    ].join(' ')
  })
  return [...strays(all), `'${corpus}', ${all.length} models`, ...lines].join('\n')
}

/**
 * Simulation with each implicit integrator: smooth motion for up to 500 steps, and with all constraints and random
 * controls for as long as the reference stays with itself.
 */
export function integratorCheck(corpus: string): Check {
  const all: IntegratedModel[] = []
  return {
    name: 'integrators',
    visit: (m, reference, { name, dofs }) => {
      if (m.nv === 0 || dofs > MOST_DOFS) return
      all.push({ name, verdict: integrateModel(m, reference) })
    },
    report: () => report(corpus, all),
    test: () => {
      describe('implicit integrators', () => {
        test('implicit steps stay with the reference as long as it stays with itself', () => {
          expect(strays(all.filter(({ name }) => !(name in KNOWN_INTEGRATIONS)))).toEqual([])
        })

        test('implicit steps that are known to leave the reference still do', () => {
          const known = all.filter(({ name }) => name in KNOWN_INTEGRATIONS)
          expect(known.filter((model) => strays([model]).length === 0).map(({ name }) => name)).toEqual([])
        })

        test('no fewer implicit simulations match than before', () =>
          holdCounts(`integrators-${corpus}`, countsOf(all)))
      })
    },
  }
}
