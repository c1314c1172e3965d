import { Data, Integrator, loadModel, step } from '../../src/index.ts'
import { label } from './chart.ts'
import { drawCurves } from './curves.ts'

const INK = '#1f2937'
const COLORS = {
  Euler: '#9ca3af',
  RK4: '#7c3aed',
  implicitfast: '#2563eb',
  discrete: '#059669',
  ImplicitEuler: '#dc2626',
}

/** A weight on a stiff, weakly damped spring, as several integrators see it in steps that are long for it. */
export function drawIntegrators(): string[] {
  const m = loadModel(`<mujoco><option gravity="0 0 0"/><worldbody>
    <body><joint type="slide" axis="1 0 0" stiffness="400" damping=".4"/><geom size=".1" mass="1"/></body></worldbody></mujoco>`)
  const path = (name: keyof typeof COLORS, h: number) => {
    m.opt.integrator = Integrator[name]
    m.opt.timestep = h
    const d = new Data(m)
    d.qpos[0] = 1
    const [x, y]: [number[], number[]] = [[], []]
    while (d.time < 1.5 + 1e-9) {
      x.push(d.time)
      y.push(d.qpos[0])
      step(m, d)
    }
    return { name, color: COLORS[name], x, y }
  }
  const axes = { x: [0, 0.5, 1, 1.5], y: [-1, -0.5, 0, 0.5, 1], xName: 'time, s', yName: 'position, m' }
  const panel = (x: number, title: string, h: number, names: readonly (keyof typeof COLORS)[]) => [
    label(x + 200, 40, title, 'middle', INK, 15),
    drawCurves(
      names.map((name) => path(name, h)),
      axes,
      { x, y: 80, width: 400, height: 280 },
    ),
  ]
  return [
    ...panel(90, 'steps of 5 ms: 63 a period', 0.005, ['Euler', 'implicitfast', 'discrete', 'RK4']),
    ...panel(610, 'steps of 50 ms: 6 a period', 0.05, ['Euler', 'RK4', 'ImplicitEuler']),
  ]
}
