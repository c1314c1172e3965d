/** Findings about generated robots that do not fail the test: they are counted and printed. */
export interface OpenFinding {
  /** A feature that the robot must have; any robot where it is absent. */
  readonly feature?: string
  /** What the finding must say. */
  readonly text: RegExp
  readonly reason: string
}

export const OPEN_FINDINGS: readonly OpenFinding[] = [
  { feature: 'polygons of an OBJ file', text: /./, reason: 'polygons of five and more corners are cut in another way' },
  { text: /^(mocap_quat|getState) .*\(error \de-1[67],/, reason: 'the last bit of a quaternion of the model' },
]

/** Robots by their seed that differ, each with the reason. A test fails when one of them no longer does. */
export const KNOWN_ROBOTS: Readonly<Record<number, string>> = {
  17: 'open: an actuator of an attached model has the length -0.9, 0 in the reference',
  45: 'open: a sensor differs by 2e-9 in the state with long quaternions, where 1e-9 is asked for',
}
