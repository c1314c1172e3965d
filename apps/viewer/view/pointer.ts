import { Quaternion, Vector3 } from 'three'
import type { Data } from '../../../src/index.ts'
import type { Perturbation } from '../simulation/commands.ts'
import type { Picked } from './picker.ts'
import type { View } from './view.ts'

/** What a mouse or fingers do to a simulation. */
export interface PointerActions {
  /** Chosen by a double click or a tap; undefined: nothing is there. */
  select(picked: Picked | undefined): void
  /** The body that is chosen. */
  selected(): Picked | undefined
  /** The body is pulled; undefined: let go. */
  perturb(by: Perturbation | undefined): void
  data(): Data | undefined
}

type Gesture =
  | { readonly kind: 'turn' | 'pan' | 'panLevel' }
  | { readonly kind: 'pull' | 'pullLevel'; readonly grabbed: Picked; target: [number, number, number] }
  | { readonly kind: 'twist'; readonly grabbed: Picked; readonly quat: Quaternion }

/**
 * The mouse as users of MuJoCo know it: left turns, right or middle moves (with shift over the ground), the wheel zooms, a
 * double click chooses a body, and with ctrl left twists and right pulls what is chosen (with shift at one height). One finger turns, two move and
 * zoom; a finger that starts on what is chosen pulls it.
 */
export function listenToPointer(view: View, actions: PointerActions): () => void {
  const { canvas } = view
  const fingers = new Map<number, { x: number; y: number }>()
  let gesture: Gesture | undefined
  let isMouse = true
  let lastTap = { time: -Infinity, x: 0, y: 0 }

  const down = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId)
    canvas.focus({ preventScroll: true })
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    isMouse = event.pointerType === 'mouse'
    if (!isMouse) tap(event)
    end()
    gesture = fingers.size > 1 ? { kind: 'pan' } : begin(event)
  }

  /** What a double click is, users have told their system; taps are up to us. */
  const double = (event: MouseEvent) => {
    if (isMouse) actions.select(view.pick(event.clientX, event.clientY))
  }
  const tap = (event: PointerEvent) => {
    const isDouble =
      event.timeStamp - lastTap.time < 350 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 12
    // a third is a first again
    lastTap = { time: isDouble ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY }
    if (isDouble) actions.select(view.pick(event.clientX, event.clientY))
  }

  const begin = (event: PointerEvent): Gesture => {
    const selected = actions.selected()
    const data = actions.data()
    const isTouch = event.pointerType === 'touch'
    const wantsBody =
      event.ctrlKey || event.metaKey || (isTouch && view.pick(event.clientX, event.clientY)?.body === selected?.body)
    if (selected && data && wantsBody) {
      if (isTouch || event.button === 2)
        return { kind: event.shiftKey ? 'pullLevel' : 'pull', grabbed: selected, target: worldOf(data, selected) }
      const [w, x, y, z] = data.xquat.subarray(4 * selected.body, 4 * selected.body + 4)
      return { kind: 'twist', grabbed: selected, quat: new Quaternion(x, y, z, w) }
    }
    if (event.button === 0) return { kind: 'turn' }
    return { kind: event.shiftKey ? 'panLevel' : 'pan' }
  }

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    const cameras = view.cameras
    if (!before || !gesture || !cameras) return
    const now = { x: event.clientX, y: event.clientY }
    const height = Math.max(1, canvas.clientHeight)
    // two fingers share what they do
    const right = (now.x - before.x) / height / fingers.size
    const downward = (now.y - before.y) / height / fingers.size
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)![1]
      const apart = (p: { x: number; y: number }) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y))
      cameras.free.zoom(Math.log(apart(now) / apart(before)))
    }
    fingers.set(event.pointerId, now)
    switch (gesture.kind) {
      case 'turn':
        cameras.free.turn(right, downward)
        break
      case 'pan':
      case 'panLevel':
        cameras.free.pan(right, downward, gesture.kind === 'panLevel', cameras.fovy)
        break
      case 'pull':
      case 'pullLevel':
        gesture.target =
          (gesture.kind === 'pullLevel' ? atHeight(view, gesture.target[2], now.x, now.y) : undefined) ??
          view.atDepthOf(gesture.target, now.x, now.y)
        actions.perturb(pullOf(gesture.grabbed, 'force', gesture.target, IDENTITY))
        break
      case 'twist': {
        // about the axes of the picture
        const camera = cameras.camera
        up.set(0, 1, 0).applyQuaternion(camera.quaternion)
        side.set(1, 0, 0).applyQuaternion(camera.quaternion)
        gesture.quat
          .premultiply(turn.setFromAxisAngle(up, Math.PI * right))
          .premultiply(turn.setFromAxisAngle(side, Math.PI * downward))
        actions.perturb(pullOf(gesture.grabbed, 'torque', gesture.grabbed.point, gesture.quat))
      }
    }
    view.redraw()
  }

  const up_ = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    end()
    // a finger that stays goes on turning
    if (fingers.size === 1) gesture = { kind: 'turn' }
  }
  const end = () => {
    if (gesture && 'grabbed' in gesture) actions.perturb(undefined)
    gesture = undefined
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    view.cameras?.free.zoom(-0.001 * event.deltaY)
    view.redraw()
  }
  const noMenu = (event: Event) => event.preventDefault()

  canvas.style.touchAction = 'none'
  canvas.addEventListener('pointerdown', down)
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', up_)
  canvas.addEventListener('pointercancel', up_)
  canvas.addEventListener('dblclick', double)
  canvas.addEventListener('wheel', wheel, { passive: false })
  canvas.addEventListener('contextmenu', noMenu)
  return () => {
    canvas.removeEventListener('pointerdown', down)
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', up_)
    canvas.removeEventListener('pointercancel', up_)
    canvas.removeEventListener('dblclick', double)
    canvas.removeEventListener('wheel', wheel)
    canvas.removeEventListener('contextmenu', noMenu)
  }
}

/** The point under the mouse at a height; undefined where the line of sight does not come near it. */
function atHeight(view: View, height: number, x: number, y: number): [number, number, number] | undefined {
  const { camera } = view.cameras!
  const at = view.toPicture(x, y)
  const eye = camera.position
  sight.set(at.x, at.y, 0.5).unproject(camera).sub(eye).normalize()
  const distance = (height - eye.z) / sight.z
  // near the horizon a small turn is a long way
  if (!(distance > 0) || Math.abs(sight.z) < 0.05) return undefined
  return [eye.x + distance * sight.x, eye.y + distance * sight.y, height]
}

const IDENTITY = new Quaternion()
const sight = new Vector3()
const up = new Vector3()
const side = new Vector3()
const turn = new Quaternion()

function pullOf(
  grabbed: Picked,
  kind: Perturbation['kind'],
  target: readonly [number, number, number],
  q: Quaternion,
): Perturbation {
  return { body: grabbed.body, kind, grabbed: grabbed.local, target, quat: [q.w, q.x, q.y, q.z] }
}

/** Where a point of a body is now. */
function worldOf(d: Data, { body, local }: Picked): [number, number, number] {
  return [0, 1, 2].map((row) => {
    let x = d.xpos[3 * body + row]
    for (let k = 0; k < 3; k++) x += d.xmat[9 * body + 3 * row + k] * local[k]
    return x
  }) as [number, number, number]
}
