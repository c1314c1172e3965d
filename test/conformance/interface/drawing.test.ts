import { beforeAll, describe, expect, test } from 'vitest'
import { drawDecor } from '../../../apps/viewer/scene/decor/decor.ts'
import { DecorBatches, headLength } from '../../../apps/viewer/scene/decorBatches.ts'
import { islandColor } from '../../../apps/viewer/scene/islandColor.ts'
import { drawCranks, drawTendons } from '../../../apps/viewer/scene/tendons.ts'
import { type DecorFlags, defaultVisFlags, type FrameKind, type VisFlags } from '../../../apps/viewer/scene/visFlags.ts'
import { Data, forward, getState, loadModel, type Model, StateBit, stateSize, step } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import {
  type DrawnShape,
  drawnShapes,
  expectedShapes,
  isSame,
  type ReferenceGeom,
  referenceScene,
} from '../support/drawnShapes.ts'
import { quietReference } from '../support/quietReference.ts'

/**
 * The viewer's decoration is that of the reference's abstract visualizer, `mjv_updateScene`: number, size, pose, color.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const SCENE = `<mujoco>
  <option><flag energy="enable"/></option>
  <asset><mesh name="m" vertex="0 0 0 .3 0 0 0 .4 0 0 0 .5 .1 .1 .1 .4 .4 .4"/></asset>
  <worldbody>
    <light name="lamp" pos="0 0 3"/><light pos="1 2 3" dir="-1 -2 -2"/>
    <camera name="c" pos="0 -1 2"/>
    <geom type="plane" size="2 2 .1"/>
    <site name="w" pos="1 1 1"/><site name="rail" pos="0 0 .9" zaxis="1 0 0"/>
    <body pos="0 0 1.2"><freejoint/><geom type="mesh" mesh="m"/><site name="s" size=".02" zaxis="0 .2 -1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="hinge" axis="0 1 0" range="-10 30"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/>
      <geom type="box" pos="0 0 .1" size=".02 .05 .03"/>
      <body pos=".5 0 0"><joint name="slide" type="slide" axis="0 0 1"/><joint name="ball" type="ball"/>
        <geom type="box" size=".05 .1 .15"/><site name="e" pos=".1 0 0" type="cylinder" size=".02 .03"/></body>
    </body>
    <body name="crank" pos="0 2 1"><joint axis="0 1 0"/><geom size=".1"/><site name="pin" pos="0 0 .2"/></body>
    <body pos=".6 .6 .049"><freejoint/><geom size=".05"/></body>
    <body pos="-.6 .6 .0995"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="-.6 .6 .299"><freejoint/><geom type="box" size=".1 .08 .1" euler="0 0 20"/></body>
    <body mocap="true" pos="-1 -1 1"><geom type="ellipsoid" size=".1 .2 .3"/></body>
  </worldbody>
  <tendon><spatial name="t" width=".01" range="0 .5"><site site="w"/><site site="e"/><pulley divisor="2"/>
    <site site="w"/><site site="pin"/></spatial></tendon>
  <equality><connect site1="e" site2="w"/><weld body1="arm" body2="crank"/><connect body1="arm" anchor=".1 .2 .3"/></equality>
  <actuator>
    <motor joint="hinge" ctrlrange="-2 2"/><motor joint="slide"/><motor joint="ball" gear="1 0 0"/>
    <position tendon="t" kp="3"/><motor site="e" gear="0 0 1 0 0 0"/><adhesion body="arm" ctrlrange="0 1"/>
    <general cranksite="pin" slidersite="rail" cranklength=".5"/>
    <general joint="hinge" dyntype="filter" dynprm=".1" actrange="0 1" actlimited="true"/>
  </actuator>
  <sensor><rangefinder site="s"/><rangefinder site="w"/></sensor>
</mujoco>`

interface Pair {
  readonly m: Model
  readonly d: Data
  readonly reference: ReferenceData
}

/** The same state in both engines, after some steps of ours. */
function pairOf(xml: string, steps: number): Pair {
  const m = loadModel(xml)
  const d = new Data(m)
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = [1, -1, 0.5, 2, 0.2, 0.4, 0.1, 0.5][i] ?? 0
  for (let i = 0; i < steps; i++) step(m, d)
  forward(m, d)
  const reference = new ReferenceData(new ReferenceModel(mj, xml))
  const state = new Float64Array(stateSize(m, StateBit.integration))
  getState(m, d, state, StateBit.integration)
  reference.setState(state, StateBit.integration)
  mj.mj_forward(reference.model.raw, reference.raw)
  return { m, d, reference }
}

