import { type Data, type Model, ObjType } from '../../../src/index.ts'
import type { ViewerContext } from '../viewerContext.ts'
import { button, element, row, section } from './dom.ts'
import { copyText } from './download.ts'

/** Keyframes of the model; copies the current state as a keyframe. */
export function keyframePanel(m: Model, d: Data, context: ViewerContext): HTMLElement {
  const keys = Array.from({ length: m.nkey }, (_, key) =>
    button(m.names.name(ObjType.key, key) ?? `keyframe ${key}`, () => context.send({ do: 'reset', keyframe: key })),
  )
  const text = element('textarea', { 'aria-label': 'Keyframe as MJCF', readonly: true, rows: 4, hidden: true })
  const copy = () => {
    text.value = keyframeXml(d)
    text.hidden = false
    copyText(text.value)
    text.select()
  }
  return section(
    'Keyframes',
    false,
    keys.length > 0 ? row(...keys) : element('p', { class: 'faint' }, 'The model has no keyframes.'),
    row(button('Copy state as keyframe', copy)),
    text,
  )
}

/** The current state as a `<key>` element in MJCF. Arrays that are all zero are left out, except `qpos`. */
export function keyframeXml(d: Data): string {
  const { qpos, qvel, act, ctrl, mocap_pos: mpos, mocap_quat: mquat } = d
  const given = Object.entries({ qpos, qvel, act, ctrl, mpos, mquat }).filter(([name, values]) =>
    name === 'qpos' ? values.length > 0 : values.some((x) => x !== 0),
  )
  return `<key ${[`time="${d.time}"`, ...given.map(([name, values]) => `${name}="${values.join(' ')}"`)].join(' ')}/>`
}
