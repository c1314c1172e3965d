import { Data, loadModel, type Model, step } from '../../src/index.ts'
import { EVERY_ROW } from '../support/everyRow.ts'
import { spots, tiedArms } from '../support/islandScenes.ts'
import { box, ON_BOX, ON_FLOOR, sceneText } from '../support/sleepScenes.ts'

/** States that are damaged: each has integers of another kind that index something. */

const DELAYS = `
  <mujoco>
    <worldbody>
      <body><joint name="j"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".3 0 0"/></body>
    </worldbody>
    <actuator>
      <position joint="j" kp="10" delay=".02" nsample="12"/>
      <motor joint="j" delay=".01" nsample="6" interp="cubic"/>
    </actuator>
    <sensor>
      <jointpos joint="j" delay=".02" nsample="12" interp="linear"/>
      <accelerometer site="s" nsample="5" interval=".01"/>
    </sensor>
  </mujoco>`

const PILE =
  box(0, ON_FLOOR, 'name="a"') + box(0, ON_BOX) + box(1, ON_FLOOR, 'name="b"') + box(2, ON_FLOOR) + box(9, 50)
const WELD = '<equality><weld body1="a" body2="b"/></equality>'

/** A hand that is led, a muscle with an activation, a camera, and numbers of the user. */
const LED = `
  <mujoco>
    <size nuserdata="3"/>
    <worldbody>
      <camera/>
      <body name="hand" mocap="true" pos="0 0 1"><geom size=".02" contype="0" conaffinity="0"/></body>
      <body name="arm" pos="0 0 1"><joint name="j" type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="tip" pos=".3 0 0"/></body>
      <site name="hook" pos=".5 0 1.2"/>
    </worldbody>
    <equality><connect body1="arm" body2="hand" anchor=".3 0 0"/></equality>
    <tendon><spatial name="t"><site site="hook"/><site site="tip"/></spatial></tendon>
    <actuator><muscle tendon="t" lengthrange=".1 .9"/><motor joint="j" gear="0 1 0 0 0 0"/></actuator>
    <sensor><tendonpos tendon="t"/><framepos objtype="body" objname="arm"/></sensor>
  </mujoco>`

/** What it has, the model, and after how many steps. */
export const STATE_SCENES: readonly (readonly [has: string, xml: string, steps: number])[] = [
  ['rows of every kind', EVERY_ROW, 20],
  ['islands', spots(3), 300],
  ['tendons between trees', tiedArms(2), 50],
  ['delays', DELAYS, 40],
  ['sleeping trees', sceneText(PILE, WELD), 600],
  ['mocap and activation', LED, 30],
]

export interface StateScene {
  readonly m: Model
  readonly d: Data
}

const made = new Map<number, StateScene>()

/** The scene of this number, made once. Nothing may change it. */
export function stateScene(number: number): StateScene {
  const before = made.get(number)
  if (before !== undefined) return before
  const [, xml, steps] = STATE_SCENES[number]
  const m = loadModel(xml)
  const d = new Data(m)
  for (let i = 0; i < steps; i++) step(m, d)
  made.set(number, { m, d })
  return { m, d }
}
