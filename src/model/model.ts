import { Arena } from '../memory/arena.ts'
import { Names } from './names.ts'
import { Option, Statistic } from './option.ts'
import { Visual } from './visual.ts'

/** Numbers of things in a model. They decide the length of every array of `Model` and `Data`. */
export class ModelSizes {
  /** generalized coordinates */
  nq = 0
  /** degrees of freedom */
  nv = 0
  /** controls */
  nu = 0
  /** activations */
  na = 0
  nbody = 0
  njnt = 0
  ngeom = 0
  nsite = 0
  ncam = 0
  nlight = 0
  neq = 0
  ntendon = 0
  nactuator = 0
  nsensor = 0
  nsensordata = 0
  /** numbers in the buffers of delayed controls and sensors */
  nhistory = 0
  nkey = 0
  nmocap = 0
  nuserdata = 0
  nnumeric = 0
  nnumericdata = 0
  ntext = 0
  ntextdata = 0
  ntuple = 0
  ntupledata = 0
  /** kinematic trees that can move */
  ntree = 0
  /** non-zeros of the inertia matrix, simple dofs with their ancestors */
  nM = 0
  /** non-zeros of the inertia matrix, lower triangle, simple dofs as a diagonal */
  nC = 0
  /** non-zeros of the full symmetric dof-dof pattern */
  nD = 0
  /** non-zeros of the body-dof pattern */
  nB = 0
  /** bodies with gravity compensation */
  ngravcomp = 0
  nuser_body = 0
  nuser_jnt = 0
  nuser_geom = 0
  nuser_site = 0
  nuser_cam = 0
  nuser_tendon = 0
  nuser_actuator = 0
  nuser_sensor = 0
}

/**
 * What is simulated: everything that stays constant during a simulation, under MuJoCo's names. The arrays are
 * carved from one arena in the order in which they stand here; the comment gives the shape of one element
 * where it is not a single number. Quaternions are (w, x, y, z), matrices row-major.
 */
export class Model extends ModelSizes {
  readonly arena: Arena
  readonly opt = new Option()
  readonly vis = new Visual()
  readonly stat = new Statistic()
  readonly names = new Names()

  /** `Feature` bits: what the model asks of the physics beyond smooth dynamics. */
  features = 0
  /** Some body compensates gravity, some geom is adhesive, some surface moves. */
  flg_gravcomp = false
  flg_adhesion = false
  flg_surfacevel = false

  // positions
  readonly qpos0
  /** positions at which springs are at rest */
  readonly qpos_spring

  // bodies
  readonly body_parentid
  /** top-level ancestor, child of the world */
  readonly body_rootid
  /** nearest ancestor (or itself) that moves relative to its parent */
  readonly body_weldid
  readonly body_mocapid
  readonly body_jntnum
  readonly body_jntadr
  readonly body_dofnum
  readonly body_dofadr
  readonly body_treeid
  readonly body_geomnum
  readonly body_geomadr
  /** 1: inertia constant and diagonal in joint space; 2: the same, only slides */
  readonly body_simple
  /** `SameFrame` of the inertial frame */
  readonly body_sameframe
  readonly body_pos // 3, relative to parent
  readonly body_quat // 4, relative to parent
  readonly body_ipos // 3, centre of mass in the body frame
  readonly body_iquat // 4, principal axes in the body frame
  readonly body_mass
  readonly body_subtreemass
  readonly body_inertia // 3, about ipos along iquat
  readonly body_invweight0 // 2: translation, rotation; mean inverse inertia at qpos0
  readonly body_gravcomp
  readonly body_margin
  readonly body_contype
  readonly body_conaffinity
  readonly body_user // nuser_body

  // joints
  readonly jnt_type
  readonly jnt_qposadr
  readonly jnt_dofadr
  readonly jnt_bodyid
  readonly jnt_actuatorid
  readonly jnt_group
  readonly jnt_limited
  readonly jnt_actfrclimited
  readonly jnt_actgravcomp
  readonly jnt_solref // 2
  readonly jnt_solimp // 5
  readonly jnt_pos // 3, anchor in the body frame
  readonly jnt_axis // 3, in the body frame
  readonly jnt_stiffness
  readonly jnt_stiffnesspoly // 2, coefficients of x and x²
  readonly jnt_range // 2
  readonly jnt_actfrcrange // 2
  readonly jnt_margin
  readonly jnt_user // nuser_jnt

  // degrees of freedom
  readonly dof_bodyid
  readonly dof_jntid
  readonly dof_parentid
  readonly dof_treeid
  readonly dof_Madr
  readonly dof_simplenum
  readonly dof_solref // 2
  readonly dof_solimp // 5
  readonly dof_frictionloss
  readonly dof_armature
  readonly dof_damping
  readonly dof_dampingpoly // 2, coefficients of |v| and v²
  readonly dof_invweight0
  readonly dof_M0
  /** scale that turns a dof velocity into a length per time: 1 for translations */
  readonly dof_length

