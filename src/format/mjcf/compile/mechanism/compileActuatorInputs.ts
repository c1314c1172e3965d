import { GainType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import { ActuatorInput } from '../../schema/schemaActuator.ts'
import type { ActuatorSpec } from '../../schema/spec.ts'

/** The controls of an actuator. */
export interface Inputs {
  /** `actuator_ctrlspec`. */
  readonly bits: number
  readonly ranges: readonly (readonly number[])[]
  readonly limited: readonly boolean[]
}

const { pos, vel, ff, voltage, none } = ActuatorInput
/** A rotation as a vector, and as a quaternion. */
const EXPMAP = 1
const QUAT = 2

/** Which inputs an actuator has, and their ranges. Most have one, which has no name. */
export function inputsOf(spec: ActuatorSpec, range: readonly number[], limited: boolean): Inputs {
  const { attributes: a } = spec
  const wrong = (expected: string): never => {
    throw new ModelError('this actuator cannot have these inputs', {
      source: spec.source,
      attribute: 'input',
      expected,
    })
  }
  const same = (bits: number, count: number): Inputs => ({
    bits,
    ranges: Array(count).fill(range),
    limited: Array(count).fill(limited),
  })

  switch (a.gaintype) {
    case GainType.so3: {
      const bits = a.ctrlspec || EXPMAP
      if (bits !== EXPMAP && bits !== QUAT) wrong('expmap or quat')
      return same(bits, bits === QUAT ? 4 : 3)
    }
    case GainType.pid: {
      const bits = a.ctrlspec || pos | vel
      if (bits & ~(pos | vel | ff)) wrong('some of pos, vel, ff')
      const inputs = [
        { bit: pos, range, limited },
        { bit: vel, range: a.velrange, limited: isRange(a.velrange) },
        { bit: ff, range: a.ffrange, limited: isRange(a.ffrange) },
      ].filter(({ bit }) => bits & bit)
      return { bits, ranges: inputs.map((input) => input.range), limited: inputs.map((input) => input.limited) }
    }
    case GainType.dcmotor: {
      const bits = a.ctrlspec || voltage
      if (bits !== none && bits & none) wrong('none alone, or some of pos, vel, ff, voltage')
      return same(bits, [pos, vel, ff, voltage].filter((bit) => bits & bit).length)
    }
    default:
      if (a.ctrlspec !== 0) wrong('no attribute, as there is one input only')
      return same(0, 1)
  }
}

function isRange([low, high]: readonly number[]): boolean {
  return low < high
}
