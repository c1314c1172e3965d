import { CanvasTexture, LinearFilter } from 'three'

/** Where a letter is in the picture of all letters, in parts of it, and how wide it is, CSS pixels. */
export interface Glyph {
  readonly u: number
  readonly v: number
  readonly width: number
  readonly height: number
  /** To the next letter. */
  readonly advance: number
  /** Size with the halo around it. */
  readonly boxWidth: number
  readonly boxHeight: number
}

const SIDE = 1024
/** Drawn larger than it is shown, so that it stays sharp on fine screens. */
const FINENESS = 2
const FONT_SIZE = 13
const PADDING = 3
const CELL = FINENESS * (FONT_SIZE + 2 * PADDING + 4)

/**
 * Letters, drawn once each into one texture: red where a letter is, green where it or the halo around it is. Room is for some
 * hundred different ones; what comes after has the look of the first.
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
    this.#pen.font = `600 ${FINENESS * FONT_SIZE}px system-ui, 'DejaVu Sans', sans-serif`
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
    const width = Math.ceil(advance) + 2 * FINENESS * PADDING
    if (this.#x + width > SIDE) {
      this.#x = 0
      this.#y += CELL
    }
    if (this.#y + CELL > SIDE) return this.#known.values().next().value!
    const left = this.#x + FINENESS * PADDING
    const middle = this.#y + CELL / 2
    pen.fillStyle = '#ff0000'
    pen.fillText(letter, left, middle)
    pen.fillStyle = pen.strokeStyle = '#00ff00'
    pen.lineWidth = 2 * FINENESS * 1.6
    pen.strokeText(letter, left, middle)
    pen.fillText(letter, left, middle)
    this.texture.needsUpdate = true
    const glyph = {
      u: this.#x / SIDE,
      v: this.#y / SIDE,
      width: width / SIDE,
      height: CELL / SIDE,
      advance: advance / FINENESS,
      boxWidth: width / FINENESS,
      boxHeight: CELL / FINENESS,
    }
    this.#x += width + 1
    this.#known.set(letter, glyph)
    return glyph
  }
}
