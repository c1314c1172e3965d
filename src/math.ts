/** Vectors, quaternions, poses, matrices, and random numbers. */

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
export { nearestRotation, quatFromEuler, quatFromZ, quatRate } from './core/math/rotation.ts'
export { halton, sigmoid, springDamper } from './core/math/scalar.ts'
export { denseToSparse, type SparseRows, sparseToDense, symmetricToDense } from './core/math/sparse.ts'
export { cross, normalize3, rotate, rotateBack } from './core/math/vec3.ts'
export { RandomNumbers } from './core/random/random.ts'
