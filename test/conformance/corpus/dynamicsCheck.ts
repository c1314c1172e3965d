import { describe, expect, test } from 'vitest'
import { DisableBit } from '../../../src/index.ts'
import {
  compareData,
  fieldLine,
  matches,
  modelFromReference,
  type ReferenceModel,
} from '../../../tools/compare/index.ts'
import { holdCounts } from '../support/counts.ts'
import { type Check, type Judged, keepingOptions } from './check.ts'

const MOST_DOFS = 400

/**
 * Smooth dynamics apart from the compiler: our model is filled with the numbers of the reference. Left out are models
 * with forces other than those of joints (tendons, soft bodies, plugins, delays), and those with meshes.
 */
export function dynamicsCheck(corpus: string): Check {
  const judged: Judged<string[]>[] = []
  return {
    name: 'dynamics',
    visit: ({ nv, ntendon, nmesh, nhfield }, reference, { name }) => {
      if (nv === 0 || nv > MOST_DOFS || ntendon || nmesh || nhfield || !isRigid(reference)) return
      const m = modelFromReference(reference)
      keepingOptions(m, reference, () => {
        for (const opt of [m.opt, reference.raw.opt]) opt.disableflags |= DisableBit.sensor
        const different = compareData(m, reference, { states: 2 }).filter((field) => !matches(field))
        judged.push({ name, verdict: different.map(fieldLine) })
      })
    },
    report: () => `dynamics of ${judged.length} models filled from the reference`,
    test: () => {
      describe('smooth dynamics, apart from the compiler', () => {
        test('every field of the state has the numbers of the reference, in a model filled from it', () => {
          expect(judged.flatMap(({ name, verdict }) => verdict.map((line) => `${name}: ${line}`))).toEqual([])
        })

        test('no fewer filled models match than before', () => {
          holdCounts(`dynamics-${corpus}`, { models: judged.length })
        })
      })
    },
  }
}

/** Nothing but bodies, joints and their springs and dampers acts on the model once actuators are switched off. */
function isRigid(reference: ReferenceModel): boolean {
  const remains = [...(reference.array('actuator_damping') ?? []), ...(reference.array('actuator_armature') ?? [])]
  const orientation = Array.from(reference.array('actuator_gaintype') ?? []).includes(GAIN_SO3)
  const rigid = reference.size('nplugin') === 0 && reference.size('nhistory') === 0
  return rigid && !orientation && remains.every((value) => value === 0)
}

/** Actuators whose controls are quaternions, which a reset sets to (1, 0, 0, 0). */
const GAIN_SO3 = 4
