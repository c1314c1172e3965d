import { TreeArrays } from './treeFields.ts'

/** What is fixed to bodies: geoms, sites, cameras, lights. */
export class SceneArrays extends TreeArrays {
  // geoms
  /** Shape, a `GeomType`. Shape: ngeom. */
  readonly geom_type = this.arena.i32(this.ngeom)
  /** Bits that its `geom_conaffinity` partners must match for a contact. Shape: ngeom. */
  readonly geom_contype = this.arena.i32(this.ngeom)
  /** Bits that it matches against `geom_contype` of others. Shape: ngeom. */
  readonly geom_conaffinity = this.arena.i32(this.ngeom)
  /** Dimension of its contacts: 1, 3, 4 or 6. Shape: ngeom. */
  readonly geom_condim = this.arena.i32(this.ngeom)
  /** Body that the geom is fixed to. Shape: ngeom. */
  readonly geom_bodyid = this.arena.i32(this.ngeom)
  /** Mesh or height field; -1: none. Shape: ngeom. */
  readonly geom_dataid = this.arena.i32(this.ngeom)
  /** Material; -1: none. Shape: ngeom. */
  readonly geom_matid = this.arena.i32(this.ngeom)
  /** Group, for drawing and for filters of rays. Shape: ngeom. */
  readonly geom_group = this.arena.i32(this.ngeom)
  /** Contact parameters are those of the geom with the higher priority; equal ones are mixed. Shape: ngeom. */
  readonly geom_priority = this.arena.i32(this.ngeom)
  /** How the geom frame relates to the frames of the body, a `SameFrame`. Shape: ngeom. */
  readonly geom_sameframe = this.arena.u8(this.ngeom)
  /** Weight in the mixing of solver parameters of a contact. Shape: ngeom. */
  readonly geom_solmix = this.arena.f64(this.ngeom)
  /** Solver reference of its contacts. Shape: ngeom × 2. */
  readonly geom_solref = this.arena.f64(this.ngeom, 2)
  /** Solver impedance of its contacts. Shape: ngeom × 5. */
  readonly geom_solimp = this.arena.f64(this.ngeom, 5)
  /** Sizes, which depend on the type, m. Shape: ngeom × 3. */
  readonly geom_size = this.arena.f64(this.ngeom, 3)
  /** Bounding box in the geom frame: center, half sizes, m. Shape: ngeom × 6. */
  readonly geom_aabb = this.arena.f64(this.ngeom, 6)
  /** Radius of the bounding sphere, m; 0 for planes. Shape: ngeom. */
  readonly geom_rbound = this.arena.f64(this.ngeom)
  /** Position in the body frame, m. Shape: ngeom × 3. */
  readonly geom_pos = this.arena.f64(this.ngeom, 3)
  /** Orientation in the body frame. Shape: ngeom × 4. */
  readonly geom_quat = this.arena.f64(this.ngeom, 4)
  /** Friction: sliding, spinning (m), rolling (m). Shape: ngeom × 3. */
  readonly geom_friction = this.arena.f64(this.ngeom, 3)
  /** Contacts are made below this distance, m. Shape: ngeom. */
  readonly geom_margin = this.arena.f64(this.ngeom)
  /** Contacts are inactive above margin − gap, m. Shape: ngeom. */
  readonly geom_gap = this.arena.f64(this.ngeom)
  /** Parameters of the ellipsoid fluid model; zeros: the inertia-box model. Shape: ngeom × 12. */
  readonly geom_fluid = this.arena.f64(this.ngeom, 12)
  /** Velocity of its surface in the geom frame: angular (rad/s), linear (m/s). Shape: ngeom × 6. */
  readonly geom_surfacevel = this.arena.f64(this.ngeom, 6)
  /** Pull between the surfaces of its contacts, N. Shape: ngeom. */
  readonly geom_adhesion = this.arena.f64(this.ngeom)
  /** Color, where there is no material. Shape: ngeom × 4. */
  readonly geom_rgba = this.arena.f32(this.ngeom, 4)
  /** Numbers of the user. Shape: ngeom × nuser_geom. */
  readonly geom_user = this.arena.f64(this.ngeom, this.nuser_geom)

  // sites
  /** Shape for drawing and for sensors, a `GeomType`. Shape: nsite. */
  readonly site_type = this.arena.i32(this.nsite)
  /** Body that the site is fixed to. Shape: nsite. */
  readonly site_bodyid = this.arena.i32(this.nsite)
  /** Mesh; -1: none. Shape: nsite. */
  readonly site_dataid = this.arena.i32(this.nsite)
  /** Material; -1: none. Shape: nsite. */
  readonly site_matid = this.arena.i32(this.nsite)
  /** Group, for drawing. Shape: nsite. */
  readonly site_group = this.arena.i32(this.nsite)
  /** How the site frame relates to the frames of the body, a `SameFrame`. Shape: nsite. */
  readonly site_sameframe = this.arena.u8(this.nsite)
  /** Sizes, which depend on the type, m. Shape: nsite × 3. */
  readonly site_size = this.arena.f64(this.nsite, 3)
  /** Position in the body frame, m. Shape: nsite × 3. */
  readonly site_pos = this.arena.f64(this.nsite, 3)
  /** Orientation in the body frame. Shape: nsite × 4. */
  readonly site_quat = this.arena.f64(this.nsite, 4)
  /** Color, where there is no material. Shape: nsite × 4. */
  readonly site_rgba = this.arena.f32(this.nsite, 4)
  /** Numbers of the user. Shape: nsite × nuser_site. */
  readonly site_user = this.arena.f64(this.nsite, this.nuser_site)

