import type { TopologyLink } from '@rollcall/shared/api/topology.ts'
import type { Forest } from './forest.ts'
import { type Box, gap, layOut, moved } from './layout.ts'
import { inOrder } from './tree.ts'
import { type Points, portX, route, type Wire, wiresOf } from './wire-routes.ts'

export type Bounds = { x: number; y: number; width: number; height: number }
/** Boxes and wires of a map. */
export type Scene = { boxes: readonly Box[]; wires: readonly Wire[]; bounds: Bounds }
export type Position = { x: number; y: number }
/** Positions that people gave to nodes, by id. */
export type Positions = ReadonlyMap<string, Position>

/** Lays out a map. `unfolded` has the number of extra rows of unfolded nodes, by id. */
export function sceneOf(forest: Forest, unfolded: ReadonlyMap<string, number>): Scene {
  const { boxes, width, height } = layOut(forest, unfolded)
  return { boxes, wires: wiresOf(forest, boxes), bounds: { x: 0, y: 0, width, height } }
}

/**
 * Moves nodes to the positions that people gave them. A node without one moves along with its parent, so that a switch
 * takes everything below it along.
 */
export function arrange(scene: Scene, forest: Forest, positions: Positions): Scene {
  if (positions.size === 0) return scene
  const shifts = shiftsOf(scene, forest, positions)
  const shiftOf = (id: string) => shifts.get(id) ?? none
  const boxes = scene.boxes.map((box) => {
    const { x, y } = shiftOf(box.node.id)
    return x === 0 && y === 0 ? box : moved(box, x, y)
  })
  const byId = new Map(boxes.map((box) => [box.node.id, box]))
  const wires = scene.wires.map((wire): Wire => {
    const [first = none, ...rest] = wire.around.map(shiftOf)
    if (rest.every(({ x, y }) => x === first.x && y === first.y)) {
      return { ...wire, points: wire.points.map(([x, y]) => [x + first.x, y + first.y]) }
    }
    const [a, b] = [byId.get(wire.link.a.node), byId.get(wire.link.b.node)]
    return a && b ? { ...wire, points: directRoute(wire.link, a, b, boxes) } : wire
  })
  return { boxes, wires, bounds: boundsOf(boxes) }
}

const none: Position = { x: 0, y: 0 }

function shiftsOf({ boxes }: Scene, { trees, isolated }: Forest, positions: Positions): Map<string, Position> {
  const byId = new Map(boxes.map((box) => [box.node.id, box]))
  const shifts = new Map<string, Position>()
  const shift = (id: string, inherited: Position) => {
    const [box, position] = [byId.get(id), positions.get(id)]
    const isFree = box && position && box.within === undefined
    shifts.set(id, isFree ? { x: position.x - box.x, y: position.y - box.y } : inherited)
  }
  for (const tree of inOrder(trees)) {
    if (!shifts.has(tree.node.id)) shift(tree.node.id, none)
    const own = shifts.get(tree.node.id) ?? none
    for (const child of tree.children) shift(child.node.id, own)
  }
  for (const { id } of isolated) shift(id, none)
  return shifts
}

function boundsOf(boxes: readonly Box[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  // Wires may lead around the outermost boxes.
  return { x: left - gap.x, y: top - gap.x, width: right - left + 2 * gap.x, height: bottom - top + 2 * gap.x }
}

/** Connects two boxes whose way through the layout is broken: of a few simple routes, the one through fewest boxes. */
function directRoute({ a, b }: TopologyLink, one: Box, other: Box, boxes: readonly Box[]): Points {
  const isAbove = one.y + one.height / 2 <= other.y + other.height / 2
  const [upper, lower, port] = isAbove ? [one, other, a.port] : [other, one, b.port]
  const outer = { left: Math.min(upper.x, lower.x) - gap.x / 2, right: right(upper, lower) + gap.x / 2 }
  const [from, to] = [portX(upper, port), lower.x + lower.width / 2]
  const [bottom, half] = [upper.y + upper.height, (upper.y + upper.height + lower.y) / 2]
  const [upperY, lowerY] = [upper.y + 17, lower.y + 17]
  const isLeftOf = upper.x + upper.width < lower.x
  const [innerFrom, innerTo] = isLeftOf ? [upper.x + upper.width, lower.x] : [upper.x, lower.x + lower.width]
  const between = (innerFrom + innerTo) / 2
  const routes: Points[] = [
    ...(lower.y - bottom >= gap.y ? [route([from, bottom], [from, half], [to, half], [to, lower.y])] : []),
    ...(isLeftOf || lower.x + lower.width < upper.x
      ? [route([innerFrom, upperY], [between, upperY], [between, lowerY], [innerTo, lowerY])]
      : []),
    route([upper.x, upperY], [outer.left, upperY], [outer.left, lowerY], [lower.x, lowerY]),
    route(
      [upper.x + upper.width, upperY],
      [outer.right, upperY],
      [outer.right, lowerY],
      [lower.x + lower.width, lowerY],
    ),
  ]
  const obstacles = boxes.filter((box) => box !== upper && box !== lower && box.within === undefined)
  const counted = routes.map((way) => ({ way, crossed: obstacles.filter((box) => passes(way, box)).length }))
  return counted.reduce((best, each) => (each.crossed < best.crossed ? each : best)).way
}

const right = (...boxes: Box[]): number => Math.max(...boxes.map(({ x, width }) => x + width))

/** Reports whether a route of horizontal and vertical lines passes through a box. */
export function passes(route: Points, { x, y, width, height }: Box): boolean {
  return route.some(([endX, endY], at) => {
    const [startX, startY] = route[at - 1] ?? [endX, endY]
    return (
      Math.max(startX, endX) > x &&
      Math.min(startX, endX) < x + width &&
      Math.max(startY, endY) > y &&
      Math.min(startY, endY) < y + height
    )
  })
}
