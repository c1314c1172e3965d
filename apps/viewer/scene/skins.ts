import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Object3D,
} from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { colorOf } from './geoms.ts'
import type { Materials } from './materials.ts'
import { type Groups, isGroupShown } from './visFlags.ts'

/** Skins: linear blend skinning, on the processor. */
export class Skins {
  readonly object = new Object3D()
  readonly #m: Model
  readonly #meshes: InstancedMesh[] = []

  constructor(m: Model, materials: Materials) {
    this.#m = m
    for (let skin = 0; skin < m.nskin; skin++) {
      const hasTexcoord = m.skin_texcoordadr[skin] >= 0
      const vertices = m.skin_vertnum[skin]
      const first = 3 * m.skin_faceadr[skin]
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', dynamicAttribute(3 * vertices, 3))
      geometry.setAttribute('normal', dynamicAttribute(3 * vertices, 3))
      geometry.setIndex([...m.skin_face.subarray(first, first + 3 * m.skin_facenum[skin])])
      if (hasTexcoord) {
        const start = 2 * m.skin_texcoordadr[skin]
        geometry.setAttribute('uv', new BufferAttribute(m.skin_texcoord.slice(start, start + 2 * vertices), 2))
      }
      const rgba = colorOf(m.skin_matid[skin], m.skin_rgba, skin, m)
      const material = materials.of({ material: m.skin_matid[skin], alpha: rgba[3], hasTexcoord })
      const mesh = new InstancedMesh(geometry, material, 1)
      mesh.setMatrixAt(0, IDENTITY)
      mesh.setColorAt(0, color.setRGB(rgba[0], rgba[1], rgba[2], 'srgb'))
      geometry.setAttribute('glow', new InstancedBufferAttribute(new Float32Array(1), 1))
      mesh.frustumCulled = false
      mesh.castShadow = mesh.receiveShadow = true
      this.#meshes.push(mesh)
      this.object.add(mesh)
    }
  }

  update(d: Data, isShown: boolean, groups: Groups): void {
    for (let skin = 0; skin < this.#meshes.length; skin++) {
      const mesh = this.#meshes[skin]
      mesh.visible = isShown && isGroupShown(groups, this.#m.skin_group[skin])
      if (mesh.visible) this.#deform(d, skin, mesh.geometry)
    }
  }

  dispose(): void {
    for (const mesh of this.#meshes) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
  }

  /** x = Σ wᵢ (Rᵢ(x₀ − bᵢ) + pᵢ): bone i was bound at bᵢ, has rotated by Rᵢ since, and is at pᵢ now. */
  #deform(d: Data, skin: number, geometry: BufferGeometry): void {
    const m = this.#m
    const position = geometry.getAttribute('position') as BufferAttribute
    const x = position.array as Float32Array
    x.fill(0)
    const vertex = 3 * m.skin_vertadr[skin]
    for (let b = m.skin_boneadr[skin]; b < m.skin_boneadr[skin] + m.skin_bonenum[skin]; b++) {
      const body = m.skin_bonebodyid[b]
      boneRotation(d.xmat, 9 * body, m.skin_bonebindquat, 4 * b)
      const start = m.skin_bonevertadr[b]
      for (let i = start; i < start + m.skin_bonevertnum[b]; i++) {
        const v = 3 * m.skin_bonevertid[i]
        const weight = m.skin_bonevertweight[i]
        for (let k = 0; k < 3; k++) local[k] = m.skin_vert[vertex + v + k] - m.skin_bonebindpos[3 * b + k]
        for (let row = 0; row < 3; row++) {
          const turned = R[3 * row] * local[0] + R[3 * row + 1] * local[1] + R[3 * row + 2] * local[2]
          x[v + row] += weight * (turned + d.xpos[3 * body + row])
        }
      }
    }
    geometry.computeVertexNormals()
    this.#inflate(skin, x, geometry)
    position.needsUpdate = true
  }

  /** Moves vertices along their normals. */
  #inflate(skin: number, x: Float32Array, geometry: BufferGeometry): void {
    const by = this.#m.skin_inflate[skin]
    if (by === 0) return
    const normal = geometry.getAttribute('normal').array
    for (let i = 0; i < x.length; i++) x[i] += by * normal[i]
  }
}

const IDENTITY = new Matrix4()
const color = new Color()
const R = new Float64Array(9)
const B = new Float64Array(9)
const local = new Float64Array(3)

/** R ← X Bᵀ, with X the orientation of the body, row-major, and B that of the bone when bound, a quaternion. */
function boneRotation(xmat: Float64Array, at: number, bind: Float32Array, q: number): void {
  const w = bind[q]
  const x = bind[q + 1]
  const y = bind[q + 2]
  const z = bind[q + 3]
  B[0] = w * w + x * x - y * y - z * z
  B[1] = 2 * (x * y - w * z)
  B[2] = 2 * (x * z + w * y)
  B[3] = 2 * (x * y + w * z)
  B[4] = w * w - x * x + y * y - z * z
  B[5] = 2 * (y * z - w * x)
  B[6] = 2 * (x * z - w * y)
  B[7] = 2 * (y * z + w * x)
  B[8] = w * w - x * x - y * y + z * z
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let k = 0; k < 3; k++) sum += xmat[at + 3 * row + k] * B[3 * column + k]
      R[3 * row + column] = sum
    }
}

function dynamicAttribute(length: number, width: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(length), width)
  attribute.setUsage(DynamicDrawUsage)
  return attribute
}
