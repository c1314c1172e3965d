/** A folder of `src`: what is in it, and which folders it may import from. */
export interface Folder {
  readonly path: string
  readonly about: string
  /** Folders that it may import from. `core` stands for all of `core/`. */
  readonly uses: readonly string[]
}

/**
 * The layers of the engine, lowest first: a folder only uses folders that stand before it. `layers.test.ts` holds every
 * import against this table; the drawing and the tree of folders in `docs/architecture.md` are made from it.
 */
export const LAYERS: readonly { readonly name: string; readonly folders: readonly Folder[] }[] = [
  {
    name: 'core',
    folders: [
      folder('core/math', 'vectors, quaternions, matrices at offsets in larger arrays; elementary functions'),
      folder('core/random', 'random numbers by seed', 'core/math'),
      folder('core/memory', 'arena, growing tables, caches, comparing memory'),
      folder('core/model/fields', 'the arrays of `Model`, a class for each part', 'core/memory'),
      folder('core/model/enums', "MuJoCo's enumerations"),
      folder(
        'core/model',
        '`Model`, options, names, errors',
        'core/math core/memory core/model/fields core/model/enums',
      ),
      folder(
        'core/data',
        '`Data`, contacts, rows, state vectors, snapshots, histories',
        'core/math core/memory core/model core/model/fields',
      ),
    ],
  },
  {
    name: 'physics',
    folders: [
      folder('physics/kinematics', 'poses, centers of mass, velocities, Jacobians', 'core'),
      folder('physics/actuation', 'controls → activations → forces; transmissions', 'core physics/kinematics'),
      folder('physics/tendon', 'paths, wrapping, springs of tendons', 'core physics/kinematics physics/actuation'),
      folder(
        'physics/dynamics',
        'inertia matrix, its factors, bias and passive forces, energy',
        'core physics/kinematics physics/actuation physics/tendon',
      ),
      folder(
        'physics/implicit',
        'velocity derivatives and effective inertia of implicit integrators',
        'core physics/kinematics physics/actuation physics/tendon physics/dynamics',
      ),
      folder(
        'physics/integrate',
        'accelerations of integrators; positions on the manifold',
        'core physics/actuation physics/dynamics physics/implicit',
      ),
      folder('physics/sdf', 'built-in shapes given by signed distance functions', 'core'),
      folder('physics/collision/contact', 'contact buffer, frames, parameters of contacts', 'core'),
      folder('physics/collision/convex', 'GJK, EPA, support functions, contact manifolds', 'core'),
      folder('physics/collision/field', 'signed distance of any geom', 'core'),
      folder(
        'physics/collision/pair',
        'a function for each pair of geom types, and their table',
        'core physics/collision/contact physics/collision/convex physics/collision/field',
      ),
      folder(
        'physics/collision/broad',
        'broad phase and mid phase: which bodies, geoms and bounding volumes are near',
        'core physics/collision/contact physics/collision/pair',
      ),
      folder(
        'physics/collision',
        'the collision stage; distances between geoms',
        'core physics/collision/contact physics/collision/convex physics/collision/pair physics/collision/broad',
      ),
      folder('physics/ray', 'rays against geoms, alone and many at once', 'core physics/collision/field'),
      folder(
        'physics/constraint',
        'constraint rows, impedance, reference acceleration, islands, contact forces',
        'core physics/kinematics physics/tendon physics/dynamics physics/implicit',
      ),
      folder(
        'physics/solver/problem',
        'the primal problem, cost and force of rows, statistics',
        'core physics/dynamics',
      ),
      folder(
        'physics/solver/factor',
        "Newton's Hessian: pattern, ordering, factor, updates",
        'core physics/dynamics physics/solver/problem',
      ),
      folder(
        'physics/solver/primal',
        'Newton and conjugate gradients, line search',
        'core physics/solver/problem physics/solver/factor',
      ),
      folder(
        'physics/solver/dual',
        'PGS, no-slip, dual conjugate gradients',
        'core physics/solver/problem physics/solver/factor',
      ),
      folder(
        'physics/solver/activeSet',
        'exact solutions by block pivoting',
        'core physics/solver/problem physics/solver/dual',
      ),
      folder(
        'physics/solver/island',
        'the problem of an island, its solver and its results',
        'core physics/solver/problem physics/solver/factor physics/solver/primal physics/solver/dual physics/solver/activeSet',
      ),
      folder(
        'physics/solver',
        'the constraint solve: start, solver, islands; inverse',
        'core physics/solver/problem physics/solver/primal physics/solver/dual physics/solver/activeSet physics/solver/island',
      ),
      folder('physics/sleep', 'which trees fall asleep and wake', 'core physics/kinematics'),
      folder(
        'physics/sensor',
        'sensors, a file for each family',
        'core physics/kinematics physics/dynamics physics/collision physics/collision/field physics/ray physics/constraint',
      ),
    ],
  },
  {
    name: 'pipeline',
    folders: [
      folder(
        'pipeline',
        '`step`, `forward`, `inverse`, `resetData`: the stages as lists',
        'core physics/kinematics physics/actuation physics/tendon physics/dynamics physics/implicit physics/integrate physics/collision physics/constraint physics/solver physics/sleep physics/sensor',
      ),
    ],
  },
  {
    name: 'threads and sensitivities',
    folders: [
      folder(
        'threads',
        'worker pool: islands of one state on several threads',
        'core physics/solver physics/solver/problem physics/solver/dual physics/solver/island',
      ),
      folder(
        'sensitivity',
        'derivatives of whole steps, of inverse dynamics, of accelerations',
        'core physics/kinematics physics/actuation physics/dynamics physics/integrate physics/constraint physics/sensor physics/solver/problem physics/solver/factor physics/solver/primal pipeline threads',
      ),
    ],
  },
  {
    name: 'kernels',
    folders: [
      folder('kernel/language', 'what kernels are written in; running them on plain numbers', 'core'),
      folder('kernel/record', 'kernels recorded as programs', 'core physics/constraint kernel/language'),
      folder(
        'kernel/run',
        'runs kernels: their memory, the model that they belong to, files of them',
        'core physics/tendon physics/constraint physics/implicit physics/collision/contact physics/solver kernel/record',
      ),
      folder('kernel/emit', 'programs printed as WebAssembly and JavaScript', 'kernel/record kernel/run'),
      folder(
        'kernel/collision',
        'collision of planned pairs as a kernel: distances, narrow phases, contacts',
        'core physics/collision/contact physics/collision/pair physics/collision/broad kernel/language kernel/record kernel/run',
      ),
      folder(
        'kernel/stage',
        'stages written as kernels',
        'core physics/kinematics physics/actuation physics/constraint physics/implicit kernel/language kernel/record',
      ),
      folder(
        'kernel/rows',
        'constraint rows written as a kernel',
        'core physics/constraint kernel/language kernel/stage',
      ),
      folder(
        'kernel/sensor',
        'sensors, and forces of bodies that they need, written as kernels',
        'core physics/constraint physics/sensor kernel/language kernel/record kernel/stage kernel/rows',
      ),
      folder(
        'kernel/solver',
        "Newton's method and conjugate gradients written as a kernel",
        'core kernel/language kernel/record kernel/run kernel/stage',
      ),
      folder(
        'kernel',
        '`accelerate`: the table of kernels, how those of a model are made, their check against the stages',
        'core physics/kinematics physics/tendon physics/actuation physics/dynamics physics/collision physics/collision/broad physics/constraint physics/implicit physics/sensor physics/solver physics/integrate pipeline threads kernel/language kernel/record kernel/run kernel/emit kernel/collision kernel/stage kernel/rows kernel/sensor kernel/solver',
      ),
      folder(
        'kernel/lanes',
        'several states stepped at once, one in each lane',
        'core physics/actuation physics/dynamics physics/constraint physics/implicit physics/sensor pipeline kernel kernel/language kernel/record kernel/run kernel/emit kernel/collision kernel/solver',
      ),
    ],
  },
  {
    name: 'format',
    folders: [
      folder('format/mjcf/text', 'XML, includes, file names, pieces of messages', 'core/model'),
      folder('format/mjcf/schema', 'elements and attributes as tables; `Spec`', 'core/model format/mjcf/text'),
      folder(
        'format/mjcf/geometry',
        'poses, orientations, primitive inertia, bounding volume trees',
        'core/math core/model format/mjcf/schema',
      ),
      folder(
        'format/mjcf/defaults',
        'default classes, actuator shortcuts',
        'core/model format/mjcf/text format/mjcf/schema',
      ),
      folder(
        'format/mjcf/structure',
        'replicate, attach, composite',
        'core/math core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/defaults',
      ),
      folder(
        'format/mjcf/asset',
        'textures, height fields, skins, shapes, file lookup',
        'core/math core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry physics/sdf',
      ),
      folder(
        'format/mjcf/mesh',
        'mesh files, convex hulls, mass properties, octrees',
        'core/math core/memory core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/asset',
      ),
      folder(
        'format/mjcf/read',
        'text → `Spec`',
        'core/model format/mjcf/text format/mjcf/schema format/mjcf/defaults format/mjcf/structure format/mjcf/asset',
      ),
      folder(
        'format/mjcf/compile/parts',
        'the body tree on its way to arrays: parts, lookup, layout, sparsity',
        'core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/asset format/mjcf/mesh',
      ),
      folder(
        'format/mjcf/compile/body',
        'bodies, joints, geoms, sites, inertia',
        'core/math core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/asset format/mjcf/mesh format/mjcf/compile/parts',
      ),
      folder(
        'format/mjcf/compile/asset',
        'assets and bounding volumes into the arrays',
        'core/math core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/asset format/mjcf/mesh format/mjcf/compile/parts format/mjcf/compile/body',
      ),
      folder(
        'format/mjcf/compile/mechanism',
        'contacts, equalities, tendons, actuators, sensors',
        'core format/mjcf/text format/mjcf/schema format/mjcf/mesh format/mjcf/compile/parts physics/actuation',
      ),
      folder(
        'format/mjcf/compile/constants',
        'what follows from qpos0: runs the stages of the engine',
        'core format/mjcf/schema format/mjcf/compile/parts format/mjcf/compile/mechanism physics/kinematics physics/actuation physics/tendon physics/dynamics physics/constraint pipeline',
      ),
      folder(
        'format/mjcf/compile',
        '`Spec` → `Model`',
        'core format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/structure format/mjcf/compile/parts format/mjcf/compile/body format/mjcf/compile/asset format/mjcf/compile/mechanism format/mjcf/compile/constants',
      ),
      folder(
        'format/urdf',
        'URDF → `Spec`',
        'core/math core/model format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/asset format/mjcf/read',
      ),
      folder(
        'format/save',
        '`Model` → MJCF',
        'core/math core/model core/model/fields format/mjcf/text format/mjcf/schema format/mjcf/geometry format/mjcf/compile/body',
      ),
      folder('format/print', 'models and states as text', 'core'),
      folder(
        'format',
        '`loadModel`: chooses MJCF or URDF',
        'core/model format/mjcf/text format/mjcf/schema format/mjcf/read format/mjcf/compile format/urdf',
      ),
    ],
  },
  {
    name: 'batches and environments',
    folders: [
      folder(
        'batch/randomize',
        'numbers of a model that differ between environments',
        'core physics/collision format/mjcf/text format/mjcf/compile/constants',
      ),
      folder(
        'batch/expression',
        'expressions over named objects and fields, as data',
        'core physics/kinematics physics/constraint physics/sensor',
      ),
      folder(
        'batch',
        'many environments on threads: `BatchSim`, rollouts',
        'core physics/integrate pipeline threads kernel kernel/run kernel/lanes batch/randomize batch/expression',
      ),
      folder('env', 'environments for learning: spaces, one task on this thread', 'core pipeline batch'),
      folder('env/wrappers', 'environments around others: limits, normalization, recording', 'core env'),
      folder(
        'env/gymnasium',
        'rewards and observations of Gymnasium for models of users',
        'core physics/constraint batch env',
      ),
      folder('env/tasks', 'tasks on our own models', 'core format batch env env/gymnasium'),
    ],
  },
]

