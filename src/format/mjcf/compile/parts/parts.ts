import type { Source } from '../../../../core/model/errors.ts'
import type { SdfInstance } from '../../../../core/model/sdfShape.ts'
import type { Hfield } from '../../asset/hfield.ts'
import { Pose } from '../../geometry/partPose.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import type { BodySpec, CameraSpec, GeomSpec, InertialSpec, JointSpec, LightSpec, SiteSpec } from '../../schema/spec.ts'

/**
 * The pieces of the body tree on their way from what was written (`spec`) to the arrays of the model. Each has what
 * compiling computes; what passes through unchanged stays in `spec.attributes`.
 */

interface PartSpec {
  readonly attributes: { readonly name: string }
  readonly source: Source
}

/** Something that belongs to a body. */
export class Part<S extends PartSpec> {
  readonly spec: S
  /** The body it belongs to; fusing static bodies changes it. */
  body: Body
  /** Enclosing frames, composed, in the coordinates of the body as written. */
  readonly frame: Pose | undefined
  id = -1

  constructor(spec: S, body: Body, frame: Pose | undefined) {
    this.spec = spec
    this.body = body
    this.frame = frame
  }

  get name(): string {
    return this.spec.attributes.name
  }

  get source(): Source {
    return this.spec.source
  }
}

export class Joint extends Part<JointSpec> {
  /** Anchor and axis in the body frame. */
  readonly pos = new Float64Array(3)
  readonly axis = Float64Array.of(0, 0, 1)
  limited = false
  actuatorLimited = false
  /** Limits, reference and rest position, in radians where the joint turns. */
  range: readonly number[] = [0, 0]
  ref = 0
  springref = 0
}

export class Geom extends Part<GeomSpec> {
  readonly pose = new Pose()
  readonly size = new Float64Array(3)
  readonly aabb = new Float64Array(6)
  rbound = 0
  /** Inertia that it adds to its body; zero if it does not count. */
  mass = 0
  inertia: Float64Array = new Float64Array(3)
  fluid: Float64Array = new Float64Array(12)
  /** The mesh that it is made of, or that its primitive is fitted to. */
  mesh: Mesh | undefined
  /** Velocity of its surface, where a mesh moves its frame. */
  surfacevel: Float64Array | undefined
  hfield: Hfield | undefined
  /** The function that gives its signed distance. */
  field: SdfInstance | undefined
}

export class Site extends Part<SiteSpec> {
  readonly pose = new Pose()
  readonly size = new Float64Array(3)
  mesh: Mesh | undefined
}

export class Camera extends Part<CameraSpec> {
  readonly pose = new Pose()
  target: Body | undefined
  fovy = 0
  readonly sensorsize = new Float64Array(2)
  /** Focal lengths and principal point, in m on the sensor. */
  readonly intrinsic = new Float64Array(4)
  output = 0
}

export class Light extends Part<LightSpec> {
  readonly pos = new Float64Array(3)
  readonly dir = new Float64Array(3)
  target: Body | undefined
}

export class Body {
  readonly spec: BodySpec
  parent: Body | undefined
  readonly frame: Pose | undefined
  id = -1

  /** Mass and inertia as written, and the frames around them. */
  written: { readonly spec: InertialSpec; readonly frame: Pose | undefined } | undefined

  readonly children: Body[] = []
  readonly joints: Joint[] = []
  readonly geoms: Geom[] = []
  readonly sites: Site[] = []
  readonly cameras: Camera[] = []
  readonly lights: Light[] = []

  /** In the parent's frame. */
  readonly pose = new Pose()
  /** Center of mass and principal axes, in the body frame. */
  readonly inertial = new Pose()
  mass = 0
  readonly inertia = new Float64Array(3)
  /** A bone of a skin moves with it. */
  skinned = false
  /** Mass and inertia were written, not inferred. */
  explicitInertia = false
  /** Of all its geoms together, from before visual ones are discarded. */
  contype = 0
  conaffinity = 0
  margin = 0

  constructor(spec: BodySpec, parent: Body | undefined, frame: Pose | undefined) {
    this.spec = spec
    this.parent = parent
    this.frame = frame
  }

  get name(): string {
    return this.parent === undefined ? 'world' : this.spec.attributes.name
  }

  get source(): Source {
    return this.spec.source
  }

  get mocap(): boolean {
    return this.spec.attributes.mocap === 1
  }

  /** The nearest ancestor, or itself, that may move relative to its parent; else the world. */
  get weld(): Body {
    let body: Body = this
    while (body.parent !== undefined && body.joints.length === 0 && !body.mocap) body = body.parent
    return body
  }
}

/** Everything of one model, in the order of the ids. */
export class Parts {
  readonly world: Body
  bodies: Body[] = []
  joints: Joint[] = []
  geoms: Geom[] = []
  sites: Site[] = []
  cameras: Camera[] = []
  lights: Light[] = []

  constructor(world: Body) {
    this.world = world
    this.number()
  }

  /**
   * Gives out ids: bodies depth first, children in the order of the document; the pieces of bodies in the order
   * of their bodies.
   */
  number(): void {
    this.bodies = []
    const visit = (body: Body): void => {
      this.bodies.push(body)
      body.children.forEach(visit)
    }
    visit(this.world)
    this.joints = this.bodies.flatMap((body) => body.joints)
    this.geoms = this.bodies.flatMap((body) => body.geoms)
    this.sites = this.bodies.flatMap((body) => body.sites)
    this.cameras = this.bodies.flatMap((body) => body.cameras)
    this.lights = this.bodies.flatMap((body) => body.lights)
    for (const list of [this.bodies, this.joints, this.geoms, this.sites, this.cameras, this.lights])
      for (let id = 0; id < list.length; id++) list[id].id = id
  }
}
