/** Kinds of joints, geoms and other objects of a model. MuJoCo's numbers; names of MuJoCo stand behind each member. */

type ValueOf<T> = T[keyof T]

/** Type of a joint (`Model.jnt_type`). */
export const JointType = {
  /** Floats freely: 3 translations and a quaternion; 7 positions, 6 dofs. MuJoCo: mjJNT_FREE. */
  free: 0,
  /** Turns about a point: a quaternion; 4 positions, 3 dofs. MuJoCo: mjJNT_BALL. */
  ball: 1,
  /** Slides along an axis; 1 dof, m. MuJoCo: mjJNT_SLIDE. */
  slide: 2,
  /** Turns about an axis; 1 dof, rad. MuJoCo: mjJNT_HINGE. */
  hinge: 3,
} as const
export type JointType = ValueOf<typeof JointType>

/** Shape of a geom (`Model.geom_type`) or site. */
export const GeomType = {
  /** Infinite plane; drawn with half sizes x, y, and spacing of the grid. MuJoCo: mjGEOM_PLANE. */
  plane: 0,
  /** Height field. MuJoCo: mjGEOM_HFIELD. */
  hfield: 1,
  /** Sphere: radius. MuJoCo: mjGEOM_SPHERE. */
  sphere: 2,
  /** Cylinder with half spheres at its ends: radius, half length. MuJoCo: mjGEOM_CAPSULE. */
  capsule: 3,
  /** Ellipsoid: three radii. MuJoCo: mjGEOM_ELLIPSOID. */
  ellipsoid: 4,
  /** Cylinder: radius, half length. MuJoCo: mjGEOM_CYLINDER. */
  cylinder: 5,
  /** Box: three half sizes. MuJoCo: mjGEOM_BOX. */
  box: 6,
  /** Convex hull of a mesh. MuJoCo: mjGEOM_MESH. */
  mesh: 7,
  /** Shape given by a signed distance. MuJoCo: mjGEOM_SDF. */
  sdf: 8,
} as const
export type GeomType = ValueOf<typeof GeomType>

/** How a camera or light follows bodies (`Model.cam_mode`, `Model.light_mode`). */
export const TrackingMode = {
  /** Fixed to its body. MuJoCo: mjCAMLIGHT_FIXED. */
  fixed: 0,
  /** Moves with its body, and keeps its global orientation. MuJoCo: mjCAMLIGHT_TRACK. */
  track: 1,
  /** Moves with the center of mass of the subtree, and keeps its global orientation. MuJoCo: mjCAMLIGHT_TRACKCOM. */
  trackcom: 2,
  /** Fixed to its body, and turned to a target body. MuJoCo: mjCAMLIGHT_TARGETBODY. */
  targetbody: 3,
  /** Fixed to its body, and turned to the center of mass of the target's subtree. MuJoCo: mjCAMLIGHT_TARGETBODYCOM. */
  targetbodycom: 4,
} as const
export type TrackingMode = ValueOf<typeof TrackingMode>

/** Kind of light (`Model.light_type`). */
export const LightType = {
  /** Cone of light from a point. MuJoCo: mjLIGHT_SPOT. */
  spot: 0,
  /** Parallel rays. MuJoCo: mjLIGHT_DIRECTIONAL. */
  directional: 1,
  /** From a point in all directions. MuJoCo: mjLIGHT_POINT. */
  point: 2,
  /** From a picture of the surroundings. MuJoCo: mjLIGHT_IMAGE. */
  image: 3,
} as const
export type LightType = ValueOf<typeof LightType>

/** Projection of a camera (`Model.cam_projection`). */
export const Projection = {
  /** Far objects look smaller. MuJoCo: mjPROJ_PERSPECTIVE. */
  perspective: 0,
  /** Parallel rays. MuJoCo: mjPROJ_ORTHOGRAPHIC. */
  orthographic: 1,
} as const
export type Projection = ValueOf<typeof Projection>

/** Which other frame a geom, site or inertial frame coincides with, so that kinematics may copy it. */
export const SameFrame = {
  /** None. MuJoCo: mjSAMEFRAME_NONE. */
  none: 0,
  /** The body frame. MuJoCo: mjSAMEFRAME_BODY. */
  body: 1,
  /** The inertial frame. MuJoCo: mjSAMEFRAME_INERTIA. */
  inertia: 2,
  /** The body frame, in orientation only. MuJoCo: mjSAMEFRAME_BODYROT. */
  bodyrot: 3,
  /** The inertial frame, in orientation only. MuJoCo: mjSAMEFRAME_INERTIAROT. */
  inertiarot: 4,
} as const
export type SameFrame = ValueOf<typeof SameFrame>

