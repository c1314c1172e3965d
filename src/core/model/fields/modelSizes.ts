import type { Arena } from '../../memory/arena.ts'

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
  /** forces of actuators */
  nout = 0
  nbody = 0
  njnt = 0
  ngeom = 0
  nsite = 0
  ncam = 0
  nlight = 0
  nmesh = 0
  /** vertices, normals, texture coordinates and triangles of all meshes */
  nmeshvert = 0
  nmeshnormal = 0
  nmeshtexcoord = 0
  nmeshface = 0
  /** integers in the graphs of their convex hulls */
  nmeshgraph = 0
  /** polygons of the hulls, their vertices, and the lists that tell which polygons a vertex belongs to */
  nmeshpoly = 0
  nmeshpolyvert = 0
  nmeshpolymap = 0
  /** most polygons that meet at a vertex, and most vertices of a polygon */
  nmeshdegmax = 0
  npolygonmax = 0
  /** nodes of all bounding volume hierarchies: those that never change, and those that follow deformable bodies */
  nbvh = 0
  nbvhstatic = 0
  nbvhdynamic = 0
  /** cells of the octrees of signed distances of all meshes */
  noct = 0
  nskin = 0
  /** vertices, texture coordinates, triangles, bones, and vertices of bones of all skins */
  nskinvert = 0
  nskintexvert = 0
  nskinface = 0
  nskinbone = 0
  nskinbonevert = 0
  /** height fields, and their points */
  nhfield = 0
  nhfielddata = 0
  /** textures, and their bytes */
  ntex = 0
  ntexdata = 0
  nmat = 0
  /** pairs of geoms with rules of their own */
  npair = 0
  /** pairs of bodies that do not collide */
  nexclude = 0
  neq = 0
  ntendon = 0
  /** objects in the paths of all tendons */
  nwrap = 0
  /** non-zeros of the Jacobian of the tendons' lengths */
  nJten = 0
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
  /** room for non-zeros in the rows of actuator moments */
  nJmom = 0
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
