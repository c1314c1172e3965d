import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'
import { loadModel } from '../../src/format/load.ts'
import { MUTATIONS, Random } from './mutate.ts'
import { fuzzRuns } from './runs.ts'

const RUNS = fuzzRuns(2000)
/** Longest that one damaged model may take, ms: a second of copying, on a machine that is busy. */
const LIMIT = 10_000

const PARENT = `<mujoco>
  <compiler conflict="merge"/><option timestep=".001"/>
  <asset><model name="arm" file="arm.xml"/></asset>
  <worldbody>
    <frame pos="0 0 1"><replicate count="3" offset="1 0 0" euler="0 0 30" sep="_">
      <body name="b"><joint name="j"/><geom name="g" size=".1"/>
        <replicate count="2"><site name="s"/></replicate><attach model="arm" body="arm" prefix="left"/></body>
    </replicate></frame>
    <frame name="f"><geom name="lone" size=".1"/></frame><attach frame="f" prefix="other"/>
    <composite type="cable" prefix="c" count="5" size="1 .2 .3" curve="s cos(s)" initial="free">
      <geom type="capsule" size=".01"/><joint kind="main" damping="1"/></composite>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos joint="j"/><clock/></sensor>
  <contact><exclude body1="world" body2="b"/></contact>
</mujoco>`
const ARM = `<mujoco model="arm"><option timestep=".002"/><default><default class="thin"><geom size=".1"/></default></default>
  <worldbody><body name="arm"><joint name="hinge"/><geom name="rod" class="thin"/></body></worldbody>
  <tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed></tendon>
  <keyframe><key name="home" qpos="1"/></keyframe></mujoco>`

test('the models that are damaged here load while they are whole', () => {
  expect(() => loadModel(PARENT, { files: { 'arm.xml': ARM } })).not.toThrow()
})

test(`${RUNS} damaged models that ask for copies load or give a ModelError that says where`, () => {
  const names = Object.keys(MUTATIONS)
  let loaded = 0
  for (let seed = 0; seed < RUNS; seed++) {
    const random = new Random(seed)
    const mutation = names[seed % names.length]
    const damage = (xml: string) => MUTATIONS[mutation](xml, random)
    const inParent = random.next() < 0.7
    const files = { 'arm.xml': inParent ? ARM : damage(ARM), 'self.xml': PARENT }
    const xml = inParent ? damage(PARENT) : PARENT
    const start = performance.now()
    try {
      loadModel(xml, { files, fileName: 'robot.xml' })
      loaded++
    } catch (error) {
      if (!(error instanceof ModelError)) {
        throw new Error(`seed ${seed}, ${mutation}: ${xml}\n${files['arm.xml']}`, { cause: error })
      }
      expect(error.line, `seed ${seed}, ${mutation}: ${error.message}`).toBeGreaterThan(0)
    }
    expect(performance.now() - start, `seed ${seed}, ${mutation}, ms`).toBeLessThan(LIMIT)
  }
  expect(loaded).toBeGreaterThan(RUNS / 20)
  expect(loaded).toBeLessThan(RUNS / 2)
}, 120_000)
