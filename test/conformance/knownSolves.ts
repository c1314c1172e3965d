/** What the rows of such contacts move is rounding alone, and the forces are that much larger. */
const THROUGH_THE_CENTRE =
  'rounding: balls turn about hinges through their own centres; forces of contacts reach 1e18 N'

/**
 * Models of others in which rows, islands or solutions differ from those of the reference, each with the reason. They are
 * judged and printed like all others, and a test fails when one of them no longer differs.
 */
export const KNOWN_SOLVES: Readonly<Record<string, string>> = {
  'mujoco-tests/engine/testdata/collisions.xml': THROUGH_THE_CENTRE,
  'mujoco-tests/user/testdata/frame1.xml':
    'rounding: a ball that turns about its own centre inside two others; rows with D = 5e14 push with 2e17 N, where neighbouring numbers are 32 N apart. What is left of their sum takes the values −2, −1.5, −1, 0, 1, 1.5 and 2 N·m, and Newton ends after 1, 6, 11 or 15 iterations, in the reference itself when its state is disturbed by 1e-13; accelerations agree, but where they are made of these forces again, without slip',
  'mujoco/cube/cube_3x3x3.xml':
    'rounding: rows with D = 1e15 beside inertias of 1e-4 make the matrix of Newton so ill-conditioned that up to a hundredth of a direction is rounding. With directions refined in twice as many digits the accelerations agree. Forces of rows do not: both engines end at the same cost but for its last digit and at accelerations that agree to 1e-10, where the gradient, evaluated anew, is 6e-3 and 9e-3 N·m; rows that are off by their last bit move our forces by 8e-6',
}
