/**
 * Models of others in which rows, islands or solutions differ from those of the reference, each with the reason. They
 * are judged and printed like all others, and a test fails when one of them no longer differs.
 */
export const KNOWN_SOLVES: Readonly<Record<string, string>> = {
  'mujoco-tests/engine/testdata/collisions.xml':
    'rounding: balls turn about hinges through their own centres; rows with D = 1e15 push with up to 1e18 N, where neighbouring numbers are 128 N apart. Forces of both engines are one or two such steps apart, or J·qacc − aref is by 2⁻⁵⁰ or 2⁻⁴⁸ (elliptic), and what is left of their sum by 64, 128 or 256 N·m; accelerations agree to 1e-12, but where they are made of these forces again, without slip',
  'mujoco-tests/user/testdata/frame1.xml':
    'rounding: a ball that turns about its own centre inside two others; rows with D = 5e14 push with 2e17 N, where neighbouring numbers are 32 N apart. What is left of their sum takes the values −2, −1.5, −1, 0, 1, 1.5 and 2 N·m, and Newton ends after 1, 6, 11 or 15 iterations, in the reference itself when its state is disturbed by 1e-13; accelerations agree, but where they are made of these forces again, without slip',
  'mujoco/cube/cube_3x3x3.xml':
    'rounding: rows with D = 1e15 beside inertias of 1e-4 make the matrix of Newton so ill-conditioned that up to a hundredth of a direction is rounding. With directions refined in twice as many digits the accelerations agree. Forces of rows do not: both engines end at the same cost but for its last digit and at accelerations that agree to 1e-10, where the gradient, evaluated anew, is 6e-3 and 9e-3 N·m; rows that are off by their last bit move our forces by 8e-6',
}
