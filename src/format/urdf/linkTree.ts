import { ModelError } from '../../core/model/errors.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { BodyChild, BodySpec } from '../mjcf/schema/spec.ts'
import { shown, suggestion } from '../mjcf/text/messageText.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf } from './readElement.ts'
import { jointType, readJoint } from './readJoint.ts'
import { readInertial, readShapes } from './readLink.ts'
import { readOrigin } from './readOrigin.ts'
import { element, type RobotContext } from './robotContext.ts'

const WORLD = 'world'

/** A link with the joint that moves it and those that hang on it, in the order of the document. */
interface Node {
  readonly name: string
  readonly link: XmlElement
  joint: XmlElement | undefined
  parent: Node | undefined
  readonly children: Node[]
}

/** A link that is still to be read, and where its body goes. */
interface Place {
  readonly node: Node
  readonly into: BodyChild[]
  readonly depth: number
}

/** Trees of bodies are traversed recursively. */
const MAX_DEPTH = 1000

/** The links of a robot as a tree of bodies. Links without parent stand in the world, in the order of the document. */
export function readTree(robot: XmlElement, context: RobotContext): BodySpec {
  const nodes = readNodes(robot)
  const world = nodes.get(WORLD)
  // in the order of the document, which is that of the meshes
  const shapes = new Map([...nodes.values()].map((node) => [node, readShapes(node.link, context)]))
  const tops = [...nodes.values()].filter((node) => node.parent === undefined)
  const inWorld: BodyChild[] = []
  const open: Place[] = tops.toReversed().map((node) => ({ node, into: inWorld, depth: 1 }))
  const reached = new Set<Node>()
  for (let place = open.pop(); place; place = open.pop()) {
    const { node, into, depth } = place
    reached.add(node)
    if (depth > MAX_DEPTH)
      throw new ModelError(`more than ${MAX_DEPTH} links hang on each other`, { source: sourceOf(node.link) })
    // the shapes and children of a link `world` belong to the world
    const inside = node === world ? into : readBody(node, into, context)
    for (const shape of shapes.get(node)!) inside.push(shape)
    for (const child of node.children.toReversed()) open.push({ node: child, into: inside, depth: depth + 1 })
  }
  checkReached(nodes, reached)
  const attributes = { ...fallbacks(GRAMMAR.body.attributes), name: WORLD }
  return { ...element('body', attributes, world?.link ?? robot, context), children: inWorld }
}

/** Puts the body of a link where it belongs, and the joint that moves it inside. Returns what is inside. */
function readBody({ name, link, joint }: Node, into: BodyChild[], context: RobotContext): BodyChild[] {
  const { inertial } = childrenOf(link, 'link')
  const pose = readOrigin(joint && childrenOf(joint, 'joint').origin)
  const attributes = { ...fallbacks(GRAMMAR.body.attributes), name, ...pose }
  const inside: BodyChild[] = []
  into.push({
    ...element('body', attributes, link, context),
    inertial: inertial && readInertial(inertial, context),
    children: inside,
  })
  if (joint) for (const part of readJoint(joint, context)) inside.push(part)
  return inside
}

function readNodes(robot: XmlElement): Map<string, Node> {
  const { link: links, joint: joints } = childrenOf(robot, 'robot')
  const nodes = new Map<string, Node>()
  for (const link of links) {
    const { name } = attributesOf(link, 'link')
    const first = nodes.get(name)
    if (first)
      throw new ModelError(`the name '${name}' is used for two links`, {
        source: sourceOf(link, 'name'),
        attribute: 'name',
        suggestion: `the first is at line ${first.link.line}`,
      })
    nodes.set(name, { name, link, joint: undefined, parent: undefined, children: [] })
  }
  for (const joint of joints) connect(joint, nodes)
  return nodes
}

function connect(joint: XmlElement, nodes: ReadonlyMap<string, Node>): void {
  attributesOf(joint, 'joint')
  jointType(joint)
  const ends = childrenOf(joint, 'joint')
  const parent = linkNamed(ends.parent, 'parent', nodes)
  const child = linkNamed(ends.child, 'child', nodes)
  if (child.parent)
    throw new ModelError(`the link '${child.name}' has two parents`, {
      source: sourceOf(ends.child, 'link'),
      attribute: 'link',
      expected: 'a tree: one joint for each link that moves',
      suggestion: `the other joint is at line ${child.joint!.line}`,
    })
  if (child.name === WORLD)
    throw new ModelError('the world cannot be the child of a joint', {
      source: sourceOf(ends.child, 'link'),
      attribute: 'link',
      suggestion: "swap parent and child, or give the link another name than 'world'",
    })
  child.parent = parent
  child.joint = joint
  parent.children.push(child)
}

function linkNamed(end: XmlElement, kind: 'parent' | 'child', nodes: ReadonlyMap<string, Node>): Node {
  const { link } = attributesOf(end, kind)
  const node = nodes.get(link)
  if (node) return node
  throw new ModelError('there is no link of this name', {
    source: sourceOf(end, 'link'),
    attribute: 'link',
    found: shown(link),
    suggestion: suggestion(link, nodes.keys()),
  })
}

/** Links that no top link leads to hang on each other in a circle. */
function checkReached(nodes: ReadonlyMap<string, Node>, reached: ReadonlySet<Node>): void {
  for (const node of nodes.values())
    if (!reached.has(node))
      throw new ModelError(`the link '${node.name}' is its own ancestor`, {
        source: sourceOf(node.joint ?? node.link),
        expected: 'a tree of links',
      })
}
