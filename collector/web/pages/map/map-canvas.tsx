import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Picture } from './draw.ts'
import classes from './map.module.css'
import { MapView } from './map-view.ts'
import { useGestures, useWheel } from './use-gestures.ts'

type Props = {
  picture: Picture
  scheme: string
  onChoose: (id: string | undefined) => void
  /** Selects the next or previous switch, in the order of the list. */
  onStep: (by: 1 | -1) => void
  onOpen: () => void
}

const zoomStep = 1.3
const panStep = 60

export function MapCanvas({ picture, scheme, onChoose, onStep, onOpen }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<MapView>(undefined)
  const latest = useRef(picture)
  latest.current = picture
  const [percent, setPercent] = useState(100)
  const helpId = useId()
  const gestures = useGestures(view, onChoose)
  useWheel(canvas, view)

  useEffect(() => {
    if (!canvas.current || !frame.current) return
    const mapView = new MapView(canvas.current, latest.current, (zoom) => setPercent(Math.round(zoom * 100)))
    view.current = mapView
    const observer = new ResizeObserver(([entry]) => {
      if (entry) mapView.resize(entry.contentRect)
    })
    observer.observe(frame.current)
    const [print, printed] = [() => mapView.toPaper(), () => mapView.toScreen()]
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', printed)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', printed)
      observer.disconnect()
      mapView.stop()
    }
  }, [])
  useEffect(() => view.current?.show(picture, picture.chosen), [picture])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the page
  useEffect(() => view.current?.recolour(), [scheme])
  const { chosen } = picture
  useEffect(() => {
    if (chosen !== undefined) view.current?.flyTo(chosen)
  }, [chosen])

  const keys: Record<string, () => void> = {
    ArrowLeft: () => view.current?.pan(panStep, 0),
    ArrowRight: () => view.current?.pan(-panStep, 0),
    ArrowUp: () => view.current?.pan(0, panStep),
    ArrowDown: () => view.current?.pan(0, -panStep),
    '+': () => view.current?.zoom(zoomStep),
    '=': () => view.current?.zoom(zoomStep),
    '-': () => view.current?.zoom(1 / zoomStep),
    '0': () => view.current?.fit(),
    j: () => onStep(1),
    k: () => onStep(-1),
    Enter: onOpen,
    Escape: () => onChoose(undefined),
  }
  const press = (event: KeyboardEvent) => {
    // The buttons on the map handle their own keys.
    if (event.target !== event.currentTarget) return
    const action = keys[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  return (
    <div
      className={classes['canvasFrame']}
      ref={frame}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
      tabIndex={0}
      aria-label="Map of the switches"
      aria-describedby={helpId}
      onKeyDown={press}
    >
      <canvas ref={canvas} className={classes['canvas']} aria-hidden {...gestures} />
      <p id={helpId} className={classes['help']}>
        Drag to move, use the wheel to zoom. Keys: arrows move, + and − zoom, 0 shows the whole map, j and k select the
        next and previous switch, Enter opens it. The list shows the same data.
      </p>
      <div className={classes['zoom']}>
        <output className={classes['percent']} aria-label="Zoom">
          {percent} %
        </output>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => view.current?.zoom(zoomStep)}>
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => view.current?.zoom(1 / zoomStep)}>
          <IconMinus size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show whole map" onClick={() => view.current?.fit()}>
          <IconFocusCentered size={16} />
        </ActionIcon>
      </div>
    </div>
  )
}
