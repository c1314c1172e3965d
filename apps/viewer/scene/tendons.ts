import { type Data, type Model, TrnType } from '../../../src/index.ts'
import type { DecorBatches } from './decorBatches.ts'
import { colorOf } from './geoms.ts'
import { type Groups, isGroupShown } from './visFlags.ts'

/** Value of `Data.wrap_obj` at a pulley. */
const PULLEY = -2

const faded = new Float32Array(4)

/** Spatial tendons along their paths. At a limit they take on the color of constraints. */
export function drawTendons(m: Model, d: Data, batches: DecorBatches, groups: Groups, alpha: number): void {
  for (let tendon = 0; tendon < m.ntendon; tendon++) {
    if (!isGroupShown(groups, m.tendon_group[tendon])) continue
    const rgba = colorOf(m.tendon_matid[tendon], m.tendon_rgba, tendon, m)
    if (!(rgba[3] > 0)) continue
    const taut = isAtLimit(m, d, tendon) ? m.tendon_solimp_lim[5 * tendon + 1] : 0
    for (let k = 0; k < 3; k++) faded[k] = (1 - taut) * rgba[k] + taut * m.vis.rgba.constraint[k]
    faded[3] = alpha * rgba[3]
    drawTendon(d, batches, tendon, m.tendon_width[tendon], faded)
  }
}

function isAtLimit(m: Model, d: Data, tendon: number): boolean {
  if (!m.tendon_limited[tendon]) return false
  const length = d.ten_length[tendon]
  const margin = m.tendon_margin[tendon]
  return length < m.tendon_range[2 * tendon] + margin || length > m.tendon_range[2 * tendon + 1] - margin
}

/** The path of a tendon. @param width radius, m */
export function drawTendon(
  d: Data,
  batches: DecorBatches,
  tendon: number,
  width: number,
  rgba: ArrayLike<number>,
): void {
  if (!(width > 0)) return
  const first = d.ten_wrapadr[tendon]
  for (let i = first; i + 1 < first + d.ten_wrapnum[tendon]; i++) {
    // a pulley starts a new branch
    if (d.wrap_obj[i] === PULLEY || d.wrap_obj[i + 1] === PULLEY) continue
    batches.capsule(d.wrap_xpos, 3 * i, d.wrap_xpos, 3 * i + 3, width, rgba)
  }
}

const slide = new Float64Array(3)

/** Slider-cranks: the connecting rod, and the axis of the slider; `crankbroken` where the rod is too short. */
export function drawCranks(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale } = m.vis
  const radius = scale.slidercrank * m.stat.meansize
  for (let actuator = 0; actuator < m.nactuator; actuator++) {
    if (m.actuator_trntype[actuator] !== TrnType.slidercrank) continue
    const crank = m.actuator_trnid[2 * actuator]
    const slider = m.actuator_trnid[2 * actuator + 1]
    const rod = m.actuator_cranklength[actuator]
    // along the axis a of the slider, from its site: l = v·a − √(rod² − |v|² + (v·a)²), with v from there to the crank
    let along = 0
    let square = 0
    for (let k = 0; k < 3; k++) {
      const v = d.site_xpos[3 * crank + k] - d.site_xpos[3 * slider + k]
      along += v * d.site_xmat[9 * slider + 3 * k + 2]
      square += v * v
    }
    const reach = rod * rod - square + along * along
    const length = along - Math.sqrt(Math.max(0, reach))
    for (let k = 0; k < 3; k++) slide[k] = d.site_xpos[3 * slider + k] + length * d.site_xmat[9 * slider + 3 * k + 2]
    batches.rod(d.site_xpos, 3 * slider, slide, 0, radius, rgba.slidercrank)
    batches.capsule(slide, 0, d.site_xpos, 3 * crank, 0.5 * radius, reach < 0 ? rgba.crankbroken : rgba.slidercrank)
  }
}
