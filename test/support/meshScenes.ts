import { Random } from '../../tools/compare/randomState.ts'
import { prism } from './generatedHulls.ts'

/**
 * Scenes in which meshes rest on each other or are held: everything that touches is a mesh, or touches one. The order
 * in which vertices are written follows from a seed, and should make no difference.
 */

/** How a scene is read: for a while it settles, then its bodies should keep still. */
export interface MeshScene {
  readonly name: string
  readonly xml: string
  /** Seconds until everything has come to rest. */
  readonly settle: number
}

export const MESH_SCENES: readonly ((seed: number) => MeshScene)[] = [blockOnBlock, stackOfTen, gripper]

/** Points in an order that follows from a seed, as an attribute. */
function vertices(points: readonly (readonly number[])[], seed: number): string {
  const random = new Random(seed)
  const order = points.map((point) => ({ point, key: random.uniform(0, 1) })).sort((a, b) => a.key - b.key)
  return order.map(({ point }) => point.map((x) => x.toFixed(5)).join(' ')).join('  ')
}

/** A box with its corners cut off. */
function cutBlock(half: readonly number[], cut: number): number[][] {
  return Array.from({ length: 8 }, (_, i) => half.map((h, k) => ((i >> k) & 1 ? h : -h))).flatMap((corner) =>
    corner.map((_, axis) => corner.map((x, k) => (k === axis ? x - Math.sign(x) * cut : x))),
  )
}

function world(assets: string, bodies: string, more = ''): string {
  return `<mujoco><option timestep=".002" cone="elliptic" impratio="20"/><asset>${assets}</asset>
    <worldbody>${bodies}</worldbody>${more}</mujoco>`
}

/** A block with cut corners, turned by an odd angle, on a larger one. */
function blockOnBlock(seed: number): MeshScene {
  const xml = world(
    `<mesh name="large" vertex="${vertices(cutBlock([0.2, 0.15, 0.05], 0.02), seed)}"/>
     <mesh name="small" vertex="${vertices(cutBlock([0.1, 0.08, 0.06], 0.02), seed + 1)}"/>`,
    `<geom type="mesh" mesh="large" pos="0 0 .05"/>
     <body pos=".03 -.02 .16" euler="0 0 31"><freejoint/><geom type="mesh" mesh="small" mass="1"/></body>`,
  )
  return { name: 'a block on a block', xml, settle: 3 }
}

/** Ten prisms with sixteen sides on each other. */
function stackOfTen(seed: number): MeshScene {
  const asset = `<mesh name="disk" vertex="${vertices(prism(16, 0.1, 0.03), seed)}"/>
    <mesh name="ground" vertex="${vertices(cutBlock([0.3, 0.3, 0.05], 0.02), seed + 1)}"/>`
  const bodies = Array.from(
    { length: 10 },
    (_, i) =>
      `<body pos="0 0 ${0.03 + 0.06 * i}" euler="0 0 ${17 * i}"><freejoint/><geom type="mesh" mesh="disk" mass="1"/></body>`,
  )
  return {
    name: 'a stack of ten prisms',
    xml: world(asset, `<geom type="mesh" mesh="ground" pos="0 0 -.05"/>${bodies.join('')}`),
    settle: 5,
  }
}

/** Two fingers press on a cylinder with 24 facets and hold it against gravity. */
function gripper(seed: number): MeshScene {
  const finger = (name: string, x: number) => `<body pos="${x} 0 .5">
      <joint name="${name}" type="slide" axis="1 0 0" damping="20"/>
      <geom type="mesh" mesh="pad" mass=".5"/></body>`
  const xml = world(
    `<mesh name="pad" vertex="${vertices(cutBlock([0.01, 0.04, 0.04], 0.005), seed)}"/>
     <mesh name="held" vertex="${vertices(prism(24, 0.04, 0.06), seed + 1)}"/>`,
    `${finger('left', -0.052)}${finger('right', 0.052)}
     <body pos="0 0 .5" euler="0 0 7.5"><freejoint/><geom type="mesh" mesh="held" mass=".3" condim="4"/></body>`,
    '<actuator><motor joint="left" ctrlrange="-50 50"/><motor joint="right" ctrlrange="-50 50"/></actuator><keyframe><key ctrl="20 -20"/></keyframe>',
  )
  return { name: 'a faceted cylinder in a gripper', xml, settle: 2 }
}
