import { GeomType, JointType, ObjType, SensorDataType, SensorType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import { MAX_SAMPLES } from '../../schema/schemaActuator.ts'
import type { SensorAttributes } from '../../schema/schemaSensor.ts'
import { CONTACT_DATA, CONTACT_DATA_SIZE, RAY_DATA, RAY_DATA_SIZE } from '../../schema/schemaSensor.ts'
import type { SensorSpec, Spec } from '../../schema/spec.ts'
import { find } from '../../text/findByName.ts'
import { nameTables } from '../parts/nameTables.ts'
import type { Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'
import { copyUser } from '../parts/userFields.ts'
import type { Actuator } from './compileActuators.ts'
import type { Tendon } from './compileTendons.ts'
import { SENSOR_TRAITS } from './sensorTraits.ts'

/** A sensor with everything that it refers to found. */
export interface Sensor {
  readonly spec: SensorSpec
  readonly stage: number
  readonly datatype: number
  readonly dim: number
  readonly object: SensorObject
  readonly reference: SensorObject
  readonly intprm: readonly [number, number, number]
}

interface SensorObject {
  readonly type: number
  readonly id: number
}

/** What sensors may look at, beyond the body tree. */
export interface Scene {
  readonly spec: Spec
  readonly parts: Parts
  readonly tendons: readonly Tendon[]
  readonly actuators: readonly Actuator[]
  readonly meshes: readonly Mesh[]
}

type Tables = ReadonlyMap<ObjType, ReadonlyMap<string, number>>

const NOTHING: SensorObject = { type: ObjType.unknown, id: -1 }

export function compileSensors(scene: Scene): readonly Sensor[] {
  const tables = nameTables(scene.spec, scene.parts)
  tables.set(ObjType.mesh, new Map(scene.meshes.map(({ name }, id) => [name, id] as const)))
  return scene.spec.sensors.map((sensor) => compileSensor(sensor, scene, tables))
}

function compileSensor(spec: SensorSpec, scene: Scene, tables: Tables): Sensor {
  const { attributes: a } = spec
  const object = objectOf(spec, OBJECTS, tables)
  const reference = referenceOf(spec, tables)
  const traits = SENSOR_TRAITS[spec.type]
  const own = { spec, object, reference, ...detailsOf(spec, object, scene) }
  const sensor: Sensor = {
    ...own,
    stage: traits?.stage ?? a.needstage,
    datatype: traits?.datatype ?? a.datatype,
  }
  checkObject(spec, object, reference, scene)
  checkNumbers(sensor)
  return sensor
}

/** Attributes that name what a sensor looks at, and the type of what they name. */
const OBJECTS: readonly (readonly [keyof SensorAttributes, ObjType])[] = [
  ['site', ObjType.site],
  ['camera', ObjType.camera],
  ['joint', ObjType.joint],
  ['tendon', ObjType.tendon],
  ['actuator', ObjType.actuator],
  ['body', ObjType.body],
  ['mesh', ObjType.mesh],
  ['geom1', ObjType.geom],
  ['body1', ObjType.body],
  ['subtree1', ObjType.xbody],
]
const REFERENCES: readonly (readonly [keyof SensorAttributes, ObjType])[] = [
  ['geom2', ObjType.geom],
  ['body2', ObjType.body],
  ['subtree2', ObjType.xbody],
]

function objectOf(spec: SensorSpec, names: typeof OBJECTS, tables: Tables): SensorObject {
  const { attributes: a } = spec
  if (a.objtype) return lookUp(spec, 'objname', ObjType[a.objtype as keyof typeof ObjType], tables)
  for (const [attribute, type] of names) if (a[attribute]) return lookUp(spec, attribute, type, tables)
  return NOTHING
}

/** What the object is seen from: a frame, a camera, a site, or the other side of a distance. */
function referenceOf(spec: SensorSpec, tables: Tables): SensorObject {
  const { attributes: a } = spec
  if (a.reftype) return lookUp(spec, 'refname', ObjType[a.reftype as keyof typeof ObjType], tables)
  if (spec.type === SensorType.camprojection) return lookUp(spec, 'camera', ObjType.camera, tables)
  if (spec.type === SensorType.insidesite) return lookUp(spec, 'site', ObjType.site, tables)
  if (spec.type === SensorType.tactile) return lookUp(spec, 'geom', ObjType.geom, tables)
  for (const [attribute, type] of REFERENCES) if (a[attribute]) return lookUp(spec, attribute, type, tables)
  return NOTHING
}

function lookUp(spec: SensorSpec, attribute: keyof SensorAttributes, type: ObjType, tables: Tables): SensorObject {
  const kind = Object.keys(ObjType).find((key) => ObjType[key as keyof typeof ObjType] === type)!
  const name = String(spec.attributes[attribute])
  return { type, id: find(tables.get(type) ?? new Map(), kind, name, { source: spec.source, attribute }) }
}

type Details = Pick<Sensor, 'dim' | 'intprm'>

/** How many numbers a sensor gives, and which. */
function detailsOf(spec: SensorSpec, object: SensorObject, { parts, actuators, meshes }: Scene): Details {
  const { attributes: a } = spec
  switch (spec.type) {
    case SensorType.rangefinder: {
      const bits = bitsOf(a.data ?? [], RAY_DATA) || RAY_DATA.dist
      const [width, height] =
        object.type === ObjType.camera ? parts.cameras[object.id].spec.attributes.resolution : [1, 1]
      return { dim: width * height * sizeOf(bits, RAY_DATA_SIZE), intprm: [bits, 0, 0] }
    }
    case SensorType.contact: {
      const bits = bitsOf(a.data ?? [], CONTACT_DATA) || CONTACT_DATA.found
      const count = a.num ?? 0
      if (count <= 0)
        throw new ModelError('a contact sensor reports at least one contact', {
          source: spec.source,
          attribute: 'num',
          expected: 'a positive number',
          found: `${count}`,
        })
      return { dim: count * sizeOf(bits, CONTACT_DATA_SIZE), intprm: [bits, a.reduce ?? 0, count] }
    }
    case SensorType.actuatorpos:
    case SensorType.actuatorvel:
    case SensorType.actuatorfrc:
      return { dim: actuators[object.id].outputs, intprm: [0, 0, 0] }
    case SensorType.tactile:
      // depth, and sliding in two directions, of each vertex
      return { dim: meshes[object.id].vertex.length, intprm: [0, 0, 0] }
    case SensorType.user:
      return { dim: a.dim ?? 0, intprm: [0, 0, 0] }
    default:
      return { dim: SENSOR_TRAITS[spec.type].dim, intprm: [0, 0, 0] }
  }
}

function bitsOf(words: readonly string[], bits: Readonly<Record<string, number>>): number {
  return words.reduce((sum, word) => sum | bits[word], 0)
}

function sizeOf(bits: number, sizes: readonly number[]): number {
  return sizes.reduce((sum, size, i) => sum + (bits & (1 << i) ? size : 0), 0)
}

function checkObject(
  { type, source, attributes: a }: SensorSpec,
  object: SensorObject,
  reference: SensorObject,
  scene: Scene,
): void {
  const wrong = (reason: string, attribute: keyof SensorAttributes): never => {
    throw new ModelError(reason, { source, attribute, found: `"${String(a[attribute])}"` })
  }
  const joint = object.type === ObjType.joint ? scene.parts.joints[object.id] : undefined
  switch (type) {
    case SensorType.jointpos:
    case SensorType.jointvel:
    case SensorType.jointactuatorfrc: {
      const kind = joint!.spec.attributes.type
      if (kind !== JointType.hinge && kind !== JointType.slide) wrong('this sensor needs a hinge or slide', 'joint')
      break
    }
    case SensorType.ballquat:
    case SensorType.ballangvel:
      if (joint!.spec.attributes.type !== JointType.ball) wrong('this sensor needs a ball joint', 'joint')
      break
    case SensorType.jointlimitpos:
    case SensorType.jointlimitvel:
    case SensorType.jointlimitfrc:
      if (!joint!.limited) wrong('this sensor needs a joint with limits', 'joint')
      break
    case SensorType.tendonlimitpos:
    case SensorType.tendonlimitvel:
    case SensorType.tendonlimitfrc:
      if (!scene.tendons[object.id].limited) wrong('this sensor needs a tendon with limits', 'tendon')
      break
    case SensorType.tactile: {
      const { body } = scene.parts.geoms[reference.id]
      const touchable = scene.parts.geoms.some(
        (geom) => geom.body === body && (geom.spec.attributes.contype | geom.spec.attributes.conaffinity) !== 0,
      )
      if (!touchable)
        wrong('this sensor needs a body that can collide: a geom with a nonzero contype or conaffinity', 'geom')
      break
    }
    case SensorType.distance:
    case SensorType.normal:
    case SensorType.fromto:
      if (object.type === reference.type && object.id === reference.id)
        wrong('the two sides of a distance must be different', a.geom2 ? 'geom2' : 'body2')
      for (const side of ['1', '2'] as const) {
        const flat = scene.parts.geoms.some(
          ({ name, body, spec }) =>
            spec.attributes.type === GeomType.hfield &&
            ((name !== '' && name === a[`geom${side}`]) || body.name === a[`body${side}`]),
        )
        const attribute = a[`geom${side}`] ? (`geom${side}` as const) : (`body${side}` as const)
        if (flat) wrong('the distance to a height field is not defined', attribute)
      }
  }
}

function checkNumbers({ spec, dim, datatype }: Sensor): void {
  const { attributes: a, source, type } = spec
  const { noise = 0, delay = 0, nsample = 0, interval = [0, 0], cutoff } = a
  const [period, phase] = interval
  const check = (right: boolean, reason: string, attribute: keyof SensorAttributes): void => {
    if (!right) throw new ModelError(reason, { source, attribute, found: String(a[attribute]) })
  }
  check(cutoff >= 0, 'a cutoff cannot be negative', 'cutoff')
  check(noise >= 0, 'noise cannot be negative', 'noise')
  check(dim >= 0, 'a sensor cannot have fewer than 0 numbers', 'dim')
  const direction = datatype === SensorDataType.axis || datatype === SensorDataType.quaternion
  check(
    cutoff === 0 || !direction || type === SensorType.normal,
    'directions and quaternions cannot be cut off',
    'cutoff',
  )
  if (type === SensorType.user) {
    check(datatype !== SensorDataType.axis || dim === 3, 'an axis has 3 numbers', 'dim')
    check(datatype !== SensorDataType.quaternion || dim === 4, 'a quaternion has 4 numbers', 'dim')
  }
  check(nsample <= MAX_SAMPLES, `at most ${MAX_SAMPLES} samples can be kept`, 'nsample')
  check(delay <= 0 || nsample > 0, 'a delay needs a history buffer: a positive nsample', 'delay')
  check(period >= 0, 'a period cannot be negative', 'interval')
  check(phase <= 0, 'a phase cannot be positive', 'interval')
  check(period === 0 || phase > -period, 'a phase must be greater than minus the period', 'interval')
}

/** Sensors, with their data and histories. */
export function sensorSection(sensors: readonly Sensor[]): Section {
  return { count: (sizes) => countSensors(sizes, sensors), fill: (m) => fillSensors(m, sensors) }
}

function countSensors(sizes: ModelSizes, sensors: readonly Sensor[]): void {
  sizes.nsensor = sensors.length
  for (const sensor of sensors) {
    sizes.nsensordata += sensor.dim
    sizes.nhistory += historySize(sensor)
  }
}

/** Numbers of a buffer: two for its bookkeeping, and for each sample the time and the values. */
function historySize({ spec, dim }: Sensor): number {
  const { nsample = 0 } = spec.attributes
  return nsample > 0 ? 2 + nsample * (1 + dim) : 0
}

function fillSensors(m: Model, sensors: readonly Sensor[]): void {
  let address = 0
  // the buffers of actuators come first
  let history = m.nhistory - sensors.reduce((sum, sensor) => sum + historySize(sensor), 0)
  sensors.forEach((sensor, id) => {
    const { spec, object, reference } = sensor
    const { noise = 0, nsample = 0, interp = 0, delay = 0, interval = [0, 0], cutoff, user } = spec.attributes
    m.sensor_type[id] = spec.type
    m.sensor_datatype[id] = sensor.datatype
    m.sensor_needstage[id] = sensor.stage
    m.sensor_objtype[id] = object.type
    m.sensor_objid[id] = object.id
    m.sensor_reftype[id] = reference.type
    m.sensor_refid[id] = reference.id
    m.sensor_intprm.set(sensor.intprm, 3 * id)
    m.sensor_dim[id] = sensor.dim
    m.sensor_adr[id] = address
    m.sensor_cutoff[id] = cutoff
    m.sensor_noise[id] = noise
    m.sensor_history[2 * id] = nsample
    m.sensor_history[2 * id + 1] = interp
    m.sensor_historyadr[id] = nsample > 0 ? history : -1
    m.sensor_delay[id] = delay
    m.sensor_interval.set(interval, 2 * id)
    copyUser(m.sensor_user, m.nuser_sensor, id, user)
    address += sensor.dim
    history += historySize(sensor)
  })
  m.names.set(
    ObjType.sensor,
    sensors.map(({ spec }) => spec.attributes.name),
  )
}
