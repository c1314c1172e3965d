/** Kinetree: a physics engine for jointed bodies that reads MuJoCo's models and computes MuJoCo's numbers. */

export { Callbacks } from './core/data/callbacks.ts'
export { ConstraintArrays, reserveConstraints } from './core/data/constraintArrays.ts'
export { ContactArrays, reserveContacts } from './core/data/contactArrays.ts'
export { Data, type DataMemory, dataByteLength } from './core/data/data.ts'
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from './core/data/sampleHistory.ts'
export { sleepingTrees, sleepState, treeAwake } from './core/data/sleepState.ts'
export { copyData, restore, type Snapshot, snapshot } from './core/data/snapshot.ts'
export { copyState, extractState, getState, setState, stateSize } from './core/data/stateVector.ts'
export { Arena, type ArenaMemory, type WasmMemory } from './core/memory/arena.ts'
export { actuatorInputName } from './core/model/actuatorInputNames.ts'
export * from './core/model/enums.ts'
export { ModelError, type ModelErrorDetails, type Source, StepError } from './core/model/errors.ts'
export { ModelSizes } from './core/model/fields/modelSizes.ts'
export { Model } from './core/model/model.ts'
export { type ModelMessage, modelFromMessage, modelMessage } from './core/model/modelMessage.ts'
export { Names } from './core/model/names.ts'
export { Option, Statistic } from './core/model/option.ts'
export { SdfInstance, type SdfShape, type SdfShapes } from './core/model/sdfShape.ts'
export { MUJOCO_VERSION } from './core/model/version.ts'
export { Visual } from './core/model/visual.ts'
export { type FileContent, type Files, type LoadOptions, loadModel } from './format/load.ts'
export { type LengthRangeOptions, setLengthRange } from './format/mjcf/compile/constants/lengthRange.ts'
export { setConst } from './format/mjcf/compile/constants/setConst.ts'
export { dataToText } from './format/print/dataText.ts'
export { modelToText } from './format/print/modelText.ts'
export type { TextOptions } from './format/print/textTable.ts'
export { type SaveOptions, saveModel } from './format/save/saveModel.ts'
export * from './math.ts'
export { muscleActivationRate, muscleActiveForce, musclePassiveForce } from './physics/actuation/muscle.ts'
export { addContact, type NewContact } from './physics/collision/contact/addContact.ts'
export { geomDistance } from './physics/collision/geomDistance.ts'
export { refreshGeoms } from './physics/collision/refreshGeoms.ts'
export { contactForce, decodePyramid, encodePyramid } from './physics/constraint/contactForce.ts'
export { isSparse } from './physics/constraint/jacobianRows.ts'
export { addM } from './physics/dynamics/addM.ts'
export { fullM, mulM } from './physics/dynamics/crba.ts'
export { mulM2, solveM, solveM2 } from './physics/dynamics/ldl.ts'
export { setTotalMass, totalMass } from './physics/dynamics/totalMass.ts'
export { differentiatePos, integratePos, normalizeQuat } from './physics/integrate/integratePos.ts'
export {
  angmomMat,
  applyFT,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacPointAxis,
  jacSite,
  jacSubtreeCom,
} from './physics/kinematics/jacobian.ts'
export { localToGlobal } from './physics/kinematics/localToGlobal.ts'
export { type FrameObject, objectAcceleration, objectVelocity } from './physics/kinematics/objectMotion.ts'
export { type MultiRayOptions, multiRay, RayHits } from './physics/ray/multiRay.ts'
export { ray } from './physics/ray/ray.ts'
export type { RayOptions } from './physics/ray/rayFilter.ts'
export { RayHit, rayGeom, raySite } from './physics/ray/rayGeom.ts'
export { BUILTIN_SHAPES } from './physics/sdf/builtinShapes.ts'
export { type GridSamples, gridShape } from './physics/sdf/grid.ts'
export { insideSite } from './physics/sensor/insideSite.ts'
export { sleepEnabled } from './physics/sleep/sleepEnabled.ts'
export { wake } from './physics/sleep/wake.ts'
export {
  type ActiveSetOptions,
  type ActiveSetResult,
  solveActiveSet,
} from './physics/solver/activeSet/solveActiveSet.ts'
export { isDual, isPyramidal, mulJacTVec, mulJacVec } from './physics/solver/constraintQueries.ts'
export { SolverStatistics } from './physics/solver/problem/solverStatistics.ts'
export { solverStatistics } from './physics/solver/solverSpace.ts'
export { compareFwdInv } from './pipeline/compareFwdInv.ts'
export { forward, forwardSkip } from './pipeline/forward.ts'
export { inverse, inverseSkip } from './pipeline/inverse.ts'
export { resetCtrl, resetData, resetDataKeyframe, setKeyframe } from './pipeline/reset.ts'
export { step, step1, step2, stepSkip } from './pipeline/step.ts'
export { type AccelerationMatrices, accelerationDerivatives } from './sensitivity/accelerationDerivatives.ts'
export { type InverseMatrices, type InverseOptions, inverseFD } from './sensitivity/inverseFD.ts'
export { type TransitionMatrices, type TransitionOptions, transitionFD } from './sensitivity/transitionFD.ts'
export * from './stages.ts'
export * from './threads.ts'
