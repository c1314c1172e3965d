import { MINVAL } from '../../core/math/constants.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import type { Model } from '../../core/model/model.ts'
import { mustStayZero } from '../language/fixedNumbers.ts'
import type { Index, LaneKernel, Num } from '../language/kernelLanguage.ts'
import { add, cross, dot, group, rotate, rotateBack, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { Option } from '../record/kernelLayout.ts'

/** Fluid forces of bodies as their equivalent inertia boxes, as `fluid`: (cvel, poses) → adds to qfrc_fluid. */
export function fluidForces(k: LaneKernel, m: Model): void {
  // ellipsoids, of which there are none, must not appear
  for (let g = 0; g < m.ngeom; g++) mustStayZero(k, m, 'geom_fluid', 12 * g)
  const chains = chainsOf(m)
  const bodies = [...m.body_parentid.keys()].filter((b) => b > 0 && chains.num[b] > 0)
  const body = k.table('fluid_body', bodies)
  const table = (name: string, values: Int32Array) =>
    k.table(
      `fluid_${name}`,
      bodies.map((b) => values[b]),
    )
  const [root, adr, num] = [table('root', m.body_rootid), table('adr', chains.adr), table('num', chains.num)]
  const dof = k.table('chain_dofs', chains.dofs)
  const out = k.field('qfrc_fluid')
  k.loop(0, bodies.length, (s) => {
    const b = body.at(s)
    k.when(k.any(k.numbers('body_mass').at(b).below(MINVAL).not()), () => {
      const R = group(k.field('ximat', 9), b, 9)
      const arm = sub(vec3At(k.field('xipos', 3), b), vec3At(k.field('subtree_com', 3), root.at(s)))
      const [wx, wy, wz, ...linear] = group(k.field('cvel', 6), b, 6)
      const omega: Vec3 = [wx, wy, wz]
      const v = [0, 1, 2].map((i) =>
        linear[i].plus(cross(omega, arm)[i]).minus(k.numbers('options').at(Option.wind + i)),
      ) as unknown as Vec3
      const { force, torque } = boxWrench(k, b, rotateBack(R, omega), rotateBack(R, v))
      const [f, t] = [rotate(R, force), rotate(R, torque)]
      k.loop(adr.at(s), k.sum(adr.at(s), num.at(s)), (e) => {
        const i = dof.at(e)
        const [ax, ay, az, ...shift] = group(k.field('cdof', 6), i, 6)
        const moved = add<readonly Num[]>(shift, cross([ax, ay, az], arm))
        out.set(
          i,
          out
            .at(i)
            .plus(dot(moved, f))
            .plus(dot([ax, ay, az], t)),
        )
      })
    })
  })
}

/** Viscous drag of the equivalent sphere, and quadratic drag of the faces, in the axes of inertia. */
function boxWrench(k: LaneKernel, body: Index, omega: Vec3, velocity: Vec3): { force: Vec3; torque: Vec3 } {
  const options = k.numbers('options')
  const density = options.at(Option.density)
  const viscosity = options.at(Option.viscosity)
  const inertia = vec3At(k.numbers('body_inertia', 3), body)
  const mass = k.numbers('body_mass').at(body)
  const sides = [0, 1, 2].map((i) => {
    const twice = inertia[(i + 1) % 3].plus(inertia[(i + 2) % 3]).minus(inertia[i])
    return twice.max(MINVAL).times(6).over(mass).sqrt()
  })
  const diameter = sides[0].plus(sides[1]).plus(sides[2]).over(3)
  const fourth = (x: Num): Num => x.times(x).times(x).times(x)
  const axes = [0, 1, 2].map((i) => {
    const [side, p, q] = [sides[i], sides[(i + 1) % 3], sides[(i + 2) % 3]]
    const [w, v] = [omega[i], velocity[i]]
    const viscous = diameter
      .times(3 * Math.PI)
      .times(viscosity)
      .times(v)
    const turning = diameter.times(Math.PI).times(diameter).times(diameter).times(viscosity).times(w)
    const drag = density.times(0.5).times(p).times(q).times(v.abs()).times(v)
    const moment = density
      .times(side)
      .times(fourth(p).plus(fourth(q)))
      .times(w.abs())
      .times(w)
      .over(64)
    return { force: k.num(0).minus(viscous).minus(drag), torque: k.num(0).minus(turning).minus(moment) }
  })
  const [x, y, z] = axes
  return { force: [x.force, y.force, z.force], torque: [x.torque, y.torque, z.torque] }
}

/** Why forces of a medium stay in TypeScript. */
export function fluidUnsupported(m: Model, varies: LaneKernel['varies']): string | undefined {
  if (m.opt.density === 0 && m.opt.viscosity === 0) return 'there is no medium'
  for (let g = 0; g < m.ngeom; g++)
    if (m.geom_fluid[12 * g] !== 0 || varies('geom_fluid', 12 * g)) return `geom ${g} is an ellipsoid in a medium`
  return undefined
}
