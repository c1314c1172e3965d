/**
 * Writes models/muscle_arm.xml: a right arm with seven joints and a hundred muscle strands around the head of the
 * humerus, the elbow, and the wrist. `npx tsx scripts/muscleArm.ts` writes it, and a test keeps it current.
 *
 * The torso faces +x, left is +y, up is +z. The arm hangs down, palm to the front. Sizes are those of a tall adult,
 * rounded. Strengths have the right order of magnitude only.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Data, kinematics, loadModel, ObjType, tendon } from '../src/index.ts'
import { Random } from '../tools/compare/randomState.ts'

type Point = readonly [number, number, number]
type Body = 'torso' | 'humerus' | 'ulna' | 'radius' | 'hand'

/** Where the strands of a muscle are fastened: in a row from one point to another of a body. */
interface Row {
  readonly body: Body
  readonly first: Point
  readonly last: Point
}

/** A geom to pass by, and the site that says on which side. */
interface Around {
  readonly geom: 'humeral_head' | 'elbow' | 'wrist'
  readonly side: string
}

interface Muscle {
  readonly name: string
  readonly strands: number
  /** Of all strands together, N. */
  readonly force: number
  readonly path: readonly (Row | Around)[]
}

/** Positions in the torso are from the center of the shoulder. */
const row = (body: Body, first: Point, last: Point = first): Row => ({ body, first, last })
const around = (geom: Around['geom'], side: string): Around => ({ geom, side })
const overShoulder = (side: 'front' | 'top' | 'back' | 'below') => around('humeral_head', `shoulder_${side}`)
const frontOfElbow = around('elbow', 'elbow_front')
const backOfElbow = around('elbow', 'elbow_back')
const palmSide = around('wrist', 'wrist_palm')
const backSide = around('wrist', 'wrist_back')

/** Sites that strings pass on the side of. */
const SIDES: readonly [string, Body, Point][] = [
  ['shoulder_front', 'torso', [0.07, -0.02, 0]],
  ['shoulder_top', 'torso', [0, -0.03, 0.07]],
  ['shoulder_back', 'torso', [-0.07, -0.02, 0]],
  ['shoulder_below', 'torso', [0, 0.03, -0.07]],
  ['elbow_front', 'humerus', [0.06, 0, -0.3]],
  ['elbow_back', 'humerus', [-0.06, 0, -0.3]],
  ['wrist_palm', 'radius', [0.05, 0, -0.26]],
  ['wrist_back', 'radius', [-0.05, 0, -0.26]],
]

const MEDIAL = row('humerus', [0.012, 0.032, -0.275], [0, 0.034, -0.285])
const LATERAL = row('humerus', [0, -0.03, -0.26], [-0.008, -0.032, -0.285])

