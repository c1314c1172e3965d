import { describe, expect, test } from 'vitest'
import type { Distribution } from '../../src/batch/randomize/distribution.ts'
import { FIELDS, OBJECT_OF } from '../../src/batch/randomize/fields.ts'
import { ModelRandomizer, type Randomization } from '../../src/batch/randomize/modelRandomizer.ts'
import { Data } from '../../src/core/data/data.ts'
import { normalize4 } from '../../src/core/math/quat.ts'
import { normalize3 } from '../../src/core/math/vec3.ts'
import { JointType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { modelFromMessage, modelMessage } from '../../src/core/model/modelMessage.ts'
import { Random } from '../../src/core/random/philox.ts'
import { setConst } from '../../src/format/mjcf/compile/constants/setConst.ts'
import { refreshGeoms } from '../../src/physics/collision/refreshGeoms.ts'
import { step } from '../../src/pipeline/step.ts'
import { ownModels, sharedModels } from '../conformance/support/corpus.ts'

/** Models of others with what our own do not have: meshes, tendons, equalities, height fields, many actuators. */
const OTHERS = ['cassie/cassie', 'shadow_hand/right_hand', 'tendon_arm', 'mujoco/car', 'ray/hfield']
const models = [
  ...ownModels(),
  ...sharedModels().filter(({ name, flexes }) => flexes === 0 && OTHERS.some((part) => name.includes(part))),
]

const FRACTION: Distribution = { uniform: [0, 1] }
const SCALED: Distribution = { uniform: [0.9, 1.1], scale: true }
const ADDED: Distribution = { uniform: [0, 0.01], add: true }

/** A copy of a model, in memory of its own. */
function copyOf(m: Model): Model {
  return modelFromMessage(structuredClone(modelMessage(m)), m.sdf)
}

/** Everything that follows from other numbers computed again, so that computing it once more changes no bit. */
function bringUpToDate(m: Model): void {
  refreshGeoms(m)
  setConst(m, new Data(m))
}

/** Distributions of all fields that this model lets vary, by field. */
function randomizations(m: Model): Record<string, Distribution> {
  const found: Record<string, Distribution> = { 'opt.gravity': ADDED, 'opt.timestep': SCALED, 'opt.density': ADDED }
  for (const [name, { rule }] of FIELDS) {
    const usual =
      rule === 'fraction' ? FRACTION : rule === 'inertia' ? { ...SCALED, shared: 'object' as const } : SCALED
    const tried: readonly Distribution[] = [
      rule === 'any' || rule === 'unit' ? ADDED : usual,
      { ...SCALED, shared: true },
    ]
    for (const distribution of tried) {
      try {
        new ModelRandomizer(m, { [name]: distribution })
        found[name] = distribution
        break
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }
  }
  return found
}

/** Sets numbers by their names, as a user would who edits the model. */
function edit(m: Model, names: readonly string[], samples: Float64Array, randomization: Randomization): void {
  const before = copyOf(m)
  names.forEach((name, draw) => {
    const [, field, object, index] = /^([\w.]+)(?:\((.*)\))?(?:\[(\d+)\])?$/.exec(name)!
    const { scale, shared } = randomization[field]
    const change = (x: number) =>
      scale ? x * samples[draw] : randomization[field] === FRACTION ? samples[draw] : x + samples[draw]
    if (field.startsWith('opt.')) {
      const option = field.slice(4) as 'timestep' | 'density' | 'gravity'
      if (option === 'gravity') m.opt.gravity[Number(index)] = change(before.opt.gravity[Number(index)])
      else m.opt[option] = change(before.opt[option])
      return
    }
    // shared draws: find the numbers by asking for each
    const each =
      shared === undefined ? [name] : new ModelRandomizer(before, { [name]: { choice: [1], scale: true } }).names
    const array = m[field as 'geom_size']
    for (const one of each) {
      const [, , owner, column = '0'] = /^([\w.]+)\((.*)\)(?:\[(\d+)\])?$/.exec(one) ?? [
        undefined,
        field,
        object,
        index,
      ]
      const at = firstOf(before, field, owner!) + Number(column)
      array[at] = change(before[field as 'geom_size'][at])
    }
  })
  const isOwn = 'body_inertia' in randomization
  for (let b = 1; b < m.nbody && !isOwn; b++) {
    const factor = m.body_mass[b] / before.body_mass[b]
    for (let k = 3 * b; k < 3 * b + 3; k++)
      if (before.body_mass[b] > 0) m.body_inertia[k] = before.body_inertia[k] * factor
  }
  for (const field of ['body_quat', 'body_iquat', 'geom_quat', 'site_quat', 'cam_quat'] as const)
    for (let o = 0; o < m[field].length; o += 4) if (differs(m[field], before[field], o, 4)) normalize4(m[field], o)
  for (const field of ['jnt_axis', 'light_dir'] as const)
    for (let o = 0; o < m[field].length; o += 3) if (differs(m[field], before[field], o, 3)) normalize3(m[field], o)
  for (const field of ['qpos0', 'qpos_spring'] as const)
    for (let j = 0; j < m.njnt; j++) {
      const o = m.jnt_qposadr[j] + (m.jnt_type[j] === JointType.free ? 3 : 0)
      if (m.jnt_type[j] <= JointType.ball && differs(m[field], before[field], o, 4)) normalize4(m[field], o)
    }
}

function differs(a: Float64Array, b: Float64Array, o: number, count: number): boolean {
  for (let k = o; k < o + count; k++) if (a[k] !== b[k]) return true
  return false
}

/** The first number of an object in a field. */
function firstOf(m: Model, field: string, object: string): number {
  const { owner } = FIELDS.get(field)!
  const named = m.names.id(OBJECT_OF[owner], object)
  const id = named >= 0 ? named : Number(object)
  const { length } = m[field as 'geom_size']
  if (owner === 'dof') return (m.jnt_dofadr[id] * length) / m.nv
  if (owner === 'qpos') return m.jnt_qposadr[id]
  if (owner === 'control') return 2 * m.actuator_ctrladr[id]
  if (owner === 'output') return (m.actuator_outadr[id] * length) / m.nout
  if (owner === 'hfield data') return m.hfield_adr[id]
  if (owner === 'numeric') return m.numeric_adr[id]
  return (
    id *
    (length /
      {
        body: m.nbody,
        joint: m.njnt,
        geom: m.ngeom,
        site: m.nsite,
        camera: m.ncam,
        light: m.nlight,
        material: m.nmat,
        hfield: m.nhfield,
        pair: m.npair,
        equality: m.neq,
        tendon: m.ntendon,
        actuator: m.nactuator,
        sensor: m.nsensor,
      }[owner])
  )
}

/** All arrays whose bits differ, options, statistics, and flags included. */
function differences(a: Model, b: Model): string[] {
  // but for what is made when it is first asked for, from the structure alone
  const names = Object.keys(a).filter((name) => ArrayBuffer.isView(a[name as keyof Model]) && name !== 'transposed')
  const bytes = (x: Model, name: string) => {
    const { buffer, byteOffset, byteLength } = x[name as 'geom_size']
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  const others = ({ opt, stat, flg_adhesion, flg_gravcomp, flg_surfacevel, ngravcomp }: Model) =>
    JSON.stringify([opt, stat, flg_adhesion, flg_gravcomp, flg_surfacevel, ngravcomp])
  return [
    ...names.filter((name) => !bytes(a, name).equals(bytes(b, name))),
    ...(others(a) === others(b) ? [] : [`${others(a)} and ${others(b)}`]),
  ]
}

describe.each(models)(
  'randomizing $name (models of others are skipped where ../shared/models is absent)',
  ({ load }) => {
    test('gives the bits of a model that was edited and brought up to date', () => {
      const m = load()
      bringUpToDate(m)
      const original = copyOf(m)
      const all = randomizations(m)
      expect(Object.keys(all).length).toBeGreaterThan(10)
      expect(differences(m, original), 'after construction').toEqual([])

      const random = new Random(7)
      const alone = Object.entries(all).map(([name, distribution]): Randomization => ({ [name]: distribution }))
      const some = [0.1, 0.3].map((share) =>
        Object.fromEntries(Object.entries(all).filter(() => random.next() < share)),
      )
      // each of 80 fields alone takes long in large models
      for (const randomization of [all, ...some, ...(m.nbody < 20 ? alone : [])]) {
        const randomizer = new ModelRandomizer(m, randomization)
        const { sampleSize, patchSize } = randomizer
        const samples = new Float64Array(2 * sampleSize)
        const patches = new Float64Array(2 * patchSize)
        const d = new Data(m)
        for (let i = 0; i < 2; i++) {
          randomizer.sample(random, samples, i * sampleSize)
          randomizer.derive(m, d, samples, i * sampleSize, patches, i * patchSize)
        }
        for (let i = 0; i < 2; i++) {
          const edited = copyOf(original)
          edit(edited, randomizer.names, samples.subarray(i * sampleSize), randomization)
          const biasprm = edited.actuator_biasprm.slice()
          bringUpToDate(edited)
          edited.actuator_biasprm.set(biasprm)
          randomizer.apply(m, patches, i * patchSize)
          expect(differences(m, edited), Object.keys(randomization).join(' ')).toEqual([])
          if (randomization !== all) continue
          const [one, other] = [new Data(m), new Data(edited)]
          for (let k = 0; k < 20; k++) {
            step(m, one)
            step(edited, other)
          }
          expect(one.qpos).toEqual(other.qpos)
          expect(one.qvel).toEqual(other.qvel)
        }
        randomizer.restore(m)
        expect(differences(m, original), 'after restoring').toEqual([])
      }
    })
  },
)
