import type { TopologyEndpoint, TopologyNode } from '@rollcall/shared/api/topology.ts'
import type { Camera, View } from './camera.ts'
import type { Legend } from './colours.ts'
import { nameOf } from './forest.ts'
import { type Box, type Scene, size, type Wire } from './layout.ts'

export type Inks = {
  surface: string
  raised: string
  line: string
  text: string
  dimmed: string
  accent: string
  font: string
}

export type Picture = {
  scene: Scene
  legend: Legend
  chosen: string | undefined
  /** The endpoints shown of unfolded switches, by the switch's id. */
  unfolded: ReadonlyMap<string, readonly TopologyEndpoint[]>
  colourOfEndpoint: (endpoint: TopologyEndpoint) => string
}

/** The zoom levels from which names, ports and counts are drawn. */
const readable = { names: 0.3, ports: 0.3, counts: 1.1 } as const
const confidentFrom = 0.7

/** Draws the visible part of the map. */
export function draw(
  context: CanvasRenderingContext2D,
  picture: Picture,
  camera: Camera,
  view: View,
  inks: Inks,
): void {
  context.fillStyle = inks.surface
  context.fillRect(0, 0, view.width, view.height)
  context.save()
  context.translate(view.width / 2, view.height / 2)
  context.scale(camera.zoom, camera.zoom)
  context.translate(-camera.x, -camera.y)
  drawWires(context, picture, camera, inks)
  const [halfWidth, halfHeight] = [view.width / 2 / camera.zoom, view.height / 2 / camera.zoom]
  for (const box of picture.scene.boxes) {
    const isInSight =
      box.x < camera.x + halfWidth &&
      box.x + box.width > camera.x - halfWidth &&
      box.y < camera.y + halfHeight &&
      box.y + box.height > camera.y - halfHeight
    if (isInSight) drawBox(context, picture, box, camera.zoom, inks)
  }
  context.restore()
}

function drawWires(context: CanvasRenderingContext2D, { scene, chosen }: Picture, { zoom }: Camera, inks: Inks): void {
  const ofChosen = ({ link }: Wire) => link.a.node === chosen || link.b.node === chosen
  const layers: [(wire: Wire) => boolean, string, number, number[]][] = [
    [({ link }) => link.confidence >= confidentFrom, inks.dimmed, 1, []],
    [({ link }) => link.confidence < confidentFrom, inks.dimmed, 1, [4, 4]],
    [ofChosen, inks.accent, 2.5, []],
  ]
  for (const [isHere, colour, width, dash] of layers) {
    context.beginPath()
    for (const { points } of scene.wires.filter(isHere)) {
      for (const [at, [x, y]] of points.entries()) at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)
    }
    context.strokeStyle = colour
    context.lineWidth = width / zoom
    context.setLineDash(dash.map((length) => length / zoom))
    context.stroke()
  }
  context.setLineDash([])
}

function drawBox(context: CanvasRenderingContext2D, picture: Picture, box: Box, zoom: number, inks: Inks): void {
  const { node, x, y, width, height } = box
  const isChosen = node.id === picture.chosen
  context.fillStyle = inks.raised
  context.fillRect(x, y, width, height)
  context.strokeStyle = isChosen ? inks.accent : node.kind === 'switch' ? inks.dimmed : inks.line
  context.lineWidth = (isChosen ? 3 : 1) / zoom
  if (node.kind !== 'switch') context.setLineDash([5, 3])
  context.strokeRect(x, y, width, height)
  context.setLineDash([])
  if (zoom < readable.names) {
    const colour = mostOf(picture, node)
    if (colour !== undefined) {
      context.fillStyle = colour
      context.fillRect(x + 4, y + size.head - 4, width - 8, Math.max(8, height - size.head))
    }
    drawText(context, nameOf(node), {
      x: x + 6,
      y: y + 21,
      width: width - 12,
      font: `600 22px ${inks.font}`,
      colour: inks.text,
    })
    return
  }
  const count = node.endpoints > 0 ? String(node.endpoints) : ''
  const font = `600 12px ${inks.font}`
  drawText(context, nameOf(node), { x: x + 8, y: y + 20, width: width - 48, font, colour: inks.text })
  context.textAlign = 'right'
  drawText(context, count, { x: x + width - 8, y: y + 20, width: 40, font: `12px ${inks.font}`, colour: inks.dimmed })
  context.textAlign = 'left'
  drawPorts(context, picture, box, zoom, inks)
  drawUnfolded(context, picture, box, inks)
}

/** Returns the colour of most endpoints of a switch. */
function mostOf({ legend }: Picture, { ports }: TopologyNode): string | undefined {
  const counts = new Map<string, number>()
  for (const port of ports) {
    const colour = legend.colourOf(port)
    if (port.endpoints > 0) counts.set(colour, (counts.get(colour) ?? 0) + port.endpoints)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

function drawPorts(context: CanvasRenderingContext2D, { legend }: Picture, box: Box, zoom: number, inks: Inks): void {
  for (const [at, port] of box.node.ports.entries()) {
    const [x, y] = cellAt(box, at)
    const edge = size.cell - 2
    if (port.endpoints > 0) {
      context.fillStyle = legend.colourOf(port)
      context.fillRect(x, y, edge, edge)
    }
    if (port.role === 'uplink') {
      context.strokeStyle = inks.accent
      context.lineWidth = 1.5
      context.strokeRect(x + 0.75, y + 0.75, edge - 1.5, edge - 1.5)
    } else if (port.endpoints > 1 && zoom >= readable.counts) {
      context.textAlign = 'center'
      drawText(context, String(port.endpoints), {
        x: x + edge / 2,
        y: y + 6.5,
        width: edge,
        font: `700 6px ${inks.font}`,
        colour: '#fff',
      })
      context.textAlign = 'left'
    }
  }
}

const cellAt = (box: Box, at: number): [number, number] => [
  box.x + size.pad + (at % size.cellsInRow) * size.cell,
  box.y + size.head + Math.floor(at / size.cellsInRow) * size.cell,
]

function drawUnfolded(context: CanvasRenderingContext2D, picture: Picture, box: Box, inks: Inks): void {
  const shown = picture.unfolded.get(box.node.id) ?? []
  const top = box.y + box.height - shown.length * size.row
  for (const [at, endpoint] of shown.entries()) {
    const y = top + at * size.row
    context.fillStyle = picture.colourOfEndpoint(endpoint)
    context.fillRect(box.x + size.pad, y + 2, 7, 7)
    const text = [endpoint.port, endpointName(endpoint)].filter(Boolean).join('  ')
    drawText(context, text, {
      x: box.x + size.pad + 12,
      y: y + 9,
      width: box.width - 2 * size.pad - 12,
      font: `10px ${inks.font}`,
      colour: inks.text,
    })
  }
}

export const endpointName = ({ name, ipAddress, macAddress }: TopologyEndpoint): string =>
  name ?? ipAddress ?? macAddress ?? 'Unnamed device'

type Line = { x: number; y: number; width: number; font: string; colour: string }

/** Draws one line of text, cut to its width. */
function drawText(context: CanvasRenderingContext2D, text: string, { x, y, width, font, colour }: Line): void {
  context.font = font
  context.fillStyle = colour
  context.fillText(cut(context, text, width), x, y)
}

function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, fits)}…`
}
