import type { Program, ProgramArray } from '../record/kernelProgram.ts'
import { emitWgsl, wgslName } from './emitWgsl.ts'

/** Environments whose numbers take turns in memory, and invocations of a workgroup. */
export const TILE = 32

/** Buffers of a shader, by their binding. */
export const WGSL_BINDINGS = { numbers: 0, wholes: 1, model: 2, structure: 3, gaveUp: 4 } as const

/**
 * Programs as one compute shader, which runs one of them for a batch of environments, an invocation for each. Arrays
 * get places in the order in which programs name them: numbers and whole numbers of an environment, and tables of the
 * model, which all share. An environment whose kernel gives up is noted in `gaveUp`, and left alone from then on.
 */
export class WgslModule {
  readonly #functions = new Map<string, string>()
  readonly #places = new Map<string, { readonly array: ProgramArray; readonly place: number }>()
  /** Lengths of the buffers: of an environment, and of the tables. */
  readonly sizes = { numbers: 0, wholes: 0, model: 0, structure: 0 }

  has(name: string): boolean {
    return this.#functions.has(name)
  }

  /** Adds a program. Those that it calls come before it. */
  add(program: Program): void {
    this.#functions.set(
      program.name,
      emitWgsl(program, (array) => this.#placeOf(array), TILE),
    )
  }

  #placeOf(array: ProgramArray): number {
    const there = this.#places.get(array.name)
    if (there !== undefined) return there.place
    const buffer = array.place === 'data' ? (array.integers ? 'wholes' : 'numbers') : array.place
    const place = this.sizes[buffer]
    this.sizes[buffer] += array.length
    this.#places.set(array.name, { array, place })
    return place
  }

  /** Arrays of environments and of the model, and where they begin. */
  get arrays(): readonly { readonly array: ProgramArray; readonly place: number }[] {
    return [...this.#places.values()]
  }

  /** Buffers and functions: a shader without entry point. */
  get text(): string {
    const bindings = Object.entries(WGSL_BINDINGS).map(([name, binding]) => {
      const access = name === 'model' || name === 'structure' ? 'read' : 'read_write'
      const type = name === 'numbers' || name === 'model' ? 'f32' : 'i32'
      return `@group(0) @binding(${binding}) var<storage, ${access}> ${name}: array<${type}>;`
    })
    const places = ['var<private> numberAt: i32;', 'var<private> wholeAt: i32;']
    return [...bindings, ...places, ...this.#functions.values()].join('\n')
  }

  /** The shader that runs a program. */
  shader(program: string): string {
    const { numbers, wholes } = this.sizes
    return [
      this.text,
      `@compute @workgroup_size(${TILE})`,
      'fn main(',
      '  @builtin(workgroup_id) group: vec3u,',
      '  @builtin(num_workgroups) groups: vec3u,',
      '  @builtin(local_invocation_index) lane: u32,',
      ') {',
      '  let tile = i32(group.x + groups.x * group.y);',
      `  let environment = ${TILE} * tile + i32(lane);`,
      '  if (environment >= i32(arrayLength(&gaveUp)) || gaveUp[environment] != 0) { return; }',
      `  numberAt = ${TILE * numbers} * tile + i32(lane);`,
      `  wholeAt = ${TILE * wholes} * tile + i32(lane);`,
      `  gaveUp[environment] = ${wgslName(program)}();`,
      '}',
    ].join('\n')
  }
}
