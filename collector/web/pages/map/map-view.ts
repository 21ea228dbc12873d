import { type Camera, fit, panBy, sightOf, toMapPoint, type View, zoomAt } from './camera.ts'
import { inksOf } from './canvas-colours.ts'
import { CanvasPen } from './canvas-pen.ts'
import { draw } from './draw.ts'
import type { Box } from './layout.ts'
import type { Icons, Inks, Picture } from './picture.ts'

const flightMs = 350
/** The zoom level after flying to a switch. A port is looked at from nearer. */
const near = { min: 1, minOfPort: 1.3, max: 1.5 } as const

/** The size of a printed map in pixels, drawn at twice the resolution. */
const paper = { side: 1_800, scale: 2, margin: 8 } as const

type Flight = { from: Camera; to: Camera; startMs: number | undefined }

/** A map on a canvas: its picture and camera. Draws at most once per frame, and only after a change. */
export class MapView {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #picture: Picture
  #inks: Inks
  #pen: CanvasPen
  readonly #icons: Icons
  readonly #onZoom: (zoom: number) => void
  #view: View = { width: 0, height: 0 }
  #scale = 1
  #camera: Camera = { x: 0, y: 0, zoom: 1 }
  #flight: Flight | undefined
  #frame = 0
  #wasSeen = false
  /** The print version is being drawn. */
  #onScreen: { view: View; camera: Camera } | undefined

  /** `onZoom` is called with the zoom level on each draw. */
  constructor(canvas: HTMLCanvasElement, picture: Picture, icons: Icons, onZoom: (zoom: number) => void) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser draws no canvas')
    this.#canvas = canvas
    this.#context = context
    this.#picture = picture
    this.#icons = icons
    this.#inks = inksOf(canvas)
    this.#pen = new CanvasPen(context, this.#inks.font)
    this.#onZoom = onZoom
  }

  /** Shows another picture. The named switch keeps its position on the screen. */
  show(picture: Picture, anchor: string | undefined): void {
    const before = this.#boxOf(anchor)
    this.#picture = picture
    const after = this.#boxOf(anchor)
    if (before && after) {
      const along = (camera: Camera): Camera => ({
        ...camera,
        x: camera.x + after.x - before.x,
        y: camera.y + after.y - before.y,
      })
      this.#camera = along(this.#camera)
      if (this.#flight) this.#flight = { ...this.#flight, from: along(this.#flight.from), to: along(this.#flight.to) }
    }
    this.invalidate()
  }

  resize(view: View): void {
    if (this.#onScreen) {
      this.#onScreen.view = view
      return
    }
    this.#setSize(view, window.devicePixelRatio)
    if (!this.#wasSeen && view.width > 0) {
      this.#wasSeen = true
      this.fit()
      if (this.#picture.chosen !== undefined) this.flyTo(this.#picture.chosen)
    }
    this.#draw()
  }

  /** Draws the whole map for paper, in the current colours. */
  toPaper(): void {
    const { bounds } = this.#picture.scene
    const { width, height } = bounds
    const part = Math.min(1, paper.side / Math.max(width, height))
    this.#onScreen = { view: this.#view, camera: this.#camera }
    this.#setSize({ width: width * part + 2 * paper.margin, height: height * part + 2 * paper.margin }, paper.scale)
    this.#camera = fit(this.#view, bounds, paper.margin)
    this.#inks = inksOf(this.#canvas)
    this.#draw()
  }

  /** Restores the view from before printing. */
  toScreen(): void {
    if (!this.#onScreen) return
    const { view, camera } = this.#onScreen
    this.#onScreen = undefined
    this.#camera = camera
    this.#inks = inksOf(this.#canvas)
    this.resize(view)
  }

  /** Reads the colours of the page again. */
  recolour(): void {
    this.#inks = inksOf(this.#canvas)
    this.invalidate()
  }

  fit(): void {
    this.#look(fit(this.#view, this.#picture.scene.bounds))
  }

  pan(dx: number, dy: number): void {
    this.#look(panBy(this.#camera, dx, dy))
  }

  zoom(factor: number, at: readonly [number, number] = [this.#view.width / 2, this.#view.height / 2]): void {
    this.#look(zoomAt(this.#camera, this.#view, at, factor))
  }

  flyTo(id: string): void {
    const box = this.#boxOf(id)
    if (!box) return
    const from = this.#camera
    const to = {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      zoom: Math.min(near.max, Math.max(this.#picture.port === undefined ? near.min : near.minOfPort, from.zoom)),
    }
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) this.#look(to)
    else this.#flight = { from, to, startMs: undefined }
    this.invalidate()
  }

  /** Returns the node at a point of the canvas. An access point is in front of its switch. */
  pick(point: readonly [number, number]): Box | undefined {
    const [x, y] = toMapPoint(this.#camera, this.#view, point)
    return this.#picture.scene.boxes.findLast(
      (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
    )
  }

  /** Returns the box at a point that can be moved: an access point moves with its switch. */
  pickMovable(point: readonly [number, number]): Box | undefined {
    const box = this.pick(point)
    return box?.within === undefined ? box : this.#boxOf(box.within)
  }

  get zoomLevel(): number {
    return this.#camera.zoom
  }

  invalidate(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((now) => {
      this.#fly(now)
      this.#draw()
      if (this.#flight) this.invalidate()
    })
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  /** Moves the camera. Ends a flight; a new picture does not. */
  #look(camera: Camera): void {
    this.#flight = undefined
    this.#camera = camera
    this.invalidate()
  }

  #fly(now: number): void {
    if (!this.#flight) return
    const { from, to, startMs = now } = this.#flight
    const part = Math.min(1, (now - startMs) / flightMs)
    const eased = 1 - (1 - part) ** 3
    const between = (a: number, b: number) => a + (b - a) * eased
    this.#camera = { x: between(from.x, to.x), y: between(from.y, to.y), zoom: between(from.zoom, to.zoom) }
    this.#flight = part < 1 ? { from, to, startMs } : undefined
  }

  #setSize(view: View, scale: number): void {
    this.#view = view
    this.#scale = scale
    this.#canvas.width = Math.round(view.width * scale)
    this.#canvas.height = Math.round(view.height * scale)
  }

  #boxOf(id: string | undefined): Box | undefined {
    return id === undefined ? undefined : this.#picture.scene.boxes.find(({ node }) => node.id === id)
  }

  #draw(): void {
    const [context, view, { x, y, zoom }] = [this.#context, this.#view, this.#camera]
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0)
    context.fillStyle = this.#inks.surface
    context.fillRect(0, 0, view.width, view.height)
    context.translate(view.width / 2, view.height / 2)
    context.scale(zoom, zoom)
    context.translate(-x, -y)
    draw(this.#pen, this.#picture, sightOf(this.#camera, view), zoom, this.#inks, this.#icons)
    this.#onZoom(zoom)
  }
}
