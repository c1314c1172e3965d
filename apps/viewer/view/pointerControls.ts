import { Quaternion, Vector3 } from 'three'
import type { Data } from '../../../src/index.ts'
import type { Perturbation } from '../simulation/commands.ts'
import type { Picked } from './picker.ts'
import type { PictureScene, View } from './view.ts'

/** What the mouse or fingers do to a simulation. */
export interface PointerActions {
  /** A press and release at one place of the window, CSS pixels. */
  click?(x: number, y: number): void
  /** A double click or double tap. */
  doubleClick(x: number, y: number): void
  /** The body at a place of the window. */
  bodyAt(x: number, y: number): number | undefined
  /** The selected body. */
  selected(): Picked | undefined
  /** The selected body is perturbed; undefined: released. */
  perturb(by: Perturbation | undefined): void
  data(): Data | undefined
}

type Point = readonly [number, number, number]

/** A place in the window, CSS pixels. */
interface Place {
  readonly x: number
  readonly y: number
}

type Gesture =
  | { readonly kind: 'orbit' | 'pan' | 'panLevel' }
  | { readonly kind: 'pull' | 'pullLevel'; readonly grabbed: Picked; target: Point }
  | { readonly kind: 'twist'; readonly grabbed: Picked; readonly quat: Quaternion }

/** Two taps within this time, ms, and distance, CSS pixels, are a double tap. */
const DOUBLE_TAP_TIME = 350
const DOUBLE_TAP_DISTANCE = 12
/** A pointer that moves farther than this, CSS pixels, does not click. */
const CLICK_DISTANCE = 5

/**
 * The mouse as in MuJoCo's viewer: left drag orbits, right or middle drag pans (with shift over the ground), the wheel
 * zooms, a double click selects a body. With ctrl, left drag twists the selected body and right drag pulls it (with
 * shift at one height). One finger orbits, two pan and zoom; a finger that starts on the selected body pulls it.
 */
export class PointerControls {
  readonly #view: View<PictureScene>
  readonly #actions: PointerActions
  readonly #listeners = new AbortController()
  /** Where each pointer that is down was last, by its id. */
  readonly #pointers = new Map<number, Place>()
  #gesture: Gesture | undefined
  #isMouse = true
  /** Where a click has begun. */
  #pressed: Place | undefined
  #lastTap: Place & { readonly time: number } = { time: -Infinity, x: 0, y: 0 }

  constructor(view: View<PictureScene>, actions: PointerActions) {
    this.#view = view
    this.#actions = actions
    const { canvas } = view
    const { signal } = this.#listeners
    canvas.style.touchAction = 'none'
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#up(event), { signal })
    canvas.addEventListener('dblclick', (event) => this.#doubleClick(event), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  }

  dispose(): void {
    this.#listeners.abort()
  }

  #down(event: PointerEvent): void {
    const { canvas } = this.#view
    canvas.setPointerCapture(event.pointerId)
    canvas.focus({ preventScroll: true })
    this.#pointers.set(event.pointerId, placeOf(event))
    this.#isMouse = event.pointerType === 'mouse'
    this.#pressed = event.button === 0 && this.#pointers.size === 1 ? placeOf(event) : undefined
    if (!this.#isMouse) this.#tap(event)
    this.#endGesture()
    this.#gesture = this.#pointers.size > 1 ? { kind: 'pan' } : this.#gestureAt(event)
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (!before || !this.#gesture || !this.#view.cameras) return
    const now = placeOf(event)
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, now)
    this.#pointers.set(event.pointerId, now)
    // in heights of the picture; two fingers contribute half each
    const scale = 1 / (Math.max(1, this.#view.canvas.clientHeight) * this.#pointers.size)
    this.#drag(this.#gesture, scale * (now.x - before.x), scale * (now.y - before.y), now)
    this.#view.redraw()
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId)
    this.#endGesture()
    const { x, y } = placeOf(event)
    const pressed = event.type === 'pointerup' ? this.#pressed : undefined
    this.#pressed = undefined
    if (pressed && Math.hypot(x - pressed.x, y - pressed.y) < CLICK_DISTANCE) this.#actions.click?.(x, y)
    // the finger that remains orbits
    if (this.#pointers.size === 1) this.#gesture = { kind: 'orbit' }
  }

  /** The system decides what a double click of the mouse is. */
  #doubleClick(event: MouseEvent): void {
    if (this.#isMouse) this.#actions.doubleClick(event.clientX, event.clientY)
  }

  /** Detects double taps. */
  #tap(event: PointerEvent): void {
    const { x, y } = placeOf(event)
    const { time, ...last } = this.#lastTap
    const isDouble =
      event.timeStamp - time < DOUBLE_TAP_TIME && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_DISTANCE
    // a third tap is a first one again
    this.#lastTap = { time: isDouble ? -Infinity : event.timeStamp, x, y }
    if (isDouble) this.#actions.doubleClick(x, y)
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.#view.cameras?.free.zoom(-0.001 * event.deltaY)
    this.#view.redraw()
  }

  /** The gesture that a pointer starts. */
  #gestureAt(event: PointerEvent): Gesture {
    const selected = this.#actions.selected()
    const data = this.#actions.data()
    const isTouch = event.pointerType === 'touch'
    const isOnSelected = () => this.#actions.bodyAt(event.clientX, event.clientY) === selected?.body
    const isPerturbation = event.ctrlKey || event.metaKey || (isTouch && isOnSelected())
    if (selected && data && isPerturbation) {
      if (isTouch || event.button === 2)
        return { kind: event.shiftKey ? 'pullLevel' : 'pull', grabbed: selected, target: toWorld(data, selected) }
      const [w, x, y, z] = data.xquat.subarray(4 * selected.body, 4 * selected.body + 4)
      return { kind: 'twist', grabbed: selected, quat: new Quaternion(x, y, z, w) }
    }
    if (event.button === 0) return { kind: 'orbit' }
    return { kind: event.shiftKey ? 'panLevel' : 'pan' }
  }

  /** Zooms by the change of the distance between two fingers. */
  #pinch(id: number, before: Place, now: Place): void {
    const other = [...this.#pointers].find(([each]) => each !== id)?.[1]
    if (!other) return
    const apart = (p: Place) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y))
    this.#view.cameras?.free.zoom(Math.log(apart(now) / apart(before)))
  }

