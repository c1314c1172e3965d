import { Data } from '../../../core/data/data.ts'
import { Arena } from '../../../core/memory/arena.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { Model, ModelSizes } from '../../../core/model/model.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import { lengthrange } from '../schema/schemaSettings.ts'
import type { Spec, StatisticSpec } from '../schema/spec.ts'
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

/** Maximum number of bytes of the arrays of a model. */
const MAX_BYTES = 2 ** 31

/**
 * Compiles a model: `Spec` → `Model`.
 * @param options where the files are that its assets name
 */
export function compile(spec: Spec, options: LoadOptions = {}): Model {
  const assets = compileAssets(spec, options)
  const parts = buildTree(spec.world)
  resolveTargets(parts)
  resolveAssets(parts, assets)
  let meshes = compileMeshes(spec, parts, options)
  for (const body of parts.bodies) compileBody(body, spec.visual)

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
  const m = build(spec, [
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
function build(spec: Spec, sections: readonly Section[]): Model {
  const sizes = new ModelSizes()
  for (const section of sections) section.count(sizes)
  const m = allocate(sizes, spec)
  m.names.model = spec.modelName
  // copies: a spec may be compiled more than once
  Object.assign(m.opt, structuredClone(spec.option))
  Object.assign(m.vis, structuredClone(spec.visual))
  for (const section of sections) section.fill(m)
  return m
}

function allocate(sizes: ModelSizes, spec: Spec): Model {
  const bytes =
    Arena.measure((arena) => new Model(sizes, arena)) +
    8 * (sizes.nuserdata + sizes.nsensordata + sizes.nhistory + 6 * sizes.na)
  if (!(bytes <= MAX_BYTES))
    throw new ModelError('the model is too large', {
      source: spec.source,
      expected: `at most ${MAX_BYTES} bytes`,
      found: `${bytes}`,
    })
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
