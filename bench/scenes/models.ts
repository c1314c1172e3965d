import { existsSync, readFileSync, statSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import { DisableBit, type Model } from '../../src/index.ts'
import { trialStates } from '../../tools/compare/randomState.ts'
import type { ModelFiles } from '../../tools/compare/reference.ts'
import type { StepScene } from './stepScene.ts'

/** A model to measure, as text that both engines are given. */
export interface BenchModel {
  readonly name: string
  readonly xml: string
}

/** Models of the benchmark: a humanoid, a long chain, a crowd; and MuJoCo's own humanoid where that is at hand. */
export function benchModels(): BenchModel[] {
  const humanoid = readFileSync(packageFile('models/humanoid.xml'), 'utf8')
  const models = [
    { name: 'humanoid', xml: humanoid },
    { name: 'chain of 100', xml: chain(100) },
    { name: '22 humanoids', xml: crowd(humanoid, 22) },
  ]
  const other = packageFile('../shared/models/mujoco/humanoid/humanoid.xml')
  if (existsSync(other)) models.push({ name: "MuJoCo's humanoid", xml: bodiesOnly(readFileSync(other, 'utf8')) })
  return models
}

/** The same without constraints, at rest in a random pose. */
export function smoothScenes(): StepScene[] {
  const pose = (m: Model) => ({
    qpos: trialStates(m, 1, 1).find(({ label }) => label === 'random 0')!.arrays['qpos'],
  })
  const options = { disable: DisableBit.constraint }
  return benchModels().map(({ name, xml }) => ({ name, source: xml, options, start: pose, settle: 0 }))
}

/** A model with files of its own, from memory once they have been read. */
export interface BenchFiles extends ModelFiles {
  readonly name: string
}

/** Models that others wrote: a scene of 100 humanoids and robots with meshes. None where they are not at hand. */
export function benchFiles(): BenchFiles[] {
  return sharedFiles([
    { name: '100 humanoids', path: 'mujoco/humanoid/100_humanoids.xml' },
    { name: 'Cassie', path: 'menagerie/agility_cassie/cassie.xml' },
    { name: 'Shadow hand', path: 'menagerie/shadow_hand/right_hand.xml' },
    { name: 'KUKA iiwa 14', path: 'menagerie/kuka_iiwa_14/iiwa14.xml' },
  ])
}

/** Those of some models that are at hand. */
export function sharedFiles(models: readonly { readonly name: string; readonly path: string }[]): BenchFiles[] {
  const folder = packageFile('../shared/models')
  const known = new Map<string, Uint8Array | undefined>()
  const files = (path: string): Uint8Array | undefined => {
    const full = `${folder}/${path}`
    if (!known.has(path)) {
      const isFile = statSync(full, { throwIfNoEntry: false })?.isFile() ?? false
      known.set(path, isFile ? readFileSync(full) : undefined)
    }
    return known.get(path)
  }
  return models.filter(({ path }) => files(path) !== undefined).map((model) => ({ ...model, files }))
}

/** Capsules of 10 cm hung into each other by hinges about x and y in turn. */
function chain(count: number): string {
  let xml = '<mujoco model="chain of 100"><option timestep="0.001"/><worldbody>'
  for (let i = 0; i < count; i++) {
    const axis = i % 2 === 0 ? '1 0 0' : '0 1 0'
    xml += `<body pos="0 0 ${i === 0 ? 12 : -0.1}"><joint axis="${axis}" damping="0.01" armature="0.001"/>`
    xml += '<geom type="capsule" fromto="0 0 0 0 0 -0.1" size="0.02" contype="0" conaffinity="0"/>'
  }
  return `${xml}${'</body>'.repeat(count)}</worldbody></mujoco>`
}

/** Copies of the moving body of a model, in rows of five. */
export function crowd(xml: string, count: number): string {
  const text = bodiesOnly(xml)
  const start = text.indexOf('<body')
  const end = text.lastIndexOf('</body>') + '</body>'.length
  const body = text.slice(start, end)
  let all = ''
  for (let i = 0; i < count; i++) {
    const place = `${2 * (i % 5)} ${2 * Math.floor(i / 5)}`
    all += body.replace(/name="([^"]*)"/g, `name="$1_${i}"`).replace(/pos="\S+ \S+/, `pos="${place}`)
  }
  return text.slice(0, start) + all + text.slice(end)
}

/** The same bodies without sections that name them, without cameras and lights, and without colors from files. */
function bodiesOnly(xml: string): string {
  return xml
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(asset|contact|tendon|actuator|sensor|keyframe|custom)>[\s\S]*?<\/\1>/g, '')
    .replace(/<(light|camera)\s[^>]*\/>/g, '')
    .replace(/\smaterial="[^"]*"/g, '')
}
