/** Where the processor draws, pictures that change have at most this many pixels: as many as it draws several times a second. */
const PIXELS_IN_MOTION = 250_000

/** The first picture of a model, for which everything has to be made ready, has fewer. */
const PIXELS_AT_FIRST = 150_000

/** What graphics drivers call themselves that draw with the processor. */
const DRAWS_IN_SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/**
 * How finely pictures are drawn: as finely as the screen shows them. On a machine without a graphics card, where the processor
 * draws, they are coarse while they change.
 */
export class Resolution {
  readonly #isSlow: boolean

  constructor(gl: WebGLRenderingContext | WebGL2RenderingContext) {
    this.#isSlow = DRAWS_IN_SOFTWARE.test(rendererOf(gl))
  }

  /** Pixels drawn for each CSS pixel of a picture that stands still. */
  get atRest(): number {
    return Math.min(2, devicePixelRatio)
  }

  /** The same while the picture changes. @param area of the picture, CSS pixels */
  inMotion(area: number): number {
    return this.#atMost(PIXELS_IN_MOTION, area)
  }

  /** The same for the first picture of a model. */
  atFirst(area: number): number {
    return this.#atMost(PIXELS_AT_FIRST, area)
  }

  #atMost(pixels: number, area: number): number {
    return this.#isSlow ? Math.min(this.atRest, Math.sqrt(pixels / Math.max(1, area))) : this.atRest
  }
}

/** What draws. Some browsers tell it at once, others only with an extension. */
function rendererOf(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER))
  const told = name.includes('WebKit') && gl.getExtension('WEBGL_debug_renderer_info')
  return told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : name
}