  /** @param right, down in heights of the picture */
  #drag(gesture: Gesture, right: number, down: number, now: Place): void {
    const { cameras } = this.#view
    if (!cameras) return
    switch (gesture.kind) {
      case 'orbit':
        cameras.free.orbit(right, down)
        return
      case 'pan':
      case 'panLevel':
        cameras.free.pan(right, down, gesture.kind === 'panLevel', cameras.fovy)
        return
      case 'pull':
      case 'pullLevel': {
        const level = gesture.kind === 'pullLevel' ? atHeight(this.#view, gesture.target[2], now) : undefined
        gesture.target = level ?? this.#view.atDepthOf(gesture.target, now.x, now.y)
        this.#actions.perturb(perturbation(gesture.grabbed, 'force', gesture.target, IDENTITY))
        return
      }
      case 'twist': {
        // about the axes of the picture
        const { quaternion } = cameras.camera
        upAxis.set(0, 1, 0).applyQuaternion(quaternion)
        sideAxis.set(1, 0, 0).applyQuaternion(quaternion)
        gesture.quat
          .premultiply(turn.setFromAxisAngle(upAxis, Math.PI * right))
          .premultiply(turn.setFromAxisAngle(sideAxis, Math.PI * down))
        this.#actions.perturb(perturbation(gesture.grabbed, 'torque', gesture.grabbed.point, gesture.quat))
        return
      }
      default:
        gesture satisfies never
    }
  }

  #endGesture(): void {
    if (this.#gesture && 'grabbed' in this.#gesture) this.#actions.perturb(undefined)
    this.#gesture = undefined
  }
}

const IDENTITY = new Quaternion()
const sight = new Vector3()
const upAxis = new Vector3()
const sideAxis = new Vector3()
const turn = new Quaternion()

function placeOf({ clientX, clientY }: PointerEvent): Place {
  return { x: clientX, y: clientY }
}

/** The point under the mouse at a height; undefined near the horizon, where a pixel is a long way. */
function atHeight(view: View<PictureScene>, height: number, { x, y }: Place): Point | undefined {
  if (!view.cameras) return undefined
  const { camera } = view.cameras
  const at = view.toPicture(x, y)
  const eye = camera.position
  sight.set(at.x, at.y, 0.5).unproject(camera).sub(eye).normalize()
  const distance = (height - eye.z) / sight.z
  if (!(distance > 0) || Math.abs(sight.z) < 0.05) return undefined
  return [eye.x + distance * sight.x, eye.y + distance * sight.y, height]
}

function perturbation(grabbed: Picked, kind: Perturbation['kind'], target: Point, q: Quaternion): Perturbation {
  return { body: grabbed.body, kind, grabbed: grabbed.local, target, quat: [q.w, q.x, q.y, q.z] }
}

/** The current place of a point of a body. */
function toWorld(d: Data, { body, local }: Picked): Point {
  const row = (k: number) => {
    const R = 9 * body + 3 * k
    return d.xpos[3 * body + k] + d.xmat[R] * local[0] + d.xmat[R + 1] * local[1] + d.xmat[R + 2] * local[2]
  }
  return [row(0), row(1), row(2)]
}
