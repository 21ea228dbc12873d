import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { MapView } from './map-view.ts'
import type { Position } from './scene.ts'

/** The distance in pixels below which a movement counts as a press. */
const pressPx = 4

type Actions = {
  onChoose: (id: string | undefined) => void
  /** Puts a node at a position; undefined if the user may not. */
  onDrag: ((id: string, position: Position) => void) | undefined
  /** A finger moves only this node, as it moves the map everywhere else. */
  chosen: string | undefined
}

/** Handles mouse and touch: one pointer drags a switch or the map, two fingers zoom. A press selects the switch. */
export function useGestures(view: RefObject<MapView | undefined>, { onChoose, onDrag, chosen }: Actions) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(0)
  const dragged = useRef<{ id: string; box: Position; from: Position }>(undefined)

  const at = (event: { clientX: number; clientY: number }, target: Element): [number, number] => {
    const { left, top } = target.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      // A gesture with two fingers never selects.
      moved.current = pointers.current.size === 0 ? 0 : pressPx
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const box =
        onDrag && pointers.current.size === 1 ? view.current?.pickMovable(at(event, event.currentTarget)) : null
      const mayMove = box && (event.pointerType !== 'touch' || box.node.id === chosen)
      dragged.current = mayMove ? { id: box.node.id, box, from: { x: event.clientX, y: event.clientY } } : undefined
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      moved.current += Math.hypot(now.x - before.x, now.y - before.y)
      pointers.current.set(event.pointerId, now)
      if (dragged.current !== undefined && !other) {
        // A press that trembles moves nothing.
        if (moved.current < pressPx) return
        const { id, box, from } = dragged.current
        const zoom = view.current?.zoomLevel ?? 1
        onDrag?.(id, { x: box.x + (now.x - from.x) / zoom, y: box.y + (now.y - from.y) / zoom })
        return
      }
      // Moves with the fingers, then zooms around them, so that the point between them stays in place.
      const share = other ? 0.5 : 1
      view.current?.pan((now.x - before.x) * share, (now.y - before.y) * share)
      if (other) {
        const distance = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y)
        const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }
        view.current?.zoom(distance(now) / Math.max(distance(before), 1), at(middle, event.currentTarget))
      }
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const wasAlone = pointers.current.size === 1
      const wasDown = pointers.current.delete(event.pointerId)
      if (wasDown && wasAlone && moved.current < pressPx) {
        onChoose(view.current?.pick(at(event, event.currentTarget))?.node.id)
      }
    },
    onPointerCancel(event: PointerEvent<HTMLCanvasElement>) {
      pointers.current.delete(event.pointerId)
    },
  }
}

/** Adds a non-passive wheel listener. React's own are passive, so the page would scroll. */
export function useWheel(canvas: RefObject<HTMLCanvasElement | null>, view: RefObject<MapView | undefined>): void {
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      view.current?.zoom(Math.exp(-event.deltaY / 400), [event.clientX - left, event.clientY - top])
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [canvas, view])
}
