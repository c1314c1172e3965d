import { PMREMGenerator, Scene, type WebGLRenderer, type WebGLRenderTarget } from 'three'
import type { Materials } from './materials.ts'
import type { Sky } from './sky.ts'

/** The environment map of metals: the sky. Made with the first picture, if the model has metals. */
export class Environment {
  readonly #materials: Materials
  readonly #sky: Sky
  #target: WebGLRenderTarget | undefined

  constructor(materials: Materials, sky: Sky) {
    this.#materials = materials
    this.#sky = sky
  }

  prepare(renderer: WebGLRenderer): void {
    if (this.#target || !this.#materials.hasMetals) return
    const generator = new PMREMGenerator(renderer)
    const scene = new Scene()
    scene.add(this.#sky.object.clone())
    this.#target = generator.fromScene(scene, 0.02)
    generator.dispose()
    this.#materials.setEnvironment(this.#target.texture)
  }

  dispose(): void {
    this.#target?.dispose()
  }
}
