import { GeomType, JointType, ObjType } from '../../../src/core/model/enums.ts'
import type { Model } from '../../../src/core/model/model.ts'
import type { ModelFiles } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import type { CorpusModel } from './corpus.ts'

/**
 * Puts sensors of every type on what has a name in a model. Rangefinders on cameras are left out: where bodies are
 * turned, many rays together miss geoms in the reference.
 */

/** Names of each kind that get sensors: at most so many. */
const MOST = 5
/** Cameras with more see too much. */
const MOST_PIXELS = 1000

const FRAME_SENSORS = [
  ...['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis', 'framelinvel', 'frameangvel'],
  ...['framelinacc', 'frameangacc'],
]
const SITE_SENSORS = ['touch', 'accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer']
const JOINT_SENSORS = ['jointpos', 'jointvel', 'jointactuatorfrc']
const LIMIT_SENSORS = ['limitpos', 'limitvel', 'limitfrc']
const TENDON_SENSORS = ['tendonpos', 'tendonvel', 'tendonactuatorfrc']
const ACTUATOR_SENSORS = ['actuatorpos', 'actuatorvel', 'actuatorfrc']
const BODY_SENSORS = ['subtreecom', 'subtreelinvel', 'subtreeangmom']
const CONTACT_DATA = ['found', 'force', 'torque', 'dist', 'pos', 'normal', 'tangent']
const REDUCTIONS = ['none', 'mindist', 'maxforce', 'netforce']

/** The files of a model with sensors put on it, beside the one that it is in. @param m the model, loaded */
export function withSensors({ source: { path, files } }: CorpusModel, m: Model): ModelFiles {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const wrapped = `${folder}with-sensors.xml`
  const include = `<include file="${path.slice(folder.length)}"/>`
  const text = `<mujoco>${include}<sensor>${sensorsFor(m)}</sensor></mujoco>`
  const lookUp = (file: string) => (file === wrapped ? new TextEncoder().encode(text) : files(file))
  return { path: wrapped, files: lookUp }
}

/** Elements of the section `sensor`. */
function sensorsFor(m: Model): string {
  const random = new Random(3)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.uniform(0, values.length))]
  const sometimes = (share: number) => random.uniform(0, 1) < share
  const named = (type: ObjType, count: number, fits: (id: number) => boolean = () => true) => {
    const ids = Array.from({ length: count }, (_, id) => id).filter((id) => m.names.name(type, id) && fits(id))
    const stride = Math.max(1, Math.floor(ids.length / MOST))
    return ids
      .filter((_, i) => i % stride === 0)
      .slice(0, MOST)
      .map((id) => escaped(m.names.name(type, id)!))
  }
  const bodies = [...named(ObjType.body, m.nbody), 'world']
  const solid = named(ObjType.geom, m.ngeom, (id) => m.geom_type[id] !== GeomType.hfield)
  const sites = named(ObjType.site, m.nsite)
  const pixels = (id: number) => m.cam_resolution[2 * id] * m.cam_resolution[2 * id + 1]
  const cameras = named(ObjType.camera, m.ncam, (id) => pixels(id) <= MOST_PIXELS)
  const isScalar = (id: number) => m.jnt_type[id] === JointType.hinge || m.jnt_type[id] === JointType.slide
  const scalars = named(ObjType.joint, m.njnt, isScalar)
  const balls = named(ObjType.joint, m.njnt, (id) => m.jnt_type[id] === JointType.ball)
  const limited = named(ObjType.joint, m.njnt, (id) => m.jnt_limited[id] !== 0)
  const tendons = named(ObjType.tendon, m.ntendon)
  const tight = named(ObjType.tendon, m.ntendon, (id) => m.tendon_limited[id] !== 0)
  const actuators = named(ObjType.actuator, m.nactuator)

  const lines: string[] = ['<e_potential/>', '<e_kinetic/>', '<clock/>']
  const cutoff = () => (sometimes(0.2) ? ` cutoff="${random.uniform(0.01, 2)}"` : '')
  const each = (sensors: readonly string[], attribute: string, names: readonly string[]) => {
    for (const name of names) for (const sensor of sensors) lines.push(`<${sensor} ${attribute}="${name}"${cutoff()}/>`)
  }
  const frames = [
    ...bodies.flatMap((name) => [`body" objname="${name}`, `xbody" objname="${name}`]),
    ...solid.map((name) => `geom" objname="${name}`),
    ...sites.map((name) => `site" objname="${name}`),
    ...cameras.map((name) => `camera" objname="${name}`),
  ]
  for (const frame of frames) {
    for (const sensor of FRAME_SENSORS) {
      const seenFrom =
        sensor.endsWith('acc') || sometimes(0.4) ? '' : ` reftype="${pick(frames).replace('obj', 'ref')}"`
      lines.push(`<${sensor} objtype="${frame}"${seenFrom}/>`)
    }
    if (sites.length > 0) lines.push(`<insidesite objtype="${frame}" site="${pick(sites)}"/>`)
  }
  each(SITE_SENSORS, 'site', sites)
  for (const site of sites) {
    lines.push(`<rangefinder site="${site}" data="dist dir origin point normal depth"/>`)
    if (cameras.length > 0) lines.push(`<camprojection site="${site}" camera="${pick(cameras)}"/>`)
  }
  each(JOINT_SENSORS, 'joint', scalars)
  for (const joint of balls) lines.push(`<ballquat joint="${joint}"/><ballangvel joint="${joint}"${cutoff()}/>`)
  each(
    LIMIT_SENSORS.map((name) => `joint${name}`),
    'joint',
    limited,
  )
  each(TENDON_SENSORS, 'tendon', tendons)
  each(
    LIMIT_SENSORS.map((name) => `tendon${name}`),
    'tendon',
    tight,
  )
  each(ACTUATOR_SENSORS, 'actuator', actuators)
  each(BODY_SENSORS, 'body', bodies)
  for (let i = 0; i + 1 < solid.length; i++)
    for (const sensor of ['distance', 'normal', 'fromto'])
      lines.push(`<${sensor} geom1="${solid[i]}" geom2="${solid[i + 1]}" cutoff="${pick([0, 0.1, 10])}"/>`)
  for (let i = 0; i < 20; i++) {
    const side = (number: 1 | 2) => {
      const kind = pick(number === 1 ? ['', 'geom', 'body', 'subtree', 'site'] : ['', 'geom', 'body', 'subtree'])
      const names = kind === 'geom' ? solid : kind === 'site' ? sites : bodies
      if (kind === '' || names.length === 0) return ''
      return ` ${kind === 'site' ? kind : `${kind}${number}`}="${pick(names)}"`
    }
    const data = CONTACT_DATA.filter(() => sometimes(0.7)).join(' ') || 'found'
    lines.push(
      `<contact${side(1)}${side(2)} data="${data}" reduce="${pick(REDUCTIONS)}" num="${pick([1, 2, 5, 20])}"/>`,
    )
  }
  return lines.join('')
}

function escaped(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
