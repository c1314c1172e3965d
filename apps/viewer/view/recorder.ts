/** Formats of videos, in the order in which they are preferred. */
const FORMATS = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/mp4;codecs=avc1.42E01F', 'mp4'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
] as const

/** How this browser writes videos of a canvas; undefined where it cannot. */
export function videoFormat(): { readonly type: string; readonly ending: string } | undefined {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return undefined
  const found = FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type))
  return found && { type: found[0], ending: found[1] }
}

/** A video of a canvas in the making: what is drawn, when it is drawn. */
export class Recorder {
  readonly ending: string
  readonly #recorder: MediaRecorder
  readonly #pieces: Blob[] = []

  /** @param size of its pictures, pixels */
  constructor(canvas: HTMLCanvasElement, size: { readonly width: number; readonly height: number }) {
    const format = videoFormat()
    if (!format) throw new Error('this browser does not record videos of a canvas')
    this.ending = format.ending
    // about a tenth of a bit for each pixel of each of 60 pictures a second
    const videoBitsPerSecond = Math.max(4e6, 6 * size.width * size.height)
    this.#recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: format.type, videoBitsPerSecond })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#pieces.push(data))
    this.#recorder.start(1000)
  }

  /** Ends the video. */
  stop(): Promise<Blob> {
    const recorder = this.#recorder
    return new Promise((resolve) => {
      recorder.addEventListener('stop', () => {
        for (const track of recorder.stream.getTracks()) track.stop()
        resolve(new Blob(this.#pieces, { type: recorder.mimeType }))
      })
      recorder.stop()
    })
  }
}
