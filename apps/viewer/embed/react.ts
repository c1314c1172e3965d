import { type CSSProperties, createElement, type ForwardedRef, forwardRef, useEffect, useRef } from 'react'
import type { ModelInput } from '../files/modelInput.ts'
import type { LoadFailure } from '../simulation/protocol.ts'
import type { Viewer, ViewerFrame, ViewerOptions, ViewerSelection } from './types.ts'
import { createViewer } from './viewer.ts'

export interface KinetreeViewerProps
  extends Pick<ViewerOptions, 'panels' | 'theme' | 'speed' | 'keys' | 'drop' | 'notices' | 'kernels' | 'startWorker'> {
  /** The model. A new value loads another model, so create objects with files outside of the component. */
  readonly model?: ModelInput | undefined
  /** Whether it plays; undefined: the user decides. */
  readonly playing?: boolean | undefined
  readonly onLoad?: ((frame: ViewerFrame) => void) | undefined
  readonly onFrame?: ((frame: ViewerFrame) => void) | undefined
  readonly onSelect?: ((selection: ViewerSelection | undefined) => void) | undefined
  readonly onPlaying?: ((isPlaying: boolean) => void) | undefined
  readonly onError?: ((failure: LoadFailure) => void) | undefined
  /** Class and style of the viewer's element. Without a class it fills its parent. */
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

const FILLING: CSSProperties = { width: '100%', height: '100%' }

/** The viewer as a React component. Its `ref` is the `Viewer`. Frames cause no rendering. */
export const KinetreeViewer = forwardRef<Viewer, KinetreeViewerProps>(function KinetreeViewer(props, ref) {
  const { model, playing, speed = 1, theme = 'auto', panels = true, className, style } = props
  const { keys, drop, notices, kernels } = props
  const place = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(null)
  // listeners may change with each rendering; the newest are called
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: effects below apply the other options
  useEffect(() => {
    const { startWorker } = newest.current
    const created = createViewer(place.current!, { panels, theme, speed, keys, drop, notices, kernels, startWorker })
    viewer.current = created
    created.on('load', (frame) => {
      if (newest.current.playing) created.play()
      newest.current.onLoad?.(frame)
    })
    created.on('frame', (frame) => newest.current.onFrame?.(frame))
    created.on('select', (selection) => newest.current.onSelect?.(selection))
    created.on('playing', (isPlaying) => newest.current.onPlaying?.(isPlaying))
    created.on('error', (failure) => newest.current.onError?.(failure))
    setRef(ref, created)
    return () => {
      setRef(ref, null)
      viewer.current = null
      created.dispose()
    }
  }, [keys, drop, notices, kernels])

  // equal addresses are the same model
  const source = model instanceof URL ? model.href : model
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer has nothing loaded
  useEffect(() => {
    // errors are reported by the event
    if (source !== undefined) viewer.current?.load(source).catch(() => {})
  }, [source, keys, drop, notices, kernels])

  useEffect(() => {
    if (playing === true) viewer.current?.play()
    else if (playing === false) viewer.current?.pause()
  }, [playing])
  useEffect(() => {
    if (viewer.current && viewer.current.speed !== speed) viewer.current.speed = speed
  }, [speed])
  useEffect(() => {
    if (viewer.current && viewer.current.theme !== theme) viewer.current.theme = theme
  }, [theme])
  useEffect(() => {
    if (viewer.current && viewer.current.panels !== panels) viewer.current.panels = panels
  }, [panels])

  return createElement('div', {
    ref: place,
    className,
    style: className === undefined ? { ...FILLING, ...style } : style,
  })
})

function setRef(ref: ForwardedRef<Viewer>, viewer: Viewer | null): void {
  if (typeof ref === 'function') ref(viewer)
  else if (ref) ref.current = viewer
}
