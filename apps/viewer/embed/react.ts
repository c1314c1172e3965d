import { type CSSProperties, createElement, type ForwardedRef, forwardRef, useEffect, useRef } from 'react'
import type { ModelInput } from '../files/modelInput.ts'
import type { LoadFailure } from '../simulation/protocol.ts'
import type { Viewer, ViewerFrame, ViewerOptions, ViewerSelection } from './types.ts'
import { createViewer } from './viewer.ts'

export interface KinetreeViewerProps
  extends Pick<ViewerOptions, 'panels' | 'theme' | 'speed' | 'keys' | 'drop' | 'notices' | 'startWorker'> {
  /** What is shown. Another value loads another model; so make objects with files outside of what renders. */
  readonly model?: ModelInput | undefined
  /** Whether it plays. Where this is undefined, it is up to the user. */
  readonly playing?: boolean | undefined
  readonly onLoad?: ((frame: ViewerFrame) => void) | undefined
  readonly onFrame?: ((frame: ViewerFrame) => void) | undefined
  readonly onSelect?: ((selection: ViewerSelection | undefined) => void) | undefined
  readonly onPlaying?: ((isPlaying: boolean) => void) | undefined
  readonly onError?: ((failure: LoadFailure) => void) | undefined
  /** Of the element that the viewer is in, as are styles. Without any, it is as large as what is around it. */
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

const FILLING: CSSProperties = { width: '100%', height: '100%' }

/** A viewer for React; its `ref` is the `Viewer`, for all that is not a property. Nothing renders again with each frame. */
export const KinetreeViewer = forwardRef<Viewer, KinetreeViewerProps>(function KinetreeViewer(props, ref) {
  const { model, playing, speed = 1, theme = 'auto', panels = true, className, style } = props
  const { keys, drop, notices } = props
  const place = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(null)
  // listeners may change with each rendering; the viewer calls the newest
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be changed later is, below; only the rest needs a new viewer
  useEffect(() => {
    const { startWorker } = newest.current
    const made = createViewer(place.current!, { panels, theme, speed, keys, drop, notices, startWorker })
    viewer.current = made
    made.on('load', (frame) => {
      if (newest.current.playing) made.play()
      newest.current.onLoad?.(frame)
    })
    made.on('frame', (frame) => newest.current.onFrame?.(frame))
    made.on('select', (selection) => newest.current.onSelect?.(selection))
    made.on('playing', (isPlaying) => newest.current.onPlaying?.(isPlaying))
    made.on('error', (failure) => newest.current.onError?.(failure))
    give(ref, made)
    return () => {
      give(ref, null)
      viewer.current = null
      made.dispose()
    }
  }, [keys, drop, notices])

  // addresses that say the same are the same
  const source = model instanceof URL ? model.href : model
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer has nothing loaded
  useEffect(() => {
    // what is wrong comes as an event
    if (source !== undefined) viewer.current?.load(source).catch(() => {})
  }, [source, keys, drop, notices])

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

function give(ref: ForwardedRef<Viewer>, viewer: Viewer | null): void {
  if (typeof ref === 'function') ref(viewer)
  else if (ref) ref.current = viewer
}
