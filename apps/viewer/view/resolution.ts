/** With software rendering, pictures in motion have at most this many pixels: several a second are then possible. */
const PIXELS_IN_MOTION = 250_000

/** The first picture of a model, which waits for shaders and geometry, has fewer. */
const PIXELS_AT_FIRST = 150_000

/** Names of software renderers. */
const SOFTWARE_RENDERER = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** The pixel ratio of the picture: that of the screen, or, with software rendering, less while the picture changes. */
export class Resolution {
  /** Whether the processor draws. */
  readonly isSlow: boolean

  constructor(gl: WebGLRenderingContext | WebGL2RenderingContext) {
    this.isSlow = SOFTWARE_RENDERER.test(rendererOf(gl))
  }

  /** Pixels per CSS pixel of a picture at rest. */
  get atRest(): number {
    return Math.min(2, devicePixelRatio)
  }

  /** Pixels per CSS pixel while the picture changes. @param area of the picture, CSS pixels */
  inMotion(area: number): number {
    return this.#atMost(PIXELS_IN_MOTION, area)
  }

  /** Pixels per CSS pixel of the first picture of a model. */
  atFirst(area: number): number {
    return this.#atMost(PIXELS_AT_FIRST, area)
  }

  #atMost(pixels: number, area: number): number {
    return this.isSlow ? Math.min(this.atRest, Math.sqrt(pixels / Math.max(1, area))) : this.atRest
  }
}

/** Name of the renderer. Some browsers reveal it only by an extension. */
function rendererOf(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER))
  const extension = name.includes('WebKit') && gl.getExtension('WEBGL_debug_renderer_info')
  return extension ? String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : name
}
