/** Video formats, the preferred ones first. */
const FORMATS = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/mp4;codecs=avc1.42E01F', 'mp4'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
] as const

/** The format in which this browser records a canvas; undefined where it cannot. */
export function videoFormat(): { readonly type: string; readonly extension: string } | undefined {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return undefined
  const found = FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type))
  return found && { type: found[0], extension: found[1] }
}

/** Records a canvas as a video. */
export class Recorder {
  readonly extension: string
  readonly #recorder: MediaRecorder
  readonly #pieces: Blob[] = []

  /** @param size of the video, pixels */
  constructor(canvas: HTMLCanvasElement, size: { readonly width: number; readonly height: number }) {
    const format = videoFormat()
    if (!format) throw new Error('this browser does not record videos of a canvas')
    this.extension = format.extension
    // about a tenth of a bit for each pixel, 60 pictures a second
    const videoBitsPerSecond = Math.max(4e6, 6 * size.width * size.height)
    this.#recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: format.type, videoBitsPerSecond })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#pieces.push(data))
    this.#recorder.start(1000)
  }

  /** Stops recording and returns the video. */
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
