import { TreeArrays } from './treeFields.ts'

/** What is fixed to bodies: geoms, sites, cameras, lights. */
export class SceneArrays extends TreeArrays {
  // geoms
  readonly geom_type = this.arena.i32(this.ngeom)
  readonly geom_contype = this.arena.i32(this.ngeom)
  readonly geom_conaffinity = this.arena.i32(this.ngeom)
  readonly geom_condim = this.arena.i32(this.ngeom)
  readonly geom_bodyid = this.arena.i32(this.ngeom)
  readonly geom_dataid = this.arena.i32(this.ngeom)
  readonly geom_matid = this.arena.i32(this.ngeom)
  readonly geom_group = this.arena.i32(this.ngeom)
  readonly geom_priority = this.arena.i32(this.ngeom)
  readonly geom_sameframe = this.arena.u8(this.ngeom)
  readonly geom_solmix = this.arena.f64(this.ngeom)
  readonly geom_solref = this.arena.f64(this.ngeom, 2)
  readonly geom_solimp = this.arena.f64(this.ngeom, 5)
  readonly geom_size = this.arena.f64(this.ngeom, 3)
  readonly geom_aabb = this.arena.f64(this.ngeom, 6) // centre, half sizes, geom frame
  readonly geom_rbound = this.arena.f64(this.ngeom)
  readonly geom_pos = this.arena.f64(this.ngeom, 3)
  readonly geom_quat = this.arena.f64(this.ngeom, 4)
  readonly geom_friction = this.arena.f64(this.ngeom, 3) // slide, spin, roll
  readonly geom_margin = this.arena.f64(this.ngeom)
  readonly geom_gap = this.arena.f64(this.ngeom)
  readonly geom_fluid = this.arena.f64(this.ngeom, 12)
  readonly geom_surfacevel = this.arena.f64(this.ngeom, 6)
  readonly geom_adhesion = this.arena.f64(this.ngeom)
  readonly geom_rgba = this.arena.f32(this.ngeom, 4)
  readonly geom_user = this.arena.f64(this.ngeom, this.nuser_geom)

  // sites
  readonly site_type = this.arena.i32(this.nsite)
  readonly site_bodyid = this.arena.i32(this.nsite)
  readonly site_dataid = this.arena.i32(this.nsite)
  readonly site_matid = this.arena.i32(this.nsite)
  readonly site_group = this.arena.i32(this.nsite)
  readonly site_sameframe = this.arena.u8(this.nsite)
  readonly site_size = this.arena.f64(this.nsite, 3)
  readonly site_pos = this.arena.f64(this.nsite, 3)
  readonly site_quat = this.arena.f64(this.nsite, 4)
  readonly site_rgba = this.arena.f32(this.nsite, 4)
  readonly site_user = this.arena.f64(this.nsite, this.nuser_site)

  // cameras
  readonly cam_mode = this.arena.i32(this.ncam)
  readonly cam_bodyid = this.arena.i32(this.ncam)
  readonly cam_targetbodyid = this.arena.i32(this.ncam)
  readonly cam_pos = this.arena.f64(this.ncam, 3)
  readonly cam_quat = this.arena.f64(this.ncam, 4)
  readonly cam_poscom0 = this.arena.f64(this.ncam, 3) // position relative to the subtree centre of mass at qpos0
  readonly cam_pos0 = this.arena.f64(this.ncam, 3) // position relative to the body at qpos0
  readonly cam_mat0 = this.arena.f64(this.ncam, 9) // orientation at qpos0
  readonly cam_projection = this.arena.i32(this.ncam)
  readonly cam_fovy = this.arena.f64(this.ncam)
  readonly cam_ipd = this.arena.f64(this.ncam)
  readonly cam_resolution = this.arena.i32(this.ncam, 2) // pixels
  readonly cam_output = this.arena.i32(this.ncam)
  readonly cam_sensorsize = this.arena.f32(this.ncam, 2) // m
  readonly cam_intrinsic = this.arena.f32(this.ncam, 4) // focal x, y, principal x, y
  readonly cam_user = this.arena.f64(this.ncam, this.nuser_cam)

  // lights
  readonly light_mode = this.arena.i32(this.nlight)
  readonly light_bodyid = this.arena.i32(this.nlight)
  readonly light_targetbodyid = this.arena.i32(this.nlight)
  readonly light_type = this.arena.i32(this.nlight)
  readonly light_texid = this.arena.i32(this.nlight)
  readonly light_castshadow = this.arena.u8(this.nlight)
  readonly light_bulbradius = this.arena.f32(this.nlight)
  readonly light_intensity = this.arena.f32(this.nlight)
  readonly light_range = this.arena.f32(this.nlight)
  readonly light_active = this.arena.u8(this.nlight)
  readonly light_pos = this.arena.f64(this.nlight, 3)
  readonly light_dir = this.arena.f64(this.nlight, 3)
  readonly light_poscom0 = this.arena.f64(this.nlight, 3)
  readonly light_pos0 = this.arena.f64(this.nlight, 3)
  readonly light_dir0 = this.arena.f64(this.nlight, 3)
  readonly light_attenuation = this.arena.f32(this.nlight, 3)
  readonly light_cutoff = this.arena.f32(this.nlight)
  readonly light_exponent = this.arena.f32(this.nlight)
  readonly light_softness = this.arena.f32(this.nlight)
  readonly light_ambient = this.arena.f32(this.nlight, 3)
  readonly light_diffuse = this.arena.f32(this.nlight, 3)
  readonly light_specular = this.arena.f32(this.nlight, 3)
}
