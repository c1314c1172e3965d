import { JOINT_NV, LightType, ObjType, SleepPolicy } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import type { Model, ModelSizes } from '../../../core/model/model.ts'
import type { Layout } from './parts/dofLayout.ts'
import type { Body, Camera, Geom, Joint, Light, Parts, Site } from './parts/parts.ts'
import type { Section } from './parts/section.ts'
import type { Sparsity } from './parts/sparsity.ts'
import { copyUser, type UserWidths } from './parts/userFields.ts'

/** Bodies, joints and dofs, and what bodies hold: everything but what is computed at qpos0. */
export function treeSection(parts: Parts, layout: Layout, sparse: Sparsity, widths: UserWidths): Section {
  return {
    count: (sizes) => countTree(sizes, parts, layout, sparse, widths),
    fill: (m) => fillTree(m, parts, layout, sparse),
  }
}

function countTree(sizes: ModelSizes, parts: Parts, layout: Layout, sparse: Sparsity, widths: UserWidths): void {
  Object.assign(sizes, widths)
  sizes.nq = layout.nq
  sizes.nv = layout.nv
  sizes.nbody = parts.bodies.length
  sizes.njnt = parts.joints.length
  sizes.ngeom = parts.geoms.length
  sizes.nsite = parts.sites.length
  sizes.ncam = parts.cameras.length
  sizes.nlight = parts.lights.length
  sizes.nmocap = parts.bodies.filter((body) => body.mocap).length
  sizes.ntree = layout.ntree
  sizes.nM = sparse.nM
  sizes.nC = sparse.M.colind.length
  sizes.nD = sparse.D.colind.length
  sizes.nB = sparse.B.colind.length
  sizes.ngravcomp = parts.bodies.filter((body) => body.spec.attributes.gravcomp > 0).length
}

function fillTree(m: Model, parts: Parts, layout: Layout, sparse: Sparsity): void {
  let mocap = 0
  for (const body of parts.bodies) {
    fillBody(m, body, layout)
    m.body_mocapid[body.id] = body.mocap ? mocap++ : -1
  }
  for (const joint of parts.joints) fillJoint(m, joint, layout)
  fillDofs(m, layout, sparse)
  fillTrees(m, parts)
  for (const geom of parts.geoms) fillGeom(m, geom)
  for (const site of parts.sites) fillSite(m, site)
  for (const camera of parts.cameras) fillCamera(m, camera)
  for (const light of parts.lights) fillLight(m, light)
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  m.names.set(ObjType.body, names(parts.bodies))
  m.names.set(ObjType.joint, names(parts.joints))
  m.names.set(ObjType.geom, names(parts.geoms))
  m.names.set(ObjType.site, names(parts.sites))
  m.names.set(ObjType.camera, names(parts.cameras))
  m.names.set(ObjType.light, names(parts.lights))
}

function fillBody(m: Model, body: Body, layout: Layout): void {
  const { id, parent } = body
  const a = body.spec.attributes
  m.body_parentid[id] = parent?.id ?? 0
  m.body_rootid[id] = parent === undefined || parent.parent === undefined ? id : m.body_rootid[parent.id]
  m.body_weldid[id] = body.weld.id
  m.body_jntnum[id] = body.joints.length
  m.body_jntadr[id] = body.joints[0]?.id ?? -1
  m.body_dofnum[id] = layout.bodyDofNum[id]
  m.body_dofadr[id] = layout.bodyDofAdr[id]
  m.body_geomnum[id] = body.geoms.length
  m.body_geomadr[id] = body.geoms[0]?.id ?? -1
  m.body_simple[id] = layout.bodySimple[id]
  m.body_pos.set(body.pose.pos, 3 * id)
  m.body_quat.set(body.pose.quat, 4 * id)
  m.body_ipos.set(body.inertial.pos, 3 * id)
  m.body_iquat.set(body.inertial.quat, 4 * id)
  m.body_mass[id] = body.mass
  m.body_inertia.set(body.inertia, 3 * id)
  m.body_gravcomp[id] = a.gravcomp
  m.body_margin[id] = body.margin
  m.body_contype[id] = body.contype
  m.body_conaffinity[id] = body.conaffinity
  copyUser(m.body_user, m.nuser_body, id, a.user)
}

