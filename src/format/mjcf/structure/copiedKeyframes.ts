import { JointType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { activationsOf } from '../schema/actuatorActivations.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import type { KeyAttributes } from '../schema/schemaTree.ts'
import type { ActuatorSpec, BodyChild, BodySpec, JointSpec, KeySpec } from '../schema/spec.ts'

/**
 * Keyframes while copies are made. A keyframe lists its numbers in the order of the joints, which every copy changes.
 * So at each copy the numbers are noted at the joints, actuators and mocap bodies that they belong to, under the name
 * that the keyframe will have; copies take the notes of their originals with them; and in the end the lists are made
 * anew. Numbers that were not noted are those after a reset. User data belongs to a whole model: a part of it that is
 * attached to another model leaves it behind.
 */

type Numbers = Exclude<keyof KeyAttributes, 'name' | 'time' | 'userdata'>
const NUMBERS = ['qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat'] as const satisfies readonly Numbers[]

/** Numbers of one element by keyframe and attribute. */
type Notes = Map<KeySpec, Map<Numbers, readonly number[]>>

/** Where the numbers of a keyframe go: elements in their order, how many numbers each takes, and their defaults. */
interface Slot {
  readonly element: object
  readonly usual: readonly number[]
}
type Slots = Readonly<Record<Numbers, readonly Slot[]>>

const notes = new WeakMap<object, Notes>()

export class Keyframes {
  /** As written, possibly lengthened. */
  #written: KeySpec[]
  /** To be made anew from the notes. */
  #pending: KeySpec[] = []

  constructor(keys: readonly KeySpec[]) {
    this.#written = [...keys]
  }

  /** Whether there is anything to keep track of. */
  get any(): boolean {
    return this.#written.length > 0 || this.#pending.length > 0
  }

  /**
   * About how many numbers are noted when copies of a part of the tree are made one after the other. Each copy repeats
   * the keyframes, and these have numbers for all copies before.
   * @param part what each copy adds
   */
  numbersOfCopies(world: BodySpec, part: BodySpec, actuators: readonly ActuatorSpec[], count: number): number {
    if (this.#written.length === 0) return 0
    const present = countSlots(slotsOf(world, actuators))
    const added = countSlots(slotsOf(part, []))
    return this.#written.length * count * (present + (added * count) / 2)
  }

  /**
   * Notes the numbers of all keyframes under new names, and passes the new keyframes on.
   * @param receiver the keyframes of the model that the copies go to
   */
  note(
    world: BodySpec,
    actuators: readonly ActuatorSpec[],
    rename: (name: string) => string,
    receiver: Keyframes,
  ): void {
    if (this.#written.length > 0) {
      const slots = slotsOf(world, actuators)
      for (const key of this.#written) {
        const attributes = { ...key.attributes, name: rename(key.attributes.name) }
        if (receiver !== this) attributes.userdata = undefined
        const copy = { ...key, attributes }
        for (const attribute of NUMBERS) distribute(copy, attribute, slots[attribute])
        receiver.#pending.push(copy)
      }
    }
    if (receiver === this) return
    for (const key of this.#pending) receiver.#pending.push(key)
    this.#pending = []
  }

  /** Drops what was noted for these elements. */
  forget(elements: readonly ActuatorSpec[]): void {
    for (const element of elements) notes.delete(element)
  }

  /** Something that keyframes have numbers for is about to go: all keyframes are made anew. */
  noteForRemoval(world: BodySpec, actuators: readonly ActuatorSpec[]): void {
    this.note(world, actuators, (name) => name, this)
    this.#written = []
  }

  /** After a copy: keyframes have numbers for what was added at the end. */
  lengthen(world: BodySpec, actuators: readonly ActuatorSpec[]): void {
    if (this.#written.length === 0) return
    const slots = slotsOf(world, actuators)
    this.#written = this.#written.map((key) => {
      const attributes = { ...key.attributes }
      for (const attribute of NUMBERS) {
        const given = attributes[attribute]
        if (!given) continue
        const usual = slots[attribute].flatMap((slot) => slot.usual)
        attributes[attribute] = [...given, ...usual.slice(given.length)]
      }
      return { ...key, attributes }
    })
  }

  /**
   * The keyframes of the finished model. NaN stands for the number after a reset.
   * @param least number of keyframes that the model asks for; those that are missing come before copies
   */
  finished(world: BodySpec, actuators: readonly ActuatorSpec[], least: number): KeySpec[] {
    const keys = [...this.#written]
    if (this.#pending.length === 0) return keys
    const [first] = this.#pending
    while (keys.length < least) keys.push({ ...first, attributes: fallbacks(GRAMMAR.key.attributes) })
    const slots = slotsOf(world, actuators)
    for (const key of this.#pending) {
      const attributes = { ...key.attributes }
      for (const attribute of NUMBERS)
        if (attributes[attribute])
          attributes[attribute] = slots[attribute].flatMap(
            ({ element, usual }) => notes.get(element)?.get(key)?.get(attribute) ?? usual.map(() => Number.NaN),
          )
      keys.push({ ...key, attributes })
    }
    return keys
  }
}

/** The copy of an element takes its notes along. */
export function moveNotes(from: object, to: object, keep = false): void {
  const moved = notes.get(from)
  if (!moved) return
  notes.set(to, keep ? new Map(moved) : moved)
  if (!keep) notes.delete(from)
}

function distribute(key: KeySpec, attribute: Numbers, slots: readonly Slot[]): void {
  const given = key.attributes[attribute]
  if (!given) return
  const count = slots.reduce((sum, { usual }) => sum + usual.length, 0)
  if (given.length !== count)
    throw new ModelError('the keyframe does not fit the model at the place where copies of a part of it are made', {
      source: key.source,
      attribute,
      expected: `${count} numbers`,
      found: `${given.length}`,
    })
  let at = 0
  for (const { element, usual } of slots) {
    let ofElement = notes.get(element)
    if (!ofElement) {
      ofElement = new Map()
      notes.set(element, ofElement)
    }
    let ofKey = ofElement.get(key)
    if (!ofKey) {
      ofKey = new Map()
      ofElement.set(key, ofKey)
    }
    ofKey.set(attribute, given.slice(at, at + usual.length))
    at += usual.length
  }
}

/** Everything that keyframes have numbers for, in order. Defaults are as written: no frame and no unit is applied. */
function slotsOf(world: BodySpec, actuators: readonly ActuatorSpec[]): Slots {
  const { joints, mocaps } = movingParts(world)
  return {
    qpos: joints.map((joint) => ({ element: joint, usual: usualPosition(joint) })),
    qvel: joints.map((joint) => ({ element: joint, usual: zeros(dofs(joint)) })),
    act: actuators.map((actuator) => ({
      element: actuator,
      usual: zeros(activationsOf(actuator)),
    })),
    ctrl: actuators.map((actuator) => ({ element: actuator, usual: [0] })),
    mpos: mocaps.map((body) => ({ element: body, usual: body.attributes.pos })),
    mquat: mocaps.map((body) => ({ element: body, usual: body.attributes.quat })),
  }
}

function countSlots(slots: Slots): number {
  return NUMBERS.reduce((sum, attribute) => sum + slots[attribute].length, 0)
}

/** Joint position where a keyframe that gives others says nothing: the reference as written, or nothing at all. */
export function usualPosition({ attributes: { type, ref } }: JointSpec): readonly number[] {
  if (type === JointType.free) return [0, 0, 0, 1, 0, 0, 0]
  return type === JointType.ball ? [1, 0, 0, 0] : [ref]
}

function dofs({ attributes: { type } }: JointSpec): number {
  return type === JointType.free ? 6 : type === JointType.ball ? 3 : 1
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0)
}

/** Joints and mocap bodies in the order of their ids. */
function movingParts(world: BodySpec): { joints: JointSpec[]; mocaps: BodySpec[] } {
  const joints: JointSpec[] = []
  const mocaps: BodySpec[] = []
  const visit = (body: BodySpec): void => {
    if (body.attributes.mocap === 1) mocaps.push(body)
    const bodies: BodySpec[] = []
    const collect = (children: readonly BodyChild[]): void => {
      for (const child of children) {
        if (child.kind === 'joint') joints.push(child)
        else if (child.kind === 'frame') collect(child.children)
        else if (child.kind === 'body') bodies.push(child)
      }
    }
    collect(body.children)
    bodies.forEach(visit)
  }
  visit(world)
  return { joints, mocaps }
}
