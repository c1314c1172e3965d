import { DynType, GainType, ObjType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { ActuatorInput } from '../mjcf/schema/schemaActuator.ts'
import { ids, row, userRow } from './formatNumber.ts'
import { limitState } from './saveParts.ts'
import { node, section, type Values, type XmlNode } from './xmlWriter.ts'

/** Numbers of parameters of gain, bias and dynamics. */
const PARAMETERS = 10

/** Actuators, each in its general form. */
export function actuatorNodes(m: Model): XmlNode[] {
  return section(
    'actuator',
    ids(m.nactuator).map((id) => actuatorNode(m, id)),
  )
}

function actuatorNode(m: Model, id: number): XmlNode {
  const forceRange = row(m.actuator_forcerange, id, 2)
  const activationRange = row(m.actuator_actrange, id, 2)
  const output = m.actuator_outadr[id]
  const [nsample, interp] = row(m.actuator_history, id, 2)
  return node('general', {
    name: m.names.name(ObjType.actuator, id),
    group: m.actuator_group[id],
    nsample,
    interp,
    delay: m.actuator_delay[id],
    ...controls(m, id),
    forcelimited: limitState(m.actuator_forcelimited[id], forceRange),
    forcerange: forceRange,
    actlimited: limitState(m.actuator_actlimited[id], activationRange),
    actrange: activationRange,
    ...transmission(m, id),
    ...crank(m, id),
    gear: row(m.actuator_gear, output, 6),
    lengthrange: row(m.actuator_lengthrange, output, 2),
    damping: [m.actuator_damping[id], ...row(m.actuator_dampingpoly, id, 2)],
    armature: m.actuator_armature[id],
    actdim: hasFreeActivations(m, id) ? m.actuator_actnum[id] : -1,
    actearly: m.actuator_actearly[id],
    dyntype: m.actuator_dyntype[id],
    gaintype: m.actuator_gaintype[id],
    biastype: m.actuator_biastype[id],
    dynprm: row(m.actuator_dynprm, id, PARAMETERS),
    gainprm: row(m.actuator_gainprm, id, PARAMETERS),
    biasprm: row(m.actuator_biasprm, id, PARAMETERS),
    user: userRow(m.actuator_user, id, m.nuser_actuator),
  })
}

/** A crank belongs to a slider-crank. The length that another actuator has can only come from a default class. */
function crank(m: Model, id: number): Values {
  const name = crankClass(m, id)
  return name === undefined ? { cranklength: m.actuator_cranklength[id] } : { class: name }
}

/** The classes of actuators that have the length of a crank and no crank. */
export function actuatorClassNodes(m: Model): XmlNode[] {
  return ids(m.nactuator)
    .filter((id) => crankClass(m, id) !== undefined)
    .map((id) =>
      node('default', { class: crankClass(m, id) }, [node('general', { cranklength: m.actuator_cranklength[id] })]),
    )
}

function crankClass(m: Model, id: number): string | undefined {
  const isPlain = m.actuator_trntype[id] === TrnType.slidercrank || m.actuator_cranklength[id] === 0
  return isPlain ? undefined : `actuator ${id}`
}

/** Whether the number of activations does not follow from the kind of dynamics. */
function hasFreeActivations(m: Model, id: number): boolean {
  const type = m.actuator_dyntype[id]
  return (type === DynType.user || type === DynType.dcmotor) && m.actuator_actnum[id] > 0
}

/** What the force acts on. */
function transmission(m: Model, id: number): Values {
  const [first, second] = row(m.actuator_trnid, id, 2)
  const joint = () => m.names.name(ObjType.joint, first)
  const site = (site: number) => m.names.name(ObjType.site, site)
  switch (m.actuator_trntype[id] as TrnType) {
    case TrnType.joint:
      return { joint: joint() }
    case TrnType.jointinparent:
      return { jointinparent: joint() }
    case TrnType.slidercrank:
      return { cranksite: site(first), slidersite: site(second) }
    case TrnType.tendon:
      return { tendon: m.names.name(ObjType.tendon, first) }
    case TrnType.site:
      return { site: site(first), refsite: site(second) }
    case TrnType.body:
      return { body: m.names.name(ObjType.body, first) }
    case TrnType.so3:
      // a rotation: of a joint alone, or of a site as seen from another
      return second < 0 ? { joint: joint() } : { site: site(first), refsite: site(second) }
  }
}

/** The controls with their ranges. */
function controls(m: Model, id: number): Values {
  const first = m.actuator_ctrladr[id]
  const count = m.actuator_ctrlnum[id]
  const bits = m.actuator_ctrlspec[id]
  const range = (i: number) => row(m.actuator_ctrlrange, first + i, 2)
  const own = (i: number): Values => ({
    ctrlrange: range(i),
    ctrllimited: limitState(m.actuator_ctrllimited[first + i], range(i)),
  })
  switch (m.actuator_gaintype[id] as GainType) {
    case GainType.so3:
      return { input: [bits === 1 ? 'expmap' : 'quat'], ...own(0) }
    case GainType.pid: {
      const words = inputWords(bits)
      const rangeOf = (word: string) => (words.includes(word) ? range(words.indexOf(word)) : undefined)
      return {
        input: words,
        ...(words.includes('pos') ? own(0) : {}),
        velrange: rangeOf('vel'),
        ffrange: rangeOf('ff'),
      }
    }
    case GainType.dcmotor:
      return { input: inputWords(bits), ...(count > 0 ? own(0) : {}) }
    case GainType.fixed:
    case GainType.affine:
    case GainType.muscle:
    case GainType.user:
      return own(0)
  }
}

/** Words for the inputs, in the order of the controls. */
function inputWords(bits: number): string[] {
  return Object.entries(ActuatorInput).flatMap(([word, bit]) => (bits & bit ? [word] : []))
}
