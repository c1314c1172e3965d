import { BatchSim, Random } from '../../src/batch.ts'
import type { Model } from '../../src/index.ts'
import { fetchModel } from '../../src/web.ts'
import { batchParameter, modelParameter, modelUrl, worker } from './boot.ts'
import { type BatchViewer, createBatchViewer } from './embed/batchViewer.ts'
import { element, iconButton, relabel, setText } from './panels/dom.ts'
import { Notice } from './panels/notice.ts'
import { shadowHost } from './shadowHost.ts'

/** Seconds for which a random control is held. */
const HELD = 0.1
/** Seconds of simulation in a step of the batch. */
const STEP = 1 / 60
/** Seconds after which an episode ends. */
const EPISODE = 10
/** How far the start of an episode is from the model's, m or rad. */
const NOISE = 0.02
const MOST = 1024

/**
 * A grid of environments as a page: `?model=` with `?batch=` environments, under random controls. `?reward=` and
 * `?terminated=` are expressions.
 */
export async function showBatch(): Promise<void> {
  const place = document.querySelector<HTMLElement>('#viewer')!
  worker.terminate() // the worker of a single model
  try {
    const n = Number(batchParameter)
    if (!(Number.isInteger(n) && n >= 1 && n <= MOST))
      throw new RangeError(`?batch=${batchParameter} is not a number of environments: expected 1 to ${MOST}`)
    if (!modelUrl)
      throw new TypeError(
        modelParameter === undefined
          ? 'a batch needs a model: give its address as ?model='
          : `?model=${modelParameter} is not a valid address.`,
      )
    const model = await fetchModel(modelUrl)
    document.title = `${n} × ${model.names.model} · Kinetree`
    const page = new BatchPage(place, model, n, new URLSearchParams(location.search))
    await page.start()
  } catch (error) {
    const notice = new Notice()
    place.replaceChildren()
    shadowHost(place, element('div', { class: 'kinetree' }, notice.element))
    notice.show(error instanceof Error ? error.message : String(error))
  }
}

class BatchPage {
  readonly #batch: BatchSim
  readonly #place: HTMLElement
  readonly #controls: RandomControls
  readonly #nstep: number
  readonly #play: HTMLButtonElement
  readonly #figures = element('output', { 'aria-label': 'Steps', 'aria-live': 'off' })
  #viewer: BatchViewer | undefined
  #isPlaying = true
  /** Whether one step is due although it is paused. */
  #isStepDue = false
  #isResetDue = false
  #steps = 0

  constructor(place: HTMLElement, model: Model, n: number, parameters: URLSearchParams) {
    const { timestep } = model.opt
    const [reward, terminated] = ['reward', 'terminated'].map((name) => parameters.get(name) ?? undefined)
    this.#place = place
    this.#nstep = Math.max(1, Math.round(STEP / timestep))
    this.#batch = new BatchSim(model, n, {
      noise: { qpos: NOISE, qvel: NOISE },
      autoReset: 'nextStep',
      maxSteps: Math.round(EPISODE / (this.#nstep * timestep)),
      nstep: this.#nstep,
      ...(reward !== undefined && { reward }),
      ...(terminated !== undefined && { terminated }),
    })
    this.#controls = new RandomControls(model, n, Math.max(1, Math.round(HELD / (this.#nstep * timestep))))
    this.#play = iconButton('Pause', 'pause', () => this.#toggle())
    this.#play.classList.add('main')
  }

  async start(): Promise<void> {
    const batch = this.#batch
    await batch.ready
    this.#viewer = createBatchViewer(this.#place, batch, { keys: 'page', limit: batch.n })
    const { threads, sharing } = batch
    const how = sharing === 'memory' ? 'shared memory' : 'messages'
    this.#viewer.root.append(
      element(
        'div',
        { class: 'bar', role: 'toolbar', 'aria-label': 'Playback' },
        element(
          'div',
          {},
          this.#play,
          iconButton('Step', 'step', () => this.#stepOnce()),
          iconButton('Reset', 'reset', () => {
            this.#isResetDue = true
          }),
        ),
        element('div', { class: 'timeline' }, this.#figures),
        element('div', {}, `${batch.n} environments, ${threads} ${threads === 1 ? 'thread' : 'threads'}, ${how}`),
      ),
    )
    await this.#run(this.#viewer)
  }

  /** Steps the batch in real time, or as fast as the machine can, at most once per picture. */
  async #run(viewer: BatchViewer): Promise<void> {
    const batch = this.#batch
    const seconds = this.#nstep * batch.model.opt.timestep
    let due = performance.now()
    for (;;) {
      const now = await nextPicture()
      if (this.#isResetDue) await batch.reset()
      else if (!this.#isStepDue && (!this.#isPlaying || now < due)) continue
      else {
        this.#controls.write(batch.actions)
        await batch.step()
        this.#steps++
      }
      this.#isResetDue = this.#isStepDue = false
      // time that cannot be made up for is dropped
      due = Math.max(due + 1000 * seconds, now - 100)
      setText(this.#figures, `${(this.#steps * seconds).toFixed(2)} s`)
      viewer.draw()
    }
  }

  #toggle(): void {
    this.#isPlaying = !this.#isPlaying
    relabel(this.#play, this.#isPlaying ? 'Pause' : 'Play', this.#isPlaying ? 'pause' : 'play')
  }

  #stepOnce(): void {
    if (this.#isPlaying) this.#toggle()
    this.#isStepDue = true
  }
}

/** Controls in the ranges of the model, drawn anew from time to time. */
class RandomControls {
  readonly #m: Model
  readonly #n: number
  readonly #every: number
  readonly #random = new Random(1)
  #calls = 0

  constructor(m: Model, n: number, every: number) {
    this.#m = m
    this.#n = n
    this.#every = every
  }

  write(actions: Float64Array): void {
    if (this.#calls++ % this.#every !== 0) return
    const { nu, actuator_ctrllimited, actuator_ctrlrange } = this.#m
    for (let i = 0; i < this.#n; i++)
      for (let j = 0; j < nu; j++) {
        const isLimited = actuator_ctrllimited[j] === 1
        const low = isLimited ? actuator_ctrlrange[2 * j] : -1
        const high = isLimited ? actuator_ctrlrange[2 * j + 1] : 1
        actions[nu * i + j] = this.#random.uniform(low, high)
      }
  }
}

function nextPicture(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}
