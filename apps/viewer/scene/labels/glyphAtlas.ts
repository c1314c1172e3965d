import { CanvasTexture, LinearFilter } from 'three'

/** A glyph: its rectangle in the texture (u, v, width, height from 0 to 1), and its size in CSS pixels. */
export interface Glyph {
  readonly u: number
  readonly v: number
  readonly width: number
  readonly height: number
  /** Distance to the next glyph. */
  readonly advance: number
  /** Size including the halo. */
  readonly boxWidth: number
  readonly boxHeight: number
}

const SIDE = 1024
/** Texture pixels per CSS pixel, so that text is sharp on high-density screens. */
const DENSITY = 2
const FONT_SIZE = 13
const PADDING = 3
const CELL = DENSITY * (FONT_SIZE + 2 * PADDING + 4)

/**
 * A texture atlas of glyphs, each drawn once: red is the glyph, green the glyph with its halo. Some hundred glyphs fit;
 * any further ones look like the first.
 */
export class GlyphAtlas {
  readonly texture: CanvasTexture
  readonly #pen: CanvasRenderingContext2D
  readonly #known = new Map<string, Glyph>()
  #x = 0
  #y = 0

  constructor() {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIDE
    this.#pen = canvas.getContext('2d', { willReadFrequently: false })!
    this.#pen.font = `600 ${DENSITY * FONT_SIZE}px system-ui, 'DejaVu Sans', sans-serif`
    this.#pen.textBaseline = 'middle'
    this.#pen.lineJoin = 'round'
    this.#pen.globalCompositeOperation = 'lighter'
    this.texture = new CanvasTexture(canvas)
    this.texture.minFilter = this.texture.magFilter = LinearFilter
    this.texture.generateMipmaps = false
    this.texture.flipY = false
  }

  of(letter: string): Glyph {
    return this.#known.get(letter) ?? this.#draw(letter)
  }

  dispose(): void {
    this.texture.dispose()
  }

  #draw(letter: string): Glyph {
    const pen = this.#pen
    const advance = pen.measureText(letter).width
    const width = Math.ceil(advance) + 2 * DENSITY * PADDING
    if (this.#x + width > SIDE) {
      this.#x = 0
      this.#y += CELL
    }
    const [first] = this.#known.values()
    if (first && this.#y + CELL > SIDE) return first
    const left = this.#x + DENSITY * PADDING
    const middle = this.#y + CELL / 2
    pen.fillStyle = '#ff0000'
    pen.fillText(letter, left, middle)
    pen.fillStyle = pen.strokeStyle = '#00ff00'
    pen.lineWidth = 2 * DENSITY * 1.6
    pen.strokeText(letter, left, middle)
    pen.fillText(letter, left, middle)
    this.texture.needsUpdate = true
    const glyph = {
      u: this.#x / SIDE,
      v: this.#y / SIDE,
      width: width / SIDE,
      height: CELL / SIDE,
      advance: advance / DENSITY,
      boxWidth: width / DENSITY,
      boxHeight: CELL / DENSITY,
    }
    this.#x += width + 1
    this.#known.set(letter, glyph)
    return glyph
  }
}
