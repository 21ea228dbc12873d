import { iconsOf, inksOf } from './canvas-colours.ts'
import { CanvasPen } from './canvas-pen.ts'
import { draw } from './draw.ts'
import type { Icons, Picture } from './picture.ts'
import type { Bounds } from './scene.ts'
import { SvgPen } from './svg-pen.ts'

/** The zoom level whose details an export shows. */
const detail = 1.5
const margin = 24
/** Limits of a picture: browsers refuse larger canvases, and one pixel takes 4 bytes of memory. */
const png = { scaleMax: 2, sideMax: 16_000, pixelsMax: 40_000_000 } as const

export type ExportFormat = 'svg' | 'png'

/** Draws the whole map, not only the part in view, into a file. `page` has the colours and the icons. */
export async function exportMap(format: ExportFormat, picture: Picture, page: Element): Promise<Blob> {
  const [inks, icons] = [inksOf(page), iconsOf(page)]
  const bounds = widened(picture.scene.bounds)
  // The choice of the moment is no part of the map.
  const whole = { ...picture, chosen: undefined, port: undefined }
  return format === 'svg' ? svgOf(whole, bounds, inks, icons) : pngOf(whole, bounds, inks, icons)
}

type Inks = ReturnType<typeof inksOf>

const widened = ({ x, y, width, height }: Bounds): Bounds => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
})

function svgOf(picture: Picture, bounds: Bounds, inks: Inks, icons: Icons): Blob {
  const context = contextOf(document.createElement('canvas'))
  const pen = new SvgPen(inks.font, (text, font) => {
    context.font = font
    return context.measureText(text).width
  })
  draw(pen, picture, bounds, detail, inks, icons)
  return new Blob([pen.toFile(bounds, inks.surface)], { type: 'image/svg+xml' })
}

function pngOf(picture: Picture, bounds: Bounds, inks: Inks, icons: Icons): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const scale = pngScale(bounds)
  canvas.width = Math.round(bounds.width * scale)
  canvas.height = Math.round(bounds.height * scale)
  const context = contextOf(canvas)
  context.fillStyle = inks.surface
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.translate(-bounds.x, -bounds.y)
  draw(new CanvasPen(context, inks.font), picture, bounds, detail, inks, icons)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The browser cannot draw a picture of this size. Export SVG instead.'))
    canvas.toBlob(done, 'image/png')
  })
}

/** Returns the pixels per unit of the map: two if the picture does not become too large. */
export const pngScale = ({ width, height }: Pick<Bounds, 'width' | 'height'>): number =>
  Math.min(png.scaleMax, png.sideMax / Math.max(width, height), Math.sqrt(png.pixelsMax / (width * height)))

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no canvas')
  return context
}
