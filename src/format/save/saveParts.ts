import { cross } from '../../core/math/vec3.ts'
import { GeomType, JointType, type LightType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isMeshType } from '../mjcf/compile/body/meshGeom.ts'
import { composeInto, inverse, movePoint, Pose, turnVector } from '../mjcf/geometry/partPose.ts'
import { TRISTATE } from '../mjcf/schema/attributes.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { CameraOutput } from '../mjcf/schema/schemaTree.ts'
import { at, row, userRow } from './formatNumber.ts'
import { pluginNodes } from './saveAssets.ts'
import { node, type Values, type XmlNode } from './xmlWriter.ts'

/** What bodies hold, one element each. */

export function jointNode(m: Model, id: number): XmlNode {
  const type = m.jnt_type[id]
  const scalar = type === JointType.hinge || type === JointType.slide
  const qpos = m.jnt_qposadr[id]
  const dof = m.jnt_dofadr[id]
  const range = row(m.jnt_range, id, 2)
  const forceRange = row(m.jnt_actfrcrange, id, 2)
  return node('joint', {
    name: m.names.name(ObjType.joint, id),
    type,
    group: m.jnt_group[id],
    pos: row(m.jnt_pos, id, 3),
    axis: row(m.jnt_axis, id, 3),
    limited: limitState(m.jnt_limited[id], range),
    actuatorfrclimited: limitState(m.jnt_actfrclimited[id], forceRange),
    solreflimit: row(m.jnt_solref, id, 2),
    solimplimit: row(m.jnt_solimp, id, 5),
    solreffriction: row(m.dof_solref, dof, 2),
    solimpfriction: row(m.dof_solimp, dof, 5),
    stiffness: [m.jnt_stiffness[id], ...row(m.jnt_stiffnesspoly, id, 2)],
    range,
    actuatorfrcrange: forceRange,
    actuatorgravcomp: m.jnt_actgravcomp[id],
    margin: m.jnt_margin[id],
    ref: scalar ? m.qpos0[qpos] : 0,
    springref: scalar ? m.qpos_spring[qpos] : 0,
    armature: m.dof_armature[dof],
    damping: [m.dof_damping[dof], ...row(m.dof_dampingpoly, dof, 2)],
    frictionloss: m.dof_frictionloss[dof],
    user: userRow(m.jnt_user, id, m.nuser_jnt),
  })
}

/** Whether a range is enforced; left to the range where that says the same. */
export function limitState(limited: number, [low, high]: readonly number[]): number {
  if ((limited === 1) === low < high) return TRISTATE.auto
  return limited === 1 ? TRISTATE.true : TRISTATE.false
}

export function geomNode(m: Model, id: number): XmlNode {
  const fluid = row(m.geom_fluid, id, 12)
  const values = {
    name: m.names.name(ObjType.geom, id),
    type: m.geom_type[id],
    contype: m.geom_contype[id],
    conaffinity: m.geom_conaffinity[id],
    condim: m.geom_condim[id],
    group: m.geom_group[id],
    priority: m.geom_priority[id],
    ...geomShape(m, id),
    material: m.names.name(ObjType.material, m.geom_matid[id]),
    rgba: row(m.geom_rgba, id, 4),
    friction: row(m.geom_friction, id, 3),
    solmix: m.geom_solmix[id],
    solref: row(m.geom_solref, id, 2),
    solimp: row(m.geom_solimp, id, 5),
    margin: m.geom_margin[id],
    gap: m.geom_gap[id],
    ...geomPlace(m, id),
    fluidshape: fluid[0] > 0 ? 1 : 0,
    fluidcoef: fluid[0] > 0 ? fluid.slice(1, 6) : undefined,
    adhesion: m.geom_adhesion[id],
    user: userRow(m.geom_user, id, m.nuser_geom),
  }
  return node('geom', values, pluginNodes(m.sdf[id]))
}

/** Whether geoms that are fitted to meshes have the extents of the meshes (`fitaabb`), rather than their inertia. */
export function fitsBoxes(m: Model): boolean {
  return [...m.sources.fits.values()].some(({ boxCenter }) => boxCenter !== undefined)
}

/** Whether the size and frame of a geom come from a mesh. */
function isFromMesh(m: Model, id: number): boolean {
  return m.geom_dataid[id] >= 0 && (isMeshType(m.geom_type[id]) || m.sources.fits.has(id))
}

function geomShape(m: Model, id: number): Values {
  if (m.geom_type[id] === GeomType.hfield) return { hfield: m.names.name(ObjType.hfield, m.geom_dataid[id]) }
  if (!isFromMesh(m, id)) return { size: row(m.geom_size, id, 3) }
  return {
    mesh: m.names.name(ObjType.mesh, m.geom_dataid[id]),
    fitscale: m.sources.fits.get(id)?.scale,
    ...unusedSize(m, id),
  }
}

/** The size of a primitive fitted to a mesh, where it has numbers that the fit only multiplies by its scale. */
function unusedSize(m: Model, id: number): Values {
  const size = row(m.geom_size, id, 3)
  const fitted = FITTED_NUMBERS[m.geom_type[id]] ?? 3
  const scale = m.sources.fits.get(id)?.scale ?? 1
  return size.slice(fitted).some((x) => x !== 0) ? { size: size.map((x) => x / scale) } : {}
}

