import { ObjType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import type { Model, ModelSizes } from '../../../core/model/model.ts'
import type { Spec } from '../schema/spec.ts'
import { suggestion } from '../text/messageText.ts'
import { nameTables } from './parts/nameTables.ts'
import type { Parts } from './parts/parts.ts'
import type { Section } from './parts/section.ts'

/** Custom fields: numbers, texts, and tuples of references, each kind laid end to end. */
interface Custom {
  readonly numericSizes: number[]
  readonly numericData: number[]
  /** With the zero byte at the end. */
  readonly textSizes: number[]
  /** UTF-8. */
  readonly textData: number[]
  readonly tupleSizes: number[]
  readonly tupleTypes: number[]
  readonly tupleIds: number[]
  readonly tuplePrm: number[]
}

/** Finds what tuples name; the parts have their final ids. */
export function compileCustom(spec: Spec, parts: Parts): Section {
  const custom: Custom = {
    numericSizes: [],
    numericData: [],
    textSizes: [],
    textData: [],
    tupleSizes: [],
    tupleTypes: [],
    tupleIds: [],
    tuplePrm: [],
  }
  addNumerics(custom, spec)
  addTexts(custom, spec)
  addTuples(custom, spec, parts)
  return { count: (sizes) => countCustom(sizes, custom), fill: (m) => fillCustom(m, spec, custom) }
}

function addNumerics(custom: Custom, { numerics }: Spec): void {
  for (const { attributes: a } of numerics) {
    const data = a.data ?? []
    const size = Math.max(a.size, data.length)
    custom.numericSizes.push(size)
    for (let i = 0; i < size; i++) custom.numericData.push(data[i] ?? 0)
  }
}

function addTexts(custom: Custom, { texts }: Spec): void {
  const encoder = new TextEncoder()
  for (const { attributes: a } of texts) {
    const bytes = encoder.encode(a.data)
    custom.textSizes.push(bytes.length + 1)
    for (const byte of bytes) custom.textData.push(byte)
    custom.textData.push(0)
  }
}

function addTuples(custom: Custom, spec: Spec, parts: Parts): void {
  const tables = nameTables(spec, parts)
  for (const { children } of spec.tuples) {
    custom.tupleSizes.push(children.length)
    for (const element of children) {
      const { objtype, objname, prm } = element.attributes
      const type = ObjType[objtype as keyof typeof ObjType] ?? ObjType.unknown
      const id = tables.get(type)?.get(objname)
      if (id === undefined)
        throw new ModelError(`there is no ${objtype} of this name`, {
          source: element.source,
          attribute: 'objname',
          expected: `the name of a ${objtype}`,
          found: `"${objname}"`,
          suggestion: suggestion(objname, tables.get(type)?.keys() ?? []),
        })
      custom.tupleTypes.push(type)
      custom.tupleIds.push(id)
      custom.tuplePrm.push(prm)
    }
  }
}

function countCustom(sizes: ModelSizes, custom: Custom): void {
  sizes.nnumeric = custom.numericSizes.length
  sizes.nnumericdata = custom.numericData.length
  sizes.ntext = custom.textSizes.length
  sizes.ntextdata = custom.textData.length
  sizes.ntuple = custom.tupleSizes.length
  sizes.ntupledata = custom.tupleIds.length
}

function fillCustom(m: Model, spec: Spec, custom: Custom): void {
  const place = (adr: Int32Array, size: Int32Array, sizes: readonly number[]): void => {
    size.set(sizes)
    for (let i = 1; i < sizes.length; i++) adr[i] = adr[i - 1] + sizes[i - 1]
  }
  place(m.numeric_adr, m.numeric_size, custom.numericSizes)
  place(m.text_adr, m.text_size, custom.textSizes)
  place(m.tuple_adr, m.tuple_size, custom.tupleSizes)
  m.numeric_data.set(custom.numericData)
  m.text_data.set(custom.textData)
  m.tuple_objtype.set(custom.tupleTypes)
  m.tuple_objid.set(custom.tupleIds)
  m.tuple_objprm.set(custom.tuplePrm)
  m.names.set(
    ObjType.numeric,
    spec.numerics.map(({ attributes }) => attributes.name),
  )
  m.names.set(
    ObjType.text,
    spec.texts.map(({ attributes }) => attributes.name),
  )
  m.names.set(
    ObjType.tuple,
    spec.tuples.map(({ attributes }) => attributes.name),
  )
}
