import { atan2 } from '../../../../core/math/functions.ts'
import { rotateByQuat } from '../../../../core/math/quat.ts'
import { singleAtan } from '../../../../core/math/singleAtan.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Visual } from '../../../../core/model/visual.ts'
import { orientation } from '../../geometry/orientation.ts'
import { composeInto, movePoint, normalize } from '../../geometry/partPose.ts'
import { suggestion } from '../../text/messageText.ts'
import type { Body, Camera, Light, Parts } from '../parts/parts.ts'

/** Pictures that a camera can make: bits of `cam_output`. */
const OUTPUT: Readonly<Record<string, number>> = { rgb: 1, depth: 2, distance: 4, normal: 8, segmentation: 16 }
const MAX_FOVY = 180

/** Places a camera in its body and finds what it sees. */
export function compileCamera(camera: Camera, visual: Visual): void {
  const { attributes: a, compiler, source } = camera.spec
  camera.pose.pos.set(a.pos)
  camera.pose.quat.set(orientation(a, compiler, source))
  if (camera.frame) composeInto(camera.frame, camera.pose)
  if (a.fovy >= MAX_FOVY)
    throw new ModelError('the field of view is too large', {
      source,
      attribute: 'fovy',
      expected: `less than ${MAX_FOVY} degrees`,
      found: `${a.fovy}`,
    })
  setLens(camera, visual)
  camera.output = outputBits(a.output)
}

type Pair = readonly number[] | undefined

/** Focal lengths, principal point and field of view; the latter from lengths in single precision, as in the model. */
function setLens(camera: Camera, visual: Visual): void {
  const { attributes: a, source } = camera.spec
  const { fround } = Math
  const sensor = (a.sensorsize ?? [0, 0]).map(fround)
  camera.sensorsize.set(sensor)
  camera.fovy = a.fovy
  if (!(sensor[0] > 0 && sensor[1] > 0)) {
    const given = (['focal', 'focalpixel', 'principal', 'principalpixel'] as const).find((key) => a[key]?.some(Boolean))
    if (given)
      throw new ModelError('the intrinsics of a camera need the size of its sensor', {
        source,
        attribute: given,
        expected: "'sensorsize' with two positive numbers",
        found: a.sensorsize ? a.sensorsize.join(' ') : 'none',
      })
    camera.intrinsic.fill(visual.map.znear, 0, 2)
    return
  }
  if (!a.resolution.every((pixels) => pixels > 0))
    throw new ModelError('the resolution of a camera must be positive', {
      source,
      attribute: 'resolution',
      expected: '2 positive numbers',
      found: a.resolution.join(' '),
    })
  // pixels, divided by pixels per meter
  const length = (pixels: Pair, meters: Pair, i: number): number =>
    fround(pixels?.some(Boolean) ? fround(pixels[i]) / fround(a.resolution[i] / fround(sensor[i])) : (meters?.[i] ?? 0))
  for (let i = 0; i < 2; i++) {
    camera.intrinsic[i] = length(a.focalpixel, a.focal, i)
    camera.intrinsic[i + 2] = length(a.principalpixel, a.principal, i)
  }
  camera.fovy = (2 * halfView(fround(sensor[1]) / 2, camera.intrinsic[1]) * 180) / Math.PI
}

/** Half the angle of view, rad, in single precision as in the reference. */
function halfView(height: number, focal: number): number {
  return height > 0 && focal > 0 ? singleAtan(height / focal) : Math.fround(atan2(height, focal))
}

function outputBits(words: readonly string[]): number {
  let bits = 0
  for (const word of words) bits |= OUTPUT[word] ?? 0
  return bits || OUTPUT.rgb
}

/** Places a light in its body. */
export function compileLight(light: Light): void {
  const { attributes: a, source } = light.spec
  light.pos.set(a.pos)
  light.dir.set(a.dir)
  if (light.frame) {
    movePoint(light.frame, light.pos)
    rotateByQuat(light.dir, 0, light.frame.quat, 0, light.dir, 0)
  }
  if (normalize(light.dir) === 0)
    throw new ModelError('the direction has no length', {
      source,
      attribute: 'dir',
      expected: 'a direction of nonzero length',
      found: a.dir.join(' '),
    })
}

/** Finds the bodies that cameras and lights look at. */
export function resolveTargets(parts: Parts): void {
  const byName = new Map<string, Body>()
  for (const body of parts.bodies) if (body.name) byName.set(body.name, body)
  for (const part of [...parts.cameras, ...parts.lights]) {
    const { target } = part.spec.attributes
    if (!target) continue
    part.target = byName.get(target)
    if (!part.target)
      throw new ModelError('there is no body of this name', {
        source: part.source,
        attribute: 'target',
        expected: 'the name of a body',
        found: `"${target}"`,
        suggestion: suggestion(target, [...byName.keys()]),
      })
  }
}
