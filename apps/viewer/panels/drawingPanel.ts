import {
  DECOR_FLAGS,
  type Flag,
  FRAME_KINDS,
  GROUP_KINDS,
  LABEL_KINDS,
  MODEL_FLAGS,
  PICTURE_FLAGS,
  type VisFlags,
} from '../scene/visFlags.ts'
import { checkbox, element, section, select } from './dom.ts'

/** Visualization flags, frames, labels and groups. */
export function drawingPanel(flags: VisFlags, redraw: () => void): HTMLElement {
  const switches = <K extends string>(
    title: string,
    flags: Readonly<Record<K, Flag>>,
    of: Record<NoInfer<K>, boolean>,
  ) =>
    element(
      'fieldset',
      {},
      element('legend', {}, title),
      ...(Object.keys(flags) as K[]).map((name) =>
        checkbox(flags[name].label, of[name], (isOn) => {
          of[name] = isOn
          redraw()
        }),
      ),
    )
  const choice = (label: string, of: readonly string[], now: string, choose: (index: number) => void) =>
    select(label, Object.fromEntries(of.map((each, i) => [each, i])), of.indexOf(now), (index) => {
      choose(index)
      redraw()
    })
  const groups = GROUP_KINDS.map((kind) =>
    element(
      'fieldset',
      { class: 'groups' },
      element('legend', {}, `${kind} groups`),
      ...flags.groups[kind].map((isOn, group) =>
        checkbox(String(group), isOn, (next) => {
          flags.groups[kind][group] = next
          redraw()
        }),
      ),
    ),
  )
  const depths = ['0', '1', '2', '3', '4', '5', '6', 'leaves']
  return section(
    'Drawing',
    false,
    choice('labels', LABEL_KINDS, flags.labels, (index) => (flags.labels = LABEL_KINDS[index])),
    choice('frames', FRAME_KINDS, flags.frames, (index) => (flags.frames = FRAME_KINDS[index])),
    switches('decorations', DECOR_FLAGS, flags.decor),
    choice('volume depth', depths, depths[flags.volumeDepth] ?? 'leaves', (index) => {
      flags.volumeDepth = index === depths.length - 1 ? -1 : index
    }),
    switches('model', MODEL_FLAGS, flags),
    switches('rendering', PICTURE_FLAGS, flags),
    ...groups,
  )
}