function fillJoint(m: Model, joint: Joint, layout: Layout): void {
  const { id } = joint
  const a = joint.spec.attributes
  const qpos = layout.qposAdr[id]
  const dof = layout.dofAdr[id]
  m.jnt_type[id] = a.type
  m.jnt_qposadr[id] = qpos
  m.jnt_dofadr[id] = dof
  m.jnt_bodyid[id] = joint.body.id
  m.jnt_actuatorid[id] = -1
  m.jnt_group[id] = a.group
  m.jnt_limited[id] = Number(joint.limited)
  m.jnt_actfrclimited[id] = Number(joint.actuatorLimited)
  m.jnt_actgravcomp[id] = a.actuatorgravcomp
  m.jnt_solref.set(a.solreflimit, 2 * id)
  m.jnt_solimp.set(a.solimplimit, 5 * id)
  m.jnt_pos.set(joint.pos, 3 * id)
  m.jnt_axis.set(joint.axis, 3 * id)
  m.jnt_stiffness[id] = a.stiffness[0]
  m.jnt_stiffnesspoly.set(a.stiffness.slice(1), 2 * id)
  m.jnt_range.set(joint.range, 2 * id)
  m.jnt_actfrcrange.set(a.actuatorfrcrange, 2 * id)
  m.jnt_margin[id] = a.margin
  copyUser(m.jnt_user, m.nuser_jnt, id, a.user)

  const { type } = a
  const start = initialPosition(joint)
  m.qpos0.set(start, qpos)
  m.qpos_spring.set(start.length > 1 ? start : [joint.springref], qpos)
  for (let i = dof; i < dof + JOINT_NV[type]; i++) {
    m.dof_solref.set(a.solreffriction, 2 * i)
    m.dof_solimp.set(a.solimpfriction, 5 * i)
    m.dof_frictionloss[i] = a.frictionloss
    m.dof_armature[i] = a.armature
    m.dof_damping[i] = a.damping[0]
    m.dof_dampingpoly.set(a.damping.slice(1), 2 * i)
  }
}

/** Initial position of a joint. */
function initialPosition(joint: Joint): readonly number[] {
  const { pos, quat } = joint.body.pose
  switch (JOINT_NV[joint.spec.attributes.type]) {
    case 6:
      return [...pos, ...quat]
    case 3:
      return [1, 0, 0, 0]
    default:
      return [joint.ref]
  }
}

function fillDofs(m: Model, layout: Layout, { dofMadr, M, mapM2M, D, Ddiag, mapM2D, mapD2M, B }: Sparsity): void {
  m.dof_bodyid.set(layout.dofBody)
  m.dof_jntid.set(layout.dofJoint)
  m.dof_parentid.set(layout.dofParent)
  m.dof_treeid.set(layout.dofTree)
  m.dof_simplenum.set(layout.dofSimple)
  m.dof_Madr.set(dofMadr)
  m.M_rownnz.set(M.rownnz)
  m.M_rowadr.set(M.rowadr)
  m.M_colind.set(M.colind)
  m.mapM2M.set(mapM2M)
  m.D_rownnz.set(D.rownnz)
  m.D_rowadr.set(D.rowadr)
  m.D_diag.set(Ddiag)
  m.D_colind.set(D.colind)
  m.mapM2D.set(mapM2D)
  m.mapD2M.set(mapD2M)
  m.B_rownnz.set(B.rownnz)
  m.B_rowadr.set(B.rowadr)
  m.B_colind.set(B.colind)
}

/** Kinematic trees: bodies connected by joints. Static bodies belong to none. */
function fillTrees(m: Model, { bodies }: Parts): void {
  m.tree_bodyadr.fill(-1)
  for (let body = 0; body < m.nbody; body++) {
    const weld = m.body_weldid[body]
    const tree = m.body_dofnum[weld] > 0 ? m.dof_treeid[m.body_dofadr[weld]] : -1
    m.body_treeid[body] = tree
    const first = tree >= 0 && m.tree_bodyadr[tree] < 0
    const policy = bodies[body].spec.attributes.sleep
    if (policy !== SleepPolicy.auto && !first)
      throw new ModelError('only the first moving body of a tree can have a sleep policy', {
        source: bodies[body].source,
        attribute: 'sleep',
        suggestion:
          tree < 0 ? 'a static body does not sleep' : `move it to body '${bodies[m.tree_bodyadr[tree]].name}'`,
      })
    if (tree < 0) continue
    if (first) {
      m.tree_bodyadr[tree] = body
      m.tree_sleep_policy[tree] = policy === SleepPolicy.auto ? SleepPolicy.autoAllowed : policy
    }
    m.tree_bodynum[tree]++
  }
  m.tree_dofadr.fill(-1)
  for (let dof = 0; dof < m.nv; dof++) {
    const tree = m.dof_treeid[dof]
    if (m.tree_dofadr[tree] < 0) m.tree_dofadr[tree] = dof
    m.tree_dofnum[tree]++
  }
}

