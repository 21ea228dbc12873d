/** Where of the map the middle of the view is, and how many pixels one unit of it takes. */
export type Camera = { x: number; y: number; zoom: number }
export type View = { width: number; height: number }

const zoomMin = 0.02
const zoomMax = 3

export const clampZoom = (zoom: number): number => Math.min(zoomMax, Math.max(zoomMin, zoom))

/** Around a point of the view, which stays where it is. */
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

/** All of it in view, and nothing larger than it is. */
export function fit(view: View, { width, height }: View, margin = 24): Camera {
  const zoom = Math.min(
    1,
    (view.width - 2 * margin) / Math.max(width, 1),
    (view.height - 2 * margin) / Math.max(height, 1),
  )
  return { x: width / 2, y: height / 2, zoom: clampZoom(zoom) }
}

export const toWorld = (camera: Camera, view: View, [px, py]: readonly [number, number]) =>
  [camera.x + (px - view.width / 2) / camera.zoom, camera.y + (py - view.height / 2) / camera.zoom] as const
