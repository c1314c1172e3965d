import { expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { ObjType, SleepState } from '../model/enums.ts'
import { updateAwake, WIDE_AWAKE } from './awakeSets.ts'
import { Data } from './data.ts'
import { sleepingTrees, sleepState, treeAwake } from './sleepState.ts'

const { static: STATIC, asleep: ASLEEP, awake: AWAKE } = SleepState

const m = loadModel(`
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/><site name="w"/>
    <body name="a"><freejoint name="a"/><geom name="a" size=".1"/><site name="a"/>
      <body name="a2"><joint name="a2"/><geom size=".1"/><camera name="a"/></body></body>
    <body name="base" pos="2 0 0"><geom size=".1"/>
      <body name="b"><joint name="b"/><geom size=".1"/><site name="b"/></body>
      <body name="c" pos="1 0 0"><joint name="c"/><geom size=".1"/><site name="c"/><light name="c"/></body></body>
    <body name="hand" mocap="true"><geom size=".1"/></body>
    <body name="d" pos="0 3 0"><joint name="d" type="ball"/><geom size=".1"/><site name="d"/></body>
  </worldbody>
  <tendon>
    <fixed name="bc"><joint joint="b" coef="1"/><joint joint="c" coef="1"/></fixed>
    <spatial name="cd"><site site="c"/><site site="d"/></spatial>
    <spatial name="w"><site site="w"/><site site="b"/></spatial>
    <spatial name="all"><site site="a"/><site site="b"/><site site="c"/></spatial>
  </tendon>
  <equality><joint joint1="b" joint2="c"/><weld body1="a"/><connect site1="c" site2="d"/></equality>
  <actuator><motor joint="b"/><motor tendon="cd"/><motor site="a" refsite="d"/><motor cranksite="a" slidersite="d" cranklength="1"/></actuator>
  <sensor>
    <clock/><jointpos joint="b"/><framepos objtype="site" objname="c" reftype="site" refname="d"/>
    <framepos objtype="site" objname="w"/><rangefinder site="b"/><gyro site="d"/>
    <framepos objtype="site" objname="w" reftype="xbody" refname="base"/><contact site="b"/><contact geom1="a"/>
  </sensor>
</mujoco>`)

/** Lets these trees sleep, each alone. */
function asleep(...trees: number[]): Data {
  const d = new Data(m)
  d.tree_asleep.fill(WIDE_AWAKE)
  for (const t of trees) d.tree_asleep[t] = t
  updateAwake(m, d)
  return d
}

/** Ranges, as pairs. */
const ranges = (d: Data, spans: Int32Array) =>
  Array.from({ length: d.nspan }, (_, i) => [spans[2 * i], spans[2 * i + 1]])
const bodies = (...names: string[]) => names.map((name) => m.names.id(ObjType.body, name))

test('when nothing sleeps there is one range of everything', () => {
  const d = asleep()
  expect(d.nspan).toBe(1)
  expect(ranges(d, d.span_body)).toEqual([[0, m.nbody]])
  expect(ranges(d, d.span_tree)).toEqual([[0, m.ntree]])
  expect(ranges(d, d.span_jnt)).toEqual([[0, m.njnt]])
  expect(ranges(d, d.span_dof)).toEqual([[0, m.nv]])
  expect(ranges(d, d.span_geom)).toEqual([[0, m.ngeom]])
  expect(ranges(d, d.span_site)).toEqual([[0, m.nsite]])
  expect([d.ntree_awake, d.nbody_awake, d.nparent_awake, d.nv_awake]).toEqual([4, m.nbody, m.nbody - 1, m.nv])
})

test('ranges leave out sleeping trees: bodies, joints, dofs, geoms and sites of the same trees', () => {
  // all sets of trees
  for (let set = 0; set < 16; set++) {
    const d = asleep(...[0, 1, 2, 3].filter((t) => set & (1 << t)))
    const sleeps = (body: number) => m.body_treeid[body] >= 0 && (set & (1 << m.body_treeid[body])) !== 0
    const check = (spans: Int32Array, count: number, body: (i: number) => number) => {
      const listed = ranges(d, spans).flatMap(([first, end]) =>
        Array.from({ length: end - first }, (_, i) => first + i),
      )
      expect(listed).toEqual(Array.from({ length: count }, (_, i) => i).filter((i) => !sleeps(body(i))))
    }
    check(d.span_body, m.nbody, (i) => i)
    check(d.span_tree, m.ntree, (i) => m.tree_bodyadr[i])
    check(d.span_jnt, m.njnt, (i) => m.jnt_bodyid[i])
    check(d.span_dof, m.nv, (i) => m.dof_bodyid[i])
    check(d.span_geom, m.ngeom, (i) => m.geom_bodyid[i])
    check(d.span_site, m.nsite, (i) => m.site_bodyid[i])
    expect([...d.dof_awake_ind.subarray(0, d.nv_awake)]).toEqual(
      Array.from({ length: m.nv }, (_, i) => i).filter((i) => !sleeps(m.dof_bodyid[i])),
    )
    expect([...d.body_awake_ind.subarray(0, d.nbody_awake)]).toEqual(
      Array.from({ length: m.nbody }, (_, i) => i).filter((i) => !sleeps(i)),
    )
    expect([...d.parent_awake_ind.subarray(0, d.nparent_awake)]).toEqual(
      Array.from({ length: m.nbody }, (_, i) => i).filter((i) => i > 0 && !sleeps(m.body_parentid[i])),
    )
    expect(sleepingTrees(m, d)).toBe(m.ntree - d.ntree_awake)
  }
})

test('bodies are as their tree is; what the user moves is awake, and the rest can neither sleep nor wake', () => {
  const d = asleep(0, 2)
  const [world, a, a2, base, b, c, hand] = [0, ...bodies('a', 'a2', 'base', 'b', 'c', 'hand')]
  expect([world, a, a2, base, b, c, hand].map((body) => d.body_awake[body])).toEqual([
    STATIC,
    ASLEEP,
    ASLEEP,
    STATIC,
    AWAKE,
    ASLEEP,
    AWAKE,
  ])
  expect([0, 1, 2, 3].map((t) => treeAwake(d, t))).toEqual([false, true, false, true])
})

test('what is fixed to a body is as the body is', () => {
  const d = asleep(0, 2)
  const state = (type: ObjType, name: string) => sleepState(m, d, type, m.names.id(type, name))
  expect(state(ObjType.joint, 'a2')).toBe(ASLEEP)
  expect(sleepState(m, d, ObjType.dof, m.tree_dofadr[1])).toBe(AWAKE)
  expect(state(ObjType.geom, 'a')).toBe(ASLEEP)
  expect(state(ObjType.site, 'w')).toBe(STATIC)
  expect(state(ObjType.camera, 'a')).toBe(ASLEEP)
  expect(state(ObjType.light, 'c')).toBe(ASLEEP)
})

test('tendons, equalities, actuators and sensors sleep when all that they join does', () => {
  const states = (type: ObjType, count: number, ...trees: number[]) => {
    const d = asleep(...trees)
    return Array.from({ length: count }, (_, i) => sleepState(m, d, type, i))
  }
  // tendons: between b and c, between c and d, between the world and b, over three trees
  expect(states(ObjType.tendon, 4, 1)).toEqual([AWAKE, AWAKE, ASLEEP, AWAKE])
  expect(states(ObjType.tendon, 4, 0, 1, 2)).toEqual([ASLEEP, AWAKE, ASLEEP, AWAKE])
  // equalities: b with c, a with the world, c with d
  expect(states(ObjType.equality, 3, 0, 1)).toEqual([AWAKE, ASLEEP, AWAKE])
  expect(states(ObjType.equality, 3, 1, 2)).toEqual([ASLEEP, AWAKE, AWAKE])
  // actuators: joint b, tendon c–d, site a seen from d, crank from a to d
  expect(states(ObjType.actuator, 4, 0, 1, 2)).toEqual([ASLEEP, AWAKE, ASLEEP, AWAKE])
  expect(states(ObjType.actuator, 4, 0, 3)).toEqual([AWAKE, AWAKE, ASLEEP, ASLEEP])
  // sensors: clock, joint b, c seen from d, the world, rangefinder on b, gyro on d, fixed seen from fixed, contacts in
  // b, of a
  expect(states(ObjType.sensor, 9, 1, 2)).toEqual([
    ...[AWAKE, ASLEEP, AWAKE, AWAKE, AWAKE, AWAKE],
    ...[AWAKE, AWAKE, AWAKE],
  ])
  expect(states(ObjType.sensor, 9, 2, 3)).toEqual([
    ...[AWAKE, AWAKE, ASLEEP, AWAKE, AWAKE, ASLEEP],
    ...[AWAKE, AWAKE, AWAKE],
  ])
  expect(states(ObjType.sensor, 9, 0).at(8)).toBe(ASLEEP)
})
