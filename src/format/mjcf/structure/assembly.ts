import { ModelError, type Source } from '../../../core/model/errors.ts'
import type {
  AnyElement,
  BodyChild,
  BodySpec,
  FrameSpec,
  ListElement,
  ListName,
  Spec,
  SpecLists,
} from '../schema/spec.ts'
import { NameRegistry } from '../text/nameRegistry.ts'
import { Keyframes, moveNotes } from './copiedKeyframes.ts'
import type { Budget } from './copyBudget.ts'
import { copyLists, type GrowingLists, LISTS, makeLists, ObjectNames, objectKind, SECTIONS } from './objectLists.ts'
import { isAsset, newName, type Reference, type Renaming, referencesOf, renamed, renamedAttributes } from './rename.ts'

/** Lists whose elements go when something that they refer to goes. */
const REFERRING = ['contacts', 'tendons', 'equalities', 'actuators', 'sensors'] as const satisfies readonly ListName[]
/** Lists whose elements are copied with what they refer to, also within a model. */
const WITHIN = [...REFERRING, 'tuples'] as const
/** Elements that may refer to a copy and, beside it, to something that has no copy. */
const TOLERANT: ReadonlySet<ListName> = new Set(['contacts', 'tendons', 'sensors'])

/**
 * A model under construction: its tree grows in the order of the document, and so do the lists that belong to it while
 * parts of the tree are copied. What is in the model at the moment of a copy decides what goes with the copy.
 */
export class Assembly {
  readonly spec: Spec
  readonly budget: Budget
  /** Children of the world. */
  readonly roots: BodyChild[] = []
  readonly world: BodySpec
  readonly keyframes: Keyframes
  readonly lists: GrowingLists
  /** Depth of the place where the tree grows. */
  depth = 1
  readonly #names = new ObjectNames()
  /** What elements of lists refer to, assets left out. */
  readonly #references = new WeakMap<AnyElement, readonly Reference[]>()
  readonly #bodies = new Map<string, BodySpec>()
  readonly #frames = new Map<string, FrameSpec>()

  /** The settings that the model gives: `option.timestep`. */
  readonly given: Set<string>

  /** @param spec as read; its tree is still to be added */
  constructor(spec: Spec, budget: Budget, given: ReadonlySet<string> = new Set()) {
    this.spec = spec
    this.given = new Set(given)
    this.budget = budget
    this.world = { ...spec.world, children: this.roots }
    this.keyframes = new Keyframes(spec.keys)
    this.lists = copyLists(spec)
    for (const list of LISTS) for (const element of this.lists[list]) this.#count(list, element, 1)
    this.register(this.world)
  }

  body(name: string): BodySpec | undefined {
    return this.#bodies.get(name)
  }

  frame(name: string): FrameSpec | undefined {
    return this.#frames.get(name)
  }

