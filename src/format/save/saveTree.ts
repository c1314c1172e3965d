import { ObjType, SleepPolicy } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { row, userRow, withoutUnderflow } from './formatNumber.ts'
import { cameraNode, geomNode, jointNode, lightNode, siteNode } from './saveParts.ts'
import { node, type XmlNode } from './xmlWriter.ts'

/** The tree of bodies, with everything that they hold. */

/** Ids of the parts of each body, and of its children. */
interface Held {
  readonly bodies: number[]
  readonly joints: number[]
  readonly geoms: number[]
  readonly sites: number[]
  readonly cameras: number[]
  readonly lights: number[]
}

export function worldNode(m: Model): XmlNode {
  const held = hold(m)
  return node('worldbody', {}, contents(m, 0, held))
}

function hold(m: Model): Held[] {
  const held = Array.from(
    { length: m.nbody },
    (): Held => ({ bodies: [], joints: [], geoms: [], sites: [], cameras: [], lights: [] }),
  )
  const sort = (list: keyof Held, owner: Int32Array, first = 0): void => {
    for (let i = first; i < owner.length; i++) held[owner[i]][list].push(i)
  }
  sort('bodies', m.body_parentid, 1)
  sort('joints', m.jnt_bodyid)
  sort('geoms', m.geom_bodyid)
  sort('sites', m.site_bodyid)
  sort('cameras', m.cam_bodyid)
  sort('lights', m.light_bodyid)
  return held
}

function contents(m: Model, body: number, held: readonly Held[]): XmlNode[] {
  const { bodies, joints, geoms, sites, cameras, lights } = held[body]
  return [
    ...joints.map((id) => jointNode(m, id)),
    ...geoms.map((id) => geomNode(m, id)),
    ...sites.map((id) => siteNode(m, id)),
    ...cameras.map((id) => cameraNode(m, id)),
    ...lights.map((id) => lightNode(m, id)),
    ...bodies.map((id) => bodyNode(m, id, held)),
  ]
}

function bodyNode(m: Model, id: number, held: readonly Held[]): XmlNode {
  const mocap = m.body_mocapid[id] >= 0
  const values = {
    name: m.names.name(ObjType.body, id),
    pos: row(m.body_pos, id, 3),
    quat: row(m.body_quat, id, 4),
    mocap: mocap ? 1 : 0,
    gravcomp: m.body_gravcomp[id],
    sleep: sleepPolicy(m, id),
    simple: mustNotBeSimple(m, id, held) ? 0 : 2,
    user: userRow(m.body_user, id, m.nuser_body),
  }
  return node('body', values, [inertialNode(m, id), ...contents(m, id, held)])
}

/** Mass and inertia are always written, so that they do not depend on the shapes. */
function inertialNode(m: Model, id: number): XmlNode {
  return node('inertial', {
    pos: row(m.body_ipos, id, 3),
    quat: row(m.body_iquat, id, 4),
    mass: m.body_mass[id],
    diaginertia: realizable(row(m.body_inertia, id, 3)),
  })
}

/**
 * No moment is larger than the sum of the other two. Scaling the mass of a flat body can break this in the last
 * digit, and so can moments that underflow when they are read; then the largest moment is rounded down.
 */
function realizable(exact: readonly number[]): number[] {
  const moments = exact.map(withoutUnderflow)
  const largest = Math.max(...moments)
  const i = moments.indexOf(largest)
  const sum = moments[(i + 1) % 3] + moments[(i + 2) % 3]
  return sum < largest ? moments.with(i, sum) : moments
}

/** What a user has said about the sleep of a tree stands on its first body. */
function sleepPolicy(m: Model, body: number): number {
  const tree = m.body_treeid[body]
  const policy = tree >= 0 && m.tree_bodyadr[tree] === body ? m.tree_sleep_policy[tree] : SleepPolicy.auto
  return policy === SleepPolicy.autoNever || policy === SleepPolicy.autoAllowed ? SleepPolicy.auto : policy
}

/** A body that looks simple to the compiler (see `body_simple`) and is not was written as not simple. */
function mustNotBeSimple(m: Model, body: number, held: readonly Held[]): boolean {
  const parent = m.body_parentid[body]
  const nearWorld = parent === 0 || (m.body_parentid[parent] === 0 && m.body_jntnum[parent] === 0)
  return m.body_simple[body] === 0 && nearWorld && held[body].bodies.length === 0 && m.body_sameframe[body] === 1
}
