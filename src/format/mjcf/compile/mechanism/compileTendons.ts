import { GeomType, ObjType, SleepPolicy, WrapType } from '../../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import { addRotorInertia } from '../../../../physics/actuation/actuatorLoad.ts'
import type { SpatialPathSpec, Spec, TendonSpec } from '../../schema/spec.ts'
import { find } from '../../text/findByName.ts'
import type { Layout } from '../parts/dofLayout.ts'
import { checkRange, isLimited } from '../parts/limitRange.ts'
import type { Lookup } from '../parts/lookup.ts'
import type { Body, Joint } from '../parts/parts.ts'
import { copyUser } from '../parts/userFields.ts'

/** A tendon with its path. */
export interface Tendon {
  readonly spec: TendonSpec
  readonly name: string
  readonly id: number
  readonly path: readonly PathPoint[]
  readonly limited: boolean
  readonly actuatorLimited: boolean
}

/** One object of a path, as the model stores it. */
interface PathPoint {
  readonly type: WrapType
  readonly id: number
  /** Coefficient of a joint, divisor of a pulley, side site of a geom (-1: none). */
  readonly prm: number
  /** The body that a site or geom belongs to. */
  readonly body?: Body
  readonly joint?: Joint
}

export function compileTendons(spec: Spec, lookup: Lookup): readonly Tendon[] {
  return spec.tendons.map((tendon, id) => compileTendon(tendon, id, lookup))
}

function compileTendon(spec: TendonSpec, id: number, lookup: Lookup): Tendon {
  const { attributes: a, compiler, source } = spec
  const path =
    spec.kind === 'fixed'
      ? spec.children.map((child) => jointPoint(child.attributes.joint, child.attributes.coef, child.source, lookup))
      : spec.children.map((child) => spatialPoint(child, lookup))
  checkPath(spec, path)

  const limited = isLimited(a.limited, a.range, compiler, source, 'limited', 'range')
  const actuatorLimited = isLimited(
    a.actuatorfrclimited,
    a.actuatorfrcrange,
    compiler,
    source,
    'actuatorfrclimited',
    'actuatorfrcrange',
  )
  if (limited) checkRange(a.range, source, 'range')
  if (actuatorLimited) {
    const [low, high] = a.actuatorfrcrange
    checkRange(a.actuatorfrcrange, source, 'actuatorfrcrange')
    if (low > 0 || high < 0)
      throw new ModelError('the force range must contain zero', {
        source,
        attribute: 'actuatorfrcrange',
        expected: 'a first number not above 0 and a second not below',
        found: `${low} ${high}`,
      })
  }
  if (!(a.width > 0))
    throw new ModelError('the width must be positive', { source, attribute: 'width', found: `${a.width}` })
  const [low, high] = a.springlength
  if (low > high)
    throw new ModelError('the range of rest lengths is empty', {
      source,
      attribute: 'springlength',
      expected: 'one number, or two with the smaller first',
      found: `${low} ${high}`,
    })
  return { spec, name: a.name, id, path, limited, actuatorLimited }
}

function jointPoint(name: string, coef: number, source: Source, lookup: Lookup): PathPoint {
  const joint = lookup.joint(name, { source, attribute: 'joint' })
  return { type: WrapType.joint, id: joint.id, prm: coef, joint }
}

function spatialPoint(spec: SpatialPathSpec, lookup: Lookup): PathPoint {
  const { source } = spec
  switch (spec.kind) {
    case 'spatial/site': {
      const site = lookup.site(spec.attributes.site, { source, attribute: 'site' })
      return { type: WrapType.site, id: site.id, prm: 0, body: site.body }
    }
    case 'spatial/geom': {
      const { sidesite } = spec.attributes
      const geom = lookup.geom(spec.attributes.geom, { source, attribute: 'geom' })
      const { type } = geom.spec.attributes
      if (type !== GeomType.sphere && type !== GeomType.cylinder)
        throw new ModelError('a tendon cannot wrap around this geom', {
          source,
          attribute: 'geom',
          expected: 'a sphere or cylinder',
          found: `a ${Object.keys(GeomType).find((key) => GeomType[key as keyof typeof GeomType] === type)}`,
        })
      const side = sidesite === '' ? -1 : lookup.site(sidesite, { source, attribute: 'sidesite' }).id
      const wrap = type === GeomType.sphere ? WrapType.sphere : WrapType.cylinder
      return { type: wrap, id: geom.id, prm: side, body: geom.body }
    }
    case 'pulley':
      if (!(spec.attributes.divisor > 0))
        throw new ModelError('the divisor of a pulley must be positive', {
          source,
          attribute: 'divisor',
          found: `${spec.attributes.divisor}`,
        })
      return { type: WrapType.pulley, id: -1, prm: spec.attributes.divisor }
  }
}

