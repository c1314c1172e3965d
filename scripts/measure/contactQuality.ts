import load from '@mujoco/mujoco'
import { Data } from '../../src/core/data/data.ts'
import { normalize4, quatToMat } from '../../src/core/math/quat.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { resetDataKeyframe, step } from '../../src/index.ts'
import { collision } from '../../src/physics/collision/collision.ts'
import { sharedModels } from '../../test/conformance/support/corpus.ts'
import { generatedHulls } from '../../test/support/generatedHulls.ts'
import { MESH_SCENES } from '../../test/support/meshScenes.ts'
import { type ContactQuality, qualityOf } from '../../tools/compare/contactQuality.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel } from '../../tools/compare/reference.ts'
import { listOf, referenceContacts } from '../../tools/compare/referenceContacts.ts'
import { depthAlong, meshPolytope, type Polytope, trueDepth } from '../../tools/compare/trueDepth.ts'

/**
 * Prints the tables of docs/architecture/collision.md: how exact the deepest contact of two meshes is and how large the
 * patch of their contacts, and how still meshes lie, in both engines:
 * `npx tsx scripts/measure/contactQuality.ts [hulls] [pairs of each kind] [seconds]`. Uses the collection of models
 * where it is at hand.
 */

const hulls = Number(process.argv[2] ?? 60)
const pairs = Number(process.argv[3] ?? 600)
const seconds = Number(process.argv[4] ?? 60)
const mj = await load({ print: () => {}, printErr: () => {} })

/** Hulls with more vertices take long to measure. */
const MOST_VERTICES = 200
const ORIGIN = { pos: [0, 0, 0], mat: [1, 0, 0, 0, 1, 0, 0, 0, 1] }

/** Vertices of hulls of meshes that others made. */
function collectedHulls(random: Random): number[][][] {
  const found: number[][][] = []
  const models = sharedModels().filter(({ sizes }) => sizes.ok && (sizes.nmesh ?? 0) > 0 && !sizes.nflex)
  while (found.length < hulls && models.length > 0) {
    const [model] = models.splice(Math.floor(random.uniform(0, models.length)), 1)
    const m = model.load()
    for (let mesh = 0, taken = 0; mesh < m.nmesh && taken < 4 && found.length < hulls; mesh++) {
      const graph = m.mesh_graphadr[mesh]
      if (graph < 0 || m.mesh_graph[graph] > MOST_VERTICES || random.uniform(0, 1) < 0.5) continue
      const { point } = meshPolytope(m, mesh, ORIGIN.pos, ORIGIN.mat)
      found.push(Array.from({ length: point.length / 3 }, (_, i) => Array.from(point.subarray(3 * i, 3 * i + 3))))
      taken++
    }
  }
  return found
}

/** Two bodies whose meshes are set for each pair. */
class PairOfHulls {
  readonly m: Model
  readonly #d: Data
  readonly #rm: ReferenceModel
  readonly #rd: ReferenceData

  constructor(first: readonly number[][], second: readonly number[][]) {
    const mesh = (name: string, points: readonly number[][]) =>
      `<mesh name="${name}" vertex="${points.flat().join(' ')}"/>`
    const body = (name: string) =>
      `<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="${name}"/></body>`
    const xml = `<mujoco><asset>${mesh('a', first)}${mesh('b', second)}</asset><worldbody>${body('a')}${body('b')}</worldbody></mujoco>`
    this.m = loadModel(xml)
    this.#d = new Data(this.m)
    this.#rm = new ReferenceModel(mj, xml)
    this.#rd = new ReferenceData(this.#rm)
  }