  // cameras
  /** How the camera follows bodies, a `TrackingMode`. Shape: ncam. */
  readonly cam_mode = this.arena.i32(this.ncam)
  /** Body that the camera is fixed to. Shape: ncam. */
  readonly cam_bodyid = this.arena.i32(this.ncam)
  /** Body that it looks at; -1: none. Shape: ncam. */
  readonly cam_targetbodyid = this.arena.i32(this.ncam)
  /** Position in the body frame, m. Shape: ncam × 3. */
  readonly cam_pos = this.arena.f64(this.ncam, 3)
  /** Orientation in the body frame; it looks along −z. Shape: ncam × 4. */
  readonly cam_quat = this.arena.f64(this.ncam, 4)
  /** Global position relative to the subtree center of mass at qpos0, m. Shape: ncam × 3. */
  readonly cam_poscom0 = this.arena.f64(this.ncam, 3)
  /** Global position relative to the body at qpos0, m. Shape: ncam × 3. */
  readonly cam_pos0 = this.arena.f64(this.ncam, 3)
  /** Global orientation at qpos0. Shape: ncam × 9. */
  readonly cam_mat0 = this.arena.f64(this.ncam, 9)
  /** Perspective or orthographic, a `Projection`. Shape: ncam. */
  readonly cam_projection = this.arena.i32(this.ncam)
  /** Vertical field of view, degrees; height of the picture (m) where it is orthographic. Shape: ncam. */
  readonly cam_fovy = this.arena.f64(this.ncam)
  /** Distance between the eyes of a stereo picture, m. Shape: ncam. */
  readonly cam_ipd = this.arena.f64(this.ncam)
  /** Width and height, pixels. Shape: ncam × 2. */
  readonly cam_resolution = this.arena.i32(this.ncam, 2)
  /** Kinds of pictures that it gives, as bits. Shape: ncam. */
  readonly cam_output = this.arena.i32(this.ncam)
  /** Width and height of the sensor, m; zeros: `cam_fovy` counts. Shape: ncam × 2. */
  readonly cam_sensorsize = this.arena.f32(this.ncam, 2)
  /** Focal lengths x and y, principal point x and y, m. Shape: ncam × 4. */
  readonly cam_intrinsic = this.arena.f32(this.ncam, 4)
  /** Numbers of the user. Shape: ncam × nuser_cam. */
  readonly cam_user = this.arena.f64(this.ncam, this.nuser_cam)

  // lights
  /** How the light follows bodies, a `TrackingMode`. Shape: nlight. */
  readonly light_mode = this.arena.i32(this.nlight)
  /** Body that the light is fixed to. Shape: nlight. */
  readonly light_bodyid = this.arena.i32(this.nlight)
  /** Body that it points at; -1: none. Shape: nlight. */
  readonly light_targetbodyid = this.arena.i32(this.nlight)
  /** Kind of light, a `LightType`. Shape: nlight. */
  readonly light_type = this.arena.i32(this.nlight)
  /** Texture of an image light; -1: none. Shape: nlight. */
  readonly light_texid = this.arena.i32(this.nlight)
  /** 1: it casts shadows. Shape: nlight. */
  readonly light_castshadow = this.arena.u8(this.nlight)
  /** Radius of the bulb, for soft shadows, m. Shape: nlight. */
  readonly light_bulbradius = this.arena.f32(this.nlight)
  /** Intensity, candela. Shape: nlight. */
  readonly light_intensity = this.arena.f32(this.nlight)
  /** Distance at which it stops, m. Shape: nlight. */
  readonly light_range = this.arena.f32(this.nlight)
  /** 1: it is on. Shape: nlight. */
  readonly light_active = this.arena.u8(this.nlight)
  /** Position in the body frame, m. Shape: nlight × 3. */
  readonly light_pos = this.arena.f64(this.nlight, 3)
  /** Direction in the body frame. Shape: nlight × 3. */
  readonly light_dir = this.arena.f64(this.nlight, 3)
  /** Global position relative to the subtree center of mass at qpos0, m. Shape: nlight × 3. */
  readonly light_poscom0 = this.arena.f64(this.nlight, 3)
  /** Global position relative to the body at qpos0, m. Shape: nlight × 3. */
  readonly light_pos0 = this.arena.f64(this.nlight, 3)
  /** Global direction at qpos0. Shape: nlight × 3. */
  readonly light_dir0 = this.arena.f64(this.nlight, 3)
  /** Attenuation: constant, linear (1/m), quadratic (1/m²). Shape: nlight × 3. */
  readonly light_attenuation = this.arena.f32(this.nlight, 3)
  /** Half angle of the cone of a spotlight, degrees. Shape: nlight. */
  readonly light_cutoff = this.arena.f32(this.nlight)
  /** Exponent of the fall-off of a spotlight. Shape: nlight. */
  readonly light_exponent = this.arena.f32(this.nlight)
  /** Softness of the edge of the cone. Shape: nlight. */
  readonly light_softness = this.arena.f32(this.nlight)
  /** Ambient color. Shape: nlight × 3. */
  readonly light_ambient = this.arena.f32(this.nlight, 3)
  /** Diffuse color. Shape: nlight × 3. */
  readonly light_diffuse = this.arena.f32(this.nlight, 3)
  /** Specular color. Shape: nlight × 3. */
  readonly light_specular = this.arena.f32(this.nlight, 3)
}
