import { drawBox } from './draw-box.ts'
import type { Pen } from './pen.ts'
import type { Icons, Inks, Picture } from './picture.ts'
import type { Bounds } from './scene.ts'
import type { Wire } from './wire-routes.ts'

const confidentFrom = 0.7

/** Draws the part of the map that is in sight, at a zoom level: the smaller, the fewer details. */
export function draw(pen: Pen, picture: Picture, sight: Bounds, zoom: number, inks: Inks, icons: Icons): void {
  drawWires(pen, picture, zoom, inks)
  for (const box of picture.scene.boxes) {
    const isInSight =
      box.x < sight.x + sight.width &&
      box.x + box.width > sight.x &&
      box.y < sight.y + sight.height &&
      box.y + box.height > sight.y
    if (isInSight) drawBox(pen, picture, box, zoom, inks, icons)
  }
  // Wires inside a switch would be hidden by it.
  drawWires(pen, picture, zoom, inks, true)
}

function drawWires(pen: Pen, { scene, chosen }: Picture, zoom: number, inks: Inks, inside = false): void {
  const within = new Set(scene.boxes.flatMap(({ node, within: box }) => (box === undefined ? [] : [node.id])))
  const isInside = ({ link, isRedundant }: Wire) => !isRedundant && (within.has(link.a.node) || within.has(link.b.node))
  const wires = scene.wires.filter((wire) => isInside(wire) === inside)
  const isOfChosen = ({ link }: Wire) => link.a.node === chosen || link.b.node === chosen
  const layers: [(wire: Wire) => boolean, string, number, number[]][] = [
    [({ link, isRedundant }) => isRedundant && link.confidence >= confidentFrom, inks.line, 1, []],
    [({ link, isRedundant }) => !isRedundant && link.confidence >= confidentFrom, inks.dimmed, 1.25, []],
    [({ link }) => link.confidence < confidentFrom, inks.dimmed, 1, [4, 4]],
    [isOfChosen, inks.accent, 2.5, []],
  ]
  for (const [isHere, stroke, width, dash] of layers) {
    const lines = wires.filter(isHere).map(({ points }) => points)
    pen.lines(lines, { stroke, width: width / zoom, dash: dash.map((length) => length / zoom) })
  }
}
