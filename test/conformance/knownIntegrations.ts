/**
 * Models of others whose simulation with an implicit integrator leaves that of the reference before it leaves itself, each
 * with the reason. They are judged and printed like all others, and a test fails when one of them no longer does.
 */
export const KNOWN_INTEGRATIONS: Readonly<Record<string, string>> = {
  'mujoco-tests/user/testdata/frame1.xml':
    'a ball that turns about its own centre inside two others: rows so hard (D = 5e14) that their forces are rounding, and implicit steps take forces, not accelerations, from the solver',
}
