import { SensorDataType, SensorType, Stage } from '../../src/core/model/enums.ts'
import { SENSOR_TRAITS } from '../../src/format/mjcf/compile/mechanism/sensorTraits.ts'
import {
  CONTACT_DATA,
  CONTACT_DATA_SIZE,
  RAY_DATA,
  RAY_DATA_SIZE,
  SENSORS,
} from '../../src/format/mjcf/schema/schemaSensor.ts'
import { type BuiltinSensor, SENSOR_FUNCTIONS } from '../../src/physics/sensor/sensorTable.ts'

/** Properties of a sensor type that the tables of the front end do not contain. */
interface Words {
  /** Axes of its numbers; empty for scalars without a direction. */
  readonly frame: string
  /** Fields of the state that it reads besides the poses. */
  readonly reads: string
  /** Dimension, if it depends on the sensor. */
  readonly dim?: string
}

const FRAME = 'world or reference'

const WORDS: Readonly<Record<BuiltinSensor, Words>> = {
  touch: { frame: '', reads: 'contacts, their forces' },
  accelerometer: { frame: 'site', reads: '`cacc`, `cvel`' },
  velocimeter: { frame: 'site', reads: '`cvel`' },
  gyro: { frame: 'site', reads: '`cvel`' },
  force: { frame: 'site', reads: '`cfrc_int`' },
  torque: { frame: 'site', reads: '`cfrc_int`' },
  magnetometer: { frame: 'site', reads: '`opt.magnetic`' },
  rangefinder: { frame: 'world', reads: 'geoms', dim: 'rays × size of the fields' },
  camprojection: { frame: 'image', reads: '' },
  jointpos: { frame: 'joint', reads: '`qpos`' },
  jointvel: { frame: 'joint', reads: '`qvel`' },
  tendonpos: { frame: '', reads: '`ten_length`' },
  tendonvel: { frame: '', reads: '`ten_velocity`' },
  actuatorpos: { frame: '', reads: '`actuator_length`', dim: 'outputs of the actuator' },
  actuatorvel: { frame: '', reads: '`actuator_velocity`', dim: 'outputs of the actuator' },
  actuatorfrc: { frame: '', reads: '`actuator_force`', dim: 'outputs of the actuator' },
  jointactuatorfrc: { frame: 'joint', reads: '`qfrc_actuator`' },
  tendonactuatorfrc: { frame: '', reads: '`actuator_force`' },
  ballquat: { frame: 'parent', reads: '`qpos`' },
  ballangvel: { frame: 'body', reads: '`qvel`' },
  jointlimitpos: { frame: '', reads: '`efc_pos`, `efc_margin`' },
  jointlimitvel: { frame: '', reads: '`efc_vel`' },
  jointlimitfrc: { frame: '', reads: '`efc_force`' },
  tendonlimitpos: { frame: '', reads: '`efc_pos`, `efc_margin`' },
  tendonlimitvel: { frame: '', reads: '`efc_vel`' },
  tendonlimitfrc: { frame: '', reads: '`efc_force`' },
  framepos: { frame: FRAME, reads: '' },
  framequat: { frame: FRAME, reads: '' },
  framexaxis: { frame: FRAME, reads: '' },
  frameyaxis: { frame: FRAME, reads: '' },
  framezaxis: { frame: FRAME, reads: '' },
  framelinvel: { frame: FRAME, reads: '`cvel`' },
  frameangvel: { frame: FRAME, reads: '`cvel`' },
  framelinacc: { frame: 'world', reads: '`cacc`, `cvel`' },
  frameangacc: { frame: 'world', reads: '`cacc`' },
  subtreecom: { frame: 'world', reads: '`subtree_com`' },
  subtreelinvel: { frame: 'world', reads: '`subtree_linvel`' },
  subtreeangmom: { frame: 'world', reads: '`subtree_angmom`' },
  insidesite: { frame: '', reads: '' },
  distance: { frame: '', reads: 'geoms' },
  normal: { frame: 'world', reads: 'geoms' },
  fromto: { frame: 'world', reads: 'geoms' },
  contact: {
    frame: 'contact; world for positions and directions',
    reads: 'contacts, their forces',
    dim: '`num` × size of the fields',
  },
  e_potential: { frame: '', reads: '`energy`' },
  e_kinetic: { frame: '', reads: '`energy`' },
  clock: { frame: '', reads: '`time`' },
  tactile: { frame: 'vertex', reads: 'contacts, `cvel`', dim: '3 × vertices' },
}

