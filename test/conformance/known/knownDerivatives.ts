/** Models whose derivatives are known to differ from those of the reference, and why. */
export const KNOWN_DERIVATIVES: Readonly<Record<string, string>> = {
  'mujoco-tests/engine/testdata/collision_convex/conemesh_box.xml':
    'the point of a cone touches a box: which vertex of its hull does depends on the order of vertices, which is free',
}
