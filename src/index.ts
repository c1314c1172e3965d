/** Kinetree: a physics engine for jointed bodies that reads MuJoCo's models and computes MuJoCo's numbers. */

export { actuation } from './actuation/actuation.ts'
export { checkAcc, checkPos, checkVel } from './check.ts'
export { collision } from './collision/collision.ts'
export { geomDistance } from './collision/distance.ts'
export { type MultiRayOptions, multiRay, RayHits } from './collision/multiRay.ts'
export { ray } from './collision/ray.ts'
export type { RayOptions } from './collision/rayFilter.ts'
export { RayHit, rayGeom, raySite } from './collision/rayGeom.ts'
export { refreshGeoms } from './collision/refreshGeoms.ts'
export { contactForce, decodePyramid, encodePyramid } from './constraint/contactForce.ts'
export { rnePostConstraint } from './constraint/postConstraint.ts'
export { referenceConstraint } from './constraint/reference.ts'
export { makeConstraint } from './constraint/rows.ts'
export { Callbacks } from './data/callbacks.ts'
export { ConstraintArrays, reserveConstraints } from './data/constraints.ts'
export { ContactArrays, reserveContacts } from './data/contacts.ts'
export { Data, type DataMemory, dataByteLength } from './data/data.ts'
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from './data/history.ts'
export { resetData, resetDataKeyframe, setKeyframe } from './data/reset.ts'
export { copyData, restore, type Snapshot, snapshot } from './data/snapshot.ts'
export { copyState, extractState, getState, setState, stateSize } from './data/state.ts'
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
export { type FrameObject, objectAcceleration, objectVelocity } from './dynamics/object.ts'
export { passive } from './dynamics/passive.ts'
export { rne } from './dynamics/rne.ts'
export { subtreeVel } from './dynamics/subtree.ts'
export { comVel } from './dynamics/velocity.ts'
export {
  forward,
  forwardAcceleration,
  forwardPosition,
  forwardSkip,
  forwardVelocity,
  unsimulatedFeatures,
} from './forward.ts'
export { compareFwdInv } from './fwdinv.ts'
export { euler } from './integrate/euler.ts'
export { differentiatePos, integratePos, normalizeQuat } from './integrate/position.ts'
export { rk4 } from './integrate/rk4.ts'
export { inverse, inverseSkip } from './inverse.ts'
export { Arena, type ArenaMemory, type WasmMemory } from './memory/arena.ts'
export { type Files, type LoadOptions, loadModel } from './mjcf/load.ts'
export * from './model/enums.ts'
export { ModelError, type ModelErrorDetails, type Source, StepError } from './model/errors.ts'
export { Model, ModelSizes } from './model/model.ts'
export { Names } from './model/names.ts'
export { Option, Statistic } from './model/option.ts'
export { SdfInstance, type SdfShape, type SdfShapes } from './model/sdfShape.ts'
export { Visual } from './model/visual.ts'
export { type SaveOptions, saveModel } from './save/save.ts'
export { type GridSamples, gridShape } from './sdf/grid.ts'
export { BUILTIN_SHAPES } from './sdf/index.ts'
export { type ActiveSetOptions, type ActiveSetResult, solveActiveSet } from './solver/activeSet.ts'
export { solverStatistics } from './solver/solve.ts'
export { SolverStatistics } from './solver/statistics.ts'
export { step, step1, step2 } from './step.ts'
