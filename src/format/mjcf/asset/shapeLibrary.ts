import { ModelError } from '../../../core/model/errors.ts'
import { SdfInstance, type SdfShape, type SdfShapes } from '../../../core/model/sdfShape.ts'
import { BUILTIN_SHAPES } from '../../../physics/sdf/builtinShapes.ts'
import { isDecimal } from '../schema/parseValue.ts'
import type { PluginSetting, PluginUse } from '../schema/readPlugin.ts'
import type { Spec } from '../schema/spec.ts'
import { listed, shown, suggestion } from '../text/messageText.ts'

/** Signed distance functions: the plugins that a model names → the functions, with their attributes. */
export class ShapeLibrary {
  readonly #shapes: ReadonlyMap<string, SdfShape>

  /** @param own shapes of the user, which win over built-in ones of the same name */
  constructor(own: SdfShapes = {}) {
    this.#shapes = new Map(Object.entries({ ...BUILTIN_SHAPES, ...own }))
  }

  /** What a model declares must be there, even if nothing uses it. */
  checkDeclared({ plugins }: Spec): void {
    for (const [name, source] of plugins) this.#find(name, { source, attribute: 'plugin' })
  }

  /** The shape that a geom or a mesh asks for. */
  instance(use: PluginUse): SdfInstance {
    const { plugin, config, source } = use
    const shape = this.#find(plugin, { source, attribute: 'plugin' })
    const names = Object.keys(shape.attributes)
    for (const [key, setting] of config)
      if (!names.includes(key))
        throw new ModelError(`the plugin '${plugin}' has no such setting`, {
          source: setting.source,
          attribute: 'key',
          expected: listed(names),
          found: shown(key),
          suggestion: suggestion(key, names),
        })
    const numbers = names.flatMap((name) => numbersOf(name, shape.attributes[name], config.get(name)))
    const attributes = Float64Array.from(numbers)
    const fault = shape.check?.(attributes)
    if (fault !== undefined) throw new ModelError(fault, { source, found: described(names, shape, attributes) })
    return new SdfInstance(plugin, shape, attributes, new Map([...config].map(([key, { value }]) => [key, value])))
  }

  #find(name: string, place: Pick<PluginUse, 'source'> & { readonly attribute: string }): SdfShape {
    const shape = this.#shapes.get(name)
    if (shape) return shape
    throw new ModelError('this plugin is not supported yet: only signed distances of shapes are', {
      ...place,
      found: `the plugin ${shown(name)}`,
      expected: listed([...this.#shapes.keys()]),
      suggestion: suggestion(name, this.#shapes.keys()) ?? "give the shape with the option 'sdf' of loadModel",
      unsupported: true,
    })
  }
}

/** The numbers of an attribute: those given, or the defaults. */
function numbersOf(
  name: string,
  usual: number | readonly number[],
  setting: PluginSetting | undefined,
): readonly number[] {
  const fallback = typeof usual === 'number' ? [usual] : usual
  if (!setting) return fallback
  const numbers = setting.value.trim().split(/\s+/).map(asNumber)
  if (numbers.length !== fallback.length || !numbers.every(Number.isFinite))
    throw new ModelError(`'${name}' must be ${fallback.length === 1 ? 'a number' : `${fallback.length} numbers`}`, {
      source: setting.source,
      attribute: 'value',
      found: shown(setting.value),
    })
  return numbers
}

/** Decimal numbers only: neither empty text nor 0x10. */
function asNumber(text: string): number {
  return isDecimal(text) ? Number(text) : Number.NaN
}

function described(names: readonly string[], shape: SdfShape, attributes: Float64Array): string {
  let at = 0
  const parts = names.map((name) => {
    const usual = shape.attributes[name]
    const count = typeof usual === 'number' ? 1 : usual.length
    const text = `${name} ${attributes.subarray(at, at + count).join(' ')}`
    at += count
    return text
  })
  return parts.join(', ')
}