/** Geoms that flags add to the reference's scene. */
function added(
  reference: ReferenceData,
  flags: Readonly<Record<string, boolean>>,
  options: { readonly frame?: number; readonly depth?: number },
): ReferenceGeom[] {
  const base = referenceScene(mj, reference, NOTHING).map((geom) => JSON.stringify(geom))
  return referenceScene(mj, reference, { ...NOTHING, ...flags }, options).filter((geom) => {
    const at = base.indexOf(JSON.stringify(geom))
    if (at >= 0) base.splice(at, 1)
    return at < 0
  })
}

const NOTHING = { TENDON: false, RANGEFINDER: false }

/** Shapes that are in one list and not in the other. */
function differences(
  ours: readonly DrawnShape[],
  theirs: readonly DrawnShape[],
  withColor = true,
): { more: DrawnShape[]; missing: DrawnShape[] } {
  const more = [...ours]
  const missing = theirs.filter((shape) => {
    const at = more.findIndex((each) => isSame(each, shape, withColor))
    if (at >= 0) more.splice(at, 1)
    return at < 0
  })
  return { more, missing }
}

function drawn(draw: (batches: DecorBatches) => void): DrawnShape[] {
  const batches = new DecorBatches()
  batches.begin()
  draw(batches)
  batches.end()
  return drawnShapes(batches.object)
}

function flagsWith(change: Partial<VisFlags>, decor: Partial<DecorFlags> = {}): VisFlags {
  const flags = defaultVisFlags()
  Object.assign(flags, change)
  Object.assign(flags.decor, { rangefinders: false }, decor)
  return flags
}

const agree = { more: [], missing: [] }