function fillGeom(m: Model, geom: Geom): void {
  const { id } = geom
  const a = geom.spec.attributes
  m.geom_type[id] = a.type
  m.geom_contype[id] = a.contype
  m.geom_conaffinity[id] = a.conaffinity
  m.geom_condim[id] = a.condim
  m.geom_bodyid[id] = geom.body.id
  m.geom_dataid[id] = -1
  m.geom_matid[id] = -1
  m.geom_group[id] = a.group
  m.geom_priority[id] = a.priority
  m.geom_solmix[id] = a.solmix
  m.geom_solref.set(a.solref, 2 * id)
  m.geom_solimp.set(a.solimp, 5 * id)
  m.geom_size.set(geom.size, 3 * id)
  m.geom_aabb.set(geom.aabb, 6 * id)
  m.geom_rbound[id] = geom.rbound
  m.geom_pos.set(geom.pose.pos, 3 * id)
  m.geom_quat.set(geom.pose.quat, 4 * id)
  m.geom_friction.set(a.friction, 3 * id)
  m.geom_margin[id] = a.margin
  m.geom_gap[id] = a.gap
  m.geom_fluid.set(geom.fluid, 12 * id)
  m.geom_surfacevel.set(a.surfacevel, 6 * id)
  m.geom_adhesion[id] = a.adhesion
  m.geom_rgba.set(a.rgba, 4 * id)
  copyUser(m.geom_user, m.nuser_geom, id, a.user)
}

function fillSite(m: Model, site: Site): void {
  const { id } = site
  const a = site.spec.attributes
  m.site_type[id] = a.type
  m.site_bodyid[id] = site.body.id
  m.site_dataid[id] = -1
  m.site_matid[id] = -1
  m.site_group[id] = a.group
  m.site_size.set(site.size, 3 * id)
  m.site_pos.set(site.pose.pos, 3 * id)
  m.site_quat.set(site.pose.quat, 4 * id)
  m.site_rgba.set(a.rgba, 4 * id)
  copyUser(m.site_user, m.nuser_site, id, a.user)
}

function fillCamera(m: Model, camera: Camera): void {
  const { id } = camera
  const a = camera.spec.attributes
  m.cam_mode[id] = a.mode
  m.cam_bodyid[id] = camera.body.id
  m.cam_targetbodyid[id] = camera.target?.id ?? -1
  m.cam_pos.set(camera.pose.pos, 3 * id)
  m.cam_quat.set(camera.pose.quat, 4 * id)
  m.cam_projection[id] = a.projection
  m.cam_fovy[id] = camera.fovy
  m.cam_ipd[id] = a.ipd
  m.cam_resolution.set(a.resolution, 2 * id)
  m.cam_output[id] = camera.output
  m.cam_sensorsize.set(camera.sensorsize, 2 * id)
  m.cam_intrinsic.set(camera.intrinsic, 4 * id)
  copyUser(m.cam_user, m.nuser_cam, id, a.user)
}

function fillLight(m: Model, light: Light): void {
  const { id } = light
  const a = light.spec.attributes
  m.light_mode[id] = a.mode
  m.light_bodyid[id] = light.body.id
  m.light_targetbodyid[id] = light.target?.id ?? -1
  m.light_type[id] = a.type === LightType.spot && a.directional === 1 ? LightType.directional : a.type
  m.light_texid[id] = -1
  m.light_castshadow[id] = a.castshadow
  m.light_bulbradius[id] = a.bulbradius
  m.light_intensity[id] = a.intensity
  m.light_range[id] = a.range
  m.light_active[id] = a.active
  m.light_pos.set(light.pos, 3 * id)
  m.light_dir.set(light.dir, 3 * id)
  m.light_attenuation.set(a.attenuation, 3 * id)
  m.light_cutoff[id] = a.cutoff
  m.light_exponent[id] = a.exponent
  m.light_softness[id] = a.softness
  m.light_ambient.set(a.ambient, 3 * id)
  m.light_diffuse.set(a.diffuse, 3 * id)
  m.light_specular.set(a.specular, 3 * id)
}