const isSite = (point: PathPoint | undefined) => point?.type === WrapType.site
const isPulley = (point: PathPoint | undefined) => point?.type === WrapType.pulley

/** A path goes from site to site; geoms stand between two sites, pulleys between branches of at least two. */
function checkPath(spec: TendonSpec, path: readonly PathPoint[]): void {
  const { children } = spec
  if (path.length === 0)
    throw new ModelError('a tendon needs a path', {
      source: spec.source,
      expected: spec.kind === 'fixed' ? '<joint>' : '<site>',
    })
  if (spec.kind === 'fixed') return
  const fault = (reason: string, i: number, expected?: string): never => {
    throw new ModelError(reason, { source: children[i].source, expected })
  }

  if (path.length === 1) fault('a path of one object has no length', 0, 'at least two')
  for (let i = 0; i < path.length; i++) {
    const before = path[i - 1]
    const point = path[i]
    const after = path[i + 1]
    if (isPulley(point)) {
      if (after === undefined) fault('a path cannot end with a pulley', i)
      if (isPulley(after)) fault('a pulley cannot follow a pulley', i + 1)
    } else if (isSite(point)) {
      if ((before === undefined || isPulley(before)) && (after === undefined || isPulley(after)))
        fault('a branch of one site has no length', i, 'a site or geom next to it')
      if (isSite(after) && after.id === point.id) fault('the same site stands twice in a row', i + 1)
    } else {
      if (!isSite(before) || !isSite(after)) fault('a geom must stand between two sites', i)
      if (spec.attributes.armature !== 0) throw heavyAroundGeom(children[i].source)
    }
  }
}

function heavyAroundGeom(source: Source): ModelError {
  return new ModelError('a tendon with inertia, of its own or of an actuator, cannot wrap around geoms', {
    source,
    expected: 'armature="0", or a path of sites only',
  })
}

/** Actuators may add armature to a tendon, but not to one that wraps around geoms. */
export function checkTendonInertia(m: Model, tendons: readonly Tendon[]): void {
  const inertia = new Float64Array(1)
  for (const { spec, id, path } of tendons) {
    inertia[0] = 0
    addRotorInertia(m, true, id, inertia)
    const geom = path.findIndex(({ type }) => type === WrapType.sphere || type === WrapType.cylinder)
    if (inertia[0] !== 0 && geom >= 0) throw heavyAroundGeom(spec.children[geom].source)
  }
}

/** Bodies whose joint-space inertia depends on a tendon with armature. */
export function bodiesWithTendonInertia(tendons: readonly Tendon[]): Set<Body> {
  const bodies = new Set<Body>()
  for (const { spec, path } of tendons) {
    if (spec.attributes.armature === 0) continue
    for (const { body } of path) if (body) bodies.add(body)
  }
  return bodies
}

/**
 * Which dofs a tendon's length can depend on, ascending: those of its joints, or of everything that moves its sites and
 * geoms. A joint that stands twice in a path has two columns.
 */
export function tendonDofs({ path }: Tendon, layout: Layout): readonly number[] {
  const dofs = new Set<number>()
  const repeated: number[] = []
  for (const { body, joint } of path) {
    if (joint) repeated.push(layout.dofAdr[joint.id])
    for (let b = body?.weld; b !== undefined; b = b.parent?.weld) {
      const first = layout.bodyDofAdr[b.id]
      for (let i = 0; i < layout.bodyDofNum[b.id]; i++) dofs.add(first + i)
      if (b.parent === undefined) break
    }
  }
  return [...repeated, ...dofs].sort((a, b) => a - b)
}

