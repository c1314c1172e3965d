import { type Data, type Model, ObjType, Warning } from '../../../src/index.ts'
import { element, section, setText } from './dom.ts'

/** Text of each warning; `info` is `Data.warning_lastinfo`. */
const TEXTS: Readonly<Record<keyof typeof Warning, (m: Model, info: number) => string>> = {
  inertia: (m, dof) => `inertia too small or not finite at dof ${dof}${jointOf(m, dof)}`,
  contactfull: () => 'too many contacts',
  cnstrfull: () => 'too many constraint rows',
  badqpos: (_, index) => `a position is not finite or too large: qpos[${index}]`,
  badqvel: (m, dof) => `a velocity is not finite or too large: dof ${dof}${jointOf(m, dof)}`,
  badqacc: (m, dof) => `an acceleration is not finite or too large: dof ${dof}${jointOf(m, dof)}`,
  badctrl: (_, control) => `a control is not finite or too large: ctrl[${control}]`,
  sleepless: () => 'the RK4 integrator does not support sleeping',
  mixedsolref: (_, row) => `solref has mixed signs: constraint row ${row}`,
  unconverged: (_, island) => `the solver did not converge, the fallback solver took over: island ${island}`,
  indefinite: (_, island) => `the Newton Hessian was not positive definite: island ${island}`,
  capped: (_, most) => `an option allows more than ${most} iterations; a step makes at most ${most}`,
}

function jointOf(m: Model, dof: number): string {
  const name = dof >= 0 && dof < m.nv ? m.names.name(ObjType.joint, m.dof_jntid[dof]) : undefined
  return name === undefined ? '' : ` (${name})`
}

/** Warnings about the model, and of the engine since the last reset. Their number is in the heading. */
export class WarningPanel {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #d: Data
  readonly #list = element('ul', { class: 'plain', role: 'status', 'aria-label': 'Warnings' })
  #shown: string | undefined

  constructor(m: Model, d: Data) {
    this.#m = m
    this.#d = d
    this.element = section('Warnings', false, this.#list)
    this.update()
  }

  update(): void {
    const d = this.#d
    const present = (Object.keys(Warning) as (keyof typeof Warning)[]).filter(
      (name) => d.warning_number[Warning[name]] > 0,
    )
    const shown = present.map((name) => `${name} ${d.warning_number[Warning[name]]}`).join()
    if (shown === this.#shown) return
    this.#shown = shown
    const ofEngine = present.map((name) => {
      const count = d.warning_number[Warning[name]]
      const text = TEXTS[name](this.#m, d.warning_lastinfo[Warning[name]])
      return count > 1 ? `${text} (${count} times)` : text
    })
    const texts = [...this.#m.warnings, ...ofEngine]
    this.element.classList.toggle('alarm', texts.length > 0)
    setText(this.element.querySelector('summary')!, texts.length > 0 ? `Warnings (${texts.length})` : 'Warnings')
    this.#list.replaceChildren(
      ...(texts.length === 0 ? [element('li', { class: 'faint' }, 'none')] : []),
      ...texts.map((text) => element('li', {}, text)),
    )
  }
}