/** Type of an object, in functions that take a type and an id. MuJoCo: mjtObj, mju_type2Str, mju_str2Type. */
export const ObjType = {
  /** None. MuJoCo: mjOBJ_UNKNOWN. */
  unknown: 0,
  /** Body; where a frame is meant, its inertial frame. MuJoCo: mjOBJ_BODY. */
  body: 1,
  /** Body; its own frame. MuJoCo: mjOBJ_XBODY. */
  xbody: 2,
  /** Joint. MuJoCo: mjOBJ_JOINT. */
  joint: 3,
  /** Degree of freedom. MuJoCo: mjOBJ_DOF. */
  dof: 4,
  /** Geom. MuJoCo: mjOBJ_GEOM. */
  geom: 5,
  /** Site. MuJoCo: mjOBJ_SITE. */
  site: 6,
  /** Camera. MuJoCo: mjOBJ_CAMERA. */
  camera: 7,
  /** Light. MuJoCo: mjOBJ_LIGHT. */
  light: 8,
  /** Deformable body. MuJoCo: mjOBJ_FLEX. */
  flex: 9,
  /** Mesh. MuJoCo: mjOBJ_MESH. */
  mesh: 10,
  /** Skin. MuJoCo: mjOBJ_SKIN. */
  skin: 11,
  /** Height field. MuJoCo: mjOBJ_HFIELD. */
  hfield: 12,
  /** Texture. MuJoCo: mjOBJ_TEXTURE. */
  texture: 13,
  /** Material. MuJoCo: mjOBJ_MATERIAL. */
  material: 14,
  /** Contact pair. MuJoCo: mjOBJ_PAIR. */
  pair: 15,
  /** Excluded pair of bodies. MuJoCo: mjOBJ_EXCLUDE. */
  exclude: 16,
  /** Equality constraint. MuJoCo: mjOBJ_EQUALITY. */
  equality: 17,
  /** Tendon. MuJoCo: mjOBJ_TENDON. */
  tendon: 18,
  /** Actuator. MuJoCo: mjOBJ_ACTUATOR. */
  actuator: 19,
  /** Sensor. MuJoCo: mjOBJ_SENSOR. */
  sensor: 20,
  /** Custom numeric field. MuJoCo: mjOBJ_NUMERIC. */
  numeric: 21,
  /** Custom text. MuJoCo: mjOBJ_TEXT. */
  text: 22,
  /** Tuple. MuJoCo: mjOBJ_TUPLE. */
  tuple: 23,
  /** Keyframe. MuJoCo: mjOBJ_KEY. */
  key: 24,
  /** Plugin. MuJoCo: mjOBJ_PLUGIN. */
  plugin: 25,
} as const
export type ObjType = ValueOf<typeof ObjType>

/** Object in the path of a tendon (`Model.wrap_type`). */
export const WrapType = {
  /** None. MuJoCo: mjWRAP_NONE. */
  none: 0,
  /** Joint of a fixed tendon. MuJoCo: mjWRAP_JOINT. */
  joint: 1,
  /** Pulley: divides the tension. MuJoCo: mjWRAP_PULLEY. */
  pulley: 2,
  /** Site that the path passes through. MuJoCo: mjWRAP_SITE. */
  site: 3,
  /** Sphere that the path wraps around. MuJoCo: mjWRAP_SPHERE. */
  sphere: 4,
  /** Cylinder that the path wraps around. MuJoCo: mjWRAP_CYLINDER. */
  cylinder: 5,
} as const
export type WrapType = ValueOf<typeof WrapType>

/** Kind of an equality constraint (`Model.eq_type`). */
export const EqualityType = {
  /** Two bodies share a point. MuJoCo: mjEQ_CONNECT. */
  connect: 0,
  /** Two bodies share a pose. MuJoCo: mjEQ_WELD. */
  weld: 1,
  /** A joint position is a polynomial of another. MuJoCo: mjEQ_JOINT. */
  joint: 2,
  /** A tendon length is a polynomial of another. MuJoCo: mjEQ_TENDON. */
  tendon: 3,
  /** Edges of a deformable body keep their lengths. MuJoCo: mjEQ_FLEX. */
  flex: 4,
  /** Vertices of a deformable body keep their edge lengths. MuJoCo: mjEQ_FLEXVERT. */
  flexvert: 5,
  /** Elements of a deformable body keep their strain. MuJoCo: mjEQ_FLEXSTRAIN. */
  flexstrain: 6,
  /** Two points stay at a distance. Kinetree's own: MuJoCo's `mjEQ_DISTANCE` (7) is a name that it refuses. */
  distance: 100,
} as const
export type EqualityType = ValueOf<typeof EqualityType>

/** Number of positions of a joint, by `JointType`. */
export const JOINT_NQ = [7, 4, 1, 1] as const

/** Number of dofs of a joint, by `JointType`. */
export const JOINT_NV = [6, 3, 1, 1] as const
