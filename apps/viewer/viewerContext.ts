import type { Data, Model } from '../../src/index.ts'
import type { Theme } from './options.ts'
import type { Command, ExportRequest } from './simulation/commands.ts'
import type { Status } from './simulation/simulator.ts'
import type { Picked } from './view/picker.ts'
import type { View } from './view/view.ts'

/** A model and its newest state. Both keep their identity until another model is shown. */
export interface ModelState {
  readonly model: Model
  readonly data: Data
  /** Status of the simulation; undefined where the embedding page steps the state itself. */
  readonly status: Status | undefined
}

/** What panels, shortcuts and the mouse act on. */
export interface ViewerContext {
  readonly view: View
  /** The model that is shown, and its state. */
  readonly current: ModelState | undefined
  readonly status: Status | undefined
  theme: Theme
  /** The selected body, and the point at which it was picked. */
  readonly selected: Picked | undefined
  select(picked: Picked | undefined): void
  /** Sends a command to the simulation. */
  send(command: Command): void
  /** Requests a text to save from the simulation. Rejects where there is no simulation. */
  export(request: ExportRequest): Promise<Blob>
  /** Shows a notice until the user dismisses it or the next model is loaded. */
  notify(text: string): void
}
