import { loadModel, type Model } from '../../src/index.ts'

/** A model of `models/` with an `actuator` element added. */
export function withActuators(xml: string, actuators: readonly string[]): Model {
  return loadModel(xml.replace('</worldbody>', `</worldbody><actuator>${actuators.join('')}</actuator>`))
}
