import { type Data, type Model, ObjType } from '../../../src/index.ts'
import type { Stage } from '../stage.ts'
import { button, element, row, section } from './dom.ts'
import { copyText } from './download.ts'

/** Keyframes of the model, and the present state as one. */
export function keyframePanel(m: Model, d: Data, stage: Stage): HTMLElement {
  const keys = Array.from({ length: m.nkey }, (_, key) =>
    button(m.names.name(ObjType.key, key) ?? `keyframe ${key}`, () => stage.send({ do: 'reset', keyframe: key })),
  )
  const text = element('textarea', { 'aria-label': 'Keyframe as MJCF', readonly: true, rows: 4, hidden: true })
  const copy = () => {
    text.value = keyframeXml(m, d)
    text.hidden = false
    copyText(text.value)
    text.select()
  }
  return section(
    'Keyframes',
    false,
    keys.length > 0 ? row(...keys) : element('p', { class: 'faint' }, 'The model has none.'),
    row(button('Copy state as keyframe', copy)),
    text,
  )
}

/** The present state as an element for the section `keyframe` of a model. What is as after a reset is left out. */
export function keyframeXml(m: Model, d: Data): string {
  const parts: (readonly [string, ArrayLike<number>, ArrayLike<number> | undefined])[] = [
    ['qpos', d.qpos, m.qpos0],
    ['qvel', d.qvel, undefined],
    ['act', d.act, undefined],
    ['ctrl', d.ctrl, undefined],
    ['mpos', d.mocap_pos, []],
    ['mquat', d.mocap_quat, []],
  ]
  const attributes = parts.flatMap(([name, values, usual]) => {
    const numbers = Array.from(values)
    return numbers.length === 0 || numbers.every((x, i) => x === (usual ? usual[i] : 0))
      ? []
      : [`${name}="${numbers.join(' ')}"`]
  })
  return `<key ${[`time="${d.time}"`, ...attributes].join(' ')}/>`
}
