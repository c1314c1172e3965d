import { actuatorInputName, type Data, JointType, type Model, ObjType } from '../../../src/index.ts'
import type { Command } from '../simulation/commands.ts'
import { button, checkbox, element, lazySection, row, type Slider, slider } from './dom.ts'

/** Sliders for controls and joints, and checkboxes for equality constraints. */
export class MotionPanel {
  readonly element: HTMLElement
  readonly #controls: HTMLDetailsElement
  readonly #joints: HTMLDetailsElement
  #controlSliders: Slider[] = []
  #jointSliders: { readonly qpos: number; readonly slider: Slider }[] = []

  constructor(m: Model, d: Data, send: (command: Command) => void) {
    this.#controls = lazySection('Controls', m.nu > 0 && m.nu <= 40, () => {
      this.#controlSliders = controlSliders(m, d, send)
      const [amount, rate] = [
        slider('noise', 0, 1, 0, (scale) => noise(scale, undefined)),
        slider('noise rate', 0.1, 20, 2, (value) => noise(undefined, value)),
      ]
      const now = { scale: 0, rate: 2 }
      const noise = (scale = now.scale, per = now.rate) => {
        now.scale = scale
        now.rate = per
        send({ do: 'ctrlNoise', scale, rate: per })
      }
      const zero = () => {
        send({ do: 'zeroCtrl' })
        now.scale = 0
        amount.show(0)
      }
      return [
        row(button('Zero', zero)),
        ...this.#controlSliders.map((each) => each.element),
        amount.element,
        rate.element,
      ]
    })
    this.#joints = lazySection('Joints', false, () => {
      this.#jointSliders = jointSliders(m, d, send)
      return this.#jointSliders.map((each) => each.slider.element)
    })
    const equality = lazySection('Equality', false, () =>
      Array.from({ length: m.neq }, (_, index) =>
        checkbox(m.names.name(ObjType.equality, index) ?? `equality ${index}`, d.eq_active[index] === 1, (active) =>
          send({ do: 'equality', index, active }),
        ),
      ),
    )
    const hasJoints = m.jnt_type.some(isScalar)
    this.element = element(
      'div',
      { class: 'sections' },
      m.nu > 0 ? this.#controls : undefined,
      hasJoints ? this.#joints : undefined,
      m.neq > 0 ? equality : undefined,
    )
  }

  update(d: Data): void {
    if (this.#controls.open) for (const [i, control] of this.#controlSliders.entries()) control.show(d.ctrl[i])
    if (this.#joints.open) for (const { qpos, slider: each } of this.#jointSliders) each.show(d.qpos[qpos])
  }
}

function controlSliders(m: Model, d: Data, send: (command: Command) => void): Slider[] {
  return Array.from({ length: m.nu }, (_, index) => {
    const limited = m.actuator_ctrllimited[index] === 1
    const [low, high] = limited ? m.actuator_ctrlrange.subarray(2 * index, 2 * index + 2) : [-1, 1]
    return slider(controlName(m, index), low, high, d.ctrl[index], (value) => send({ do: 'ctrl', index, value }))
  })
}

/** Sliders for hinges and slides. Without limits they range over ±π, or ± the extent of the model. */
function jointSliders(m: Model, d: Data, send: (command: Command) => void): { qpos: number; slider: Slider }[] {
  const sliders: { qpos: number; slider: Slider }[] = []
  for (let joint = 0; joint < m.njnt; joint++) {
    const type = m.jnt_type[joint]
    if (!isScalar(type)) continue
    const index = m.jnt_qposadr[joint]
    const wide = type === JointType.hinge ? Math.PI : m.stat.extent
    const [low, high] = m.jnt_limited[joint] ? m.jnt_range.subarray(2 * joint, 2 * joint + 2) : [-wide, wide]
    const name = m.names.name(ObjType.joint, joint) ?? `joint ${joint}`
    sliders.push({
      qpos: index,
      slider: slider(name, low, high, d.qpos[index], (value) => send({ do: 'qpos', index, value })),
    })
  }
  return sliders
}

function isScalar(type: number): boolean {
  return type === JointType.hinge || type === JointType.slide
}

/** Name of a control: that of its actuator, and of the input where an actuator has several. */
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
