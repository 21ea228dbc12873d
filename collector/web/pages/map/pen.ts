import type { Points } from './wire-routes.ts'

export type Paint = {
  fill?: string
  stroke?: string
  /** Width of the line. */
  width?: number
  dash?: readonly number[]
  /** Radius of the corners of a rectangle. */
  radius?: number
}
export type Lettering = {
  x: number
  y: number
  width: number
  size: number
  colour: string
  weight?: number
  align?: 'left' | 'center' | 'right'
}

/** Draws a map, on a canvas or into an SVG file. */
export interface Pen {
  rect(x: number, y: number, width: number, height: number, paint: Paint): void
  lines(lines: readonly Points[], paint: Paint): void
  /** Draws an icon of 24 by 24 units, given as path data, at a size. */
  icon(path: string, x: number, y: number, size: number, colour: string): void
  /** Draws one line of text on a base line, cut to its width. */
  text(text: string, lettering: Lettering): void
}

export const strokeOfIcon = 1.8

type Measure = (text: string) => number

/** Cuts a text to a width and marks the cut. */
export function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (measure(`${text.slice(0, middle)}…`) <= width) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, fits)}…`
}