/** Attributes that name the object of a sensor, and its reference. */
const OBJECTS = [
  'site',
  'camera',
  'joint',
  'tendon',
  'actuator',
  'body',
  'mesh',
  'objtype',
  'geom1',
  'body1',
  'subtree1',
]
const REFERENCES = ['reftype', 'geom2', 'body2', 'subtree2']

/** The page docs/sensors.md: all types of sensors. */
export function sensorPage(): string {
  const stages = Object.keys(Stage).filter((stage) => stage !== 'none')
  return [
    '# Sensor reference',
    '',
    '`npm run tables` generates this page from the tables of the compiler and the engine, and a test keeps',
    'it current. [The guide](guide/sensors.md) shows how to use sensors.',
    '',
    'Sensor `i` has the `sensor_dim[i]` numbers from `sensor_adr[i]` on in `data.sensordata`. It is computed in one stage:',
    '**pos** after positions, **vel** after velocities, **acc** after accelerations and forces. After `step`, it describes',
    'the start of the step.',
    '',
    'A `cutoff` clamps **real** numbers on both sides and **positive** ones above. **Axes** and **quaternions** are not',
    'clamped, and neither are contacts. For `distance`, `normal`, and `fromto`, the cutoff is the search range.',
    '',
    ...stages.flatMap(tableOf),
    '`user` has the dimension, stage, and kind that it declares; `data.callbacks.sensor` fills it. Plugin sensors are',
    'rejected when a model loads.',
    '',
    '## Fields of rangefinders and contacts',
    '',
    'The fields selected by `data` always come in this order:',
    '',
    '| sensor | fields (numbers) | default |',
    '| --- | --- | --- |',
    `| \`rangefinder\` | ${fields(RAY_DATA, RAY_DATA_SIZE)} | dist |`,
    `| \`contact\` | ${fields(CONTACT_DATA, CONTACT_DATA_SIZE)} | found |`,
    '',
  ].join('\n')
}

function fields(bits: Readonly<Record<string, number>>, sizes: readonly number[]): string {
  return Object.keys(bits)
    .map((name, i) => `${name} (${sizes[i]})`)
    .join(', ')
}

function tableOf(stage: string): string[] {
  const rows = Object.keys(SENSOR_FUNCTIONS).filter(
    (name) => SENSOR_TRAITS[SensorType[name as BuiltinSensor]].stage === Stage[stage as keyof typeof Stage],
  )
  return [
    `## Stage ${stage}`,
    '',
    '| sensor | id | measures | numbers | kind | frame | object | reference | reads |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((name) => rowOf(name as BuiltinSensor)),
    '',
  ]
}

function rowOf(name: BuiltinSensor): string {
  const { about, attributes } = SENSORS[name === 'contact' ? 'sensor/contact' : name]
  const type = SensorType[name]
  const traits = SENSOR_TRAITS[type]
  const { frame, reads, dim } = WORDS[name]
  const kind = Object.entries(SensorDataType).find(([, value]) => value === traits.datatype)![0]
  const numbers = dim ?? `${traits.dim}`
  const looksFrom = FROM[name] ?? REFERENCES.filter((attribute) => attribute in attributes)
  const looksAt = OBJECTS.filter((attribute) => attribute in attributes && !looksFrom.includes(attribute))
  const cells = [`\`${name}\``, `${type}`, about, numbers, kind, frame, words(looksAt), words(looksFrom), reads]
  return `| ${cells.join(' | ')} |`
}

/** Sensors whose reference is given by an attribute that names the object of others. */
const FROM: Partial<Record<BuiltinSensor, readonly string[]>> = {
  camprojection: ['camera'],
  insidesite: ['site'],
  tactile: ['geom'],
}

/** `body, geom`: `objtype` and `reftype` stand for everything that has a frame. */
function words(attributes: readonly string[]): string {
  return attributes
    .map((attribute) => (/type$/.test(attribute) ? 'body, xbody, geom, site, camera' : attribute))
    .join(', ')
}
