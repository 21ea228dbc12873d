import { cut, type Lettering, type Paint, type Pen, strokeOfIcon } from './pen.ts'
import type { Bounds } from './scene.ts'
import type { Points } from './wire-routes.ts'

type MeasureText = (text: string, font: string) => number

/** Draws into an SVG file. All text is escaped: names come from devices. */
export class SvgPen implements Pen {
  readonly #font: string
  readonly #measure: MeasureText
  readonly #parts: string[] = []

  constructor(font: string, measure: MeasureText) {
    this.#font = font
    this.#measure = measure
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint): void {
    const radius = paint.radius ? ` rx="${short(paint.radius)}"` : ''
    this.#parts.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${radius}${painted(paint)}/>`,
    )
  }

  lines(lines: readonly Points[], paint: Paint): void {
    const data = lines.map((points) =>
      points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join(''),
    )
    if (data.length > 0) this.#parts.push(`<path d="${data.join('')}"${painted(paint)}/>`)
  }

  icon(path: string, x: number, y: number, size: number, colour: string): void {
    const move = `translate(${short(x)} ${short(y)}) scale(${size / 24})`
    this.#parts.push(
      `<path d="${escaped(path)}" transform="${move}" stroke-linecap="round" stroke-linejoin="round"${painted({ stroke: colour, width: strokeOfIcon })}/>`,
    )
  }

  text(text: string, { x, y, width, size, colour, weight = 400, align = 'left' }: Lettering): void {
    const shown = cut(text, width, (part) => this.#measure(part, `${weight} ${size}px ${this.#font}`))
    const anchor = { left: 'start', center: 'middle', right: 'end' }[align]
    this.#parts.push(
      `<text x="${short(x)}" y="${short(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${escaped(colour)}">${escaped(shown)}</text>`,
    )
  }

  /** Returns the file. */
  toFile({ x, y, width, height }: Bounds, surface: string): string {
    const box = [x, y, width, height].map(short).join(' ')
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${short(width)}" height="${short(height)}" font-family="${escaped(this.#font)}">`,
      `<rect x="${short(x)}" y="${short(y)}" width="100%" height="100%" fill="${escaped(surface)}"/>`,
      ...this.#parts,
      '</svg>\n',
    ].join('\n')
  }
}

function painted({ fill, stroke, width = 1, dash = [] }: Paint): string {
  const line = stroke === undefined ? '' : ` stroke="${escaped(stroke)}" stroke-width="${short(width)}"`
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map(short).join(' ')}"` : ''
  return ` fill="${fill === undefined ? 'none' : escaped(fill)}"${line}${dashes}`
}

const short = (number: number): string => String(Math.round(number * 100) / 100)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and drops characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
