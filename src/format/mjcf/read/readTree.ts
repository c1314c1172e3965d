import { JointType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { type Defaults, MAIN, type Templates } from '../defaults/defaults.ts'
import { settleLight } from '../defaults/settleAttributes.ts'
import type { Attributes, Schema } from '../schema/attributes.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { type ChildOf, childrenOf, fallbacks, readAttributes } from '../schema/readAttributes.ts'
import { type Extensions, readPlugin } from '../schema/readPlugin.ts'
import type { CompilerAttributes, InertialAttributes } from '../schema/schemaTree.ts'
import type {
  AttachSpec,
  BodyChild,
  BodySpec,
  CompositeSpec,
  Element,
  FrameSpec,
  InertialSpec,
  JointSpec,
  ReplicateSpec,
} from '../schema/spec.ts'
import type { ChildModel } from '../structure/childModels.ts'
import { NameRegistry } from '../text/nameRegistry.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'

/** What the reading of the body tree needs to know of the rest of the model. */
export interface TreeContext {
  readonly compiler: CompilerAttributes
  readonly defaults: Defaults
  readonly names: NameRegistry
  /** Models that can be attached. */
  readonly models?: ReadonlyMap<string, ChildModel>
  readonly extensions: Extensions
}

/** What an element has around it. */
interface Surroundings {
  /** Class for elements that name none. */
  readonly childclass: string
  /** Whether the enclosing body is the world, which neither moves nor has mass. */
  readonly inWorld: boolean
  /** The last inertia of the enclosing body: another one is read on top of it. */
  readonly inertia: { last?: InertialAttributes }
}

/** The `worldbody` sections → the world body with everything in it. */
export function readWorld(sections: readonly XmlElement[], root: XmlElement, context: TreeContext): BodySpec {
  const source = sourceOf(sections[0] ?? root)
  context.names.reserve('body', 'world', source)
  const children = sections.flatMap((section) => {
    readAttributes(section, GRAMMAR.worldbody.attributes)
    const within = { childclass: MAIN, inWorld: true, inertia: {} }
    return childrenOf(section, GRAMMAR.worldbody).map((child) => readPart(child, context, within))
  })
  const attributes = { ...fallbacks(GRAMMAR.body.attributes), name: 'world' }
  return { kind: 'body', attributes, source, compiler: context.compiler, children }
}

/** An element of a body, a frame or the world. */
type PartElement = ChildOf<typeof GRAMMAR.body | typeof GRAMMAR.frame>

function readPart(element: PartElement, context: TreeContext, within: Surroundings): BodyChild {
  switch (element.name) {
    case 'body':
      return readBody(element, context, within)
    case 'frame':
      return readFrame(element, context, within)
    case 'replicate':
      return readReplicate(element, context, within)
    case 'attach':
      return readAttach(element, context)
    case 'composite':
      return readComposite(element, context)
    case 'inertial':
      return readInertial(element, context, within)
    case 'joint':
    case 'freejoint':
      return readJoint(element, context, within)
    case 'geom': {
      const { geom } = templatesFor(element, context, within)
      const attributes = readAttributes(element, GRAMMAR.geom.attributes, geom)
      return { ...part('geom', element, attributes, context), plugin: readPlugin(element, context.extensions) }
    }
    case 'site': {
      const { site } = templatesFor(element, context, within)
      return part('site', element, readAttributes(element, GRAMMAR.site.attributes, site), context)
    }
    case 'camera': {
      const { camera } = templatesFor(element, context, within)
      return part('camera', element, readAttributes(element, GRAMMAR.camera.attributes, camera), context)
    }
    case 'light': {
      const { light } = templatesFor(element, context, within)
      const attributes = settleLight(element, readAttributes(element, GRAMMAR.light.attributes, light))
      return part('light', element, attributes, context)
    }
  }
}

function readBody(element: XmlElement, context: TreeContext, within: Surroundings): BodySpec {
  const body = part('body', element, readAttributes(element, GRAMMAR.body.attributes), context)
  const inside = { childclass: childclassFor(element, context, within), inWorld: false, inertia: {} }
  let inertial: InertialSpec | undefined
  const children: BodyChild[] = []
  for (const child of childrenOf(element, GRAMMAR.body)) {
    const isInertial = child.name === 'inertial'
    if (isInertial && !children.some(({ kind }) => kind === 'frame')) inertial = readInertial(child, context, inside)
    else children.push(readPart(child, context, inside))
  }
  return { ...body, inertial, children }
}

function readFrame(element: XmlElement, context: TreeContext, within: Surroundings): FrameSpec {
  const frame = part('frame', element, readAttributes(element, GRAMMAR.frame.attributes), context)
  const inside = { ...within, childclass: childclassFor(element, context, within) }
  const children = childrenOf(element, GRAMMAR.frame).map((child) => readPart(child, context, inside))
  return { ...frame, children }
}

function readInertial(element: XmlElement, context: TreeContext, { inWorld, inertia }: Surroundings): InertialSpec {
  if (inWorld)
    throw new ModelError('the world has no inertia', {
      source: sourceOf(element),
      suggestion: 'put the inertial into a <body>',
    })
  inertia.last = readAttributes(element, GRAMMAR.inertial.attributes, inertia.last)
  return part('inertial', element, inertia.last, context)
}

function readReplicate(element: XmlElement, context: TreeContext, within: Surroundings): ReplicateSpec {
  const attributes = readAttributes(element, GRAMMAR.replicate.attributes)
  // names in here are those of the originals, which go when the copies have been made
  const inContext = { ...context, names: new NameRegistry() }
  const inside = { ...within, childclass: childclassFor(element, context, within), inertia: {} }
  const children = childrenOf(element, GRAMMAR.replicate).map((child) => {
    return readPart(child, inContext, child.name === 'inertial' ? { ...inside, inWorld: false } : inside)
  })
  return { kind: 'replicate', attributes, source: sourceOf(element), compiler: context.compiler, children }
}

/** What comes with a part of another model are its classes, for the elements that follow. */
function readAttach(element: XmlElement, { compiler, defaults, models }: TreeContext): AttachSpec {
  const attributes = readAttributes(element, GRAMMAR.attach.attributes)
  const child = models?.get(attributes.model)
  if (child) defaults.adopt(child.defaults, attributes.prefix)
  return { kind: 'attach', attributes, source: sourceOf(element), compiler }
}

/** No class touches what is in a composite. */
function readComposite(element: XmlElement, { compiler }: TreeContext): CompositeSpec {
  const attributes = readAttributes(element, GRAMMAR.composite.attributes)
  const children = childrenOf(element, GRAMMAR.composite)
  const read = <S extends Schema>(name: string, schema: S): Attributes<S> => {
    const child = children.find((other) => other.name === name)
    return child ? readAttributes(child, schema) : fallbacks(schema)
  }
  const geom = read('geom', GRAMMAR['composite/geom'].attributes)
  const joint = read('joint', GRAMMAR['composite/joint'].attributes)
  const site = read('site', GRAMMAR['composite/site'].attributes)
  return { kind: 'composite', attributes, source: sourceOf(element), compiler, geom, joint, site }
}

/** A `joint` with its class, or a `freejoint`, which no class touches. */
function readJoint(element: XmlElement, context: TreeContext, within: Surroundings): JointSpec {
  if (within.inWorld)
    throw new ModelError('the world cannot have joints', {
      source: sourceOf(element),
      suggestion: 'put the joint into a <body>',
    })
  if (element.name === 'joint') {
    const { joint } = templatesFor(element, context, within)
    const attributes = { ...readAttributes(element, GRAMMAR.joint.attributes, joint), align: ALIGN_AUTO }
    return part('joint', element, attributes, context)
  }
  const free = readAttributes(element, GRAMMAR.freejoint.attributes)
  const attributes = { ...fallbacks(GRAMMAR.joint.attributes), ...free, type: JointType.free }
  return part('joint', element, attributes, context)
}

const ALIGN_AUTO = GRAMMAR.freejoint.attributes.align.fallback

/** Wraps the attributes of an element, and notes its name. */
function part<K extends string, A>(kind: K, element: XmlElement, attributes: A, context: TreeContext): Element<K, A> {
  context.names.add(kind, element)
  return { kind, attributes, source: sourceOf(element), compiler: context.compiler }
}

/** The class that an element names, or the one that its surroundings give. */
function templatesFor(element: XmlElement, { defaults }: TreeContext, { childclass }: Surroundings): Templates {
  return defaults.get(element.attributes.get('class')?.value ?? childclass, element, 'class')
}

function childclassFor(element: XmlElement, { defaults }: TreeContext, { childclass }: Surroundings): string {
  const name = element.attributes.get('childclass')?.value
  if (name === undefined) return childclass
  defaults.get(name, element, 'childclass')
  return name
}