/** A hundred strands. */
export const MUSCLES: readonly Muscle[] = [
  muscle(
    'deltoid_front',
    6,
    900,
    row('torso', [0.05, 0.09, 0.045], [0.025, 0.01, 0.05]),
    overShoulder('front'),
    row('humerus', [0.012, -0.014, -0.12], [0.016, -0.01, -0.14]),
  ),
  muscle(
    'deltoid_middle',
    6,
    1100,
    row('torso', [0.022, -0.004, 0.052], [-0.025, -0.004, 0.052]),
    overShoulder('top'),
    row('humerus', [0.008, -0.018, -0.12], [-0.008, -0.018, -0.14]),
  ),
  muscle(
    'deltoid_back',
    6,
    600,
    row('torso', [-0.04, 0.01, 0.045], [-0.09, 0.08, 0.03]),
    overShoulder('back'),
    row('humerus', [-0.012, -0.014, -0.12], [-0.016, -0.01, -0.14]),
  ),
  muscle(
    'pectoralis',
    8,
    1200,
    row('torso', [0.08, 0.12, 0.02], [0.1, 0.16, -0.14]),
    overShoulder('front'),
    row('humerus', [0.016, -0.002, -0.05], [0.016, -0.004, -0.09]),
  ),
  muscle(
    'latissimus',
    8,
    1000,
    row('torso', [-0.1, 0.14, -0.08], [-0.09, 0.14, -0.28]),
    overShoulder('below'),
    row('humerus', [0.012, 0.008, -0.05], [0.012, 0.008, -0.08]),
  ),
  muscle(
    'supraspinatus',
    3,
    400,
    row('torso', [-0.05, 0.08, 0.035], [-0.06, 0.09, 0.03]),
    overShoulder('top'),
    row('humerus', [0.006, -0.02, 0.018]),
  ),
  muscle(
    'infraspinatus',
    4,
    900,
    row('torso', [-0.08, 0.1, 0], [-0.09, 0.09, -0.07]),
    overShoulder('back'),
    row('humerus', [-0.016, -0.022, 0.006], [-0.018, -0.02, -0.004]),
  ),
  muscle(
    'subscapularis',
    4,
    1000,
    row('torso', [-0.06, 0.09, 0], [-0.06, 0.09, -0.07]),
    overShoulder('front'),
    row('humerus', [0.022, 0.016, 0.004], [0.022, 0.016, -0.012]),
  ),
  muscle(
    'teres',
    2,
    300,
    row('torso', [-0.09, 0.07, -0.09], [-0.09, 0.06, -0.11]),
    overShoulder('below'),
    row('humerus', [0.008, 0.012, -0.05]),
  ),
  muscle(
    'coracobrachialis',
    2,
    200,
    row('torso', [0.045, 0.035, 0.01]),
    overShoulder('front'),
    row('humerus', [0.004, 0.015, -0.14], [0.004, 0.015, -0.17]),
  ),
  muscle(
    'biceps_long',
    3,
    500,
    row('torso', [0.004, 0.03, 0.034]),
    overShoulder('top'),
    row('humerus', [0.03, -0.012, -0.12], [0.034, -0.004, -0.12]),
    frontOfElbow,
    row('radius', [0.012, -0.004, -0.045]),
  ),
  muscle(
    'biceps_short',
    3,
    400,
    row('torso', [0.045, 0.035, 0.01]),
    row('humerus', [0.036, 0.004, -0.13], [0.036, 0.012, -0.13]),
    frontOfElbow,
    row('radius', [0.012, -0.004, -0.045]),
  ),
  muscle(
    'brachialis',
    4,
    900,
    row('humerus', [0.015, -0.008, -0.16], [0.015, 0.012, -0.2]),
    frontOfElbow,
    row('ulna', [0.012, 0.006, -0.035], [0.012, 0.016, -0.035]),
  ),
  muscle(
    'brachioradialis',
    2,
    250,
    row('humerus', [0.006, -0.018, -0.2], [0.006, -0.02, -0.22]),
    frontOfElbow,
    row('radius', [0.01, -0.02, -0.22]),
  ),
  muscle(
    'triceps_long',
    3,
    800,
    row('torso', [-0.03, 0.03, -0.035]),
    row('humerus', [-0.026, 0.012, -0.14], [-0.026, 0.002, -0.14]),
    backOfElbow,
    row('ulna', [-0.022, 0.006, 0.012], [-0.022, 0.012, 0.012]),
  ),
  muscle(
    'triceps_lateral',
    3,
    600,
    row('humerus', [-0.014, -0.01, -0.09], [-0.014, -0.012, -0.15]),
    backOfElbow,
    row('ulna', [-0.022, -0.004, 0.012]),
  ),
  muscle(
    'triceps_medial',
    3,
    600,
    row('humerus', [-0.014, 0.008, -0.14], [-0.014, 0.012, -0.2]),
    backOfElbow,
    row('ulna', [-0.022, 0.012, 0.012]),
  ),
  muscle('anconeus', 1, 150, row('humerus', [-0.012, -0.03, -0.285]), row('ulna', [-0.016, 0, -0.04])),
  muscle(
    'pronator_teres',
    2,
    300,
    row('humerus', [0.014, 0.03, -0.27], [0.01, 0.03, -0.28]),
    row('radius', [0.012, -0.022, -0.11], [0.012, -0.022, -0.13]),
  ),
  muscle('pronator_quadratus', 1, 100, row('ulna', [0.014, 0.02, -0.21]), row('radius', [0.012, -0.024, -0.21])),
  muscle(
    'supinator',
    2,
    250,
    row('ulna', [-0.012, 0.012, -0.03], [-0.012, 0.012, -0.05]),
    row('radius', [-0.012, -0.024, -0.06], [-0.012, -0.024, -0.08]),
  ),
  muscle(
    'flexor_radialis',
    3,
    200,
    MEDIAL,
    row('radius', [0.02, -0.006, -0.15], [0.022, 0, -0.15]),
    palmSide,
    row('hand', [0.008, -0.022, -0.04], [0.008, -0.014, -0.04]),
  ),
  muscle(
    'flexor_ulnaris',
    3,
    250,
    MEDIAL,
    row('ulna', [0.016, 0.024, -0.15], [0.02, 0.02, -0.15]),
    palmSide,
    row('hand', [0.008, 0.03, -0.03], [0.008, 0.024, -0.03]),
  ),
  muscle(
    'finger_flexors',
    6,
    700,
    MEDIAL,
    row('radius', [0.024, 0.012, -0.16], [0.024, -0.012, -0.16]),
    palmSide,
    row('hand', [0.01, 0.03, -0.09], [0.01, -0.03, -0.09]),
  ),
  muscle(
    'extensor_radialis',
    3,
    300,
    LATERAL,
    row('radius', [-0.018, -0.014, -0.15], [-0.02, -0.008, -0.15]),
    backSide,
    row('hand', [-0.01, -0.024, -0.03], [-0.01, -0.014, -0.03]),
  ),
  muscle(
    'extensor_ulnaris',
    3,
    200,
    LATERAL,
    row('ulna', [-0.016, 0.022, -0.15], [-0.02, 0.018, -0.15]),
    backSide,
    row('hand', [-0.01, 0.03, -0.03], [-0.01, 0.024, -0.03]),
  ),
  muscle(
    'finger_extensors',
    6,
    300,
    LATERAL,
    row('radius', [-0.022, 0.012, -0.16], [-0.022, -0.01, -0.16]),
    backSide,
    row('hand', [-0.012, 0.03, -0.09], [-0.012, -0.03, -0.09]),
  ),
]

