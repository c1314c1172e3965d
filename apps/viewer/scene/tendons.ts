import type { Data, Model } from '../../../src/index.ts'
import { colourOf } from './geoms.ts'
import type { Marks } from './marks.ts'

/** Spatial tendons along their paths, around what they wrap. */
export function drawTendons(m: Model, d: Data, marks: Marks, isVisible: (group: number) => boolean): void {
  for (let tendon = 0; tendon < m.ntendon; tendon++) {
    if (!isVisible(m.tendon_group[tendon])) continue
    const rgba = colourOf(m.tendon_matid[tendon], m.tendon_rgba, tendon, m)
    const width = m.tendon_width[tendon]
    if (!(width > 0 && rgba[3] > 0)) continue
    const first = d.ten_wrapadr[tendon]
    for (let i = first; i + 1 < first + d.ten_wrapnum[tendon]; i++) {
      // a pulley begins a new branch
      if (d.wrap_obj[i] === PULLEY || d.wrap_obj[i + 1] === PULLEY) continue
      marks.rod(d.wrap_xpos.subarray(3 * i, 3 * i + 3), d.wrap_xpos.subarray(3 * i + 3, 3 * i + 6), width, rgba)
    }
  }
}

const PULLEY = -2
