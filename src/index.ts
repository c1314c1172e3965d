/** Kinetree: a physics engine for jointed bodies that reads MuJoCo's models and computes MuJoCo's numbers. */

export { Callbacks } from './core/data/callbacks.ts'
export { ConstraintArrays, reserveConstraints } from './core/data/constraintArrays.ts'
export { ContactArrays, reserveContacts } from './core/data/contactArrays.ts'
export { Data, type DataMemory, dataByteLength } from './core/data/data.ts'
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from './core/data/sampleHistory.ts'
export { sleepingTrees, sleepState, treeAwake } from './core/data/sleepState.ts'
export { copyData, restore, type Snapshot, snapshot } from './core/data/snapshot.ts'
export { copyState, extractState, getState, setState, stateSize } from './core/data/stateVector.ts'
export {
  type BandShape,
  bandDiagonal,
  bandSize,
  bandToDense,
  denseToBand,
  factorBand,
  mulBandVec,
  solveBand,
} from './core/math/band.ts'
export { factorCholesky, solveCholesky } from './core/math/cholesky.ts'
export {
  mulMatMat,
  mulMatMatT,
  mulMatTDMat,
  mulMatTMat,
  mulMatTVec,
  mulMatVec,
  symmetrize,
  transposeMat,
  updateCholesky,
} from './core/math/dense.ts'
export { type Eigen3, symmetricEigen } from './core/math/eigen.ts'
export { invertPose, mulPose, transformPoint, transformSpatial } from './core/math/pose.ts'
export {
  axisAngleToQuat,
  conjugate,
  integrateQuat,
  matToQuat,
  mulQuat,
  normalize4,
  quatToMat,
  quatToVel,
  rotateByQuat,
  subQuat,
} from './core/math/quat.ts'
export { integrateQuatJacobians, subQuatJacobians } from './core/math/quatDerivative.ts'
export { RandomNumbers } from './core/math/random.ts'
export { nearestRotation, quatFromEuler, quatFromZ, quatRate } from './core/math/rotation.ts'
export { halton, sigmoid, springDamper } from './core/math/scalar.ts'
export { denseToSparse, type SparseRows, sparseToDense, symmetricToDense } from './core/math/sparse.ts'
export { cross, normalize3, rotate, rotateBack } from './core/math/vec3.ts'
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
export { type Files, type LoadOptions, loadModel } from './format/load.ts'
export { type LengthRangeOptions, setLengthRange } from './format/mjcf/compile/constants/lengthRange.ts'
export { setConst } from './format/mjcf/compile/constants/setConst.ts'
export { dataToText } from './format/print/dataText.ts'
export { modelToText } from './format/print/modelText.ts'
export type { TextOptions } from './format/print/textTable.ts'
export { type SaveOptions, saveModel } from './format/save/saveModel.ts'
export { actuation } from './physics/actuation/actuation.ts'
export { muscleActivationRate, muscleActiveForce, musclePassiveForce } from './physics/actuation/muscle.ts'
export { transmission } from './physics/actuation/transmission.ts'
export { collision } from './physics/collision/collision.ts'
export { addContact, type NewContact } from './physics/collision/contact/addContact.ts'
export { geomDistance } from './physics/collision/geomDistance.ts'
export { refreshGeoms } from './physics/collision/refreshGeoms.ts'
export { contactForce, decodePyramid, encodePyramid } from './physics/constraint/contactForce.ts'
export { findIslands } from './physics/constraint/findIslands.ts'
export { isSparse } from './physics/constraint/jacobianRows.ts'
export { makeConstraint } from './physics/constraint/makeConstraint.ts'
export { referenceConstraint } from './physics/constraint/referenceAcceleration.ts'
export { rnePostConstraint } from './physics/constraint/rnePostConstraint.ts'
export { addM } from './physics/dynamics/addM.ts'
export { fullM, massMatrix, mulM } from './physics/dynamics/crba.ts'
export { energyPos, energyVel } from './physics/dynamics/energy.ts'
export { forwardKinematics, makeM } from './physics/dynamics/forwardKinematics.ts'
export { factorM, mulM2, solveM, solveM2 } from './physics/dynamics/ldl.ts'
export { passive } from './physics/dynamics/passiveForces.ts'
export { rne } from './physics/dynamics/rne.ts'
export { setTotalMass, totalMass } from './physics/dynamics/totalMass.ts'
export { differentiatePos, integratePos, normalizeQuat } from './physics/integrate/integratePos.ts'
export { camlight } from './physics/kinematics/camlight.ts'
export { comPos } from './physics/kinematics/comPos.ts'
export { comVel } from './physics/kinematics/comVel.ts'
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
export { kinematics } from './physics/kinematics/kinematics.ts'
export { localToGlobal } from './physics/kinematics/localToGlobal.ts'
export { type FrameObject, objectAcceleration, objectVelocity } from './physics/kinematics/objectMotion.ts'
export { subtreeVel } from './physics/kinematics/subtreeVel.ts'
export { type MultiRayOptions, multiRay, RayHits } from './physics/ray/multiRay.ts'
export { ray } from './physics/ray/ray.ts'
export type { RayOptions } from './physics/ray/rayFilter.ts'
export { RayHit, rayGeom, raySite } from './physics/ray/rayGeom.ts'
export { BUILTIN_SHAPES } from './physics/sdf/builtinShapes.ts'
export { type GridSamples, gridShape } from './physics/sdf/grid.ts'
export { insideSite } from './physics/sensor/insideSite.ts'
export { sensorAcc, sensorPos, sensorVel } from './physics/sensor/sensors.ts'
export { sleepEnabled } from './physics/sleep/sleepEnabled.ts'
export { wake } from './physics/sleep/wake.ts'
export {
  type ActiveSetOptions,
  type ActiveSetResult,
  solveActiveSet,
} from './physics/solver/activeSet/solveActiveSet.ts'
export { constraintUpdate, isDual, isPyramidal, mulJacTVec, mulJacVec } from './physics/solver/constraintQueries.ts'
export { inverseConstraints } from './physics/solver/inverseConstraints.ts'
export { SolverStatistics } from './physics/solver/problem/solverStatistics.ts'
export { solveConstraints } from './physics/solver/solve.ts'
export { solverStatistics } from './physics/solver/solverSpace.ts'
export { tendon } from './physics/tendon/tendonPath.ts'
export { checkAcc, checkPos, checkVel } from './pipeline/checkState.ts'
export { compareFwdInv } from './pipeline/compareFwdInv.ts'
export { forward, forwardSkip } from './pipeline/forward.ts'
export { euler, implicit, implicitfast } from './pipeline/integrators.ts'
export { inverse, inverseSkip } from './pipeline/inverse.ts'
export { resetCtrl, resetData, resetDataKeyframe, setKeyframe } from './pipeline/reset.ts'
export { rk4 } from './pipeline/rungeKutta.ts'
export { sharedData } from './pipeline/sharedData.ts'
export { forwardAcceleration, forwardPosition, forwardVelocity, smoothAcceleration } from './pipeline/stages.ts'
export { step, step1, step2, stepSkip } from './pipeline/step.ts'
export { type AccelerationMatrices, accelerationDerivatives } from './sensitivity/accelerationDerivatives.ts'
export { type InverseMatrices, type InverseOptions, inverseFD } from './sensitivity/inverseFD.ts'
export { type TransitionMatrices, type TransitionOptions, transitionFD } from './sensitivity/transitionFD.ts'
export {
  serveTransitions,
  TransitionThreads,
} from './sensitivity/transitionThreads.ts'
export { IslandThreads, type IslandThreadsOptions, type PoolOptions } from './threads/islandThreads.ts'
export { serveIslands } from './threads/serveIslands.ts'
export type { ThreadLike, ThreadScope } from './threads/threadLike.ts'