describe('decoration is that of the reference:', () => {
  let pair: Pair
  beforeAll(() => {
    pair = pairOf(SCENE, 20)
  })

  test.each([
    ['joints', ['JOINT'], { joints: true }],
    ['actuators', ['ACTUATOR'], { actuators: true }],
    ['activations', ['ACTUATOR', 'ACTIVATION'], { actuators: true, activations: true }],
    ['contact points', ['CONTACTPOINT'], { contactPoints: true }],
    ['contact forces', ['CONTACTFORCE'], { contactForces: true }],
    ['split contact forces', ['CONTACTFORCE', 'CONTACTSPLIT'], { contactForces: true, contactSplit: true }],
    ['centers of mass', ['COM'], { centers: true }],
    ['inertias', ['INERTIA'], { inertias: true }],
    ['scaled inertias', ['INERTIA', 'SCLINERTIA'], { inertias: true, scaledInertias: true }],
    ['the skeleton', ['AUTOCONNECT'], { connections: true }],
    ['cameras', ['CAMERA'], { cameras: true }],
    ['lights', ['LIGHT'], { lights: true }],
    ['rangefinders', ['RANGEFINDER'], { rangefinders: true }],
    ['body bounding volumes', ['BODYBVH'], { bodyVolumes: true }],
    ['mesh bounding volumes', ['MESHBVH'], { meshVolumes: true }],
  ] as const)('%s', (_, flags, decor) => {
    const { m, d, reference } = pair
    const theirs = added(reference, Object.fromEntries(flags.map((flag) => [flag, true])), {})
    expect(theirs.length).toBeGreaterThan(0)
    const ours = drawn((batches) => drawDecor(m, d, batches, flagsWith({}, decor), undefined))
    expect(
      differences(
        ours,
        theirs.flatMap((geom) => expectedShapes(geom, headLength)),
      ),
    ).toEqual(agree)
  })

  test('anchors of equality constraints', () => {
    const { m, d, reference } = pair
    const theirs = added(reference, { CONSTRAINT: true }, {})
    const ours = drawn((batches) => drawDecor(m, d, batches, flagsWith({}, { constraints: true }), undefined))
    // we also draw a line between them
    const balls = ours.filter(({ kind }) => kind === 'sphere')
    expect(
      differences(
        balls,
        theirs.flatMap((geom) => expectedShapes(geom, headLength)),
      ),
    ).toEqual(agree)
  })

  test('tendons and slider-cranks', () => {
    const { m, d, reference } = pair
    const all = referenceScene(mj, reference, { ...NOTHING, TENDON: true })
    const theirs = all.filter(({ objtype }) => objtype === TENDON || objtype === ACTUATOR)
    const ours = drawn((batches) => {
      drawTendons(m, d, batches, defaultVisFlags().groups.tendon, 1)
      drawCranks(m, d, batches)
    })
    expect(
      differences(
        ours,
        theirs.flatMap((geom) => expectedShapes(geom, headLength)),
      ),
    ).toEqual(agree)
  })

  test.each([
    ['body', 1],
    ['geom', 2],
    ['site', 3],
    ['camera', 4],
    ['contact', 6],
    ['world', 7],
  ] as const)('frames of %s', (kind: FrameKind, frame) => {
    const { m, d, reference } = pair
    // the reference draws camera frames only together with cameras
    const flags = kind === 'camera' ? { CAMERA: true } : {}
    const without = kind === 'camera' ? added(reference, flags, {}) : []
    const theirs = added(reference, flags, { frame }).slice(without.length)
    const ours = drawn((batches) => drawDecor(m, d, batches, flagsWith({ frames: kind }), undefined))
    const expected = theirs.flatMap((geom) => expectedShapes(geom, headLength))
    if (kind !== 'camera') expect(theirs.length).toBeGreaterThan(0)
    // our axes have more distinct colors
    if (kind === 'camera') expect(ours.length).toBe(3 * m.ncam)
    else expect(differences(ours, expected, false)).toEqual(agree)
  })

  test.each([0, 1, 2, 3])('mesh bounding volumes, level %i', (depth) => {
    const { m, d, reference } = pair
    const theirs = added(reference, { MESHBVH: true }, { depth })
    const ours = drawn((batches) =>
      drawDecor(m, d, batches, flagsWith({ volumeDepth: depth }, { meshVolumes: true }), undefined),
    )
    expect(
      differences(
        ours,
        theirs.flatMap((geom) => expectedShapes(geom, headLength)),
      ),
    ).toEqual(agree)
  })
})

const [TENDON, ACTUATOR, GEOM] = [18, 19, 5]

describe('island colors are those of the reference', () => {
  const stacks = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 .1"/>
    ${[0, 1, 2].map((i) => `<body pos="${i} 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`).join('')}
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .9"><freejoint/><geom size=".1"/></body>
    <body pos="3 0 3"><freejoint/><geom size=".1"/></body>
    <body pos="0 2 1"><joint/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint axis="0 1 0"/><geom size=".06"/></body></body>
    </worldbody></mujoco>`

  test.each([0, 100, 300, 900])('after %i steps', (steps) => {
    const m = loadModel(stacks)
    const d = new Data(m)
    const reference = new ReferenceData(new ReferenceModel(mj, stacks))
    for (let i = 0; i < steps; i++) {
      step(m, d)
      mj.mj_step(reference.model.raw, reference.raw)
    }
    const color = new Float32Array(3)
    const theirs = referenceScene(mj, reference, { ISLAND: true }).filter(({ objtype }) => objtype === GEOM)
    expect(theirs.length).toBe(m.ngeom)
    for (const { objid, rgba } of theirs) {
      if (!islandColor(m, d, m.geom_bodyid[objid], color)) continue
      for (let k = 0; k < 3; k++) expect(color[k], `geom ${objid}`).toBeCloseTo(rgba[k], 5)
    }
  })
})
