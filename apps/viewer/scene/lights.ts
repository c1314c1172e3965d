import {
  AmbientLight,
  DirectionalLight,
  type Light,
  Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  PointLight,
  SpotLight,
} from 'three'
import { type Data, LightType, type Model } from '../../../src/index.ts'

type SunOrSpot = DirectionalLight | SpotLight | PointLight

/** A diffuse reflector under a light of this intensity, square on, shows its full colour. */
const FULL = 0.7 * Math.PI

/** The lights of a model, and the one on the head of who looks. */
export class Lights {
  readonly object = new Object3D()
  readonly #m: Model
  readonly #lights: { readonly id: number; readonly light: SunOrSpot }[] = []
  readonly #head = new DirectionalLight()

  constructor(m: Model) {
    this.#m = m
    const { headlight } = m.vis
    const ambient = new AmbientLight()
    const base = headlight.active ? headlight.ambient : new Float32Array(3)
    const sum = [0, 1, 2].map((k) => base[k] + total(m.light_ambient, m.light_active, k))
    ambient.color.setRGB(sum[0]!, sum[1]!, sum[2]!)
    ambient.intensity = FULL
    this.object.add(ambient)

    if (headlight.active) {
      const [r, g, b] = headlight.diffuse
      this.#head.color.setRGB(r, g, b)
      this.#head.intensity = FULL
      this.object.add(this.#head, this.#head.target)
    }
    for (let id = 0; id < m.nlight; id++) {
      if (!m.light_active[id]) continue
      const light = makeLight(m, id)
      this.#lights.push({ id, light })
      this.object.add(light)
      if ('target' in light) this.object.add(light.target)
    }
  }

  /** Moves lights to where the state has them, and the headlight to the camera. */
  update(d: Data, camera: PerspectiveCamera | OrthographicCamera): void {
    const reach = 2 * this.#m.stat.extent
    for (const { id, light } of this.#lights) {
      const [x, y, z] = d.light_xpos.subarray(3 * id, 3 * id + 3)
      const [u, v, w] = d.light_xdir.subarray(3 * id, 3 * id + 3)
      if (light instanceof DirectionalLight) {
        // its shadows are computed around what it points at: the middle of the scene
        const [cx, cy, cz] = this.#m.stat.center
        light.target.position.set(cx, cy, cz)
        light.position.set(cx - reach * u, cy - reach * v, cz - reach * w)
      } else {
        light.position.set(x, y, z)
        if (light instanceof SpotLight) light.target.position.set(x + u, y + v, z + w)
      }
    }
    this.#head.position.copy(camera.position)
    camera.getWorldDirection(this.#head.target.position).add(camera.position)
  }

  set shadows(on: boolean) {
    for (const { id, light } of this.#lights) light.castShadow = on && this.#m.light_castshadow[id] === 1
  }

  dispose(): void {
    for (const { light } of this.#lights) light.dispose()
    this.#head.dispose()
  }
}

function total(colours: Float32Array, active: Uint8Array, channel: number): number {
  let sum = 0
  for (let light = 0; light < active.length; light++) if (active[light]) sum += colours[3 * light + channel]
  return sum
}

function makeLight(m: Model, id: number): SunOrSpot {
  const extent = m.stat.extent
  const [r, g, b] = m.light_diffuse.subarray(3 * id, 3 * id + 3)
  let light: SunOrSpot
  switch (m.light_type[id]) {
    case LightType.directional: {
      const sun = new DirectionalLight()
      const half = 1.5 * extent * Math.max(1, m.vis.map.shadowclip)
      const box = sun.shadow.camera
      box.left = box.bottom = -half
      box.right = box.top = half
      box.near = 0.01 * extent
      box.far = 4 * extent + half
      light = sun
      break
    }
    case LightType.point:
      light = new PointLight(undefined, 1, 0, 0)
      break
    default: {
      const angle = (Math.min(80, m.light_cutoff[id]) * Math.PI) / 180
      light = new SpotLight(undefined, 1, 0, angle, 0.4, 0)
      light.shadow.camera.near = 0.02 * extent
      light.shadow.camera.far = 10 * extent
    }
  }
  light.color.setRGB(r, g, b)
  light.intensity = FULL
  softenShadow(light, m)
  return light
}

function softenShadow(
  light: Light & {
    shadow: { mapSize: { set(x: number, y: number): void }; radius: number; bias: number; normalBias: number }
  },
  m: Model,
): void {
  const side = Math.min(2048, m.vis.quality.shadowsize)
  if (side <= 0) return
  light.shadow.mapSize.set(side, side)
  light.shadow.radius = 4
  light.shadow.bias = -0.0005
  light.shadow.normalBias = 0.004 * m.stat.extent
}
