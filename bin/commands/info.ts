import { Integrator, JointType, ObjType, Solver } from '../../src/core/model/enums.ts'
import { type Model, ModelSizes } from '../../src/core/model/model.ts'
import { counted, duration, labeled, palette, short } from '../text/format.ts'
import { printable } from '../text/printable.ts'
import { type Command, ExitCode } from '../usage.ts'
import { loadLimits, memoryOption, openModel } from './model.ts'

export const info: Command = {
  name: 'info',
  summary: 'Print the contents of a model',
  operands: '<model.xml>',
  options: { json: { help: 'print as JSON' }, ...memoryOption },
  examples: ['kinetree info models/quadruped.xml', 'kinetree info models/humanoid.xml --json'],

  async run(args, io) {
    const m = openModel(args.single('model'), io, loadLimits(args))
    io.out(args.has('json') ? `${JSON.stringify(asObject(m))}\n` : asText(m, io.color))
    return ExitCode.ok
  },
}

function asText(m: Model, color: boolean): string {
  const paint = palette(color)
  const { opt } = m
  const gravity = [...opt.gravity].map((g) => short(g)).join(' ')
  const keys = m.names.all(ObjType.key).map((name, i) => name || `${i}`)
  const rows: (readonly [string, string])[] = [
    [
      'size',
      `${counted(m.nbody - 1, 'body', 'bodies')}, ${counted(m.njnt, 'joint')}, ${counted(m.nv, 'dof')} (nq ${m.nq}, nv ${m.nv})`,
    ],
    [
      'parts',
      [counted(m.ngeom, 'geom'), counted(m.nsite, 'site'), counted(m.ncam, 'camera'), counted(m.nlight, 'light')].join(
        ', ',
      ),
    ],
    ['mass', `${short(m.body_subtreemass[0] ?? 0)} kg`],
    ['step', `${duration(opt.timestep)}, ${nameOf(Integrator, opt.integrator)}, solver ${nameOf(Solver, opt.solver)}`],
    ['gravity', `${gravity} m/s²`],
    ['keyframes', keys.length > 0 ? printable(keys.join(', ')) : 'none'],
  ]
  return `${paint.bold(printable(m.names.model))}\n\n${labeled(rows)}\n${tree(m, color)}`
}

/** The bodies as a tree, with mass, joints and geoms of each. */
function tree(m: Model, color: boolean): string {
  const paint = palette(color)
  const children: number[][] = Array.from({ length: m.nbody }, () => [])
  for (let body = 1; body < m.nbody; body++) children[m.body_parentid[body]].push(body)

  const lines: string[] = [paint.bold('world')]
  const add = (body: number, indent: string, last: boolean): void => {
    const name = printable(m.names.name(ObjType.body, body) ?? `body ${body}`)
    const facts = [`${short(m.body_mass[body], 3)} kg`, ...jointsOf(m, body)].join(' · ')
    lines.push(`${paint.dim(indent + (last ? '└─ ' : '├─ '))}${name}  ${paint.dim(printable(facts))}`)
    addAll(children[body], indent + (last ? '   ' : '│  '))
  }
  const addAll = (bodies: readonly number[], indent: string): void => {
    for (const body of bodies) add(body, indent, body === bodies.at(-1))
  }
  addAll(children[0], '')
  return `${lines.join('\n')}\n`
}

/** `hinge knee [-2°, 150°]` for each joint of a body. */
function jointsOf(m: Model, body: number): string[] {
  const texts: string[] = []
  const first = m.body_jntadr[body]
  for (let joint = first; joint < first + m.body_jntnum[body]; joint++) {
    const type = m.jnt_type[joint]
    const name = m.names.name(ObjType.joint, joint)
    let text = name === undefined ? nameOf(JointType, type) : `${nameOf(JointType, type)} ${name}`
    if (m.jnt_limited[joint]) {
      const range = [m.jnt_range[2 * joint], m.jnt_range[2 * joint + 1]]
      const unit = type === JointType.slide ? ' m' : '°'
      const scale = type === JointType.slide ? 1 : 180 / Math.PI
      text += ` [${range.map((end) => `${short(end * scale, 3)}${unit}`).join(', ')}]`
    }
    texts.push(text)
  }
  return texts
}

function asObject(m: Model): object {
  const { opt } = m
  return {
    model: m.names.model,
    sizes: Object.fromEntries(Object.keys(new ModelSizes()).map((key) => [key, m[key as keyof ModelSizes]])),
    mass: m.body_subtreemass[0],
    options: {
      ...opt,
      gravity: [...opt.gravity],
      wind: [...opt.wind],
      magnetic: [...opt.magnetic],
      o_solref: [...opt.o_solref],
      o_solimp: [...opt.o_solimp],
      o_friction: [...opt.o_friction],
      integrator: nameOf(Integrator, opt.integrator),
    },
    keyframes: m.names.all(ObjType.key),
    bodies: Array.from({ length: m.nbody }, (_, body) => ({
      name: m.names.name(ObjType.body, body),
      parent: m.body_parentid[body],
      mass: m.body_mass[body],
      joints: Array.from({ length: m.body_jntnum[body] }, (_, i) => jointObject(m, m.body_jntadr[body] + i)),
    })),
  }
}

function jointObject(m: Model, joint: number): object {
  return {
    name: m.names.name(ObjType.joint, joint),
    type: nameOf(JointType, m.jnt_type[joint]),
    qposadr: m.jnt_qposadr[joint],
    dofadr: m.jnt_dofadr[joint],
    ...(m.jnt_limited[joint] ? { range: [m.jnt_range[2 * joint], m.jnt_range[2 * joint + 1]] } : {}),
  }
}

function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? `${value}`
}
