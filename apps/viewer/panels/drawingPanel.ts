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

/** What of a model is drawn, and how. */
export function drawingPanel(shown: VisFlags, redraw: () => void): HTMLElement {
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
  const choice = (label: string, of: readonly string[], now: string, choose: (chosen: number) => void) =>
    select(label, Object.fromEntries(of.map((each, i) => [each, i])), of.indexOf(now), (chosen) => {
      choose(chosen)
      redraw()
    })
  const groups = GROUP_KINDS.map((kind) =>
    element(
      'fieldset',
      { class: 'groups' },
      element('legend', {}, `${kind} groups`),
      ...shown.groups[kind].map((isOn, group) =>
        checkbox(String(group), isOn, (next) => {
          shown.groups[kind][group] = next
          redraw()
        }),
      ),
    ),
  )
  const depths = ['0', '1', '2', '3', '4', '5', '6', 'leaves']
  return section(
    'Drawing',
    false,
    choice('labels', LABEL_KINDS, shown.labels, (chosen) => (shown.labels = LABEL_KINDS[chosen])),
    choice('frames', FRAME_KINDS, shown.frames, (chosen) => (shown.frames = FRAME_KINDS[chosen])),
    switches('signs', DECOR_FLAGS, shown.decor),
    choice('depth of volumes', depths, depths[shown.volumeDepth] ?? 'leaves', (chosen) => {
      shown.volumeDepth = chosen === depths.length - 1 ? -1 : chosen
    }),
    switches('model', MODEL_FLAGS, shown),
    switches('picture', PICTURE_FLAGS, shown),
    ...groups,
  )
}
