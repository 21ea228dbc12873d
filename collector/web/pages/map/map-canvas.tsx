import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { iconsOf } from './canvas-colours.ts'
import classes from './map.module.css'
import { MapIcons } from './map-icons.tsx'
import { MapView } from './map-view.ts'
import type { Picture } from './picture.ts'
import type { Position } from './scene.ts'
import { useGestures, useWheel } from './use-gestures.ts'

type Props = {
  picture: Picture
  scheme: string
  onChoose: (id: string | undefined) => void
  /** Selects the next or previous switch, in the order of the list. */
  onStep: (by: 1 | -1) => void
  onOpen: () => void
  /** Puts a node at a position; undefined if the user may not. */
  onMove: ((id: string, position: Position) => void) | undefined
  /** The element with the colours and icons of the map. */
  page: RefObject<HTMLDivElement | null>
}

const zoomStep = 1.3
const panStep = 60
const moveStep = 20

export function MapCanvas({ picture, scheme, onChoose, onStep, onOpen, onMove, page: frame }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MapView>(undefined)
  const latest = useRef(picture)
  latest.current = picture
  const [percent, setPercent] = useState(100)
  const helpId = useId()
  const { chosen } = picture
  const shift = (id: string, dx: number, dy: number) => {
    const box = latest.current.scene.boxes.find(({ node }) => node.id === id)
    if (box && box.within === undefined) onMove?.(id, { x: box.x + dx, y: box.y + dy })
  }
  const gestures = useGestures(view, { onChoose, onDrag: onMove, chosen })
  useWheel(canvas, view)

  useEffect(() => {
    if (!canvas.current || !frame.current) return
    const mapView = new MapView(canvas.current, latest.current, iconsOf(frame.current), (zoom) =>
      setPercent(Math.round(zoom * 100)),
    )
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
  }, [frame])
  const anchored = useRef(picture.unfolded)
  useEffect(() => {
    // Only a switch that unfolds keeps its place on the screen. A switch that is dragged leaves it.
    view.current?.show(picture, anchored.current === picture.unfolded ? undefined : picture.chosen)
    anchored.current = picture.unfolded
  }, [picture])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the page
  useEffect(() => view.current?.recolour(), [scheme])
  const { port } = picture
  // biome-ignore lint/correctness/useExhaustiveDependencies: another port of the same switch is flown to as well
  useEffect(() => {
    if (chosen !== undefined) view.current?.flyTo(chosen)
  }, [chosen, port])

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
  const moveBy = (dx: number, dy: number) => () => chosen !== undefined && shift(chosen, dx, dy)
  const moves: Record<string, () => void> = {
    ...{ ArrowLeft: moveBy(-moveStep, 0), ArrowRight: moveBy(moveStep, 0) },
    ...{ ArrowUp: moveBy(0, -moveStep), ArrowDown: moveBy(0, moveStep) },
  }
  const press = (event: KeyboardEvent) => {
    // The buttons on the map handle their own keys.
    if (event.target !== event.currentTarget) return
    const action = (event.shiftKey && chosen !== undefined && onMove && moves[event.key]) || keys[event.key]
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
        next and previous switch, Enter opens it.
        {onMove && ' Drag a switch to move it and everything below it, or select it and press Shift with an arrow.'} The
        list shows the same data.
      </p>
      <div hidden>
        <MapIcons />
      </div>
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
