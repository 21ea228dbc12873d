import type { Bounds } from './scene.ts'

/** The map position at the centre of the view, and the pixels per map unit. */
export type Camera = { x: number; y: number; zoom: number }
export type View = { width: number; height: number }

const zoomMin = 0.02
const zoomMax = 3

const clampZoom = (zoom: number): number => Math.min(zoomMax, Math.max(zoomMin, zoom))

/** Zooms around a point of the view, which stays in place. */
export function zoomAt(camera: Camera, view: View, [px, py]: readonly [number, number], factor: number): Camera {
  const zoom = clampZoom(camera.zoom * factor)
  const [dx, dy] = [px - view.width / 2, py - view.height / 2]
  return {
    x: camera.x + dx / camera.zoom - dx / zoom,
    y: camera.y + dy / camera.zoom - dy / zoom,
    zoom,
  }
}

export const panBy = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.zoom,
  y: camera.y - dy / camera.zoom,
})

/** Returns a camera that shows the whole map, without enlarging it. */
export function fit(view: View, { x, y, width, height }: Bounds, margin = 24): Camera {
  const zoom = Math.min(
    1,
    (view.width - 2 * margin) / Math.max(width, 1),
    (view.height - 2 * margin) / Math.max(height, 1),
  )
  return { x: x + width / 2, y: y + height / 2, zoom: clampZoom(zoom) }
}

/** Returns the part of the map that is in view. */
export const sightOf = ({ x, y, zoom }: Camera, view: View): Bounds => ({
  x: x - view.width / 2 / zoom,
  y: y - view.height / 2 / zoom,
  width: view.width / zoom,
  height: view.height / zoom,
})

export const toMapPoint = (camera: Camera, view: View, [px, py]: readonly [number, number]) =>
  [camera.x + (px - view.width / 2) / camera.zoom, camera.y + (py - view.height / 2) / camera.zoom] as const
