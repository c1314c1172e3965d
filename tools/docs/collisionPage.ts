import { GeomType } from '../../src/core/model/enums.ts'
import { pairFunctionOf } from '../../src/physics/collision/pair/pairTable.ts'

/** An algorithm of the narrow phase, as the page docs/collision.md describes it. */
interface Algorithm {
  /** Its name in the table. */
  readonly title: string
  readonly file: string
  readonly words: string
  /** Maximum number of contacts of a pair of geoms. */
  readonly most: string
}

/** By the name of the function in `pairTable.ts`. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  planeSphere: {
    title: 'point',
    file: 'planePairs.ts',
    words: 'the deepest point of the sphere',
    most: '1',
  },
  planeCapsule: {
    title: 'two ends',
    file: 'planePairs.ts',
    words: 'the spheres at both ends; the first tangent is along the axis',
    most: '2',
  },
  planeEllipsoid: {
    title: 'point',
    file: 'planePairs.ts',
    words: 'the deepest point of the ellipsoid',
    most: '1',
  },
  planeCylinder: {
    title: 'cap edges',
    file: 'planePairs.ts',
    words: 'the deepest point of the near cap, that of the far cap, and two more that form a triangle on the near cap',
    most: '4',
  },
  planeBox: {
    title: 'corners',
    file: 'planePairs.ts',
    words: 'corners below the plane and below the center of the box',
    most: '4',
  },
  planeMesh: {
    title: 'hull corners',
    file: 'planeMesh.ts',
    words: 'the deepest vertex of the convex hull and three more of the hull polygon most parallel to the plane',
    most: '4',
  },
  sphereSphere: { title: 'centers', file: 'spherePairs.ts', words: 'the line between the centers', most: '1' },
  sphereCapsule: {
    title: 'nearest point',
    file: 'spherePairs.ts',
    words: 'the point of the axis nearest to the center of the sphere',
    most: '1',
  },
  sphereCylinder: {
    title: 'nearest point',
    file: 'spherePairs.ts',
    words: 'the point of the cylinder (side, cap, or cap edge) nearest to the center of the sphere',
    most: '1',
  },
  sphereBox: {
    title: 'nearest point',
    file: 'spherePairs.ts',
    words: 'the point of the box nearest to the center of the sphere; the nearest face if the center is inside',
    most: '1',
  },
  capsuleCapsule: {
    title: 'nearest points',
    file: 'capsuleCapsule.ts',
    words: 'the closest points of the two axes; two pairs if the axes are parallel',
    most: '2',
  },
  capsuleBox: {
    title: 'two spheres',
    file: 'capsuleBox.ts',
    words: 'a sphere at the point of the axis nearest to the box, and a second one farther along',
    most: '2',
  },
  boxBox: {
    title: 'separating axes',
    file: 'boxBox.ts',
    words: 'separating axis test with 15 axes; then one face clipped by the sides of the other, or two edges',
    most: '8',
  },
  convex: {
    title: 'convex',
    file: 'convexPair.ts',
    words:
      'distance by GJK, depth by EPA; flat faces and edges of boxes, cylinders, and meshes are clipped against each other; ' +
      'with a margin or a capsule, further contacts are found by tilting',
    most: '5',
  },
  heightFieldConvex: {
    title: 'prisms',
    file: 'heightFieldPair.ts',
    words: 'each nearby triangle of the grid is a prism down to the base, and is treated as convex',
    most: '50',
  },
  sdf: {
    title: 'descent',
    file: 'sdfPair.ts',
    words: 'gradient descent on the signed distances of both shapes, from points in the overlap of their boxes',
    most: '`sdf_initpoints`',
  },
  meshSdf: {
    title: 'triangles',
    file: 'meshSdf.ts',
    words: 'the deepest point of each nearby triangle of the mesh',
    most: '50',
  },
}

const TYPES = Object.entries(GeomType)

function algorithmOf(type1: number, type2: number): [name: string, Algorithm] | undefined {
  const pairFunction = pairFunctionOf(type1, type2)
  if (!pairFunction) return undefined
  const algorithm = ALGORITHMS[pairFunction.name]
  if (!algorithm) throw new RangeError(`no description of the function '${pairFunction.name}'`)
  return [pairFunction.name, algorithm]
}

/** The page docs/collision.md: which pair of shapes uses which algorithm. */
export function collisionPage(): string {
  const columns = TYPES.filter(([, type]) => type >= GeomType.sphere)
  const lines = [
    '# Collision reference',
    '',
    '`npm run tables` generates this page from `src/physics/collision/pair/pairTable.ts`, and a test',
    'keeps it current. Each pair of geom types has one function. An empty cell means that such geoms never collide.',
    '[Architecture](architecture/collision.md) explains the algorithms.',
    '',
    `| | ${columns.map(([name]) => name).join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
  ]
  for (const [name, type] of TYPES) {
    const cells = columns.map(([, other]) => (type <= other ? (algorithmOf(type, other)?.[1].title ?? '') : '·'))
    lines.push(`| **${name}** | ${cells.join(' | ')} |`)
  }
  lines.push('', '| function | pairs | finds | maximum contacts |', '| --- | --- | --- | --- |')
  for (const [name, { file, words, most }] of Object.entries(ALGORITHMS))
    lines.push(`| \`${name}\` (\`${file}\`) | ${pairsOf(name).join(', ')} | ${words} | ${most} |`)
  lines.push(
    '',
    'Closed forms agree with the reference to 1e-9 m or better, iterative searches to 1e-7 m. Where faces of meshes touch,',
    'the vertex order of the hull decides the order of contacts and which four corners are kept. That order is free, so such',
    'contacts are compared as sets. `test/conformance` has the comparisons.',
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
