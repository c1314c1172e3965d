import { Object3D } from 'three'
import { contactForce, type Data, type Model, ObjType, TrnType } from '../../../../src/index.ts'
import { equalityEnds } from '../decor/equality.ts'
import { isGroupShown, type LabelKind, type VisFlags } from '../visFlags.ts'
import { TextBatch } from './textBatch.ts'

/** Labels: names and numbers at the objects that they describe. */
export class Labels {
  readonly object = new Object3D()
  readonly #m: Model
  readonly #names = new Map<ObjType, readonly string[]>()
  /** Made with the first label. */
  #text: TextBatch | undefined

  constructor(m: Model) {
    this.#m = m
  }

  /** @param width, height of the picture, CSS pixels */
  update(d: Data, flags: VisFlags, selected: number, width: number, height: number): void {
    const { labels } = flags
    this.object.visible = labels !== 'none'
    if (labels === 'none') return
    if (!this.#text) {
      this.#text = new TextBatch()
      this.object.add(this.#text.object)
    }
    this.#text.begin(width, height)
    this.#write(this.#text, d, labels, flags.groups, selected)
    this.#text.end()
  }

  dispose(): void {
    this.#text?.dispose()
  }

  #write(out: TextBatch, d: Data, kind: LabelKind, groups: VisFlags['groups'], selected: number): void {
    const m = this.#m
    switch (kind) {
      case 'body': {
        const names = this.#namesOf(ObjType.body, 'body', m.nbody)
        for (let i = 1; i < m.nbody; i++) out.write(names[i], d.xpos, 3 * i)
        return
      }
      case 'joint': {
        const names = this.#namesOf(ObjType.joint, 'joint', m.njnt)
        for (let i = 0; i < m.njnt; i++)
          if (isGroupShown(groups.joint, m.jnt_group[i])) out.write(names[i], d.xanchor, 3 * i)
        return
      }
      case 'geom': {
        const names = this.#namesOf(ObjType.geom, 'geom', m.ngeom)
        for (let i = 0; i < m.ngeom; i++)
          if (isGroupShown(groups.geom, m.geom_group[i])) out.write(names[i], d.geom_xpos, 3 * i)
        return
      }
      case 'site': {
        const names = this.#namesOf(ObjType.site, 'site', m.nsite)
        for (let i = 0; i < m.nsite; i++)
          if (isGroupShown(groups.site, m.site_group[i])) out.write(names[i], d.site_xpos, 3 * i)
        return
      }
      case 'camera': {
        const names = this.#namesOf(ObjType.camera, 'camera', m.ncam)
        for (let i = 0; i < m.ncam; i++) out.write(names[i], d.cam_xpos, 3 * i)
        return
      }
      case 'light': {
        const names = this.#namesOf(ObjType.light, 'light', m.nlight)
        for (let i = 0; i < m.nlight; i++) out.write(names[i], d.light_xpos, 3 * i)
        return
      }
      case 'tendon': {
        const names = this.#namesOf(ObjType.tendon, 'tendon', m.ntendon)
        for (let i = 0; i < m.ntendon; i++)
          if (isGroupShown(groups.tendon, m.tendon_group[i]) && middleOfTendon(d, i)) out.write(names[i], place, 0)
        return
      }
      case 'actuator': {
        const names = this.#namesOf(ObjType.actuator, 'actuator', m.nactuator)
        for (let i = 0; i < m.nactuator; i++)
          if (isGroupShown(groups.actuator, m.actuator_group[i]) && placeOfActuator(m, d, i))
            out.write(names[i], place, 0)
        return
      }
      case 'constraint': {
        const names = this.#namesOf(ObjType.equality, 'equality', m.neq)
        for (let i = 0; i < m.neq; i++) if (equalityEnds(m, d, i, place, other)) out.write(names[i], place, 0)
        return
      }
      case 'skin': {
        const names = this.#namesOf(ObjType.skin, 'skin', m.nskin)
        for (let i = 0; i < m.nskin; i++)
          if (m.skin_bonenum[i] > 0) out.write(names[i], d.xpos, 3 * m.skin_bonebodyid[m.skin_boneadr[i]])
        return
      }
      case 'selection':
        if (selected > 0) out.write(this.#namesOf(ObjType.body, 'body', m.nbody)[selected], d.xpos, 3 * selected)
        return
      case 'contact':
      case 'contact force':
        this.#writeContacts(out, d, kind)
        return
      case 'island':
        for (let body = 1; body < m.nbody; body++) {
          const tree = m.body_treeid[body]
          if (tree >= 0 && d.nisland > 0 && d.tree_island[tree] >= 0)
            out.write(String(d.tree_island[tree]), d.xipos, 3 * body)
        }
        return
      case 'none':
        return
      default:
        kind satisfies never
    }
  }

  #writeContacts(out: TextBatch, d: Data, kind: 'contact' | 'contact force'): void {
    const m = this.#m
    const names = this.#namesOf(ObjType.geom, 'geom', m.ngeom)
    for (let contact = 0; contact < d.ncon; contact++) {
      if (kind === 'contact') {
        const text = `${names[d.contact_geom1[contact]]} | ${names[d.contact_geom2[contact]]}`
        out.write(text, d.contact_pos, 3 * contact)
      } else if (d.contact_efc_address[contact] >= 0) {
        contactForce(m, d, wrench, contact)
        const newtons = Math.hypot(wrench[0], wrench[1], wrench[2])
        out.write(`${Number(newtons.toPrecision(3))} N`, d.contact_pos, 3 * contact)
      }
    }
  }

  /** Names of all objects of a type; those without a name are numbered. */
  #namesOf(type: ObjType, kind: string, count: number): readonly string[] {
    let names = this.#names.get(type)
    if (!names) {
      names = Array.from({ length: count }, (_, id) => this.#m.names.name(type, id) ?? `${kind} ${id}`)
      this.#names.set(type, names)
    }
    return names
  }
}

const place = new Float64Array(3)
const other = new Float64Array(3)
const wrench = new Float64Array(6)

/** `place` ← the middle of a tendon's path; false where it has none. */
function middleOfTendon(d: Data, tendon: number): boolean {
  const points = d.ten_wrapnum[tendon]
  if (points < 2) return false
  const before = d.ten_wrapadr[tendon] + (points >> 1) - 1
  for (let k = 0; k < 3; k++) place[k] = 0.5 * (d.wrap_xpos[3 * before + k] + d.wrap_xpos[3 * before + 3 + k])
  return true
}

/** `place` ← the point at which an actuator acts. */
function placeOfActuator(m: Model, d: Data, actuator: number): boolean {
  const target = m.actuator_trnid[2 * actuator]
  switch (m.actuator_trntype[actuator]) {
    case TrnType.joint:
    case TrnType.jointinparent:
      return put(d.xanchor, 3 * target)
    case TrnType.tendon:
      return middleOfTendon(d, target)
    case TrnType.body:
      return put(d.xipos, 3 * target)
    case TrnType.site:
    case TrnType.slidercrank:
      return put(d.site_xpos, 3 * target)
    default:
      return false
  }
}

function put(from: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) place[k] = from[at + k]
  return true
}
