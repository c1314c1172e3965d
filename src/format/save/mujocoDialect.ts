import type { Schema } from '../mjcf/schema/attributes.ts'
import { ruleOf } from '../mjcf/schema/grammar.ts'
import { tagOf, type XmlNode } from './xmlWriter.ts'

/**
 * A tree of elements without what is our own by the grammar: elements and attributes are left out, keywords are
 * replaced by those of MuJoCo that come closest.
 */
export function toMujocoDialect(root: XmlNode, warn: (warning: string) => void): XmlNode {
  const gone = new Set<string>()
  const visit = (node: XmlNode): XmlNode => {
    const children = node.children.filter((child) => {
      if (!ruleOf(child.kind).ours) return true
      gone.add(objectOf(node.kind, textOf(child, 'name')))
      warn(`${described(child)} is not known to MuJoCo: left out`)
      return false
    })
    const visited = children.map(visit).filter((child, i) => isFull(child) || !isFull(children[i]))
    return { ...node, attributes: knownAttributes(node, warn), children: visited }
  }
  const known = visit(root)
  return gone.size > 0 ? withoutReferences(known, gone, warn) : known
}

/** Only tuples can name what is left out. A tuple of nothing else is left out too. */
function withoutReferences(node: XmlNode, gone: ReadonlySet<string>, warn: (warning: string) => void): XmlNode {
  const children = node.children
    .filter((child) => {
      const dangles = child.kind === 'element' && gone.has(objectOf(textOf(child, 'objtype'), textOf(child, 'objname')))
      if (dangles)
        warn(`${described(node)} names '${textOf(child, 'objname')}', which is left out: that entry goes too`)
      return !dangles
    })
    .map((child) => withoutReferences(child, gone, warn))
    .filter((child) => {
      const empty = child.kind === 'tuple' && child.children.length === 0
      if (empty) warn(`${described(child)} would be empty: left out`)
      return !empty
    })
  return { ...node, children }
}

function knownAttributes(node: XmlNode, warn: (warning: string) => void): XmlNode['attributes'] {
  const schema: Schema = ruleOf(node.kind).attributes
  return node.attributes.flatMap(([name, text]) => {
    const { ours, nearest } = schema[name]
    if (ours) {
      warn(`'${name}' of ${described(node)} is not known to MuJoCo: left out`)
      return []
    }
    const word = nearest?.[text]
    if (word === undefined) return [[name, text]]
    warn(`${name}="${text}" of ${described(node)} is not known to MuJoCo: written as "${word}"`)
    return [[name, word]]
  })
}

/** Whether there is anything in an element. A section that loses all of it goes. */
function isFull({ attributes, children }: XmlNode): boolean {
  return attributes.length > 0 || children.length > 0
}

/** A name that is unique among all kinds of objects. */
function objectOf(kind: string, name: string): string {
  return `${kind} ${name}`
}

function textOf({ attributes }: XmlNode, name: string): string {
  return attributes.find(([key]) => key === name)?.[1] ?? ''
}

function described(node: XmlNode): string {
  const name = textOf(node, 'name')
  return `<${tagOf(node.kind)}>` + (name === '' ? '' : ` '${name}'`)
}
