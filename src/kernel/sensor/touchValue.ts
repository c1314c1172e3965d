import { SCALAR_NCON } from '../../core/data/dataScalars.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Index, Kernel, Mask, Num } from '../language/kernelLanguage.ts'
import { dot, group, rotateBack, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { contactBodies } from '../stage/contactRowsKernel.ts'
import { contactForce } from './bodyForcesKernel.ts'
import type { OneSensor } from './sensorValues.ts'

/** A ray from p along v, in the frame of a site, and the sizes of the site. */
interface SiteRay {
  readonly k: Kernel
  readonly p: Vec3
  readonly v: Vec3
  readonly size: Vec3
}

/** Whether a ray meets the surface of a site, as `rayPrimitive`, by the type of the site. */
const MEETS: Readonly<Record<number, (ray: SiteRay) => Mask>> = {
  [GeomType.sphere]: ({ k, p, v, size: [r] }) => roots(k, p, v, r.times(r)).found,
  [GeomType.capsule]: (ray) => {
    const { k, p, v, size } = ray
    const [r, h] = size
    const ends = [1, -1].map((side) => {
      const center: Vec3 = [p[0], p[1], p[2].minus(h.times(side))]
      const { all } = roots(k, center, v, r.times(r))
      return all
        .map((x) => isAhead(k, x).and(p[2].plus(x.times(v[2])).times(side).below(h).not()))
        .reduce((a, b) => a.or(b))
    })
    return meetsTube(ray).or(ends[0]).or(ends[1])
  },
  [GeomType.ellipsoid]: ({ k, p, v, size }) => {
    const weights = size.map((s) => k.num(1).over(s.times(s)))
    const weighted = v.map((x, i) => weights[i].times(x))
    const q2 = dot(
      p.map((x, i) => weights[i].times(x)),
      p,
    ).minus(1)
    return quadratic(k, dot(weighted, v), dot(weighted, p), q2).found
  },
  [GeomType.cylinder]: (ray) => {
    const { k, p, v, size } = ray
    const [r, h] = size
    const isSteep = k.num(MINVAL).below(v[2].abs())
    const ends = [-1, 1].map((side) => {
      const x = h.times(side).minus(p[2]).over(v[2])
      const at = [0, 1].map((i) => p[i].plus(x.times(v[i])))
      return isAhead(k, x).and(r.times(r).below(dot(at, at)).not())
    })
    return isSteep.and(ends[0].or(ends[1])).or(meetsTube(ray))
  },
  [GeomType.box]: ({ k, p, v, size }) => {
    const faces = [0, 1, 2].flatMap((axis) =>
      [-1, 1].map((side) => {
        const x = size[axis].times(side).minus(p[axis]).over(v[axis])
        const isWithin = [0, 1, 2].filter((i) => i !== axis).map((i) => p[i].plus(x.times(v[i])).abs().atMost(size[i]))
        return k.num(MINVAL).below(v[axis].abs()).and(isAhead(k, x)).and(isWithin[0]).and(isWithin[1])
      }),
    )
    return faces.reduce((a, b) => a.or(b))
  },
}

/** Whether touch at sites of a type has a kernel. */
export function canTouch(siteType: number): boolean {
  return siteType in MEETS
}

/** Sum of the normal forces of contacts of the site's body that act through its volume, as `touch`. */
export function touch({ k, m, first, at }: OneSensor<Kernel>): Num[] {
  const type = m.site_type[m.sensor_objid[first]]
  const site = at('obj', (i) => m.sensor_objid[i])
  const body = at('body', (i) => m.site_bodyid[m.sensor_objid[i]])
  const total = k.cell(0)
  k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) => {
    const row = k.integers('contact_efc_address').at(contact)
    const [body1, body2] = contactBodies(k, m, contact)
    const isSecond = k.same(body2, body)
    const isOfBody = k.less(0, k.sum(isSecond, k.same(body1, body)))
    k.when(k.product(k.less(-1, row), isOfBody), () => {
      const [normal] = contactForce(k, m, contact, row)
      k.when(k.product(k.any(k.num(0).below(normal)), meets(k, contact, site, isSecond, type)), () => total.add(normal))
    })
  })
  return [total.value]
}

/** Whether the ray from a contact toward the other body meets a site: 1 or 0. */
function meets(k: Kernel, contact: Index, site: Index, isSecond: Index, type: number): Index {
  // the normal points from geom 1 to geom 2
  const sign = k.num(1).minus(k.real(isSecond).times(2))
  const normal = group(k.field('contact_frame', 9), contact, 3)
  const vector = normal.map((x) => sign.times(x)) as unknown as Vec3
  const d = sub(vec3At(k.field('contact_pos', 3), contact), vec3At(k.field('site_xpos', 3), site))
  const R = group(k.field('site_xmat', 9), site, 9)
  const size = vec3At(k.numbers('site_size', 3), site)
  const [r, h] = size
  const ray = { k, p: rotateBack(R, d), v: rotateBack(R, vector), size }
  if (type === GeomType.sphere) return k.any(MEETS[type]({ ...ray, p: d, v: vector }))
  if (type !== GeomType.capsule && type !== GeomType.cylinder) return k.any(MEETS[type](ray))
  // the sphere around the shape
  const bound = r.plus(h)
  const square = type === GeomType.capsule ? bound.times(bound) : r.times(r).plus(h.times(h))
  return k.any(roots(k, d, vector, square).found.and(MEETS[type](ray)))
}

/** The round side of a cylinder or capsule: only the nearest point ahead counts. */
function meetsTube({ k, p, v, size: [r, h] }: SiteRay): Mask {
  const flat = (a: Vec3): readonly Num[] => a.slice(0, 2)
  const { found, nearest } = roots(k, flat(p), flat(v), r.times(r))
  return found.and(h.below(p[2].plus(nearest.times(v[2])).abs()).not())
}

function isAhead(k: Kernel, x: Num): Mask {
  return k.num(0).atMost(x)
}

/** Where p + x v has a square length. */
function roots(k: Kernel, p: readonly Num[], v: readonly Num[], square: Num) {
  return quadratic(k, dot(v, v), dot(v, p), dot(p, p).minus(square))
}

/** Roots of a x² + 2 b x + c: the smallest that is not negative, and whether there is one. */
function quadratic(k: Kernel, a: Num, b: Num, c: Num) {
  const det = b.times(b).minus(a.times(c))
  const exist = det.below(0).or(a.below(MINVAL)).not()
  const root = det.sqrt()
  const all = [b.negated().minus(root), b.negated().plus(root)].map((x) => k.choose(exist, x.over(a), -1))
  const nearest = k.choose(isAhead(k, all[0]), all[0], all[1])
  return { all, nearest, found: isAhead(k, nearest) }
}
