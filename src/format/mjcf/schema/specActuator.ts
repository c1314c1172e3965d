import type { ActuatorAttributes, ActuatorTag } from './schemaActuator.ts'
import type { SensorAttributes, SensorKind } from './schemaSensor.ts'
import type { Element } from './spec.ts'

/** What `Spec` holds of actuators and sensors. */

/** An actuator of any tag: `kind` is the tag, the attributes are in the words of `general`. */
export type ActuatorSpec = Element<ActuatorTag, ActuatorAttributes>

/** A sensor of any type: `kind` is its entry in the grammar, `type` its `SensorType`. */
export interface SensorSpec extends Element<SensorKind, SensorAttributes> {
  readonly type: number
}