function muscle(name: string, strands: number, force: number, ...path: readonly (Row | Around)[]): Muscle {
  return { name, strands, force, path }
}

const isRow = (part: Row | Around): part is Row => 'body' in part
const strandNames = ({ name, strands }: Muscle) => Array.from({ length: strands }, (_, i) => `${name}_${i}`)
const number = (x: number) => `${Number(x.toFixed(5))}`.replace('0.', '.')
const triple = (point: readonly number[]) => point.map(number).join(' ')
const between = (a: Point, b: Point, share: number) => a.map((x, i) => x + (b[i] - x) * share)

/** Sites of all strands that are fastened to a body, and side sites. */
function sitesOf(body: Body, indent: string): string {
  const lines: string[] = []
  for (const m of MUSCLES)
    for (const [part, place] of m.path.entries()) {
      if (!isRow(place) || place.body !== body) continue
      for (const [i, name] of strandNames(m).entries()) {
        const share = m.strands === 1 ? 0 : i / (m.strands - 1)
        lines.push(`<site name="${name}_${part}" pos="${triple(between(place.first, place.last, share))}"/>`)
      }
    }
  for (const [name, where, pos] of SIDES)
    if (where === body) lines.push(`<site name="${name}" class="side" pos="${triple(pos)}"/>`)
  return lines.map((line) => `${indent}${line}\n`).join('')
}

function tendons(): string {
  const lines: string[] = []
  for (const m of MUSCLES)
    for (const name of strandNames(m)) {
      const path = m.path.map((part, k) =>
        isRow(part) ? `<site site="${name}_${k}"/>` : `<geom geom="${part.geom}" sidesite="${part.side}"/>`,
      )
      lines.push(`    <spatial name="${name}">${path.join('')}</spatial>\n`)
    }
  return lines.join('')
}

function actuators(ranges: readonly (readonly [number, number])[]): string {
  const all = MUSCLES.flatMap((m) => strandNames(m).map((name) => ({ name, force: m.force / m.strands })))
  return all
    .map(({ name, force }, i) => {
      const range = ranges[i].map(number).join(' ')
      return `    <muscle name="${name}" tendon="${name}" force="${number(force)}" lengthrange="${range}"/>\n`
    })
    .join('')
}

