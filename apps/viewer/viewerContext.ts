import type { Data, Model } from '../../src/index.ts'
import type { Theme } from './options.ts'
import type { Command, Question } from './simulation/commands.ts'
import type { Status } from './simulation/simulator.ts'
import type { Picked } from './view/picker.ts'
import type { View } from './view/view.ts'

/** What is shown: a model, and the newest state of it. Both keep their identity until another model is shown. */
export interface ModelState {
  readonly model: Model
  readonly data: Data
  /** How its simulation is doing; undefined where the page that embeds the viewer steps by itself. */
  readonly status: Status | undefined
}

/** What panels, keys and the mouse act on. */
export interface ViewerContext {
  readonly view: View
  readonly current: ModelState | undefined
  readonly status: Status | undefined
  theme: Theme
  /** The body that is chosen, and where it was touched. */
  readonly selected: Picked | undefined
  select(picked: Picked | undefined): void
  /** Asks the simulation to do something. */
  send(command: Command): void
  /** Asks the simulation for a text to save. Rejects where there is no simulation. */
  ask(question: Question): Promise<Blob>
  /** Tells the user something that stays until the next model is loaded. */
  say(text: string): void
}
