import { actuatorInputName, type Data, JointType, type Model, ObjType } from '../../../src/index.ts'
import type { Command } from '../simulation/commands.ts'
import { checkbox, element, type Slider, section, slider } from './dom.ts'

/** Sliders for controls and joints, and switches for equality constraints. */
export class MotionPanel {
  readonly element: HTMLElement
  readonly #controls: Slider[]
  readonly #joints: { readonly qpos: number; readonly slider: Slider }[] = []

  constructor(m: Model, d: Data, send: (command: Command) => void) {
    this.#controls = Array.from({ length: m.nu }, (_, index) => {
      const limited = m.actuator_ctrllimited[index] === 1
      const [low, high] = limited ? m.actuator_ctrlrange.subarray(2 * index, 2 * index + 2) : [-1, 1]
      return slider(controlName(m, index), low!, high!, d.ctrl[index], (value) => send({ do: 'ctrl', index, value }))
    })
    for (let joint = 0; joint < m.njnt; joint++) {
      const type = m.jnt_type[joint]
      if (type !== JointType.hinge && type !== JointType.slide) continue
      const index = m.jnt_qposadr[joint]
      const wide = type === JointType.hinge ? Math.PI : m.stat.extent
      const [low, high] = m.jnt_limited[joint] ? m.jnt_range.subarray(2 * joint, 2 * joint + 2) : [-wide, wide]
      const name = m.names.name(ObjType.joint, joint) ?? `joint ${joint}`
      this.#joints.push({
        qpos: index,
        slider: slider(name, low!, high!, d.qpos[index], (value) => send({ do: 'qpos', index, value })),
      })
    }
    const equalities = Array.from({ length: m.neq }, (_, index) =>
      checkbox(m.names.name(ObjType.equality, index) ?? `equality ${index}`, d.eq_active[index] === 1, (active) =>
        send({ do: 'equality', index, active }),
      ),
    )
    const noise = slider('noise', 0, 1, 0, (scale) => send({ do: 'ctrlNoise', scale, rate: 2 }))
    this.element = element(
      'div',
      {},
      m.nu > 0 ? section('Controls', true, noise.element, ...this.#controls.map((each) => each.element)) : undefined,
      this.#joints.length > 0
        ? section('Joints', false, ...this.#joints.map((each) => each.slider.element))
        : undefined,
      equalities.length > 0 ? section('Equality', false, ...equalities) : undefined,
    )
  }

  update(d: Data): void {
    for (const [i, control] of this.#controls.entries()) control.show(d.ctrl[i])
    for (const { qpos, slider: each } of this.#joints) each.show(d.qpos[qpos])
  }
}

/** Name of a control: that of its actuator, with that of the input where an actuator has several. */
function controlName(m: Model, control: number): string {
  const actuator = m.actuator_ctrladr.findIndex(
    (first, i) => control >= first && control < first + m.actuator_ctrlnum[i],
  )
  const name = m.names.name(ObjType.actuator, actuator) ?? `actuator ${actuator}`
  const input =
    m.actuator_ctrlnum[actuator] > 1
      ? actuatorInputName(m, actuator, control - m.actuator_ctrladr[actuator])
      : undefined
  return input ? `${name} ${input}` : name
}
