import type { DecorShown } from '../scene/decor/decor.ts'
import type { Shown } from '../scene/modelScene.ts'
import { checkbox, element, section } from './dom.ts'

const SIGN: Readonly<Record<keyof DecorShown, string>> = {
  contactPoints: 'contact points',
  contactForces: 'contact forces',
  joints: 'joints',
  frames: 'body frames',
  centres: 'centres of mass',
  inertias: 'inertias',
  cameras: 'cameras',
  lights: 'lights',
  constraints: 'equality constraints',
  volumes: 'bounding boxes',
}

/** What of a model is drawn. */
export function drawingPanel(shown: Shown, redraw: () => void): HTMLElement {
  const groups = (label: string, of: boolean[]) =>
    element(
      'fieldset',
      {},
      element('legend', {}, label),
      ...of.map((isOn, group) =>
        checkbox(String(group), isOn, (next) => {
          of[group] = next
          redraw()
        }),
      ),
    )
  const signs = (Object.keys(SIGN) as (keyof DecorShown)[]).map((sign) =>
    checkbox(SIGN[sign], shown.decor[sign], (next) => {
      shown.decor[sign] = next
      redraw()
    }),
  )
  const shadows = checkbox('shadows', shown.shadows, (next) => {
    shown.shadows = next
    redraw()
  })
  return section(
    'Drawing',
    false,
    ...signs,
    shadows,
    groups('geom groups', shown.geomGroups),
    groups('site groups', shown.siteGroups),
    groups('tendon groups', shown.tendonGroups),
    groups('skin groups', shown.skinGroups),
  )
}