function folder(path: string, about: string, uses = ''): Folder {
  return { path, about, uses: uses === '' ? [] : uses.split(' ') }
}

/** All folders, lowest first. */
export const FOLDERS: readonly Folder[] = LAYERS.flatMap(({ folders }) => folders)

/** Entry points: they may import everything. */
export const ENTRY_POINTS: Readonly<Record<string, string>> = {
  'index.ts': '`kinetree`: what runs everywhere',
  'math.ts': '`kinetree/math`: the mathematics of `kinetree`',
  'stages.ts': '`kinetree/stages`: the stages of a step',
  'threads.ts': '`kinetree/threads`: islands and derivatives on several threads',
  'batch.ts': '`kinetree/batch`: many environments on workers of browsers',
  'batchNode.ts': '`kinetree/batch` in Node: many environments on threads',
  'batchWorkerMain.ts': 'the script of a worker of `kinetree/batch`',
  'kernel.ts': '`kinetree/kernel`: stages compiled for one model',
  'kernelAsync.ts': '`kinetree/kernel/async`: the same without the compiler, which is loaded when it is needed',
  'kernelNode.ts': '`kinetree/kernel` in Node',
  'kernelAsyncNode.ts': '`kinetree/kernel/async` in Node',
  'kernelWorkerMain.ts': 'the script of a worker that makes kernels',
  'env.ts': '`kinetree/env`: environments for learning',
  'node.ts': '`kinetree/node`: model files from disk, threads of Node',
  'web.ts': '`kinetree/web`: model files over fetch, workers of browsers',
}

/** What is to come, and where it will stand. */
export const PLANNED: Readonly<Record<string, string>> = {
  'physics/flex': "MuJoCo's deformables",
  gpu: 'the WebGPU backend of `BatchSim`',
  soft: 'XPBD cloth, bodies, chains',
}

/** Libraries, and the only files that may import them. */
export const LIBRARIES: Readonly<Record<string, string>> = {
  saxes: 'format/mjcf/text/xml.ts',
  fflate: 'format/mjcf/asset/inflate.ts',
}

/** The only files that may import from Node. */
export const NODE_FILES: readonly string[] = ['node.ts', 'batchNode.ts', 'kernelAsyncNode.ts']
