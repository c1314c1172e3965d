import { describe, expect, test } from 'vitest'
import { Arena } from './arena.ts'

function build(arena: Arena) {
  return { a: arena.f64(3), b: arena.i32(5), c: arena.u8(3), d: arena.f32(2, 2), e: arena.f64(2) }
}

describe('Arena', () => {
  test('lays arrays out one after the other, each aligned to eight bytes', () => {
    const arena = Arena.sized(build)
    const { a, b, c, d, e } = build(arena)
    expect([a, b, c, d, e].map((array) => array.byteOffset)).toEqual([0, 24, 48, 56, 72])
    expect([a, b, c, d, e].map((array) => array.length)).toEqual([3, 5, 3, 4, 2])
    expect(arena.byteLength).toBe(88)
    expect(arena.buffer!.byteLength).toBe(88)
  })

  test('gives views of the same values when laid over the same memory twice', () => {
    for (const memory of [new ArrayBuffer(88), new SharedArrayBuffer(88), new WebAssembly.Memory({ initial: 1 })]) {
      const first = build(new Arena(memory))
      const second = build(new Arena(memory))
      first.e[1] = 42
      first.b[4] = -7
      expect(second.e[1]).toBe(42)
      expect(second.b[4]).toBe(-7)
    }
  })

  test('can start anywhere in a larger memory', () => {
    const memory = new ArrayBuffer(256)
    const arena = new Arena(memory, 64)
    const { a } = build(arena)
    expect(a.byteOffset).toBe(64)
    expect(arena.bytes().byteLength).toBe(88)
    expect(() => new Arena(memory, 4)).toThrow(/multiple of 8/)
    expect(() => new Arena(memory, -8)).toThrow(/multiple of 8/)
  })

  test('can leave room for another arena, which starts where it stands', () => {
    const arena = new Arena(new ArrayBuffer(256))
    arena.f64(2)
    const inner = arena.rest()
    const { a } = build(inner)
    arena.skip(inner.byteLength)
    const after = arena.f64(1)
    expect(a.byteOffset).toBe(16)
    expect(after.byteOffset).toBe(16 + 88)
  })

  test('wants the buffer itself: a view of it would not say which part is meant', () => {
    const view = new Uint8Array(64)
    expect(() => new Arena(view as never)).toThrow(/not a view/)
  })

  test('refuses to hand out more than there is, and shapes that make no sense', () => {
    expect(() => new Arena(new ArrayBuffer(16)).f64(3)).toThrow(/full/)
    for (const shape of [[-1], [-2, -3], [2.5, 2], [Number.NaN]])
      expect(() => new Arena().f64(...shape)).toThrow(/shape/)
    expect(() => new Arena().f64(2 ** 30, 2 ** 30)).toThrow(/shape/)
  })
})
