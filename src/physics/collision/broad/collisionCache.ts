import type { Data } from '../../../core/data/data.ts'
import { areEqualIntegers } from '../../../core/memory/compareArrays.ts'
import { grow } from '../../../core/memory/grow.ts'
import { DisableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { perModel } from '../../../core/model/perModel.ts'
import { bodiesMayTouch } from './pairFilter.ts'

/** With at most so many pairs of bodies that may touch, each is tested in every step. */
const FEW_PAIRS = 400
/** With more bodies than this the pairs are not counted. */
const FEW_BODIES = 100

/**
 * What the collision stage derives from a model: lists that follow from the masks and from the tree of bodies, made
 * once, and the results of the last broad phase.
 *
 * What a user may change between steps (sizes, margins, friction, masks of geoms and bodies) is read from the model
 * in every step, with the bounds that `refreshGeoms` derives from it. The lists depend on the masks and on the option
 * `filterparent`; when these change the cache is made again. As in the reference, a body without masks (`body_contype`,
 * `body_conaffinity`) is left out whatever masks its geoms have got since they were compiled.
 */
export class CollisionCache {
  /** Geoms with a mask, body by body: those of body b are geoms[geomStart[b]..geomStart[b + 1]). */
  readonly geoms: Int32Array
  readonly geomStart: Int32Array
  /** Root of the bounding volume hierarchy of a body; -1: there is none, or it does not hold all of its geoms. */
  readonly volumes: Int32Array
  /** Bodies with masks and geoms, ascending. */
  readonly bodies: Int32Array
  /** Row of a body in `bodies`; -1: none. */
  readonly rowOf: Int32Array
  /** First row of the bodies from b on. */
  readonly rowStart: Int32Array
  /** Rows of `bodies` that no box bounds: the world, and bodies that own a plane. */
  readonly unbounded: Int32Array
  /** 1 for bodies that a box bounds. */
  readonly isBounded: Uint8Array
  /** Bounding boxes of `bodies`: lower corner, upper corner, world frame; with many pairs those of the `PairCache`. */
  box: Float64Array
  /** The same for `geoms`: of those that the midphase is testing. */
  readonly geomBox: Float64Array
  /** Rows of `bodies` that may touch, in the order of contacts, where these pairs are few. */
  readonly few: BodyPairs | undefined
  /** The pairs of bodies that the broadphase has found, in the order of contacts. */
  found: BodyPairs = new BodyPairs()
  /** Those that it had found before trees woke. */
  foundBefore: BodyPairs = new BodyPairs()
  /** Number of the last search for contacts that used this cache. */
  search = -1

  readonly #geomMasked: Uint8Array
  /** Geoms without a mask. */
  readonly #maskless: Int32Array
  readonly #bodyContype: Int32Array
  readonly #bodyConaffinity: Int32Array
  readonly #filterparent: number

  constructor(m: Model) {
    const { nbody, ngeom } = m
    this.#filterparent = m.opt.disableflags & DisableBit.filterparent
    this.#geomMasked = new Uint8Array(ngeom)
    for (let g = 0; g < ngeom; g++) this.#geomMasked[g] = (m.geom_contype[g] | m.geom_conaffinity[g]) === 0 ? 0 : 1
    this.#maskless = Int32Array.from(this.#geomMasked.keys()).filter((g) => this.#geomMasked[g] === 0)
    this.#bodyContype = m.body_contype.slice()
    this.#bodyConaffinity = m.body_conaffinity.slice()

    this.geomStart = new Int32Array(nbody + 1)
    this.isBounded = new Uint8Array(nbody)
    this.volumes = new Int32Array(nbody).fill(-1)
    const geoms: number[] = []
    const bodies: number[] = []
    const unbounded: number[] = []
    for (let b = 0; b < nbody; b++) {
      const start = geoms.length
      this.geomStart[b] = start
      let plane = false
      for (let g = m.body_geomadr[b]; g < m.body_geomadr[b] + m.body_geomnum[b]; g++) {
        if (!this.#geomMasked[g]) continue
        geoms.push(g)
        plane ||= m.geom_type[g] === GeomType.plane
      }
      if (geoms.length === start || (m.body_contype[b] | m.body_conaffinity[b]) === 0) continue
      bodies.push(b)
      if (b === 0 || plane) unbounded.push(bodies.length - 1)
      else this.isBounded[b] = 1
      if (this.#leaves(m, b) === geoms.length - start) this.volumes[b] = m.body_bvhadr[b]
    }
    this.geomStart[nbody] = geoms.length
    this.geoms = Int32Array.from(geoms)
    this.bodies = Int32Array.from(bodies)
    this.unbounded = Int32Array.from(unbounded)
    this.rowOf = new Int32Array(nbody).fill(-1)
    for (const [row, body] of bodies.entries()) this.rowOf[body] = row
    this.rowStart = new Int32Array(nbody + 1).fill(bodies.length)
    for (let b = nbody - 1; b >= 0; b--) this.rowStart[b] = this.rowOf[b] >= 0 ? this.rowOf[b] : this.rowStart[b + 1]
    this.box = new Float64Array(6 * bodies.length)
    this.geomBox = new Float64Array(6 * geoms.length)
    this.few = fewPairs(m, this.bodies)
  }

  /** Geoms with a mask in the hierarchy of a body: those that had none when it was compiled are not in it. */
  #leaves(m: Model, body: number): number {
    const first = m.body_bvhadr[body]
    let count = 0
    for (let node = first; node < first + m.body_bvhnum[body]; node++) {
      const geom = m.bvh_nodeid[node]
      if (geom >= 0 && this.#geomMasked[geom]) count++
    }
    return count
  }

  /** Keeps the pairs that have been found as `foundBefore`. */
  keepFound(): void {
    const { found } = this
    this.found = this.foundBefore
    this.foundBefore = found
  }

  /**
   * Whether the lists still follow from the model. Of geoms asleep only those without a mask are checked: masks of the
   * others are read when another geom is near.
   */
  holds(m: Model, d: Data): boolean {
    if ((m.opt.disableflags & DisableBit.filterparent) !== this.#filterparent) return false
    if (!areEqualIntegers(m.body_contype, this.#bodyContype)) return false
    if (!areEqualIntegers(m.body_conaffinity, this.#bodyConaffinity)) return false
    if (d.ntree_awake === m.ntree) return this.#geomMasksHold(m, 0, m.ngeom)
    const { nspan, span_geom } = d
    for (let s = 0; s < 2 * nspan; s += 2) if (!this.#geomMasksHold(m, span_geom[s], span_geom[s + 1])) return false
    const { geom_contype, geom_conaffinity } = m
    const maskless = this.#maskless
    for (let k = 0; k < maskless.length; k++)
      if ((geom_contype[maskless[k]] | geom_conaffinity[maskless[k]]) !== 0) return false
    return true
  }

  #geomMasksHold(m: Model, first: number, end: number): boolean {
    const { geom_contype, geom_conaffinity } = m
    const geomMasked = this.#geomMasked
    for (let g = first; g < end; g++)
      if (((geom_contype[g] | geom_conaffinity[g]) === 0 ? 0 : 1) !== geomMasked[g]) return false
    return true
  }
}

/** Pairs of bodies, or of rows of a list of bodies, the smaller one first. */
export class BodyPairs {
  count = 0
  body1: Int32Array = new Int32Array(64)
  body2: Int32Array = new Int32Array(64)

  /** Makes room for `count` pairs. */
  reserve(count: number): void {
    this.body1 = grow(this.body1, count)
    this.body2 = grow(this.body2, count)
  }
}

/** The rows of `bodies` that may touch; undefined when they are many. */
function fewPairs(m: Model, bodies: Int32Array): BodyPairs | undefined {
  if (bodies.length > FEW_BODIES) return undefined
  const pairs = new BodyPairs()
  pairs.reserve(FEW_PAIRS)
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      if (!bodiesMayTouch(m, bodies[i], bodies[j])) continue
      if (pairs.count === FEW_PAIRS) return undefined
      pairs.body1[pairs.count] = i
      pairs.body2[pairs.count] = j
      pairs.count++
    }
  }
  return pairs
}

const caches = perModel((m) => new CollisionCache(m))

/** Lets the cache of a model be made anew, after geoms have changed. */
export function forgetCollisionCache(m: Model): void {
  caches.forget(m)
}

/** The cache of a model as it is now. */
export function collisionCacheOf(m: Model, d: Data): CollisionCache {
  const known = caches.of(m)
  return known.holds(m, d) ? known : caches.renew(m)
}
