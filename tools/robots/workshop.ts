import type { Dice } from './dice.ts'

/** Kinds of parts that others refer to by name. */
export type Kind =
  | 'body'
  | 'joint'
  | 'geom'
  | 'site'
  | 'camera'
  | 'mesh'
  | 'texture'
  | 'material'
  | 'hfield'
  | 'tendon'
  | 'actuator'

/** A part with a name. */
export interface Part {
  readonly name: string
  /** Of a joint, a geom, or a tendon. */
  readonly type: string
  /** Stands inside of a `replicate`: its copies have other names. */
  readonly copied: boolean
  /** Joints and tendons: has a range. */
  readonly limited: boolean
}

/** What the compiler of a generated model is told, as far as other parts depend on it. */
export interface Settings {
  readonly degrees: boolean
  readonly autolimits: boolean
  readonly eulerseq: string
}

/** Content of a file. */
export type Content = string | Uint8Array

/** Files of a robot by path. What the reference cannot read it is given in another form. */
export interface RobotFiles {
  readonly ours: Map<string, Content>
  readonly reference: Map<string, Content>
}

/** Where a robot is made: the dice, its settings, the files, and the parts that are there so far. */
export class Workshop {
  readonly dice: Dice
  readonly settings: Settings
  /** Files of the whole robot, by path. */
  readonly files: RobotFiles
  /** What is in the robot that matters to those who judge it. */
  readonly features: Set<string>
  /** Starts the names of files. */
  readonly label: string
  readonly classes: string[] = []
  /** Whether parts that are made stand inside of a `replicate`. */
  copying = false
  readonly #parts = new Map<Kind, Part[]>()
  #names = 0

  constructor(
    dice: Dice,
    settings: Settings,
    label = '',
    files: RobotFiles = { ours: new Map(), reference: new Map() },
    features = new Set<string>(),
  ) {
    this.dice = dice
    this.settings = settings
    this.label = label
    this.files = files
    this.features = features
  }

  /** A new part of a kind; gives its name, and none for some parts that need none. */
  name(kind: Kind, type = '', { needed = false, limited = false } = {}): string | undefined {
    if (!needed && this.dice.chance(0.15)) return undefined
    const name = `${kind}${this.#names++}`
    this.add(kind, { name, type, copied: this.copying, limited })
    return name
  }

  /** Enters a part that was made elsewhere. */
  add(kind: Kind, part: Part): void {
    this.#parts.set(kind, [...this.parts(kind), part])
  }

  /** Puts a file into the robot. @param forReference the same in a form that the reference reads */
  write(path: string, content: Content, forReference = content): void {
    this.files.ours.set(path, content)
    this.files.reference.set(path, forReference)
  }

  parts(kind: Kind): readonly Part[] {
    return this.#parts.get(kind) ?? []
  }

  kinds(): Kind[] {
    return [...this.#parts.keys()]
  }

  /** Name of one of the parts that fit; undefined where none does. Copied parts are taken seldom. */
  pick(kind: Kind, fits: (part: Part) => boolean = () => true): Part | undefined {
    const copied = this.dice.chance(0.2)
    const found = this.parts(kind).filter((part) => fits(part) && (copied || !part.copied))
    return found.length === 0 ? undefined : this.dice.pick(found)
  }

  /** An angle in the unit of the model. */
  angle(radians: number): number {
    return this.settings.degrees ? Number(((radians * 180) / Math.PI).toFixed(3)) : radians
  }

  /** Range and flag of a limit, as the model's `autolimits` wants them. */
  limit(flag: string, range: string, values: readonly number[]): Record<string, string | readonly number[]> {
    if (!this.settings.autolimits || this.dice.chance(0.2)) return { [flag]: 'true', [range]: values }
    return { [range]: values }
  }
}
