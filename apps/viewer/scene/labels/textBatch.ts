import {
  DynamicDrawUsage,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
} from 'three'
import { type Glyph, GlyphAtlas } from './glyphAtlas.ts'

/** Numbers per glyph: anchor (3, world frame), box (4, pixels from the anchor), rectangle in the texture (4). */
const STRIDE = 11

/**
 * Text in the scene, drawn in one call: upright, of constant size, in front of everything. It is part of the picture,
 * and so of screenshots and videos.
 */
export class TextBatch {
  readonly object: Mesh<InstancedBufferGeometry, ShaderMaterial>
  readonly #glyphs = new GlyphAtlas()
  readonly #texts = new Map<string, readonly Glyph[]>()
  readonly #window = new Vector2(1, 1)
  #numbers = new Float32Array(256 * STRIDE)
  #buffer: InstancedInterleavedBuffer
  #count = 0

  constructor() {
    const geometry = new InstancedBufferGeometry()
    const corners = new PlaneGeometry(1, 1).translate(0.5, 0.5, 0)
    geometry.setAttribute('position', corners.getAttribute('position'))
    geometry.setIndex(corners.getIndex())
    this.object = new Mesh(
      geometry,
      new ShaderMaterial({
        transparent: true,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
        uniforms: { letters: { value: this.#glyphs.texture }, window: { value: this.#window } },
        vertexShader: `
          attribute vec3 place;
          attribute vec4 box;
          attribute vec4 part;
          uniform vec2 window;
          varying vec2 vUv;
          void main() {
            vUv = part.xy + part.zw * vec2(position.x, 1.0 - position.y);
            gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
            // whole pixels are sharp
            vec2 at = floor(0.5 * window * gl_Position.xy / gl_Position.w + 0.5) + box.xy + box.zw * position.xy;
            gl_Position.xy = 2.0 * at / window * gl_Position.w;
          }`,
        fragmentShader: `
          uniform sampler2D letters;
          varying vec2 vUv;
          void main() {
            vec4 ink = texture2D(letters, vUv);
            gl_FragColor = vec4(mix(vec3(0.05, 0.06, 0.08), vec3(1.0), ink.r), max(ink.r, 0.8 * ink.g));
          }`,
      }),
    )
    this.object.frustumCulled = false
    this.object.renderOrder = 1e9
    this.#buffer = this.#attach()
  }

  begin(width: number, height: number): void {
    this.#window.set(Math.max(1, width), Math.max(1, height))
    this.#count = 0
  }

  /** Writes a text centered at a point. */
  write(text: string, at: ArrayLike<number>, a: number): void {
    let letters = this.#texts.get(text)
    if (!letters) {
      // changing numbers would fill the cache
      if (this.#texts.size > 5000) this.#texts.clear()
      letters = Array.from(text, (letter) => this.#glyphs.of(letter))
      this.#texts.set(text, letters)
    }
    let width = 0
    for (let i = 0; i < letters.length; i++) width += letters[i].advance
    let x = Math.round(-0.5 * width)
    for (let i = 0; i < letters.length; i++) {
      this.#add(letters[i], x, at, a)
      x += letters[i].advance
    }
  }

  end(): void {
    const { geometry } = this.object
    geometry.instanceCount = this.#count
    this.object.visible = this.#count > 0
    this.#buffer.needsUpdate = this.object.visible
  }

  dispose(): void {
    this.object.geometry.dispose()
    this.object.material.dispose()
    this.#glyphs.dispose()
  }

  #add(glyph: Glyph, x: number, at: ArrayLike<number>, a: number): void {
    if ((this.#count + 1) * STRIDE > this.#numbers.length) {
      const old = this.#numbers
      this.#numbers = new Float32Array(2 * old.length)
      this.#numbers.set(old)
      this.#buffer = this.#attach()
    }
    const out = this.#numbers
    const o = STRIDE * this.#count++
    for (let k = 0; k < 3; k++) out[o + k] = at[a + k]
    out[o + 3] = x - 0.5 * (glyph.boxWidth - glyph.advance)
    out[o + 4] = -0.5 * glyph.boxHeight
    out[o + 5] = glyph.boxWidth
    out[o + 6] = glyph.boxHeight
    out[o + 7] = glyph.u
    out[o + 8] = glyph.v
    out[o + 9] = glyph.width
    out[o + 10] = glyph.height
  }

  #attach(): InstancedInterleavedBuffer {
    const { geometry } = this.object
    geometry.dispose()
    const buffer = new InstancedInterleavedBuffer(this.#numbers, STRIDE)
    buffer.setUsage(DynamicDrawUsage)
    geometry.setAttribute('place', new InterleavedBufferAttribute(buffer, 3, 0))
    geometry.setAttribute('box', new InterleavedBufferAttribute(buffer, 4, 3))
    geometry.setAttribute('part', new InterleavedBufferAttribute(buffer, 4, 7))
    return buffer
  }
}