  /** Names of the bodies or frames so far. */
  names(kind: 'body' | 'frame'): Iterable<string> {
    return (kind === 'body' ? this.#bodies : this.#frames).keys()
  }

  /** An element of the tree is now part of the model. */
  register(element: BodyChild): void {
    const name = nameOf(element)
    this.#names.add(element.kind, name)
    if (name !== '' && element.kind === 'body') this.#bodies.set(name, element)
    if (name !== '' && element.kind === 'frame') this.#frames.set(name, element)
  }

  /** An element that was written here is now part of the model. Its name may not stand for anything else so far. */
  add(element: BodyChild): void {
    const { kind, source } = element
    const name = nameOf(element)
    if (this.#names.has(kind, name))
      throw new ModelError(`the name '${name}' is used for two of the kind ${kind}`, { source, attribute: 'name' })
    this.register(element)
  }

  /** A name, or nothing where it is taken. */
  freeName(kind: string, name: string): string {
    return this.#names.has(kind, name) ? '' : name
  }

  /** An element that no text asks for is now part of a list. */
  addToList<L extends ListName>(list: L, element: ListElement<L>): void {
    this.lists[list].push(element)
    this.#count(list, element, 1)
  }

  /** Before a copy is made: assigns the numbers of keyframes to the elements that will be copied. */
  noteKeyframes(source: Assembly, { prefix, suffix }: Renaming): void {
    const { keyframes, world, lists } = source
    if (keyframes.any) keyframes.note(world, lists.actuators, (name) => prefix + name + suffix, this.keyframes)
  }

  /** Copies of elements of a tree, registered but not yet put anywhere. */
  copyTree(elements: readonly BodyChild[], renaming: Renaming, inBody = false, depth = this.depth): BodyChild[] {
    return elements.map((element) => {
      this.budget.nest(depth, element.source)
      const attributes = renamedAttributes(element, 'body', renaming)
      const copy = { ...element, attributes } as BodyChild
      if ('children' in element) {
        const children = this.copyTree(element.children, renaming, inBody || element.kind === 'body', depth + 1)
        Object.assign(copy, { children })
      }
      this.register(copy)
      // what is directly in a copied frame leaves its notes with the original too
      if (element.kind === 'body' || element.kind === 'joint')
        moveNotes(element, copy, element.kind === 'joint' && !inBody)
      return copy
    })
  }

  /**
   * Copies what refers to copies in the tree; from another model also assets and whatever refers to nothing.
   * @returns the copies
   */
  copyLists(lists: SpecLists, renaming: Renaming, source: Source): GrowingLists {
    const copies = makeLists(() => [])
    for (const list of renaming.assets ? LISTS : WITHIN) this.#copyList(list, lists, copies, renaming, source)
    return copies
  }

  #copyList<L extends ListName>(
    list: L,
    lists: SpecLists,
    copies: GrowingLists,
    renaming: Renaming,
    source: Source,
  ): void {
    const present: readonly ListElement<L>[] = lists[list]
    const elements = list === 'assets' ? inOrderOfUse(present) : [...present]
    this.budget.look(elements.length, source)
    for (const element of elements) {
      const copy = this.#copyIfResolved(element, list, renaming)
      if (!copy) continue
      this.budget.spend(1, element.source)
      const { name } = copy.attributes
      if (typeof name === 'string' && this.#names.has(objectKind(list, copy), name))
        throw new ModelError(`a copy has the name '${name}', which already exists`, {
          source: element.source,
          suggestion: 'use another prefix',
        })
      this.addToList(list, copy)
      if (list === 'actuators') moveNotes(element, copy)
      copies[list].push(copy)
    }
  }

  /** After copies are in their place. */
  finishCopy(): void {
    this.keyframes.lengthen(this.world, this.lists.actuators)
  }

  /**
   * Removes elements from the tree, and from the lists all elements that refer to them. Elements with other dangling
   * references stay: they are errors, reported later.
   */
  remove(elements: readonly BodyChild[], takeOut: () => void): void {
    const complete = new Set<AnyElement>()
    for (const list of REFERRING)
      for (const element of this.lists[list])
        if (this.#missing(allReferences(element, SECTIONS[list])).length === 0) complete.add(element)
    const { actuators } = this.lists
    this.keyframes.forget(actuators.filter((actuator) => complete.has(actuator)))
    this.keyframes.noteForRemoval(this.world, actuators)

    takeOut()
    forEachElement(elements, (element) => {
      const name = nameOf(element)
      this.#names.add(element.kind, name, -1)
      if (this.#bodies.get(name) === element) this.#bodies.delete(name)
      if (this.#frames.get(name) === element) this.#frames.delete(name)
    })
    for (const list of REFERRING)
      this.#keep(
        list,
        (element) => !complete.has(element) || this.#missing(allReferences(element, SECTIONS[list])).length === 0,
      )
  }

  /** Takes elements out of a list. */
  #keep<L extends ListName>(list: L, stays: (element: AnyElement) => boolean): void {
    const elements: ListElement<L>[] = this.lists[list]
    let kept = 0
    for (const element of elements) {
      if (stays(element)) elements[kept++] = element
      else this.#count(list, element, -1)
    }
    elements.length = kept
  }

  /** The finished model. */
  finish(): Spec {
    const { lists, world, spec } = this
    const keys = this.keyframes.finished(world, lists.actuators, spec.size.nkey)
    return { ...spec, ...lists, world, keys }
  }

  /** A copy under new names, if all that it refers to exists under them; some may refer to originals as well. */
  #copyIfResolved<E extends AnyElement>(element: E, list: ListName, renaming: Renaming): E | undefined {
    const section = SECTIONS[list]
    if (!this.#mayResolve(element, list, renaming)) return undefined
    const copy = renamed(element, section, renaming)
    const references = allReferences(copy, section)
    if (list === 'equalities' && holdsToItself(references)) return undefined
    const missing = this.#missing(references)
    if (missing.length === 0) return copy
    if (!TOLERANT.has(list)) return undefined
    return list === 'tendons'
      ? this.#tendonBetween(element, copy)
      : this.#withOriginals(element, copy, section, missing)
  }

  /** A quick look, before anything is copied, that finds most of what does not go with a copy. */
  #mayResolve(element: AnyElement, list: ListName, renaming: Renaming): boolean {
    let references = this.#references.get(element)
    if (!references) {
      references = allReferences(element, SECTIONS[list]).filter((reference) => !isAsset(reference))
      this.#references.set(element, references)
    }
    if (references.length === 0) return true
    const exists = ({ kind, name }: Reference): boolean => this.#names.has(kind, newName(name, renaming))
    return TOLERANT.has(list) ? references.some(exists) : references.every(exists)
  }

  /** A copy that refers to originals where there is no copy of them; none if nothing that it refers to has a copy. */
  #withOriginals<E extends AnyElement>(
    original: E,
    copy: E,
    section: string,
    missing: readonly Reference[],
  ): E | undefined {
    const references = referencesOf(copy, section).filter((reference) => !isAsset(reference))
    if (missing.length === references.length) return undefined
    const attributes: Record<string, unknown> = { ...copy.attributes }
    for (const { attribute } of missing) attributes[attribute] = original.attributes[attribute]
    const mixed = { ...copy, attributes }
    return this.#missing(referencesOf(mixed, section)).length === 0 ? mixed : undefined
  }

  /** The same for a tendon, for each point of its path. */
  #tendonBetween<E extends AnyElement>(original: E, copy: E): E | undefined {
    const { kind, children = [] } = copy
    let copies = 0
    const path = children.map((point, i) => {
      if (point.kind === 'pulley') return point
      if (this.#missing(referencesOf(point, kind)).length > 0) return original.children?.[i] ?? point
      copies++
      return point
    })
    if (copies === 0) return undefined
    const mixed = { ...copy, children: path }
    return this.#missing(allReferences(mixed, SECTIONS.tendons)).length === 0 ? mixed : undefined
  }

  /**
   * Whether a copy may have copies of its own: it refers to nothing, as clocks do, or to a name that stands for an
   * original as well, as when copy 0 of `leg1` meets `leg10`.
   */
  mayBeCopied(copy: AnyElement, list: ListName): boolean {
    const references = allReferences(copy, SECTIONS[list])
    return references.length === 0 || references.some(({ kind, name }) => this.#names.count(kind, name) > 1)
  }

  #missing(references: readonly Reference[]): Reference[] {
    return references.filter(({ kind, name }) => !this.#names.has(kind, name))
  }

  #count(list: ListName, element: AnyElement, times: 1 | -1): void {
    this.#names.add(objectKind(list, element), element.attributes['name'], times)
  }
}

/** Everything that an element and the elements in it refer to. */
function allReferences(element: AnyElement, section: string): Reference[] {
  const own = referencesOf(element, section)
  for (const child of element.children ?? [])
    for (const reference of allReferences(child, element.kind)) own.push(reference)
  return own
}

/** An equality of an object with itself is an error: it is not copied. */
function holdsToItself(references: readonly Reference[]): boolean {
  const [one, other] = references
  return one !== undefined && other !== undefined && one.kind === other.kind && one.name === other.name
}

/** Assets with those first that others refer to. */
function inOrderOfUse<E extends AnyElement>(assets: readonly E[]): E[] {
  const order = ['texture', 'material', 'mesh', 'hfield', 'skin']
  return [...assets].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function nameOf({ attributes }: BodyChild): string {
  return 'name' in attributes ? attributes.name : ''
}

/** What a frame gives to a copy of it: not the inertia, which belongs to the body around it. */
export function withoutInertia(children: readonly BodyChild[]): BodyChild[] {
  return children.flatMap((child): BodyChild[] => {
    if (child.kind === 'inertial') return []
    return [child.kind === 'frame' ? { ...child, children: withoutInertia(child.children) } : child]
  })
}

function forEachElement(elements: readonly BodyChild[], visit: (element: BodyChild) => void): void {
  for (const element of elements) {
    visit(element)
    if ('children' in element) forEachElement(element.children, visit)
  }
}

export function countElements(elements: readonly BodyChild[]): number {
  let count = 0
  forEachElement(elements, () => count++)
  return count
}

/** Elements of a model that has no copies to make: those of the tree, of the lists, and in these. */
export function countSpec(spec: Spec): number {
  let count = countElements([spec.world]) + spec.keys.length
  for (const list of LISTS)
    for (const { children } of spec[list] as readonly AnyElement[]) count += 1 + (children?.length ?? 0)
  return count
}

/** Every name stands for one object of its kind. */
export function checkNames({ world, ...spec }: Spec): void {
  const names = new NameRegistry()
  const reserve = (kind: string, { attributes, source }: AnyElement): void => {
    const { name } = attributes
    if (typeof name === 'string' && name !== '') names.reserve(kind, name, source)
  }
  forEachElement([world], (element) => reserve(element.kind, element))
  for (const key of spec.keys) reserve('key', key)
  for (const list of LISTS) for (const element of spec[list]) reserve(objectKind(list, element), element)
}
