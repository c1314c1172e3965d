import { Data } from '../../../core/data/data.ts'
import { Arena } from '../../../core/memory/arena.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { Model, ModelSizes } from '../../../core/model/model.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import { lengthrange } from '../schema/schemaSettings.ts'
import type { Spec, StatisticSpec } from '../schema/spec.ts'
import { countSpec } from '../structure/assembly.ts'
import { ELEMENT_BYTES, MemoryBudget } from '../text/memoryBudget.ts'
import type { LoadOptions } from '../text/modelFiles.ts'
import { assetSection, compileAssets, resolveAssets } from './asset/compileAssets.ts'
import { compileMeshes, usedMeshes } from './asset/compileMeshes.ts'
import { originSection } from './asset/fillAssetOrigins.ts'
import { bvhSection } from './asset/fillBvh.ts'
import { meshSection } from './asset/fillMeshes.ts'
import { checkMovingMass, setTotalMass } from './body/bodyInertia.ts'
import { compileBody } from './body/compileBody.ts'
import { resolveTargets } from './body/compileCamlight.ts'
import { setSpringDampers } from './body/compileJoint.ts'
import { discardVisual } from './body/discardVisual.ts'
import { fuseStatic } from './body/fuseStatic.ts'
import { compileCustom } from './compileCustom.ts'
import { checkFinite, checkInitialSleep } from './constants/checkModel.ts'
import { checkDistances } from './constants/equalityConstants.ts'
import { setLengthRanges } from './constants/lengthRange.ts'
import { setConst } from './constants/setConst.ts'
import { keyframeSection } from './fillKeyframes.ts'
import { treeSection } from './fillTree.ts'
import { actuatorSection, compileActuators } from './mechanism/compileActuators.ts'
import { compileSensors, sensorSection } from './mechanism/compileSensors.ts'
import { bodiesWithTendonInertia, checkTendonInertia, keepTendonTreesAwake } from './mechanism/compileTendons.ts'
import { compileMechanisms, mechanismSection } from './mechanism/mechanisms.ts'
import { buildTree } from './parts/buildTree.ts'
import { layOut } from './parts/dofLayout.ts'
import { Lookup } from './parts/lookup.ts'
import type { Section } from './parts/section.ts'
import { sparsity } from './parts/sparsity.ts'
import { userWidths } from './parts/userFields.ts'

/** Maximum number of bytes of the arrays of a model: one buffer. */
const MAX_BYTES = 2 ** 31

/** Arrays that were taken from the budget with the assets that fill them. */
const COUNTED = {
  ntexdata: 0,
  nhfielddata: 0,
  nmeshvert: 0,
  nmeshnormal: 0,
  nmeshtexcoord: 0,
  nmeshface: 0,
  nmeshgraph: 0,
  noct: 0,
} satisfies Partial<ModelSizes>

/**
 * Compiles a model: `Spec` → `Model`.
 * @param options where the files are that its assets name
 */
export function compile(spec: Spec, options: LoadOptions = {}): Model {
  const memory = new MemoryBudget(options.maxBytes)
  memory.hold(ELEMENT_BYTES * countSpec(spec), 'elements of the model', spec.source)
  const assets = compileAssets(spec, options, memory)
  const parts = buildTree(spec.world)
  resolveTargets(parts)
  resolveAssets(parts, assets)
  let meshes = compileMeshes(spec, parts, options, memory)
  for (const body of parts.bodies) compileBody(body, spec)

  const widths = userWidths(spec.size, parts, spec)
  if (spec.compiler.fusestatic === 1) fuseStatic(parts, spec)
  if (spec.compiler.discardvisual === 1) {
    discardVisual(parts, spec)
    meshes = usedMeshes(meshes, parts)
  }
  checkMovingMass(parts.bodies)
  setTotalMass(parts, spec.compiler.settotalmass)

  const custom = compileCustom(spec, parts)
  const mechanisms = compileMechanisms(spec, parts)
  const { tendons } = mechanisms
  const actuators = compileActuators(spec, new Lookup(parts), tendons)
  const sensors = compileSensors({ spec, parts, tendons, actuators, meshes })
  const layout = layOut(parts, bodiesWithTendonInertia(tendons))
  const sparse = sparsity(
    layout,
    Int32Array.from(parts.bodies, (body) => body.parent?.id ?? 0),
  )
  const m = build(spec, memory, [
    treeSection(parts, layout, sparse, widths),
    meshSection(meshes, parts),
    bvhSection(parts, meshes),
    assetSection(assets, parts),
    mechanismSection(mechanisms, layout),
    actuatorSection(actuators, layout),
    sensorSection(sensors),
    custom,
    keyframeSection(spec, parts),
    originSection(spec, parts),
  ])

  const states = 2 // one for the constants, one for length ranges
  memory.check(states * Arena.measure((arena) => new Data(m, arena)), 'a state of the model', spec.source)
  setConst(m, new Data(m))
  checkTendonInertia(m, tendons)
  checkDistances(m, mechanisms.equalities)
  keepTendonTreesAwake(m, tendons)
  setSpringDampers(m, parts.joints)
  setLengthRanges(
    m,
    spec.compiler.lengthrange ?? fallbacks(lengthrange),
    actuators.map((actuator) => actuator.spec.source),
  )
  overrideStatistics(m, spec.statistic)
  checkFinite(m, parts, spec)
  checkInitialSleep(m, parts)
  return m
}

/** The arrays of the model, section by section; a section may use what those before it have filled. */
function build(spec: Spec, memory: MemoryBudget, sections: readonly Section[]): Model {
  const sizes = new ModelSizes()
  for (const section of sections) section.count(sizes)
  const m = allocate(sizes, spec, memory)
  m.names.model = spec.modelName
  // copies: a spec may be compiled more than once
  Object.assign(m.opt, structuredClone(spec.option))
  Object.assign(m.vis, structuredClone(spec.visual))
  for (const section of sections) section.fill(m)
  return m
}

function allocate(sizes: ModelSizes, spec: Spec, memory: MemoryBudget): Model {
  const bytes = Arena.measure((arena) => new Model(sizes, arena))
  if (!(bytes <= MAX_BYTES))
    throw new ModelError('the model is too large', {
      source: spec.source,
      expected: `at most ${MAX_BYTES} bytes`,
      found: `${bytes}`,
    })
  const withoutAssets = Arena.measure((arena) => new Model(Object.assign(new ModelSizes(), sizes, COUNTED), arena))
  const perState = 8 * (sizes.nuserdata + sizes.nsensordata + sizes.nhistory + 6 * sizes.na)
  memory.check(withoutAssets + perState, 'arrays of the model and of a state', spec.source)
  memory.hold(withoutAssets, 'arrays of the model', spec.source)
  return new Model(sizes)
}

function overrideStatistics(m: Model, { meaninertia, meanmass, meansize, extent, center }: StatisticSpec): void {
  const { stat } = m
  stat.meaninertia = meaninertia ?? stat.meaninertia
  stat.meanmass = meanmass ?? stat.meanmass
  stat.meansize = meansize ?? stat.meansize
  stat.extent = extent ?? stat.extent
  if (center) stat.center.set(center)
}