  /** Places the bodies and returns their hulls there. */
  place(qpos: ArrayLike<number>): Polytope[] {
    this.#rd.set('qpos', qpos)
    this.#rd.call('mj_kinematics')
    this.#rd.call('mj_comPos')
    for (const name of ['geom_xpos', 'geom_xmat', 'xpos', 'xmat', 'xipos', 'ximat'] as const)
      this.#d[name].set(this.#rd.array(name)!)
    const { geom_xpos, geom_xmat } = this.#d
    return [0, 1].map((g) =>
      meshPolytope(this.m, g, geom_xpos.slice(3 * g, 3 * g + 3), geom_xmat.slice(9 * g, 9 * g + 9)),
    )
  }

  /** The contacts of both engines, measured by the true depth; undefined where neither finds any. */
  measure([a, b]: Polytope[]): { ours: ContactQuality; theirs: ContactQuality } | undefined {
    collision(this.m, this.#d)
    this.#rd.call('mj_collision')
    const ours = listOf(this.#d)
    const theirs = referenceContacts(this.#rd)
    if (ours.ncon + theirs.ncon === 0) return undefined
    const size = Math.min(this.m.geom_rbound[0], this.m.geom_rbound[1])
    const wayOut = (n: ArrayLike<number>) => depthAlong(a, b, n[0], n[1], n[2])
    const overlap = { depth: trueDepth(a, b).depth, size, wayOut }
    return { ours: qualityOf(ours, 0, 1, overlap), theirs: qualityOf(theirs, 0, 1, overlap) }
  }

  /** Whether the bodies overlap by more than a depth where they were placed last. */
  isDeeper(depth: number): boolean {
    collision(this.m, this.#d)
    return this.#d.contact_dist.subarray(0, this.#d.ncon).some((dist) => -dist > depth)
  }

  delete(): void {
    this.#rd.delete()
    this.#rm.delete()
  }
}

/** The normal of a polygon of a hull, in the frame of its body. */
function faceNormal(m: Model, mesh: number, random: Random): number[] {
  const polygon = m.mesh_polyadr[mesh] + Math.floor(random.uniform(0, m.mesh_polynum[mesh]))
  const mat = new Float64Array(9)
  quatToMat(mat, 0, m.geom_quat, 4 * mesh)
  const n = m.mesh_polynormal.subarray(3 * polygon, 3 * polygon + 3)
  return [0, 3, 6].map((r) => mat[r] * n[0] + mat[r + 1] * n[1] + mat[r + 2] * n[2])
}

/** A unit quaternion that turns one unit vector to another, up to a tilt. */
function turnTo(from: readonly number[], to: readonly number[], tilt: number, random: Random): Float64Array {
  const cross = [0, 1, 2].map((k) => from[(k + 1) % 3] * to[(k + 2) % 3] - from[(k + 2) % 3] * to[(k + 1) % 3])
  const quat = Float64Array.of(1 + from.reduce((sum, x, k) => sum + x * to[k], 0) + 1e-12, ...cross)
  normalize4(quat, 0)
  for (let k = 1; k < 4; k++) quat[k] += tilt * random.normal()
  normalize4(quat, 0)
  return quat
}

const TILTS = [0, 1e-6, 1e-3, 1e-2]

/** Qualities of the contacts of pairs of hulls: turned anyhow, or with a face nearly on a face. */
function measurePairs(
  points: readonly number[][][],
  isFlat: boolean,
  random: Random,
): Record<'ours' | 'theirs', ContactQuality>[] {
  const found: Record<'ours' | 'theirs', ContactQuality>[] = []
  for (let trial = 0; trial < pairs; trial++) {
    const pick = () => points[Math.floor(random.uniform(0, points.length))]
    const pair = new PairOfHulls(pick(), pick())
    const { m } = pair
    const size = Math.min(m.geom_rbound[0], m.geom_rbound[1])
    const deep = size * 10 ** random.uniform(-3.5, -1)
    const way = isFlat ? faceNormal(m, 0, random) : Array.from(random.direction(3))
    const opposite = way.map((x) => -x)
    const quat2 = isFlat
      ? turnTo(faceNormal(m, 1, random), opposite, TILTS[trial % TILTS.length], random)
      : random.direction(4)
    const side = isFlat ? random.vector(3, 0.3 * size) : new Float64Array(3)
    const qpos = (distance: number) => [
      ...ORIGIN.pos,
      1,
      0,
      0,
      0,
      ...way.map((x, k) => distance * x + side[k]),
      ...quat2,
    ]
    const [a, b] = pair.place(qpos(0))
    let near = 0
    let far = depthAlong(a, b, way[0], way[1], way[2])
    for (let k = 0; k < 24; k++) {
      const middle = 0.5 * (near + far)
      pair.place(qpos(middle))
      if (pair.isDeeper(deep)) near = middle
      else far = middle
    }
    const measured = pair.measure(pair.place(qpos(near)))
    if (measured) found.push(measured)
    pair.delete()
  }
  return found
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((x, y) => x - y)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toExponential(1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}

function printQuality(name: string, rows: readonly Record<'ours' | 'theirs', ContactQuality>[]): void {
  for (const [engine, who] of [
    ['here', 'ours'],
    ['reference', 'theirs'],
  ] as const) {
    const of = rows.map((row) => row[who])
    const errors = of.map(({ depthError }) => depthError)
    const depth = [0.5, 0.9, 1].map((share) => quantile(errors, share)).join(' | ')
    const area = (1e4 * mean(of.map((q) => q.area))).toFixed(2)
    const spread = (1e3 * mean(of.map((q) => q.spread))).toFixed(2)
    const count = mean(of.map(({ contacts }) => contacts)).toFixed(2)
    console.log(`| ${name}, ${rows.length} pairs | ${engine} | ${depth} | ${area} | ${spread} | ${count} |`)
  }
}

/** Largest velocity after a scene has settled, and how far positions have moved at the end. */
function stillness(
  settle: number,
  timestep: number,
  stepOnce: () => void,
  qpos: () => Float64Array,
  qvel: () => Float64Array,
): string {
  for (let t = 0; t < settle; t += timestep) stepOnce()
  const start = qpos().slice()
  let fastest = 0
  for (let t = settle; t < seconds; t += timestep) {
    stepOnce()
    for (const v of qvel()) fastest = Math.max(fastest, Math.abs(v))
  }
  const drift = Math.max(...qpos().map((x, i) => Math.abs(x - start[i])))
  return `${drift.toExponential(1)} | ${fastest.toExponential(1)}`
}

const random = new Random(7)
console.log('| meshes | engine | depth error, m: median | 90 % | largest | area, cm² | spread, mm | contacts |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [name, points] of [
  ['generated', generatedHulls(hulls, random)],
  ['collection', collectedHulls(random)],
] as const) {
  if (points.length === 0) continue
  printQuality(`${name}, turned anyhow`, measurePairs(points, false, random))
  printQuality(`${name}, face on face`, measurePairs(points, true, random))
}

console.log(
  '\n| scene | order | here: drift | speed | reference: drift | speed |\n| --- | --- | --- | --- | --- | --- |',
)
for (const scene of MESH_SCENES)
  for (const seed of [1, 5, 9]) {
    const { name, xml, settle } = scene(seed)
    const m = loadModel(xml)
    const d = new Data(m)
    const rm = new ReferenceModel(mj, xml)
    const rd = new ReferenceData(rm)
    if (m.nkey > 0) {
      resetDataKeyframe(m, d, 0)
      mj.mj_resetDataKeyframe(rm.raw, rd.raw, 0)
    }
    const { timestep } = m.opt
    const ours = stillness(
      settle,
      timestep,
      () => step(m, d),
      () => d.qpos,
      () => d.qvel,
    )
    const theirs = stillness(
      settle,
      timestep,
      () => rd.call('mj_step'),
      () => rd.raw.qpos,
      () => rd.raw.qvel,
    )
    console.log(`| ${name} | ${seed} | ${ours} | ${theirs} |`)
    rd.delete()
    rm.delete()
  }
