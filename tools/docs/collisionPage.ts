import { GeomType } from '../../src/core/model/enums.ts'
import { colliderOf } from '../../src/physics/collision/pair/pairTable.ts'

/** A way to find where two shapes touch, as the page about collision describes it. */
interface Algorithm {
  /** What it is called in the table. */
  readonly title: string
  readonly file: string
  readonly words: string
  /** Most contacts that a pair of geoms gets. */
  readonly most: string
}

/** By the name of the function in `colliders.ts`. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  planeSphere: {
    title: 'point',
    file: 'plane.ts',
    words: 'the point of the sphere that is deepest below the plane',
    most: '1',
  },
  planeCapsule: {
    title: 'two ends',
    file: 'plane.ts',
    words: 'the spheres at both ends; the first tangent follows the axis',
    most: '2',
  },
  planeEllipsoid: {
    title: 'point',
    file: 'plane.ts',
    words: 'the point of the ellipsoid that is deepest below the plane',
    most: '1',
  },
  planeCylinder: {
    title: 'rim',
    file: 'plane.ts',
    words: 'the deepest point of the near rim, that of the far rim, and two more that make a triangle of the near disc',
    most: '4',
  },
  planeBox: {
    title: 'corners',
    file: 'plane.ts',
    words: 'corners below the plane and below the centre of the box',
    most: '4',
  },
  planeMesh: {
    title: 'hull corners',
    file: 'planeMesh.ts',
    words: 'the deepest vertex of the convex hull and three more of the polygon that lies flattest',
    most: '4',
  },
  sphereSphere: { title: 'centres', file: 'sphere.ts', words: 'the line between the centres', most: '1' },
  sphereCapsule: {
    title: 'nearest point',
    file: 'sphere.ts',
    words: 'the point of the axis that is nearest to the centre of the sphere',
    most: '1',
  },
  sphereCylinder: {
    title: 'nearest point',
    file: 'sphere.ts',
    words: 'the side, a cap, or the rim of the cylinder, whichever is nearest to the centre of the sphere',
    most: '1',
  },
  sphereBox: {
    title: 'nearest point',
    file: 'sphere.ts',
    words: 'the point of the box that is nearest to the centre of the sphere; the nearest face when that is inside',
    most: '1',
  },
  capsuleCapsule: {
    title: 'nearest points',
    file: 'capsule.ts',
    words: 'the points of the two axes that are nearest to each other; two pairs of them when the axes are parallel',
    most: '2',
  },
  capsuleBox: {
    title: 'two spheres',
    file: 'capsuleBox.ts',
    words: 'a sphere where the axis is nearest to the box, and one farther along where it comes near again',
    most: '2',
  },
  boxBox: {
    title: 'separating axes',
    file: 'boxBox.ts',
    words: 'of 15 axes the one with the least overlap; then one face cut to the sides of the other, or two edges',
    most: '8',
  },
  convex: {
    title: 'convex',
    file: 'convex.ts',
    words:
      'distance by GJK, depth by an expanding polytope; flat faces and edges of boxes, cylinders and meshes are clipped ' +
      'against each other, with a margin or a capsule further contacts are felt out by tilting',
    most: '5',
  },
  heightFieldConvex: {
    title: 'prisms',
    file: 'heightField.ts',
    words: 'each triangle of the grid that may touch becomes a prism down to the base, and is treated as convex',
    most: '50',
  },
  sdf: {
    title: 'descent',
    file: 'sdf.ts',
    words: 'from points spread over the overlap downhill on the signed distances of both shapes',
    most: '`sdf_initpoints`',
  },
  meshSdf: {
    title: 'triangles',
    file: 'meshSdf.ts',
    words: 'on each triangle of the mesh that may touch, the point that is deepest in the field',
    most: '50',
  },
}

const TYPES = Object.entries(GeomType)

function algorithmOf(type1: number, type2: number): [name: string, Algorithm] | undefined {
  const collider = colliderOf(type1, type2)
  if (!collider) return undefined
  const algorithm = ALGORITHMS[collider.name]
  if (!algorithm) throw new RangeError(`no words for the function '${collider.name}'`)
  return [collider.name, algorithm]
}

/** The page docs/collision.md: which pair of shapes uses which algorithm. */
export function collisionPage(): string {
  const columns = TYPES.filter(([, type]) => type >= GeomType.sphere)
  const lines = [
    '# Which shapes collide how',
    '',
    'This page is made from the table of functions in `src/physics/collision/pair/pairTable.ts` (`npx tsx scripts/collision-table.ts`),',
    'and a test holds it against that. Each pair of types has one function. Empty: such geoms never touch.',
    '',
    `| | ${columns.map(([name]) => name).join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
  ]
  for (const [name, type] of TYPES) {
    const cells = columns.map(([, other]) => (type <= other ? (algorithmOf(type, other)?.[1].title ?? '') : '·'))
    lines.push(`| **${name}** | ${cells.join(' | ')} |`)
  }
  lines.push('', '| function | for | finds | most contacts |', '| --- | --- | --- | --- |')
  for (const [name, { file, words, most }] of Object.entries(ALGORITHMS))
    lines.push(`| \`${name}\` (\`${file}\`) | ${pairsOf(name).join(', ')} | ${words} | ${most} |`)
  lines.push(
    '',
    'Formulas agree with the reference to 1e-9 m and better, searches to 1e-7 m. Where faces of meshes lie on each other,',
    'the order of contacts, and which four corners are kept of a face that has more, depend on the order of the vertices of',
    'the hull, which is free; so these are compared as sets. `test/conformance` has the comparisons.',
    '',
  )
  return lines.join('\n')
}

/** `capsule–cylinder` for each pair of types that uses a function. */
function pairsOf(name: string): string[] {
  return TYPES.flatMap(([name1, type1]) =>
    TYPES.filter(([, type2]) => type1 <= type2 && algorithmOf(type1, type2)?.[0] === name).map(
      ([name2]) => `${name1}–${name2}`,
    ),
  )
}
