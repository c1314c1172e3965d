import type { Arena } from '../../memory/arena.ts'

/** Sizes of a model. They decide the length of every array of `Model` and `Data`. */
export class ModelSizes {
  /** Number of generalized positions. */
  nq = 0
  /** Number of degrees of freedom. */
  nv = 0
  /** Number of controls. */
  nu = 0
  /** Number of activations. */
  na = 0
  /** Number of actuator forces. */
  nout = 0
  /** Number of bodies, the world included. */
  nbody = 0
  /** Number of joints. */
  njnt = 0
  /** Number of geoms. */
  ngeom = 0
  /** Number of sites. */
  nsite = 0
  /** Number of cameras. */
  ncam = 0
  /** Number of lights. */
  nlight = 0
  /** Number of meshes. */
  nmesh = 0
  /** Number of vertices of all meshes. */
  nmeshvert = 0
  /** Number of normals of all meshes. */
  nmeshnormal = 0
  /** Number of texture coordinates of all meshes. */
  nmeshtexcoord = 0
  /** Number of triangles of all meshes. */
  nmeshface = 0
  /** Number of integers in the graphs of all convex hulls. */
  nmeshgraph = 0
  /** Number of polygons of all convex hulls. */
  nmeshpoly = 0
  /** Number of vertices of these polygons. */
  nmeshpolyvert = 0
  /** Number of entries in the lists of polygons that meet at a vertex. */
  nmeshpolymap = 0
  /** Largest number of polygons that meet at a vertex. */
  nmeshdegmax = 0
  /** Largest number of vertices of a polygon. */
  npolygonmax = 0
  /** Number of nodes of all bounding volume hierarchies. */
  nbvh = 0
  /** Number of nodes that never change. */
  nbvhstatic = 0
  /** Number of nodes that follow deformable bodies. */
  nbvhdynamic = 0
  /** Number of octree cells of all meshes. */
  noct = 0
  /** Number of skins. */
  nskin = 0
  /** Number of vertices of all skins. */
  nskinvert = 0
  /** Number of texture coordinates of all skins. */
  nskintexvert = 0
  /** Number of triangles of all skins. */
  nskinface = 0
  /** Number of bones of all skins. */
  nskinbone = 0
  /** Number of vertices of all bones. */
  nskinbonevert = 0
  /** Number of height fields. */
  nhfield = 0
  /** Number of points of all height fields. */
  nhfielddata = 0
  /** Number of textures. */
  ntex = 0
  /** Number of bytes of all textures. */
  ntexdata = 0
  /** Number of materials. */
  nmat = 0
  /** Number of explicit contact pairs. */
  npair = 0
  /** Number of pairs of bodies that do not collide. */
  nexclude = 0
  /** Number of equality constraints. */
  neq = 0
  /** Number of tendons. */
  ntendon = 0
  /** Number of objects in the paths of all tendons. */
  nwrap = 0
  /** Number of non-zeros of the Jacobian of tendon lengths. */
  nJten = 0
  /** Number of actuators. */
  nactuator = 0
  /** Number of sensors. */
  nsensor = 0
  /** Number of values of all sensors. */
  nsensordata = 0
  /** Number of numbers in the buffers of delayed controls and sensors. */
  nhistory = 0
  /** Number of keyframes. */
  nkey = 0
  /** Number of mocap bodies. */
  nmocap = 0
  /** Length of `Data.userdata`. */
  nuserdata = 0
  /** Number of custom numeric fields. */
  nnumeric = 0
  /** Number of numbers of all numeric fields. */
  nnumericdata = 0
  /** Number of custom texts. */
  ntext = 0
  /** Number of bytes of all texts. */
  ntextdata = 0
  /** Number of tuples. */
  ntuple = 0
  /** Number of elements of all tuples. */
  ntupledata = 0
  /** Number of kinematic trees. */
  ntree = 0
  /** Number of non-zeros of the inertia matrix in the legacy format. */
  nM = 0
  /** Number of non-zeros of the inertia matrix: lower triangle, simple dofs only on the diagonal. */
  nC = 0
  /** Number of non-zeros of the symmetric dof-dof pattern. */
  nD = 0
  /** Number of non-zeros of the body-dof pattern. */
  nB = 0
  /** Room for non-zeros of the actuator moments. */
  nJmom = 0
  /** Number of bodies with gravity compensation. */
  ngravcomp = 0
  /** Numbers of the user for each body. */
  nuser_body = 0
  /** Numbers of the user for each joint. */
  nuser_jnt = 0
  /** Numbers of the user for each geom. */
  nuser_geom = 0
  /** Numbers of the user for each site. */
  nuser_site = 0
  /** Numbers of the user for each camera. */
  nuser_cam = 0
  /** Numbers of the user for each tendon. */
  nuser_tendon = 0
  /** Numbers of the user for each actuator. */
  nuser_actuator = 0
  /** Numbers of the user for each sensor. */
  nuser_sensor = 0
}

/** A model under construction: its sizes, and the memory that its arrays are carved from. */
export class ModelMemory extends ModelSizes {
  readonly arena: Arena

  constructor(sizes: ModelSizes, arena: Arena) {
    super()
    for (const key of SIZE_NAMES) this[key] = sizes[key]
    this.arena = arena
  }
}

/** Names of all sizes. */
export const SIZE_NAMES = Object.keys(new ModelSizes()) as (keyof ModelSizes)[]
