import { type Camera, fit, panBy, toWorld, type View, zoomAt } from './camera.ts'
import { draw, type Inks, type Picture } from './draw.ts'
import type { Box } from './layout.ts'

const flightMs = 350
/** From how near a switch is looked at, once it was flown to. */
const near = { min: 1, max: 1.5 } as const

/** A map on a canvas: what it shows, and where one looks. It draws once a frame at most, and only when something is other. */
export class MapView {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #picture: Picture
  #inks: Inks
  #view: View = { width: 0, height: 0 }
  #camera: Camera = { x: 0, y: 0, zoom: 1 }
  #frame = 0
  #wasSeen = false

  constructor(canvas: HTMLCanvasElement, picture: Picture) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser draws no canvas')
    this.#canvas = canvas
    this.#context = context
    this.#picture = picture
    this.#inks = inksOf(canvas)
  }

  /** Another picture; the switch that is named stays where it is on the screen. */
  show(picture: Picture, anchor: string | undefined): void {
    const before = this.#boxOf(anchor)
    this.#picture = picture
    const after = this.#boxOf(anchor)
    if (before && after) {
      this.#camera = { ...this.#camera, x: this.#camera.x + after.x - before.x, y: this.#camera.y + after.y - before.y }
    }
    this.invalidate()
  }

  resize(width: number, height: number): void {
    const scale = window.devicePixelRatio
    this.#view = { width, height }
    this.#canvas.width = Math.round(width * scale)
    this.#canvas.height = Math.round(height * scale)
    if (!this.#wasSeen && width > 0) {
      this.#wasSeen = true
      this.fit()
      if (this.#picture.chosen !== undefined) this.flyTo(this.#picture.chosen)
    }
    this.#draw()
  }

  /** The colours of the page are other ones. */
  recolour(): void {
    this.#inks = inksOf(this.#canvas)
    this.invalidate()
  }

  fit(): void {
    this.#camera = fit(this.#view, this.#picture.scene)
    this.invalidate()
  }

  pan(dx: number, dy: number): void {
    this.#camera = panBy(this.#camera, dx, dy)
    this.invalidate()
  }

  zoom(factor: number, at: readonly [number, number] = [this.#view.width / 2, this.#view.height / 2]): void {
    this.#camera = zoomAt(this.#camera, this.#view, at, factor)
    this.invalidate()
  }

  flyTo(id: string): void {
    const box = this.#boxOf(id)
    if (!box) return
    const from = this.#camera
    const to = {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      zoom: Math.min(near.max, Math.max(near.min, from.zoom)),
    }
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const start = performance.now()
    const step = (now: number) => {
      const part = isStill ? 1 : Math.min(1, (now - start) / flightMs)
      const eased = 1 - (1 - part) ** 3
      const between = (a: number, b: number) => a + (b - a) * eased
      this.#camera = { x: between(from.x, to.x), y: between(from.y, to.y), zoom: between(from.zoom, to.zoom) }
      this.#draw()
      if (part < 1) this.#frame = requestAnimationFrame(step)
    }
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(step)
  }

  /** The switch at a point of the canvas. */
  pick(point: readonly [number, number]): Box | undefined {
    const [x, y] = toWorld(this.#camera, this.#view, point)
    return this.#picture.scene.boxes.find(
      (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
    )
  }

  invalidate(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#draw())
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  #boxOf(id: string | undefined): Box | undefined {
    return id === undefined ? undefined : this.#picture.scene.boxes.find(({ node }) => node.id === id)
  }

  #draw(): void {
    const scale = window.devicePixelRatio
    this.#context.setTransform(scale, 0, 0, scale, 0, 0)
    draw(this.#context, this.#picture, this.#camera, this.#view, this.#inks)
  }
}

function inksOf(canvas: HTMLCanvasElement): Inks {
  const style = getComputedStyle(canvas)
  const ink = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: ink('--surface'),
    raised: ink('--surface-raised'),
    line: ink('--mantine-color-dimmed'),
    text: ink('--mantine-color-text'),
    dimmed: ink('--mantine-color-dimmed'),
    accent: ink('--mantine-color-anchor'),
    font: style.fontFamily,
  }
}
