import type { Data } from '../../core/data/data.ts'
import { checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** Settings of `RecordVideo`. */
export interface RecordVideoOptions<Picture> {
  /** Draws a state. It is called at the start of an episode and after each of its steps. */
  readonly render: (m: Model, d: Data) => Picture
  /** Gets the pictures of an episode when it ends, and the number of the episode. */
  readonly onVideo: (pictures: readonly Picture[], episode: number) => void
  /** Which episodes are recorded, by their numbers; all by default. */
  readonly records?: (episode: number) => boolean
}

/**
 * Records pictures of episodes. How a state becomes a picture is up to the caller: the viewer, a canvas, or a list of
 * poses.
 */
export class RecordVideo<Picture> extends Wrapper {
  readonly #options: RecordVideoOptions<Picture>
  #episode = -1
  #pictures: Picture[] = []

  constructor(environment: Environment, options: RecordVideoOptions<Picture>) {
    super(environment)
    checkType(typeof options.render === 'function', "the option 'render'", options.render, 'a function')
    checkType(typeof options.onVideo === 'function', "the option 'onVideo'", options.onVideo, 'a function')
    this.#options = options
  }

  override reset(options?: ResetOptions): ResetResult {
    this.#finish()
    const result = super.reset(options)
    this.#episode++
    this.#draw()
    return result
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    this.#draw()
    if (result.terminated || result.truncated) this.#finish()
    return result
  }

  override close(): void {
    this.#finish()
    super.close()
  }

  #draw(): void {
    const { render, records } = this.#options
    if (records?.(this.#episode) ?? true) this.#pictures.push(render(this.model, this.data))
  }

  #finish(): void {
    if (this.#pictures.length > 0) this.#options.onVideo(this.#pictures, this.#episode)
    this.#pictures = []
  }
}
