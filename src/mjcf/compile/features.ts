import { EnableBit, Feature } from '../../model/enums.ts'
import type { Model } from '../../model/model.ts'

/** Notes what the model asks of the physics beyond smooth dynamics. */
export function setFeatures(m: Model): void {
  m.features =
    (m.npair > 0 || mayCollide(m) ? Feature.contact : 0) |
    (m.neq > 0 ? Feature.equality : 0) |
    (m.jnt_limited.some(Boolean) || m.tendon_limited.some(Boolean) ? Feature.limit : 0) |
    (m.dof_frictionloss.some((x) => x > 0) || m.tendon_frictionloss.some((x) => x > 0) ? Feature.frictionloss : 0) |
    (m.nactuator > 0 ? Feature.actuation : 0) |
    (m.nsensor > 0 ? Feature.sensor : 0) |
    (m.opt.enableflags & EnableBit.sleep ? Feature.sleep : 0)
}

/** Whether two bodies that can move relative to each other have geoms that may collide. */
function mayCollide(m: Model): boolean {
  const excluded = new Set(m.exclude_signature)
  const { nbody, body_weldid, body_dofnum, body_contype, body_conaffinity, body_geomnum } = m
  for (let a = 0; a < nbody; a++) {
    if (body_geomnum[a] === 0) continue
    for (let b = a + 1; b < nbody; b++) {
      const masks = (body_contype[a] & body_conaffinity[b]) | (body_contype[b] & body_conaffinity[a])
      if (excluded.has((a << 16) + b)) continue
      if (masks === 0 || body_geomnum[b] === 0 || body_weldid[a] === body_weldid[b]) continue
      const moving = body_dofnum[body_weldid[a]] > 0 || body_dofnum[body_weldid[b]] > 0
      if (moving && !isParent(m, body_weldid[a], body_weldid[b]) && geomsMayCollide(m, a, b)) return true
    }
  }
  return false
}

/** A body does not collide with the body it is jointed to, unless that is the world. */
function isParent(m: Model, a: number, b: number): boolean {
  if (a === 0 || b === 0) return false
  return m.body_weldid[m.body_parentid[a]] === b || m.body_weldid[m.body_parentid[b]] === a
}

function geomsMayCollide(m: Model, a: number, b: number): boolean {
  const { body_geomadr, body_geomnum, geom_contype, geom_conaffinity } = m
  for (let i = body_geomadr[a]; i < body_geomadr[a] + body_geomnum[a]; i++)
    for (let j = body_geomadr[b]; j < body_geomadr[b] + body_geomnum[b]; j++)
      if ((geom_contype[i] & geom_conaffinity[j]) | (geom_contype[j] & geom_conaffinity[i])) return true
  return false
}