export function fillTendons(m: Model, tendons: readonly Tendon[], layout: Layout): void {
  let wrap = 0
  let column = 0
  for (const tendon of tendons) {
    const { id, path } = tendon
    fillTendon(m, tendon)
    m.tendon_adr[id] = wrap
    m.tendon_num[id] = path.length
    for (const point of path) {
      m.wrap_type[wrap] = point.type
      m.wrap_objid[wrap] = point.id
      m.wrap_prm[wrap++] = point.prm
    }

    const dofs = tendonDofs(tendon, layout)
    fillTrees(m, tendon, treesAlong(tendon, layout))
    m.ten_J_rownnz[id] = dofs.length
    m.ten_J_rowadr[id] = column
    m.ten_J_colind.set(dofs, column)
    column += dofs.length
  }
  m.names.set(
    ObjType.tendon,
    tendons.map(({ name }) => name),
  )
}

/** The kinematic trees of a path, in the order in which it comes to them. */
function treesAlong({ path }: Tendon, layout: Layout): readonly number[] {
  const trees = new Set<number>()
  for (const { body, joint } of path) {
    const moving = (joint?.body ?? body)?.weld
    if (moving && layout.bodyDofNum[moving.id] > 0) trees.add(layout.dofTree[layout.bodyDofAdr[moving.id]])
  }
  return [...trees]
}

/** Records the trees of a tendon. Two trees with a spring or damper, or more than two trees, do not sleep. */
function fillTrees(m: Model, { spec, id }: Tendon, trees: readonly number[]): void {
  m.tendon_treenum[id] = trees.length
  m.tendon_treeid[2 * id] = trees[0] ?? -1
  m.tendon_treeid[2 * id + 1] = trees[1] ?? -1
  const { stiffness, damping } = spec.attributes
  const pulls = [...stiffness, ...damping].some((x) => x !== 0)
  if (trees.length > 2 || (trees.length === 2 && pulls)) stayAwake(m, spec, trees)
}

/** The same for tendons with damping or armature of an actuator. */
export function keepTendonTreesAwake(m: Model, tendons: readonly Tendon[]): void {
  for (const { spec, id } of tendons)
    if (m.tendon_treenum[id] === 2 && m.tendon_actuatorid[id] !== -1)
      stayAwake(m, spec, [m.tendon_treeid[2 * id], m.tendon_treeid[2 * id + 1]])
}

function stayAwake(m: Model, spec: Tendon['spec'], trees: readonly number[]): void {
  for (const tree of trees) {
    const policy = m.tree_sleep_policy[tree]
    if (policy === SleepPolicy.allowed || policy === SleepPolicy.init)
      throw new ModelError(
        'trees that a tendon couples cannot sleep: it has stiffness, damping or inertia, or spans more than two trees',
        {
          source: spec.source,
          suggestion: `leave out 'sleep' of body '${m.names.name(ObjType.body, m.tree_bodyadr[tree]) ?? ''}'`,
        },
      )
    if (policy === SleepPolicy.autoAllowed) m.tree_sleep_policy[tree] = SleepPolicy.autoNever
  }
}

function fillTendon(m: Model, { spec, id, limited, actuatorLimited }: Tendon): void {
  const { attributes: a, source } = spec
  const materials = new Map(m.names.all(ObjType.material).map((name, material) => [name, material]))
  m.tendon_matid[id] =
    a.material === '' ? -1 : find(materials, 'material', a.material, { source, attribute: 'material' })
  m.tendon_group[id] = a.group
  m.tendon_actuatorid[id] = -1
  m.tendon_limited[id] = Number(limited)
  m.tendon_actfrclimited[id] = Number(actuatorLimited)
  m.tendon_width[id] = a.width
  m.tendon_solref_lim.set(a.solreflimit, 2 * id)
  m.tendon_solimp_lim.set(a.solimplimit, 5 * id)
  m.tendon_solref_fri.set(a.solreffriction, 2 * id)
  m.tendon_solimp_fri.set(a.solimpfriction, 5 * id)
  m.tendon_range.set(a.range, 2 * id)
  m.tendon_actfrcrange.set(a.actuatorfrcrange, 2 * id)
  m.tendon_margin[id] = a.margin
  m.tendon_stiffness[id] = a.stiffness[0]
  m.tendon_stiffnesspoly.set(a.stiffness.slice(1), 2 * id)
  m.tendon_damping[id] = a.damping[0]
  m.tendon_dampingpoly.set(a.damping.slice(1), 2 * id)
  m.tendon_armature[id] = a.armature
  m.tendon_frictionloss[id] = a.frictionloss
  m.tendon_lengthspring.set(a.springlength, 2 * id)
  m.tendon_rgba.set(a.rgba, 4 * id)
  copyUser(m.tendon_user, m.nuser_tendon, id, a.user)
}
