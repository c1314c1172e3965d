import { atan2, cos, sin } from '../../../core/math/functions.ts'
import { rotationToQuat } from '../../../core/math/quat.ts'
import { cross, dot3 } from '../../../core/math/vec3.ts'
import { GeomType, JointType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { mulUnitQuat, normalize } from '../geometry/partPose.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import type { BodyChild, BodySpec, CompositeSpec, GeomSpec, JointSpec, SiteSpec } from '../schema/spec.ts'
import { shown } from '../text/messageText.ts'
import type { Assembly } from './assembly.ts'
import { makeCableSkin } from './cableSkin.ts'

/**
 * A cable: a chain of bodies along a curve, each with one geom, joined by ball joints. The x axis of each body points
 * along its piece of the curve; the other axes turn as little as possible from piece to piece.
 */
export function makeCable(composite: CompositeSpec, assembly: Assembly, into: BodyChild[]): void {
  const { attributes: a, source, compiler } = composite
  checkType(composite)
  const vertices = verticesOf(composite)
  const pieces = vertices.length / 3 - 1
  if (composite.geom.type === GeomType.box && pieces === 1)
    throw new ModelError('a cable of boxes has more than one piece', { source, expected: 'at least 4 vertices' })
  assembly.budget.spend(5 * pieces, source)
  assembly.budget.nest(assembly.depth + pieces, source)
  const text = { ...fallbacks(GRAMMAR.text.attributes), data: `rope_${a.prefix}` }
  const name = assembly.freeName('text', `composite_${a.prefix}`)
  assembly.addToList('texts', { kind: 'text', attributes: { ...text, name }, source, compiler })

  const frames = movingFrames(vertices)
  const label = (i: number): string => (i === 0 ? 'first' : i === pieces - 1 ? 'last' : `${i}`)
  for (let i = 0, place = into; i < pieces; i++) {
    const children: BodyChild[] = []
    const named = <K extends string>(kind: K, suffix: string) => {
      return { kind, source, compiler, name: assembly.freeName(kind, a.prefix + suffix) }
    }
    const put = <E extends BodyChild>(element: E, where: BodyChild[]): void => {
      where.push(element)
      assembly.register(element)
    }
    put(bodyOf(named('body', `B_${label(i)}`), i, vertices, frames, a.offset, children), place)
    put(geomOf(named('geom', `G${i}`), composite, frames[i].length), children)
    if (i > 0 || a.initial !== INITIAL_NONE) put(jointOf(named('joint', `J_${label(i)}`), composite, i), children)
    const last = i === pieces - 1
    const along = last ? frames[i].length : 0
    if (i === 0 || last) put(siteOf(named('site', `S_${label(i)}`), composite, along), children)
    if (i < pieces - 1) {
      const attributes = {
        ...fallbacks(GRAMMAR.exclude.attributes),
        body1: `${a.prefix}B_${label(i)}`,
        body2: `${a.prefix}B_${label(i + 1)}`,
      }
      assembly.addToList('contacts', { kind: 'exclude', attributes, source, compiler })
    }
    place = children
  }
  if (composite.geom.type === GeomType.box) {
    const bodies = Array.from({ length: pieces }, (_, i) => `${a.prefix}B_${label(i)}`)
    makeCableSkin(composite, assembly, bodies)
  }
}

const { none: INITIAL_NONE, free: INITIAL_FREE } = GRAMMAR.composite.attributes.initial.keywords as {
  readonly none: number
  readonly free: number
}

interface Named<K extends string> {
  readonly kind: K
  readonly name: string
  readonly source: CompositeSpec['source']
  readonly compiler: CompositeSpec['compiler']
}

/** A piece of the cable: its orientation, and how long it is. */
interface Piece {
  readonly quat: Float64Array
  readonly length: number
}

function bodyOf(
  { kind, name, source, compiler }: Named<'body'>,
  i: number,
  vertices: Float64Array,
  frames: readonly Piece[],
  offset: readonly number[],
  children: readonly BodyChild[],
): BodySpec {
  const { quat } = frames[i]
  const attributes = { ...fallbacks(GRAMMAR.body.attributes), name }
  if (i === 0) {
    const pos = offset.map((x, k) => x + vertices[k])
    return { kind, attributes: { ...attributes, pos, quat: Array.from(quat) }, source, compiler, children }
  }
  const before = frames[i - 1]
  const turn = Float64Array.from(before.quat, (x, k) => (k === 0 ? x : -x))
  mulUnitQuat(turn, turn, quat)
  const pos = [before.length, 0, 0]
  return { kind, attributes: { ...attributes, pos, quat: Array.from(turn) }, source, compiler, children }
}

function geomOf({ kind, name, source, compiler }: Named<'geom'>, { geom }: CompositeSpec, length: number): GeomSpec {
  const placed =
    geom.type === GeomType.box
      ? { pos: [length / 2, 0, 0], size: [length / 2, ...(geom.size ?? []).slice(1)] }
      : { fromto: [0, 0, 0, length, 0, 0] }
  return { kind, attributes: { ...fallbacks(GRAMMAR.geom.attributes), ...geom, name, ...placed }, source, compiler }
}

/** A ball joint; the first may be free, and then nothing holds it. */
function jointOf(
  { kind, name, source, compiler }: Named<'joint'>,
  { joint, attributes: a }: CompositeSpec,
  i: number,
): JointSpec {
  const free = i === 0 && a.initial === INITIAL_FREE
  const { group, range, margin, solreflimit, solimplimit, solreffriction, solimpfriction } = joint
  const resistance = free
    ? {}
    : { damping: [joint.damping, 0, 0], armature: joint.armature, frictionloss: joint.frictionloss }
  const attributes = {
    ...fallbacks(GRAMMAR.joint.attributes),
    align: GRAMMAR.freejoint.attributes.align.fallback,
    ...{ group, range, margin, solreflimit, solimplimit, solreffriction, solimpfriction },
    ...resistance,
    stiffness: [joint.stiffness, 0, 0],
    type: free ? JointType.free : JointType.ball,
    name,
  }
  return { kind, attributes, source, compiler }
}

function siteOf({ kind, name, source, compiler }: Named<'site'>, { site }: CompositeSpec, along: number): SiteSpec {
  const { mesh: _, ...looks } = site
  const attributes = { ...fallbacks(GRAMMAR.site.attributes), ...looks, name, pos: [along, 0, 0] }
  return { kind, attributes, source, compiler }
}

/** What took the place of the other kinds of composites. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  particle: 'use <replicate>',
  grid: 'use <flexcomp>',
  rope: 'use the type cable',
  loop: 'use <flexcomp>',
  cloth: 'use <flexcomp>',
}

function checkType({ attributes: { type }, geom, source }: CompositeSpec): void {
  if (type !== 'cable') {
    throw new ModelError('this type of composite was removed from MJCF', {
      source,
      attribute: 'type',
      expected: 'cable',
      found: shown(type),
      suggestion: SUCCESSORS[type],
    })
  }
  if (geom.type !== GeomType.capsule && geom.type !== GeomType.cylinder && geom.type !== GeomType.box)
    throw new ModelError('the geom of a cable has the wrong type', {
      source,
      expected: '<geom type="capsule">, cylinder or box',
    })
}

/** The points between the pieces, in single precision. */
function verticesOf({ attributes: a, source }: CompositeSpec): Float64Array {
  if (a.vertex && a.count)
    throw new ModelError("'vertex' and 'count' cannot both be given", { source, attribute: 'vertex' })
  const [n = 1, ...across] = a.count ?? [Math.floor((a.vertex?.length ?? 0) / 3)]
  // two pieces would be named first and last, which leaves no name for what lies between
  if (n < 2 || n === 3 || across.some((count) => count !== 1) || across.length > 2)
    throw new ModelError('a cable cannot have this number of vertices', {
      source,
      attribute: a.vertex ? 'vertex' : 'count',
      expected: '2, or at least 4',
      found: a.vertex ? `${n}` : (a.count ?? []).join(' '),
    })
  if (a.vertex) return Float64Array.from(Float32Array.from(a.vertex.slice(0, 3 * n)))
  const [length, radius, halfTurns] = a.size
  if (length === 0)
    throw new ModelError('a cable needs a length', {
      source,
      attribute: 'size',
      expected: 'a positive first number',
      found: a.size.join(' '),
    })

  const shapes = curveOf(a.curve, source)
  const vertices = new Float32Array(3 * n)
  const quat = Float64Array.from(a.quat)
  const v = new Float64Array(3)
  for (let i = 0; i < n; i++) {
    const angle = (Math.PI * i * halfTurns) / (n - 1)
    for (let k = 0; k < 3; k++) v[k] = coordinate(shapes[k])
    rotateByAny(v, quat)
    vertices.set(v, 3 * i)

    function coordinate(shape: string | undefined): number {
      if (shape === 's') return (i * length) / (n - 1)
      if (shape === 'cos(s)') return radius * cos(angle)
      return shape === 'sin(s)' ? radius * sin(angle) : 0
    }
  }
  return Float64Array.from(vertices)
}

function curveOf(text: string, source: CompositeSpec['source']): string[] {
  const shapes = text.split(/\s+/).filter((word) => word !== '')
  if (shapes.length > 3 || shapes.some((shape) => !['s', 'cos(s)', 'sin(s)', '0'].includes(shape)))
    throw new ModelError('not a curve', {
      source,
      attribute: 'curve',
      expected: 'at most three of s, cos(s), sin(s), 0',
      found: shown(text),
    })
  return shapes
}

/** v ← v + 2 u × (w v + u × v): rotation by a quaternion (w, u), which need not be a unit quaternion. */
function rotateByAny(v: Float64Array, quat: Float64Array): void {
  const inner = new Float64Array(3)
  const outer = new Float64Array(3)
  cross(inner, 0, quat, 1, v, 0)
  for (let k = 0; k < 3; k++) inner[k] += quat[0] * v[k]
  cross(outer, 0, quat, 1, inner, 0)
  for (let k = 0; k < 3; k++) v[k] += 2 * outer[k]
}

/**
 * The frame of each piece: its direction, and a normal that starts in the plane of the first bend and from then on
 * turns only with the curve. A straight cable has no plane: its normals are zero, which leaves the choice to the
 * quaternion.
 */
function movingFrames(vertices: Float64Array): Piece[] {
  const pieces: Piece[] = []
  const count = vertices.length / 3 - 1
  const normal = new Float64Array(3)
  const binormal = new Float64Array(3)
  const next = new Float64Array(3)
  let before: Float64Array | undefined
  for (let i = 0; i < count; i++) {
    const tangent = edge(vertices, i)
    const length = normalize(tangent)
    if (!before) {
      if (count > 1) next.set(edge(vertices, 1))
      normalize(next)
      cross(binormal, 0, tangent, 0, next, 0)
      normalize(binormal)
      cross(normal, 0, binormal, 0, tangent, 0)
    } else {
      const axis = new Float64Array(3)
      cross(axis, 0, before, 0, tangent, 0)
      const along = dot3(before, 0, tangent, 0)
      const half = atan2(normalize(axis), along) / 2
      const s = sin(half)
      rotateByAny(normal, Float64Array.of(cos(half), s * axis[0], s * axis[1], s * axis[2]))
      normalize(normal)
      cross(binormal, 0, tangent, 0, normal, 0)
    }
    normalize(normal)
    normalize(binormal)
    const [t, n, b] = [tangent, normal, binormal]
    const quat = new Float64Array(4)
    rotationToQuat(quat, 0, Float64Array.of(t[0], n[0], b[0], t[1], n[1], b[1], t[2], n[2], b[2]), 0)
    normalize(quat)
    pieces.push({ quat, length })
    before = tangent
  }
  return pieces
}

/** From a vertex to the next, in single precision. */
function edge(vertices: Float64Array, i: number): Float64Array {
  return Float64Array.from({ length: 3 }, (_, k) => Math.fround(vertices[3 * i + 3 + k] - vertices[3 * i + k]))
}
