import { beforeAll, describe, expect, test } from 'vitest'
import { cos, sin } from '../../../src/core/math/functions.ts'
import { Data, Integrator, loadModel, Solver, step } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/** Mocap bodies that lead others by welds: simulations of both engines while the mocap bodies move and turn. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

/**
 * A free box, carried rigidly, and the hand of an arm, led softly and with an offset, over a floor that the box meets.
 */
const SCENE = `<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="lead" mocap="true" pos="0 0 .5"/>
    <body name="guide" mocap="true" pos="1 0 .8" quat="1 .1 0 0"/>
    <body name="box" pos="0 0 .5"><freejoint/><geom type="box" size=".1 .15 .1"/></body>
    <body pos="1.5 0 1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 -.3 0 0"/>
      <body pos="-.3 0 0"><joint type="ball" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 -.3 0 0"/>
        <body name="hand" pos="-.3 0 0"><joint axis="1 0 0" damping=".05"/><geom size=".06"/></body></body></body>
  </worldbody>
  <equality>
    <weld body1="lead" body2="box"/>
    <weld body1="guide" body2="hand" relpose=".05 0 .1 1 0 .2 0" torquescale=".3" solref=".05 1"/>
  </equality>
</mujoco>`

const STEPS = 600

/** Poses of the mocap bodies at a time: circles, the first of which dips the box into the floor, and slow turns. */
function leadTo(time: number): { readonly pos: Float64Array; readonly quat: Float64Array } {
  const angle = 3 * time
  const pos = Float64Array.of(
    ...[0.2 * sin(angle), 0.2 * cos(angle), 0.3 + 0.25 * cos(2 * angle)],
    ...[1 + 0.1 * sin(angle), 0.1 * sin(2 * angle), 0.8],
  )
  const half = 0.4 * angle
  const quat = Float64Array.of(...[cos(half), 0, 0.6 * sin(half), 0.8 * sin(half)], ...[cos(0.2), sin(0.2), 0, 0])
  return { pos, quat }
}

describe('bodies that are welded to moving mocap bodies follow them as in the reference', () => {
  const solvers = [Solver.Newton, Solver.CG, Solver.PGS] as const
  const integrators = [Integrator.Euler, Integrator.RK4, Integrator.implicitfast] as const
  const cases = [
    ...solvers.map((solver) => ({ solver, integrator: Integrator.Euler })),
    ...integrators.slice(1).map((integrator) => ({ solver: Solver.Newton, integrator })),
  ].map((options) => [nameOf(Solver, options.solver), nameOf(Integrator, options.integrator), options] as const)

  test.each(cases)(`with %s and %s, over ${STEPS} steps`, (_, __, options) => {
    const m = loadModel(SCENE)
    const rm = new ReferenceModel(mj, SCENE)
    for (const opt of [m.opt, rm.raw.opt]) Object.assign(opt, { ...options, tolerance: 1e-12, iterations: 500 })
    const d = new Data(m)
    const rd = new ReferenceData(rm)
    let worst = 0
    let touched = 0
    for (let i = 0; i < STEPS; i++) {
      const { pos, quat } = leadTo(d.time)
      d.mocap_pos.set(pos)
      d.mocap_quat.set(quat)
      rd.set('mocap_pos', pos)
      rd.set('mocap_quat', quat)
      step(m, d)
      rd.call('mj_step')
      expect(d.nefc, `rows in step ${i}`).toBe(rd.raw.nefc)
      if (d.ncon > 0) touched++
      for (const name of ['qpos', 'qvel'] as const) {
        const theirs = rd.array(name)!
        for (let k = 0; k < theirs.length; k++) worst = Math.max(worst, Math.abs(d[name][k] - theirs[k]))
      }
    }
    rd.delete()
    rm.delete()
    expect(worst).toBeLessThan(1e-8)
    expect(touched).toBeGreaterThan(20)
    // the box is where it is led, but for its inertia and the floor
    expect(Math.hypot(d.qpos[0] - d.mocap_pos[0], d.qpos[1] - d.mocap_pos[1])).toBeLessThan(0.05)
  })
})

function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value)!
}
