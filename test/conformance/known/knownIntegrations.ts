/**
 * Models of others whose simulation with an implicit integrator leaves that of the reference before it leaves itself,
 * each with the reason. They are judged and printed like all others, and a test fails when one of them no longer does.
 */
export const KNOWN_INTEGRATIONS: Readonly<Record<string, string>> = {
  'mujoco-tests/user/testdata/frame1.xml':
    'a ball that turns about its own centre inside two others: its rows are so hard (D = 5e14) that they push with 2e17 N, where neighbouring numbers are 32 N apart, and their sum is rounding: −2, 0 or 2 N·m in the reference itself when it is disturbed by 1e-13, while M·qacc is −0.14. The solved accelerations agree; implicit steps take the force',
}