/** The arm without its actuators, which need to know how long the strings may be. */
function armXml(actuatorSection: string): string {
  const finger = (y: number, length: number) =>
    `          <geom type="capsule" fromto="0 ${number(y)} -.095 0 ${number(y)} ${number(-0.095 - length)}" size=".008" mass=".02"/>\n`
  return `<!-- Made by scripts/muscleArm.ts: a right arm that a hundred muscles move. -->
<mujoco model="muscle_arm">
  <compiler autolimits="true"/>
  <option timestep=".002" integrator="implicitfast"/>
  <visual><map stiffness="100"/></visual>
  <default>
    <geom contype="0" conaffinity="0" rgba=".93 .9 .82 1"/>
    <joint armature=".005" damping=".3"/>
    <site size=".003" rgba=".6 .1 .1 1" group="3"/>
    <tendon width=".003" rgba=".8 .25 .2 1"/>
    <muscle ctrlrange="0 1"/>
    <default class="side"><site rgba=".2 .4 .7 1" group="4"/></default>
    <default class="flesh"><geom rgba=".85 .78 .7 1"/></default>
  </default>
  <worldbody>
    <light pos="1 -1 3" dir="-.3 .3 -1"/>
    <body name="torso" pos="0 0 1.4">
      <geom class="flesh" type="ellipsoid" pos="-.01 .17 -.18" size=".1 .14 .25"/>
      <geom class="flesh" type="capsule" fromto="-.02 .17 .05 -.01 .17 .14" size=".05"/>
      <geom class="flesh" type="sphere" pos=".01 .17 .26" size=".1"/>
      <geom type="capsule" fromto=".06 .16 .045 0 0 .052" size=".009"/>
      <geom type="box" pos="-.075 .08 -.03" size=".006 .035 .07" euler="0 0 -30"/>
${sitesOf('torso', '      ')}      <body name="humerus">
        <joint name="shoulder_flexion" axis="0 -1 0" range="-50 160"/>
        <joint name="shoulder_abduction" axis="-1 0 0" range="-15 110"/>
        <joint name="shoulder_rotation" axis="0 0 1" range="-70 70"/>
        <geom name="humeral_head" size=".027" mass=".3"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.285" size=".014" mass="1.6"/>
        <geom name="elbow" type="cylinder" pos="0 0 -.3" euler="90 0 0" size=".018 .03" mass=".2"/>
${sitesOf('humerus', '        ')}        <body name="ulna" pos="0 0 -.3">
          <joint name="elbow" axis="0 -1 0" range="0 140"/>
          <geom type="capsule" fromto="-.008 .012 0 0 .014 -.24" size=".01" mass=".5"/>
${sitesOf('ulna', '          ')}          <body name="radius">
            <joint name="pronation" axis="0 0 1" range="-75 75"/>
            <geom type="capsule" fromto="0 -.014 -.02 0 -.012 -.24" size=".01" mass=".6"/>
            <geom name="wrist" type="cylinder" pos="0 0 -.26" euler="90 0 0" size=".014 .025" mass=".1"/>
${sitesOf('radius', '            ')}            <body name="hand" pos="0 0 -.26">
              <joint name="wrist_flexion" axis="0 -1 0" range="-60 65"/>
              <joint name="wrist_deviation" axis="1 0 0" range="-20 25"/>
              <geom type="box" pos="0 0 -.055" size=".01 .036 .042" mass=".3"/>
${[-0.03, -0.01, 0.01, 0.03]
  .map((y, i) => finger(y, [0.07, 0.085, 0.08, 0.055][i]))
  .join('')
  .replaceAll(
    '          <geom',
    '              <geom',
  )}              <geom type="capsule" fromto=".005 -.036 -.03 .02 -.065 -.08" size=".009" mass=".03"/>
              <site name="palm" pos=".01 0 -.06" size=".006"/>
${sitesOf('hand', '              ')}            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
${tendons()}  </tendon>
${actuatorSection}  <sensor>
    <framepos name="palm" objtype="site" objname="palm"/>
    <framelinvel name="palm_velocity" objtype="site" objname="palm"/>
  </sensor>
  <keyframe>
    <key name="reach" qpos=".6 .35 .2 1.2 .4 -.1 0"/>
    <key name="raised" qpos="1.2 1.2 0 .5 0 0 0"/>
  </keyframe>
</mujoco>
`
}

const POSES = 4000

/** Shortest and longest length of each string over poses within the limits of the joints. */
function lengthRanges(): [number, number][] {
  const m = loadModel(armXml(''))
  const d = new Data(m)
  const random = new Random(1)
  const ranges: [number, number][] = Array.from({ length: m.ntendon }, () => [Infinity, -Infinity])
  for (let pose = 0; pose < POSES; pose++) {
    // every other pose is at a corner of the limits
    for (let j = 0; j < m.njnt; j++) {
      const [low, high] = m.jnt_range.subarray(2 * j, 2 * j + 2)
      const share = random.uniform(0, 1)
      d.qpos[j] = low + (high - low) * (pose % 2 ? share : Math.round(share))
    }
    kinematics(m, d)
    tendon(m, d)
    ranges.forEach((range, t) => {
      range[0] = Math.min(range[0], d.ten_length[t])
      range[1] = Math.max(range[1], d.ten_length[t])
    })
  }
  return ranges
}

/** The whole model as text. */
export function muscleArm(): string {
  return armXml(`  <actuator>\n${actuators(lengthRanges())}  </actuator>\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const xml = muscleArm()
  writeFileSync('models/muscle_arm.xml', xml)
  const m = loadModel(xml)
  const ranges = Array.from({ length: m.nactuator }, (_, i) => m.actuator_lengthrange.subarray(2 * i, 2 * i + 2))
  const widest = ranges.reduce((most, [low, high], i) => (high / low > most[0] ? [high / low, i] : most), [0, 0])
  console.log(
    `${m.nu} muscles, ${m.nv} dofs; widest range of lengths: ${widest[0].toFixed(2)} of ${m.names.name(ObjType.actuator, widest[1])}`,
  )
}