  // kinematic trees
  readonly tree_bodyadr
  readonly tree_bodynum
  readonly tree_dofadr
  readonly tree_dofnum
  /** `SleepPolicy` */
  readonly tree_sleep_policy

  // sparsity: M lower triangle by rows, D full dof-dof, B body-dof
  readonly M_rownnz
  readonly M_rowadr
  readonly M_colind
  /** index in the legacy order (self, parent, grandparent, …) of each entry of M */
  readonly mapM2M
  readonly D_rownnz
  readonly D_rowadr
  readonly D_diag
  readonly D_colind
  /** index in M of each entry of D */
  readonly mapM2D
  /** index in D of each entry of M */
  readonly mapD2M
  readonly B_rownnz
  readonly B_rowadr
  readonly B_colind

  // geoms
  readonly geom_type
  readonly geom_contype
  readonly geom_conaffinity
  readonly geom_condim
  readonly geom_bodyid
  readonly geom_dataid
  readonly geom_matid
  readonly geom_group
  readonly geom_priority
  readonly geom_sameframe
  readonly geom_solmix
  readonly geom_solref // 2
  readonly geom_solimp // 5
  readonly geom_size // 3
  readonly geom_aabb // 6: centre, half sizes, geom frame
  readonly geom_rbound
  readonly geom_pos // 3
  readonly geom_quat // 4
  readonly geom_friction // 3: slide, spin, roll
  readonly geom_margin
  readonly geom_gap
  readonly geom_fluid // 12
  readonly geom_surfacevel // 6
  readonly geom_adhesion
  readonly geom_rgba // 4
  readonly geom_user // nuser_geom

  // sites
  readonly site_type
  readonly site_bodyid
  readonly site_dataid
  readonly site_matid
  readonly site_group
  readonly site_sameframe
  readonly site_size // 3
  readonly site_pos // 3
  readonly site_quat // 4
  readonly site_rgba // 4
  readonly site_user // nuser_site

  // cameras
  readonly cam_mode
  readonly cam_bodyid
  readonly cam_targetbodyid
  readonly cam_pos // 3
  readonly cam_quat // 4
  readonly cam_poscom0 // 3, position relative to the subtree centre of mass at qpos0
  readonly cam_pos0 // 3, position relative to the body at qpos0
  readonly cam_mat0 // 9, orientation at qpos0
  readonly cam_projection
  readonly cam_fovy
  readonly cam_ipd
  readonly cam_resolution // 2, pixels
  readonly cam_output
  readonly cam_sensorsize // 2, m
  readonly cam_intrinsic // 4: focal x, y, principal x, y
  readonly cam_user // nuser_cam

  // lights
  readonly light_mode
  readonly light_bodyid
  readonly light_targetbodyid
  readonly light_type
  readonly light_texid
  readonly light_castshadow
  readonly light_bulbradius
  readonly light_intensity
  readonly light_range
  readonly light_active
  readonly light_pos // 3
  readonly light_dir // 3
  readonly light_poscom0 // 3
  readonly light_pos0 // 3
  readonly light_dir0 // 3
  readonly light_attenuation // 3
  readonly light_cutoff
  readonly light_exponent
  readonly light_softness
  readonly light_ambient // 3
  readonly light_diffuse // 3
  readonly light_specular // 3

  // custom fields
  readonly numeric_adr
  readonly numeric_size
  readonly numeric_data
  readonly text_adr
  readonly text_size
  readonly text_data
  readonly tuple_adr
  readonly tuple_size
  readonly tuple_objtype
  readonly tuple_objid
  readonly tuple_objprm

  // keyframes
  readonly key_time
  readonly key_qpos // nq
  readonly key_qvel // nv
  readonly key_act // na
  readonly key_mpos // 3·nmocap
  readonly key_mquat // 4·nmocap
  readonly key_ctrl // nu

  // equality constraints
  readonly eq_active0

