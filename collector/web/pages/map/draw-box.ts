import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import { nameOf } from './forest.ts'
import { type Box, portsHeight, size } from './layout.ts'
import type { Pen } from './pen.ts'
import { endpointName, type Icons, type Inks, iconOf, type Picture } from './picture.ts'

/** The zoom levels from which names with details, and counts in ports, are drawn. */
const readable = { details: 0.3, counts: 1.1 } as const
const radius = 5

/** Draws a node with its ports and unfolded endpoints. */
export function drawBox(pen: Pen, picture: Picture, box: Box, zoom: number, inks: Inks, icons: Icons): void {
  const { node, x, y, width, height } = box
  const isChosen = node.id === picture.chosen
  const dash = node.kind === 'switch' ? [] : [5, 3]
  const stroke = isChosen ? inks.accent : node.kind === 'switch' ? inks.dimmed : inks.line
  pen.rect(x, y, width, height, { fill: inks.raised, stroke, width: (isChosen ? 3 : 1) / zoom, dash, radius })
  if (zoom < readable.details) {
    drawFar(pen, picture, box, inks)
    return
  }
  drawHead(pen, box, inks, icons)
  if (box.within === undefined) drawPorts(pen, picture, box, zoom, inks)
  drawUnfolded(pen, picture, box, inks, icons)
  if (isChosen && picture.port !== undefined) drawFoundPort(pen, box, picture.port, inks)
}

/** Draws a node as seen from far away: a large name and the colour of most endpoints. */
function drawFar(pen: Pen, picture: Picture, { node, x, y, width, height, within }: Box, inks: Inks): void {
  if (within !== undefined) return
  const fill = mostOf(picture, node)
  if (fill !== undefined) pen.rect(x + 4, y + size.head - 4, width - 8, Math.max(8, height - size.head), { fill })
  pen.text(nameOf(node), { x: x + 6, y: y + 22, width: width - 12, size: 22, weight: 600, colour: inks.text })
}

function drawHead(pen: Pen, { node, x, y, width, within }: Box, inks: Inks, icons: Icons): void {
  const [icon, baseline, letters] = within === undefined ? [18, y + 22, 12.5] : [14, y + 16, 11]
  pen.icon(icons.get(iconOf(node)) ?? '', x + 7, baseline - icon * 0.78, icon, inks.accent)
  const start = x + icon + 13
  const count = node.endpoints > 0 ? String(node.endpoints) : ''
  const room = x + width - start - (count === '' ? 8 : 14 + count.length * 7)
  pen.text(nameOf(node), { x: start, y: baseline, width: room, size: letters, weight: 600, colour: inks.text })
  pen.text(count, { x: x + width - 8, y: baseline, width: 40, size: 11, colour: inks.dimmed, align: 'right' })
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

const edge = size.cell - 2

const cellAt = (box: Box, at: number): [number, number] => [
  box.x + size.pad + (at % size.cellsInRow) * size.cell,
  box.y + size.head + Math.floor(at / size.cellsInRow) * size.cell,
]

function drawPorts(pen: Pen, { legend }: Picture, box: Box, zoom: number, inks: Inks): void {
  for (const [at, port] of box.node.ports.entries()) {
    const [x, y] = cellAt(box, at)
    if (port.endpoints > 0) pen.rect(x, y, edge, edge, { fill: legend.colourOf(port), radius: 1.5 })
    if (port.role === 'uplink') {
      pen.rect(x + 0.75, y + 0.75, edge - 1.5, edge - 1.5, { stroke: inks.accent, width: 1.5, radius: 1 })
    } else if (port.endpoints > 1 && zoom >= readable.counts) {
      const text = { x: x + edge / 2, y: y + 7.4, width: edge, size: 7, weight: 700, colour: '#fff' }
      pen.text(String(port.endpoints), { ...text, align: 'center' })
    }
  }
}

function drawUnfolded(pen: Pen, picture: Picture, box: Box, inks: Inks, icons: Icons): void {
  const shown = picture.unfolded.get(box.node.id) ?? []
  const top = box.y + box.height - shown.length * size.row
  for (const [at, endpoint] of shown.entries()) {
    const [x, y] = [box.x + size.pad, top + at * size.row]
    const icon = icons.get(endpoint.device?.type ?? 'unknown') ?? ''
    pen.icon(icon, x, y, 11, picture.colourOfEndpoint(endpoint))
    const text = [endpoint.port, endpointName(endpoint)].filter(Boolean).join('  ')
    pen.text(text, { x: x + 16, y: y + 9.5, width: box.width - 2 * size.pad - 16, size: 10, colour: inks.text })
  }
}

/** Marks a port that was searched for: a ring around it, and its name below the ports. */
function drawFoundPort(pen: Pen, box: Box, port: string, inks: Inks): void {
  const at = box.node.ports.findIndex(({ name }) => name === port)
  const [x, y] = at < 0 ? [box.x + size.pad, box.y + size.head] : cellAt(box, at)
  if (at >= 0) {
    pen.rect(x - 3, y - 3, edge + 6, edge + 6, { stroke: inks.surface, width: 5, radius: 4 })
    pen.rect(x - 3, y - 3, edge + 6, edge + 6, { stroke: inks.accent, width: 2.5, radius: 4 })
  }
  const width = Math.min(box.width, port.length * 7 + 14)
  const left = Math.min(Math.max(x + edge / 2 - width / 2, box.x), box.x + box.width - width)
  const top = box.y + size.head + portsHeight(box.node)
  pen.rect(left, top, width, 18, { fill: inks.accent, radius: 4 })
  const label = { x: left + width / 2, y: top + 13, width: width - 8, size: 11, weight: 600, colour: inks.surface }
  pen.text(port, { ...label, align: 'center' })
}
