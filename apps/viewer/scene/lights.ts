import { AmbientLight, DirectionalLight, Object3D, type PerspectiveCamera, PointLight, SpotLight, Vector3 } from 'three'
import { type Data, LightType, type Model } from '../../../src/index.ts'
import { HeadLight } from './headLight.ts'

/** Intensity of a light of color 1: a white surface that faces it reflects 0.95 of full brightness. */
export const FULL = 0.95 * Math.PI

interface ModelLight {
  readonly id: number
  readonly light: DirectionalLight | SpotLight | PointLight
}

/** The lights of a model, and the headlight. */
export class Lights {
  readonly object = new Object3D()
  readonly #m: Model
  readonly #lights: ModelLight[] = []
  readonly #headLight: HeadLight | undefined
  readonly #isSun: boolean
  /** Half the side of the square in which directional lights cast shadows, m. */
  #reach: number

  /** @param isSun whether all lights are directional: they light places far apart alike, and one of them casts shadows */
  constructor(m: Model, isSun = false) {
    this.#m = m
    this.#isSun = isSun
    this.#reach = shadowReach(m)
    const { headlight } = m.vis
    const ambient = new AmbientLight()
    const base = headlight.active ? headlight.ambient : new Float32Array(3)
    const sum = [0, 1, 2].map((k) => base[k] + total(m.light_ambient, m.light_active, k))
    ambient.color.setRGB(sum[0], sum[1], sum[2])
    ambient.intensity = FULL
    this.object.add(ambient)

    if (headlight.active) {
      this.#headLight = new HeadLight(headlight)
      this.object.add(this.#headLight.object)
    }
    for (let id = 0; id < m.nlight; id++) {
      if (!m.light_active[id]) continue
      const light = makeLight(m, id, isSun)
      this.#lights.push({ id, light })
      this.object.add(light)
      if ('target' in light) this.object.add(light.target)
    }
  }

  /**
   * Moves lights to their poses in a state, and the headlight to the camera.
   * @param focus the look-at point: directional lights cast shadows around it
   */
  update(d: Data, camera: PerspectiveCamera, focus: Vector3): void {
    const { light_xpos, light_xdir } = d
    for (let i = 0; i < this.#lights.length; i++) {
      const { id, light } = this.#lights[i]
      if (light instanceof DirectionalLight) this.#aimDirectional(light, light_xdir, 3 * id, focus)
      else {
        light.position.set(light_xpos[3 * id], light_xpos[3 * id + 1], light_xpos[3 * id + 2])
        if (light instanceof SpotLight)
          light.target.position
            .set(light_xdir[3 * id], light_xdir[3 * id + 1], light_xdir[3 * id + 2])
            .add(light.position)
      }
    }
    this.#headLight?.update(camera)
  }

  set shadows(on: boolean) {
    const most = this.#isSun ? 1 : this.#lights.length
    let casting = 0
    for (const { id, light } of this.#lights) {
      light.castShadow = on && casting < most && this.#m.light_castshadow[id] === 1
      if (light.castShadow) casting++
    }
  }

  /** Half the side of the square around the focus in which directional lights cast shadows, m. */
  set reach(reach: number) {
    if (reach === this.#reach) return
    this.#reach = reach
    for (const { light } of this.#lights)
      if (light instanceof DirectionalLight) setReach(light, reach, this.#m.stat.extent)
  }

  dispose(): void {
    for (const { light } of this.#lights) light.dispose()
    this.#headLight?.dispose()
  }

  /**
   * Centers the shadow camera of a directional light at a point, in whole texels, so that shadow edges do not crawl.
   */
  #aimDirectional(sun: DirectionalLight, direction: Float64Array, at: number, focus: Vector3): void {
    const away = 2 * this.#m.stat.extent + this.#reach
    along.set(direction[at], direction[at + 1], direction[at + 2])
    const texel = (2 * this.#reach) / sun.shadow.mapSize.x
    across.set(1, 0, 0)
    if (Math.abs(along.x) > 0.9) across.set(0, 1, 0)
    across.cross(along).normalize()
    upward.crossVectors(along, across)
    const right = Math.round(focus.dot(across) / texel) * texel
    const up = Math.round(focus.dot(upward) / texel) * texel
    sun.target.position.copy(along).multiplyScalar(focus.dot(along)).addScaledVector(across, right)
    sun.target.position.addScaledVector(upward, up)
    sun.position.copy(sun.target.position).addScaledVector(along, -away)
    sun.shadow.camera.up.copy(upward)
  }
}

const along = new Vector3()
const across = new Vector3()
const upward = new Vector3()

function total(colors: Float32Array, active: Uint8Array, channel: number): number {
  let sum = 0
  for (let light = 0; light < active.length; light++) if (active[light]) sum += colors[3 * light + channel]
  return sum
}

/** Half the side of the square in which a directional light casts shadows, m. */
function shadowReach(m: Model): number {
  return 1.5 * m.stat.extent * Math.max(1, m.vis.map.shadowclip)
}

function makeLight(m: Model, id: number, isSun: boolean): ModelLight['light'] {
  const light = lightOfType(m, isSun ? LightType.directional : m.light_type[id], id)
  light.color.setRGB(m.light_diffuse[3 * id], m.light_diffuse[3 * id + 1], m.light_diffuse[3 * id + 2])
  light.intensity = FULL * attenuation(m, id)
  const side = Math.min(2048, m.vis.quality.shadowsize)
  if (side > 0) {
    light.shadow.mapSize.set(side, side)
    light.shadow.radius = light instanceof DirectionalLight ? 2.5 : 3
    light.shadow.bias = -0.0004
    light.shadow.normalBias = 0.003 * m.stat.extent
  }
  return light
}

function lightOfType(m: Model, type: number, id: number): ModelLight['light'] {
  const extent = m.stat.extent
  switch (type) {
    case LightType.directional: {
      const sun = new DirectionalLight()
      setReach(sun, shadowReach(m), extent)
      return sun
    }
    case LightType.point:
      return new PointLight(undefined, 1, 0, 0)
    default: {
      const angle = (Math.min(80, m.light_cutoff[id]) * Math.PI) / 180
      const spot = new SpotLight(undefined, 1, 0, angle, 0.5, 0)
      spot.shadow.camera.near = 0.02 * extent
      spot.shadow.camera.far = 10 * extent
      return spot
    }
  }
}

/** @param reach half the side of the square in which it casts shadows, m */
function setReach(sun: DirectionalLight, reach: number, extent: number): void {
  const box = sun.shadow.camera
  box.left = box.bottom = -reach
  box.right = box.top = reach
  box.near = 0.01 * extent
  box.far = 4 * extent + 2 * reach
  box.updateProjectionMatrix()
}

/** Attenuation of a light at the center of the model: 1/(a + b r + c r²). */
function attenuation(m: Model, id: number): number {
  if (m.light_type[id] === LightType.directional) return 1
  const [a, b, c] = [0, 1, 2].map((k) => m.light_attenuation[3 * id + k]) as [number, number, number]
  const r = Math.hypot(...[0, 1, 2].map((k) => m.light_pos0[3 * id + k] - m.stat.center[k]))
  const sum = a + b * r + c * r * r
  return sum > 0 ? Math.min(1, 1 / sum) : 1
}
