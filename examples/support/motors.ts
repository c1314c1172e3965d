import { loadModel, type Model } from '../../src/index.ts'

/** A model of the folder `models` with an element `actuator` added to it. */
export function withActuators(xml: string, actuators: readonly string[]): Model {
  return loadModel(xml.replace('</worldbody>', `</worldbody><actuator>${actuators.join('')}</actuator>`))
}
