import { cut, type Lettering, type Paint, type Pen, strokeOfIcon } from './pen.ts'
import type { Points } from './wire-routes.ts'

/** Draws on a canvas. */
export class CanvasPen implements Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #font: string
  readonly #icons = new Map<string, Path2D>()

  constructor(context: CanvasRenderingContext2D, font: string) {
    this.#context = context
    this.#font = font
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint): void {
    this.#context.beginPath()
    if (paint.radius) this.#context.roundRect(x, y, width, height, paint.radius)
    else this.#context.rect(x, y, width, height)
    this.#paint(paint)
  }

  lines(lines: readonly Points[], paint: Paint): void {
    this.#context.beginPath()
    for (const points of lines) {
      for (const [at, [x, y]] of points.entries()) at === 0 ? this.#context.moveTo(x, y) : this.#context.lineTo(x, y)
    }
    this.#paint(paint)
  }

  icon(path: string, x: number, y: number, size: number, colour: string): void {
    const shape = this.#icons.get(path) ?? new Path2D(path)
    this.#icons.set(path, shape)
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.scale(size / 24, size / 24)
    context.strokeStyle = colour
    context.lineWidth = strokeOfIcon
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.stroke(shape)
    context.restore()
  }

  text(text: string, { x, y, width, size, colour, weight = 400, align = 'left' }: Lettering): void {
    const context = this.#context
    context.font = `${weight} ${size}px ${this.#font}`
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(
      cut(text, width, (part) => context.measureText(part).width),
      x,
      y,
    )
  }

  #paint({ fill, stroke, width = 1, dash = [] }: Paint): void {
    const context = this.#context
    if (fill !== undefined) {
      context.fillStyle = fill
      context.fill()
    }
    if (stroke !== undefined) {
      context.strokeStyle = stroke
      context.lineWidth = width
      context.setLineDash([...dash])
      context.stroke()
    }
  }
}
