/** Icons for buttons: lines in a square of 24 by 24, in the current text color. */

const PATHS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  step: 'M6 5v14l9-7zM18.5 5v14',
  stepBack: 'M18 5v14l-9-7zM5.5 5v14',
  reset: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v5h5',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7',
  record: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  stop: 'M7 7h10v10H7z',
  help: 'M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2v.3M12 17.5v.1M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 1 1 0 18',
  model: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12v9M12 12l8-4.5M12 12L4 7.5',
  motion:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M9 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  close: 'M6 6l12 12M18 6L6 18',
  branch: 'M9 6l6 6l-6 6',
  plot: 'M4 4v16h16M7 15l4-5l3 3l5-7',
} as const

export type IconName = keyof typeof PATHS

/** Filled icons. */
const SOLID: ReadonlySet<IconName> = new Set(['play', 'step', 'stepBack', 'record', 'stop'])

const SVG = 'http://www.w3.org/2000/svg'

/** An icon. It is hidden from assistive technology; its button has a label. */
export function icon(name: IconName): SVGSVGElement {
  const created = document.createElementNS(SVG, 'svg')
  created.setAttribute('viewBox', '0 0 24 24')
  created.setAttribute('class', SOLID.has(name) ? 'icon solid' : 'icon')
  created.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  created.append(path)
  return created
}
