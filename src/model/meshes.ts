import { SceneArrays } from './scene.ts'

/** Meshes: vertices, faces, normals, convex hulls. */
export class MeshArrays extends SceneArrays {}
