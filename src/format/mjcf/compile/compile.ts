import { Data } from '../../../core/data/data.ts'
import { Arena } from '../../../core/memory/arena.ts'
import { EnableBit } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { Model, type ModelSizes } from '../../../core/model/model.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import { lengthrange } from '../schema/schemaSettings.ts'
import type { Spec, StatisticSpec } from '../schema/spec.ts'
import type { LoadOptions } from '../text/modelFiles.ts'
import { compileAssets, countAssets, fillAssets, resolveAssets } from './asset/compileAssets.ts'
import { compileMeshes, usedMeshes } from './asset/compileMeshes.ts'
import { fillSources } from './asset/fillAssetOrigins.ts'
import { countVolumes, fillVolumes } from './asset/fillBvh.ts'
import { countMeshes, fillMeshes } from './asset/fillMeshes.ts'
import { checkMovingMass, setTotalMass } from './body/bodyMass.ts'
import { compileBody } from './body/compileBody.ts'
import { resolveTargets } from './body/compileCamlight.ts'
import { discardVisual } from './body/discardVisual.ts'
import { fuseStatic } from './body/fuseStatic.ts'
import { setSpringDampers } from './body/springDamper.ts'
import { compileCustom, fillCustom } from './compileCustom.ts'
import { checkFinite } from './constants/checkFinite.ts'
import { checkInitialSleep } from './constants/checkInitialSleep.ts'
import { checkDistances } from './constants/equalityConstants.ts'
import { setLengthRanges } from './constants/lengthRange.ts'
import { setConst } from './constants/setConst.ts'
import { fillKeyframes } from './fillKeyframes.ts'
import { countSizes, fillTree } from './fillTree.ts'
import { compileActuators, countActuators, fillActuators } from './mechanism/compileActuators.ts'
import { compileSensors, countSensors, fillSensors } from './mechanism/compileSensors.ts'
import { bodiesWithTendonInertia, checkLentInertia, keepLentAwake } from './mechanism/compileTendons.ts'
import { compileMechanisms, countMechanisms, fillMechanisms } from './mechanism/mechanisms.ts'
import { buildTree } from './parts/buildTree.ts'
import { layOut } from './parts/dofLayout.ts'
import { Lookup } from './parts/lookup.ts'
import { sparsity } from './parts/sparsity.ts'
import { userWidths } from './parts/userFields.ts'

/** Most bytes that the arrays of a model may take. */
const MAX_BYTES = 2 ** 31

/**
 * What was written → what is simulated.
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
  const sizes = countSizes(spec, parts, layout, sparse, custom, widths)
  countAssets(sizes, assets)
  countMechanisms(sizes, mechanisms, layout)
  countActuators(sizes, actuators, layout)
  countSensors(sizes, sensors)
  countMeshes(sizes, meshes)
  countVolumes(sizes, parts, meshes)
  const m = allocate(sizes, spec)
  m.names.model = spec.modelName
  // copies: a spec may be compiled more than once
  Object.assign(m.opt, structuredClone(spec.option))
  Object.assign(m.vis, structuredClone(spec.visual))
  fillTree(m, parts, layout, sparse)
  fillMeshes(m, meshes, parts)
  fillVolumes(m, parts, meshes)
  fillAssets(m, assets, parts)
  fillMechanisms(m, mechanisms, layout)
  fillActuators(m, actuators)
  fillSensors(m, sensors)
  fillCustom(m, spec, custom)
  fillKeyframes(m, spec, parts)
  fillSources(m, spec, parts)

  checkLentInertia(m, mechanisms.tendons)

  // constants are those of a model in which everything is awake
  const { enableflags } = m.opt
  m.opt.enableflags &= ~EnableBit.sleep
  setConst(m, new Data(m))
  checkDistances(m, mechanisms.equalities)
  keepLentAwake(m, mechanisms.tendons)
  setSpringDampers(m, parts.joints)
  setLengthRanges(
    m,
    spec.compiler.lengthrange ?? fallbacks(lengthrange),
    actuators.map((actuator) => actuator.spec.source),
  )
  overrideStatistics(m, spec.statistic)
  checkFinite(m, parts, spec)
  m.opt.enableflags = enableflags
  checkInitialSleep(m, parts)
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
