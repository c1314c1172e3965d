/** Kinetree: a physics engine for jointed bodies that reads MuJoCo's models and computes MuJoCo's numbers. */

export { actuation } from './actuation/actuation.ts'
export { muscleActivationRate, muscleActiveForce, musclePassiveForce } from './actuation/muscleCurves.ts'
export { checkAcc, checkPos, checkVel } from './check.ts'
export { addContact, type NewContact } from './collision/addContact.ts'
export { collision } from './collision/collision.ts'
export { geomDistance } from './collision/distance.ts'
export { type MultiRayOptions, multiRay, RayHits } from './collision/multiRay.ts'
export { ray } from './collision/ray.ts'
export type { RayOptions } from './collision/rayFilter.ts'
export { RayHit, rayGeom, raySite } from './collision/rayGeom.ts'
export { refreshGeoms } from './collision/refreshGeoms.ts'
export { contactForce, decodePyramid, encodePyramid } from './constraint/contactForce.ts'
export { findIslands } from './constraint/island.ts'
export { isSparse } from './constraint/jacobianRows.ts'
export { rnePostConstraint } from './constraint/postConstraint.ts'
export { referenceConstraint } from './constraint/reference.ts'
export { makeConstraint } from './constraint/rows.ts'
export { Callbacks } from './data/callbacks.ts'
export { ConstraintArrays, reserveConstraints } from './data/constraints.ts'
export { ContactArrays, reserveContacts } from './data/contacts.ts'
export { Data, type DataMemory, dataByteLength } from './data/data.ts'
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from './data/history.ts'
export { resetCtrl, resetData, resetDataKeyframe, setKeyframe } from './data/reset.ts'
export { sharedData } from './data/shared.ts'
export { sleepingTrees, sleepState, treeAwake } from './data/sleepState.ts'
export { copyData, restore, type Snapshot, snapshot } from './data/snapshot.ts'
export { copyState, extractState, getState, setState, stateSize } from './data/state.ts'
export { type AccelerationMatrices, accelerationDerivatives } from './derivative/accelerationDerivatives.ts'
export { type InverseMatrices, inverseFD } from './derivative/inverseFD.ts'
export { type TransitionMatrices, transitionFD } from './derivative/transitionFD.ts'
export {
  serveTransitions,
  type ThreadLike,
  type ThreadScope,
  TransitionThreads,
} from './derivative/transitionThreads.ts'
export { addM } from './dynamics/addInertia.ts'
export { camlight } from './dynamics/camlight.ts'
export { comPos } from './dynamics/com.ts'
export { fullM, massMatrix, mulM } from './dynamics/crba.ts'
export { energyPos, energyVel } from './dynamics/energy.ts'
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
} from './dynamics/jacobian.ts'
export { kinematics } from './dynamics/kinematics.ts'
export { factorM, mulM2, solveM, solveM2 } from './dynamics/ldl.ts'
export { localToGlobal } from './dynamics/localToGlobal.ts'
export { type FrameObject, objectAcceleration, objectVelocity } from './dynamics/object.ts'
export { forwardKinematics, makeM } from './dynamics/parts.ts'
export { passive } from './dynamics/passive.ts'
export { rne } from './dynamics/rne.ts'
export { subtreeVel } from './dynamics/subtree.ts'
export { tendon } from './dynamics/tendon.ts'
export { setTotalMass, totalMass } from './dynamics/totalMass.ts'
export { transmission } from './dynamics/transmission.ts'
export { comVel } from './dynamics/velocity.ts'
export {
  forward,
  forwardAcceleration,
  forwardPosition,
  forwardSkip,
  forwardVelocity,
  smoothAcceleration,
} from './forward.ts'
export { compareFwdInv } from './fwdinv.ts'
export { euler } from './integrate/euler.ts'
export { implicit } from './integrate/implicit.ts'
export { implicitfast } from './integrate/implicitfast.ts'
export { differentiatePos, integratePos, normalizeQuat } from './integrate/position.ts'
export { rk4 } from './integrate/rk4.ts'
export { inverse, inverseSkip } from './inverse.ts'
export {
  type BandShape,
  bandDiagonal,
  bandSize,
  bandToDense,
  denseToBand,
  factorBand,
  mulBandVec,
  solveBand,
} from './math/band.ts'
export { factorCholesky, solveCholesky } from './math/cholesky.ts'
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
} from './math/dense.ts'
export { type Eigen3, symmetricEigen } from './math/eigen.ts'
export { invertPose, mulPose, transformPoint, transformSpatial } from './math/pose.ts'
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
} from './math/quat.ts'
export { integrateQuatJacobians, subQuatJacobians } from './math/quatDerivative.ts'
export { RandomNumbers } from './math/random.ts'
export { nearestRotation, quatFromEuler, quatFromZ, quatRate } from './math/rotation.ts'
export { halton, sigmoid, springDamper } from './math/scalar.ts'
export { denseToSparse, type SparseRows, sparseToDense, symmetricToDense } from './math/sparse.ts'
export { cross, normalize3, rotate, rotateBack } from './math/vec3.ts'
export { Arena, type ArenaMemory, type WasmMemory } from './memory/arena.ts'
export { setConst } from './mjcf/compile/constants.ts'
export { type LengthRangeOptions, setLengthRange } from './mjcf/compile/lengthrange.ts'
export { type Files, type LoadOptions, loadModel } from './mjcf/load.ts'
export * from './model/enums.ts'
export { ModelError, type ModelErrorDetails, type Source, StepError } from './model/errors.ts'
export { actuatorInputName } from './model/inputNames.ts'
export { Model, ModelSizes } from './model/model.ts'
export { Names } from './model/names.ts'
export { Option, Statistic } from './model/option.ts'
export { SdfInstance, type SdfShape, type SdfShapes } from './model/sdfShape.ts'
export { type ModelMessage, modelFromMessage, modelMessage } from './model/transfer.ts'
export { MUJOCO_VERSION } from './model/version.ts'
export { Visual } from './model/visual.ts'
export { dataToText } from './print/dataText.ts'
export { modelToText } from './print/modelText.ts'
export type { TextOptions } from './print/text.ts'
export { type SaveOptions, saveModel } from './save/save.ts'
export { type GridSamples, gridShape } from './sdf/grid.ts'
export { BUILTIN_SHAPES } from './sdf/index.ts'
export { insideSite } from './sensor/insideSite.ts'
export { sensorAcc, sensorPos, sensorVel } from './sensor/sensors.ts'
export { sleepEnabled } from './sleep/enabled.ts'
export { wake } from './sleep/wake.ts'
export { type ActiveSetOptions, type ActiveSetResult, solveActiveSet } from './solver/activeSet.ts'
export { inverseConstraints } from './solver/inverse.ts'
export { constraintUpdate, isDual, isPyramidal, mulJacTVec, mulJacVec } from './solver/products.ts'
export { solveConstraints, solverStatistics } from './solver/solve.ts'
export { SolverStatistics } from './solver/statistics.ts'
export { step, step1, step2, stepSkip } from './step.ts'
export { type CrewOptions, IslandThreads, type IslandThreadsOptions } from './threads/islandThreads.ts'
export { serveIslands } from './threads/serveIslands.ts'