const FITTED_NUMBERS: Readonly<Record<number, number>> = {
  [GeomType.sphere]: 1,
  [GeomType.capsule]: 2,
  [GeomType.cylinder]: 2,
}

/** The frame of a geom that takes it from a mesh, in the frame that the mesh was written in. */
function meshFrame(m: Model, id: number): Pose | undefined {
  if (!isFromMesh(m, id)) return undefined
  const mesh = m.geom_dataid[id]
  const frame = Pose.of(row(m.mesh_pos, mesh, 3), row(m.mesh_quat, mesh, 4))
  const center = m.sources.fits.get(id)?.boxCenter?.slice()
  if (center) {
    movePoint(frame, center)
    frame.pos.set(center)
  }
  return frame
}

/** Pose and velocity of the surface as they were written: without the step to the frame of a mesh. */
function geomPlace(m: Model, id: number): Values {
  const pose = Pose.of(row(m.geom_pos, id, 3), row(m.geom_quat, id, 4))
  const surfacevel = row(m.geom_surfacevel, id, 6)
  const frame = meshFrame(m, id)
  if (!frame) return { pos: Array.from(pose.pos), quat: Array.from(pose.quat), surfacevel }
  const back = inverse(frame)
  composeInto(pose, back)

  // at the origin of the frame that the mesh was written in: ω = R ω', v = R v' − ω × p
  const linear = Float64Array.from(surfacevel.slice(0, 3))
  const angular = Float64Array.from(surfacevel.slice(3))
  turnVector(frame.quat, linear)
  turnVector(frame.quat, angular)
  const moment = new Float64Array(3)
  cross(moment, 0, angular, 0, frame.pos, 0)
  for (let i = 0; i < 3; i++) linear[i] -= moment[i]

  // going back and forth leaves rounding errors where zeros were
  return {
    pos: Array.from(back.pos, settled),
    quat: Array.from(back.quat, settled),
    surfacevel: Array.from([...linear, ...angular], settled),
  }
}

const ROUNDING = 1e-15
function settled(x: number): number {
  return Math.abs(x) < ROUNDING ? 0 : x
}

export function siteNode(m: Model, id: number): XmlNode {
  return node('site', {
    name: m.names.name(ObjType.site, id),
    type: m.site_type[id],
    group: m.site_group[id],
    material: m.names.name(ObjType.material, m.site_matid[id]),
    rgba: row(m.site_rgba, id, 4),
    ...(m.site_type[id] === GeomType.mesh
      ? { mesh: m.names.name(ObjType.mesh, m.site_dataid[id]) }
      : { size: row(m.site_size, id, 3) }),
    pos: row(m.site_pos, id, 3),
    quat: row(m.site_quat, id, 4),
    user: userRow(m.site_user, id, m.nuser_site),
  })
}

export function cameraNode(m: Model, id: number): XmlNode {
  return node('camera', {
    name: m.names.name(ObjType.camera, id),
    mode: m.cam_mode[id],
    target: m.names.name(ObjType.body, m.cam_targetbodyid[id]),
    projection: m.cam_projection[id],
    ipd: m.cam_ipd[id],
    resolution: row(m.cam_resolution, id, 2),
    output: outputs(m.cam_output[id]),
    pos: row(m.cam_pos, id, 3),
    quat: row(m.cam_quat, id, 4),
    ...lens(m, id),
    user: userRow(m.cam_user, id, m.nuser_cam),
  })
}

/** With a sensor the field of view follows from the lens. A sensor without area is only a number. */
function lens(m: Model, id: number): Values {
  const sensorsize = row(m.cam_sensorsize, id, 2)
  const fovy = m.cam_fovy[id]
  if (!sensorsize.every((size) => size > 0))
    return sensorsize.some(Boolean) && fovy === GRAMMAR.camera.attributes.fovy.fallback ? { sensorsize } : { fovy }
  const [fx, fy, px, py] = row(m.cam_intrinsic, id, 4)
  return { sensorsize, focal: [fx, fy], principal: [px, py] }
}

/** Words for the pictures that a camera gives; nothing for the default. */
function outputs(bits: number): string[] {
  if (bits === CameraOutput.rgb) return []
  return Object.entries(CameraOutput).flatMap(([word, bit]) => (bits & bit ? [word] : []))
}

export function lightNode(m: Model, id: number): XmlNode {
  return node('light', {
    name: m.names.name(ObjType.light, id),
    mode: m.light_mode[id],
    target: m.names.name(ObjType.body, m.light_targetbodyid[id]),
    type: m.light_type[id] as LightType,
    castshadow: m.light_castshadow[id],
    active: m.light_active[id],
    texture: m.names.name(ObjType.texture, m.light_texid[id]),
    pos: row(m.light_pos, id, 3),
    dir: row(m.light_dir, id, 3),
    bulbradius: at(m.light_bulbradius, id),
    intensity: at(m.light_intensity, id),
    range: at(m.light_range, id),
    attenuation: row(m.light_attenuation, id, 3),
    cutoff: at(m.light_cutoff, id),
    exponent: at(m.light_exponent, id),
    softness: at(m.light_softness, id),
    ambient: row(m.light_ambient, id, 3),
    diffuse: row(m.light_diffuse, id, 3),
    specular: row(m.light_specular, id, 3),
  })
}
