import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { DisableBit } from '../../src/core/model/enums.ts'
import { ModelError } from '../../src/core/model/errors.ts'
import { loadModel } from '../../src/format/load.ts'
import { compareData } from './compareData.ts'
import { compareRollout } from './compareRollout.ts'
import { matches, worstOfEach } from './fields.ts'
import { judge } from './judge.ts'
import { modelFromReference, ReferenceModel, type ReferenceModule } from './reference.ts'
import { countsOf, reportTable, summaryLine } from './report.ts'

const PENDULUM = `
<mujoco>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05"/>
      <body name="lower" pos="0 0 -1">
        <joint name="elbow" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05"/>
      </body>
    </body>
  </worldbody>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load()
})

function withReference<T>(use: (reference: ReferenceModel) => T): T {
  const reference = new ReferenceModel(mj, PENDULUM)
  try {
    return use(reference)
  } finally {
    reference.delete()
  }
}

test('a model with an extension of ours is one that only we accept', () => {
  const xml = `<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
    <equality><distance body1="b"/></equality></mujoco>`
  const verdict = judge(mj, { name: 'rod', load: () => loadModel(xml), source: xml })
  expect(verdict.outcome).toBe('accepted by us')
  expect(verdict.message).toContain('unrecognized element')
})

describe('comparing states', () => {
  test('finds a wrong gravity in forces and not in poses', () => {
    withReference((reference) => {
      const m = modelFromReference(reference)
      m.opt.gravity[2] *= 1 + 1e-8
      const wrong = compareData(m, reference).filter((field) => !matches(field))
      expect(wrong[0].field).toBe('qfrc_bias')
      expect(wrong[0].object).toMatch(/^dof (shoulder|elbow)\+0, state '/)
      expect(wrong.map((field) => field.field)).not.toContain('xpos')
    })
  })

  test('leaves the options of both engines as they were', () => {
    withReference((reference) => {
      const m = modelFromReference(reference)
      compareData(m, reference)
      expect([m.opt.disableflags, reference.raw.opt.disableflags]).toEqual([0, 0])
      expect([m.opt.enableflags, reference.raw.opt.enableflags]).toEqual([0, 0])
      expect([m.opt.integrator, reference.raw.opt.integrator]).toEqual([0, 0])
    })
  })
})

describe('the worst of several states', () => {
  const result = (error: number, tolerance: number) => {
    return { field: 'qacc', error, tolerance, index: 0, object: '', ours: 0, theirs: 0 }
  }

  test('is one that differs, even if a badly conditioned state is further off', () => {
    const differs = result(1e-8, 1e-10)
    const rounding = result(1e-6, 1e-5)
    expect(worstOfEach([differs, rounding])).toEqual([differs])
    expect(worstOfEach([rounding, differs])).toEqual([differs])
  })

  test('is the largest error where all match', () => {
    expect(worstOfEach([result(1e-14, 1e-12), result(1e-13, 1e-12)])).toEqual([result(1e-13, 1e-12)])
  })
})

describe('comparing rollouts', () => {
  const wild = { label: 'upright', time: 0, arrays: { qpos: Float64Array.of(3, 0.5) } }

  test('tells chaos from a difference', () => {
    withReference((reference) => {
      const m = modelFromReference(reference)
      const chaotic = compareRollout(m, reference, { steps: 10_000, start: wild })
      expect(chaotic.chaotic).toBe(true)
      expect(chaotic.matches).toBe(true)

      m.body_mass[2] *= 1 + 1e-6
      const different = compareRollout(m, reference, { steps: 10_000, start: wild })
      expect(different.matches).toBe(false)
    })
  })

  test('demands that both engines start over where the first step already breaks down', () => {
    withReference((reference) => {
      const m = modelFromReference(reference)
      const start = { label: 'broken', time: 3, arrays: { qpos: Float64Array.of(Number.NaN, 0) } }
      expect(compareRollout(m, reference, { steps: 10, start })).toMatchObject({ brokeDownAt: 1, matches: true })
      m.opt.disableflags |= DisableBit.autoreset
      expect(compareRollout(m, reference, { steps: 10, start })).toMatchObject({ brokeDownAt: 1, matches: false })
    })
  })

  test('holds calm motion to 1e-9', () => {
    withReference((reference) => {
      const calm = compareRollout(modelFromReference(reference), reference, { steps: 1000, integrator: 'RK4' })
      expect(calm.chaotic).toBe(false)
      expect(calm.error).toBeLessThan(1e-9)
    })
  })
})

describe('the verdict on a model', () => {
  const refuse = (unsupported: boolean) => () => {
    const source = { file: 'a.xml', line: 1, column: 1, element: 'tendon' }
    throw new ModelError('no', { source, unsupported })
  }
  const outcome = (load: () => ReturnType<typeof loadModel>, source: string) =>
    judge(mj, { name: 'a.xml', load, source }).outcome

  test('says who loads it', () => {
    expect(outcome(() => loadModel(PENDULUM), PENDULUM)).toBe('matched')
    expect(outcome(refuse(true), PENDULUM)).toBe('unsupported')
    expect(outcome(refuse(false), PENDULUM)).toBe('refused by us')
    expect(outcome(refuse(false), '<mujoco><geom/></mujoco>')).toBe('refused by both')
    expect(outcome(() => loadModel(PENDULUM), '<mujoco><geom/></mujoco>')).toBe('accepted by us')
  })

  test('does not hide faults of the program', () => {
    const broken = () => {
      throw new TypeError('a bug')
    }
    expect(() => outcome(broken, PENDULUM)).toThrow(TypeError)
  })

  test('is reported with the field, the object, both numbers and the tolerance', () => {
    const other = PENDULUM.replace('0 0 -1" size="0.05"', '0 0 -1" size="0.06"')
    const verdicts = [
      judge(mj, { name: 'good.xml', load: () => loadModel(PENDULUM), source: PENDULUM }),
      judge(mj, { name: 'other.xml', load: () => loadModel(other), source: PENDULUM }),
      judge(mj, { name: 'rope.xml', load: refuse(true), source: PENDULUM }),
    ]
    expect(summaryLine(verdicts)).toBe('3 models: 1 matched, 1 different, 1 unsupported')
    expect(countsOf(verdicts)).toMatchObject({ loaded: 2, modelMatched: 1, matched: 1 })
    const table = reportTable(verdicts)
    expect(table).toMatch(/good\.xml +matched/)
    expect(table).toMatch(/\w+ of (body|geom) [\w#]+: \S+, reference \S+ \(error \S+, tolerance 1e-12\)/)
    expect(table).toContain('   1 × <tendon>')
  })
})
