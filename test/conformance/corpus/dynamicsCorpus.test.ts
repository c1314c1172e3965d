import load from '@mujoco/mujoco'
import { describe, expect, test } from 'vitest'
import { DisableBit } from '../../../src/index.ts'
import { compareData, fieldLine, matches, modelFromReference, ReferenceModel } from '../../../tools/compare/index.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'

/**
 * Dynamics apart from the compiler: our model is filled with the numbers of the reference, so that models count whose
 * files cannot be loaded yet. Left out are models with forces that are not simulated (tendons, soft bodies, plugins,
 * delays) and those whose meshes take long to load.
 */
describe.skipIf(!sharedIsThere)(
  'dynamics of models that others wrote (skipped where ../shared/models is absent)',
  () => {
    test('agrees with the reference in every field', async () => {
      const mj = await load({ print: () => {}, printErr: () => {} })
      const differences: string[] = []
      let count = 0
      for (const { name, source, sizes } of sharedModels()) {
        const { nv, ntendon, nflex, nmesh, nhfield } = sizes
        if (!nv || nv > 400 || ntendon || nflex || nmesh || nhfield) continue
        const reference = new ReferenceModel(mj, source)
        if (isRigid(reference)) {
          count++
          const m = modelFromReference(reference)
          for (const opt of [m.opt, reference.raw.opt]) opt.disableflags |= DisableBit.sensor
          const different = compareData(m, reference, { states: 2 }).filter((field) => !matches(field))
          differences.push(...different.map((field) => `${name}: ${fieldLine(field)}`))
        }
        reference.delete()
      }
      console.log(`dynamics of ${count} models filled from the reference`)
      expect(differences).toEqual([])
      expect(count).toBeGreaterThanOrEqual(100)
    }, 120_000)
  },
)

/** Nothing but bodies, joints and their springs and dampers acts on the model once actuators are switched off. */
function isRigid(reference: ReferenceModel): boolean {
  const remains = [...(reference.array('actuator_damping') ?? []), ...(reference.array('actuator_armature') ?? [])]
  const orientation = Array.from(reference.array('actuator_gaintype') ?? []).includes(GAIN_SO3)
  const rigid = reference.size('nplugin') === 0 && reference.size('nhistory') === 0
  return rigid && !orientation && remains.every((value) => value === 0)
}

/** Actuators whose controls are quaternions, which a reset sets to (1, 0, 0, 0). */
const GAIN_SO3 = 4
