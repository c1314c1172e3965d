import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Resolution } from './resolution.ts'

const RENDERER = 0x1f01
const UNMASKED = 0x9246

/** A context with a renderer's name, which it may reveal only by an extension. */
function contextOf(name: string, isMasked = false): WebGL2RenderingContext {
  const context = {
    RENDERER,
    getParameter: (what: number) => (what === RENDERER && isMasked ? 'WebKit WebGL' : name),
    getExtension: () => ({ UNMASKED_RENDERER_WEBGL: UNMASKED }),
  }
  return context as unknown as WebGL2RenderingContext
}

const CARD = 'ANGLE (NVIDIA, NVIDIA GeForce RTX 4070, D3D11)'
const SOFTWARE = 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (LLVM 10.0.0)), SwiftShader driver)'

describe('the resolution of pictures', () => {
  beforeEach(() => vi.stubGlobal('devicePixelRatio', 1.5))
  afterEach(() => vi.unstubAllGlobals())

  test('is that of the screen with a graphics card', () => {
    const resolution = new Resolution(contextOf(CARD))
    expect(resolution.atRest).toBe(1.5)
    expect(resolution.inMotion(4000 * 2000)).toBe(1.5)
    expect(resolution.atFirst(4000 * 2000)).toBe(1.5)
  })

  test.each([
    ['named directly', contextOf('llvmpipe, or similar')],
    ['named by an extension', contextOf(SOFTWARE, true)],
  ])('is coarse with software rendering while large pictures change: %s', (_, context) => {
    const resolution = new Resolution(context)
    expect(resolution.atRest).toBe(1.5)
    expect(resolution.inMotion(1280 * 800) ** 2 * 1280 * 800).toBeCloseTo(250_000, 0)
    expect(resolution.atFirst(1280 * 800)).toBeLessThan(resolution.inMotion(1280 * 800))
    expect(resolution.inMotion(300 * 200)).toBe(1.5)
  })

  test('has at most four pixels per CSS pixel', () => {
    vi.stubGlobal('devicePixelRatio', 3)
    expect(new Resolution(contextOf(CARD)).atRest).toBe(2)
  })

  test('is defined for an element without a size', () => {
    expect(new Resolution(contextOf(SOFTWARE)).inMotion(0)).toBe(1.5)
  })
})
