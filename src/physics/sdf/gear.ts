import { atan2InPlace, cos, sin, sinCosInPlace } from '../../core/math/functions.ts'
import type { SdfShape } from '../../core/model/sdfShape.ts'
import { withDistance } from './withDistance.ts'

/**
 * A spur gear around z with straight-sided teeth. All lengths follow from the module, `diameter` / `teeth`: a tooth
 * reaches one module beyond the pitch circle and 1.25 modules inside of it, is as wide as the gap at the pitch circle,
 * and its flanks lean by 20°. `alpha` turns the gear (degrees), `innerdiameter` is that of the bore (negative: none).
 *
 * Across the axis the distance is the union of the root disc and the tooth that is nearest in angle, without the
 * bore; along the axis the profile is cut at ± `thickness` / 2.
 */
export const gear: SdfShape = withDistance({
  attributes: { alpha: 0, diameter: 2.8, teeth: 25, thickness: 0.2, innerdiameter: -1 },

  check([, diameter, teeth, thickness, inner]) {
    if (!Number.isInteger(teeth) || teeth < 6) return 'a gear needs a whole number of teeth, at least 6'
    const root = diameter / 2 - 1.25 * (diameter / teeth)
    return diameter > 0 && thickness > 0 && inner / 2 < root
      ? undefined
      : 'a gear needs diameter > 0, thickness > 0, and a bore within its teeth'
  },

  bounds([, diameter, teeth, thickness]) {
    const r = diameter / 2 + diameter / teeth
    return [-r, -r, -thickness / 2, r, r, thickness / 2]
  },

  detail([, diameter, teeth, thickness]) {
    return Math.min(diameter / teeth, thickness)
  },

  distanceTo(out, p, a) {
    const r = Math.sqrt(p[0] * p[0] + p[1] * p[1])
    const module = a[1] / a[2]
    const pitch = a[1] / 2
    const root = pitch - 1.25 * module

    // the point in the frame of the nearest tooth: u along it, v ≥ 0 across
    angle[0] = p[1]
    angle[1] = p[0]
    atan2InPlace(angle)
    const sector = TURN / a[2]
    const turned = angle[0] - a[0] * DEGREE
    const beside = turned - Math.round(turned / sector) * sector
    sinCos[0] = beside
    sinCosInPlace(sinCos)
    const u = r * sinCos[1]
    const v = Math.abs(r * sinCos[0])

    // beyond the flank, which passes (pitch, half a tooth) and leans toward the tip, beyond the tip, and from their
    // corner
    const half = (Math.PI * module) / 4
    const flank = (u - pitch) * FLANK_SIN + (v - half) * FLANK_COS
    const tip = u - (pitch + module)
    const across = v - (half - (module * FLANK_SIN) / FLANK_COS)
    let tooth = Math.max(flank, tip)
    if (across > 0 && tip * FLANK_COS - across * FLANK_SIN > 0) tooth = Math.sqrt(tip * tip + across * across)
    const disc = r - root
    const profile = Math.max(Math.min(disc, tooth), a[4] / 2 - r)

    const along = Math.abs(p[2]) - a[3] / 2
    out[0] = profile > 0 && along > 0 ? Math.sqrt(profile * profile + along * along) : Math.max(profile, along)
  },
})

const TURN = 2 * Math.PI
const DEGREE = Math.PI / 180
const FLANK_SIN = sin(20 * DEGREE)
const FLANK_COS = cos(20 * DEGREE)
/** Registers: input (y, x) of `atan2InPlace`, then the angle in [0]; an angle, then its sine and cosine. */
const angle = new Float64Array(2)
const sinCos = new Float64Array(2)