  /**
   * @param sizes numbers of things
   * @param arena memory for the arrays; fresh memory by default
   */
  constructor(sizes: ModelSizes, arena: Arena = Arena.sized((a) => new Model(sizes, a))) {
    super()
    Object.assign(this, pickSizes(sizes))
    this.arena = arena
    const a = arena
    const { nq, nv, nu, na, nbody, njnt, ngeom, nsite, ncam, nlight, nkey, nmocap, ntree, nC, nD, nB } = sizes

    this.qpos0 = a.f64(nq)
    this.qpos_spring = a.f64(nq)

    this.body_parentid = a.i32(nbody)
    this.body_rootid = a.i32(nbody)
    this.body_weldid = a.i32(nbody)
    this.body_mocapid = a.i32(nbody)
    this.body_jntnum = a.i32(nbody)
    this.body_jntadr = a.i32(nbody)
    this.body_dofnum = a.i32(nbody)
    this.body_dofadr = a.i32(nbody)
    this.body_treeid = a.i32(nbody)
    this.body_geomnum = a.i32(nbody)
    this.body_geomadr = a.i32(nbody)
    this.body_simple = a.u8(nbody)
    this.body_sameframe = a.u8(nbody)
    this.body_pos = a.f64(nbody, 3)
    this.body_quat = a.f64(nbody, 4)
    this.body_ipos = a.f64(nbody, 3)
    this.body_iquat = a.f64(nbody, 4)
    this.body_mass = a.f64(nbody)
    this.body_subtreemass = a.f64(nbody)
    this.body_inertia = a.f64(nbody, 3)
    this.body_invweight0 = a.f64(nbody, 2)
    this.body_gravcomp = a.f64(nbody)
    this.body_margin = a.f64(nbody)
    this.body_contype = a.i32(nbody)
    this.body_conaffinity = a.i32(nbody)
    this.body_user = a.f64(nbody, sizes.nuser_body)

    this.jnt_type = a.i32(njnt)
    this.jnt_qposadr = a.i32(njnt)
    this.jnt_dofadr = a.i32(njnt)
    this.jnt_bodyid = a.i32(njnt)
    this.jnt_actuatorid = a.i32(njnt)
    this.jnt_group = a.i32(njnt)
    this.jnt_limited = a.u8(njnt)
    this.jnt_actfrclimited = a.u8(njnt)
    this.jnt_actgravcomp = a.u8(njnt)
    this.jnt_solref = a.f64(njnt, 2)
    this.jnt_solimp = a.f64(njnt, 5)
    this.jnt_pos = a.f64(njnt, 3)
    this.jnt_axis = a.f64(njnt, 3)
    this.jnt_stiffness = a.f64(njnt)
    this.jnt_stiffnesspoly = a.f64(njnt, 2)
    this.jnt_range = a.f64(njnt, 2)
    this.jnt_actfrcrange = a.f64(njnt, 2)
    this.jnt_margin = a.f64(njnt)
    this.jnt_user = a.f64(njnt, sizes.nuser_jnt)

    this.dof_bodyid = a.i32(nv)
    this.dof_jntid = a.i32(nv)
    this.dof_parentid = a.i32(nv)
    this.dof_treeid = a.i32(nv)
    this.dof_Madr = a.i32(nv)
    this.dof_simplenum = a.i32(nv)
    this.dof_solref = a.f64(nv, 2)
    this.dof_solimp = a.f64(nv, 5)
    this.dof_frictionloss = a.f64(nv)
    this.dof_armature = a.f64(nv)
    this.dof_damping = a.f64(nv)
    this.dof_dampingpoly = a.f64(nv, 2)
    this.dof_invweight0 = a.f64(nv)
    this.dof_M0 = a.f64(nv)
    this.dof_length = a.f64(nv)

    this.tree_bodyadr = a.i32(ntree)
    this.tree_bodynum = a.i32(ntree)
    this.tree_dofadr = a.i32(ntree)
    this.tree_dofnum = a.i32(ntree)
    this.tree_sleep_policy = a.i32(ntree)

    this.M_rownnz = a.i32(nv)
    this.M_rowadr = a.i32(nv)
    this.M_colind = a.i32(nC)
    this.mapM2M = a.i32(nC)
    this.D_rownnz = a.i32(nv)
    this.D_rowadr = a.i32(nv)
    this.D_diag = a.i32(nv)
    this.D_colind = a.i32(nD)
    this.mapM2D = a.i32(nD)
    this.mapD2M = a.i32(nC)
    this.B_rownnz = a.i32(nbody)
    this.B_rowadr = a.i32(nbody)
    this.B_colind = a.i32(nB)

    this.geom_type = a.i32(ngeom)
    this.geom_contype = a.i32(ngeom)
    this.geom_conaffinity = a.i32(ngeom)
    this.geom_condim = a.i32(ngeom)
    this.geom_bodyid = a.i32(ngeom)
    this.geom_dataid = a.i32(ngeom)
    this.geom_matid = a.i32(ngeom)
    this.geom_group = a.i32(ngeom)
    this.geom_priority = a.i32(ngeom)
    this.geom_sameframe = a.u8(ngeom)
    this.geom_solmix = a.f64(ngeom)
    this.geom_solref = a.f64(ngeom, 2)
    this.geom_solimp = a.f64(ngeom, 5)
    this.geom_size = a.f64(ngeom, 3)
    this.geom_aabb = a.f64(ngeom, 6)
    this.geom_rbound = a.f64(ngeom)
    this.geom_pos = a.f64(ngeom, 3)
    this.geom_quat = a.f64(ngeom, 4)
    this.geom_friction = a.f64(ngeom, 3)
    this.geom_margin = a.f64(ngeom)
    this.geom_gap = a.f64(ngeom)
    this.geom_fluid = a.f64(ngeom, 12)
    this.geom_surfacevel = a.f64(ngeom, 6)
    this.geom_adhesion = a.f64(ngeom)
    this.geom_rgba = a.f32(ngeom, 4)
    this.geom_user = a.f64(ngeom, sizes.nuser_geom)

    this.site_type = a.i32(nsite)
    this.site_bodyid = a.i32(nsite)
    this.site_dataid = a.i32(nsite)
    this.site_matid = a.i32(nsite)
    this.site_group = a.i32(nsite)
    this.site_sameframe = a.u8(nsite)
    this.site_size = a.f64(nsite, 3)
    this.site_pos = a.f64(nsite, 3)
    this.site_quat = a.f64(nsite, 4)
    this.site_rgba = a.f32(nsite, 4)
    this.site_user = a.f64(nsite, sizes.nuser_site)

    this.cam_mode = a.i32(ncam)
    this.cam_bodyid = a.i32(ncam)
    this.cam_targetbodyid = a.i32(ncam)
    this.cam_pos = a.f64(ncam, 3)
    this.cam_quat = a.f64(ncam, 4)
    this.cam_poscom0 = a.f64(ncam, 3)
    this.cam_pos0 = a.f64(ncam, 3)
    this.cam_mat0 = a.f64(ncam, 9)
    this.cam_projection = a.i32(ncam)
    this.cam_fovy = a.f64(ncam)
    this.cam_ipd = a.f64(ncam)
    this.cam_resolution = a.i32(ncam, 2)
    this.cam_output = a.i32(ncam)
    this.cam_sensorsize = a.f32(ncam, 2)
    this.cam_intrinsic = a.f32(ncam, 4)
    this.cam_user = a.f64(ncam, sizes.nuser_cam)

    this.light_mode = a.i32(nlight)
    this.light_bodyid = a.i32(nlight)
    this.light_targetbodyid = a.i32(nlight)
    this.light_type = a.i32(nlight)
    this.light_texid = a.i32(nlight)
    this.light_castshadow = a.u8(nlight)
    this.light_bulbradius = a.f32(nlight)
    this.light_intensity = a.f32(nlight)
    this.light_range = a.f32(nlight)
    this.light_active = a.u8(nlight)
    this.light_pos = a.f64(nlight, 3)
    this.light_dir = a.f64(nlight, 3)
    this.light_poscom0 = a.f64(nlight, 3)
    this.light_pos0 = a.f64(nlight, 3)
    this.light_dir0 = a.f64(nlight, 3)
    this.light_attenuation = a.f32(nlight, 3)
    this.light_cutoff = a.f32(nlight)
    this.light_exponent = a.f32(nlight)
    this.light_softness = a.f32(nlight)
    this.light_ambient = a.f32(nlight, 3)
    this.light_diffuse = a.f32(nlight, 3)
    this.light_specular = a.f32(nlight, 3)

    this.numeric_adr = a.i32(sizes.nnumeric)
    this.numeric_size = a.i32(sizes.nnumeric)
    this.numeric_data = a.f64(sizes.nnumericdata)
    this.text_adr = a.i32(sizes.ntext)
    this.text_size = a.i32(sizes.ntext)
    this.text_data = a.u8(sizes.ntextdata)
    this.tuple_adr = a.i32(sizes.ntuple)
    this.tuple_size = a.i32(sizes.ntuple)
    this.tuple_objtype = a.i32(sizes.ntupledata)
    this.tuple_objid = a.i32(sizes.ntupledata)
    this.tuple_objprm = a.f64(sizes.ntupledata)

    this.key_time = a.f64(nkey)
    this.key_qpos = a.f64(nkey, nq)
    this.key_qvel = a.f64(nkey, nv)
    this.key_act = a.f64(nkey, na)
    this.key_mpos = a.f64(nkey, 3 * nmocap)
    this.key_mquat = a.f64(nkey, 4 * nmocap)
    this.key_ctrl = a.f64(nkey, nu)

    this.eq_active0 = a.u8(sizes.neq)
  }
}

/** Only the numbers of things, out of anything that has them. */
function pickSizes(sizes: ModelSizes): ModelSizes {
  const picked = new ModelSizes()
  for (const key of Object.keys(picked) as (keyof ModelSizes)[]) picked[key] = sizes[key]
  return picked
}
