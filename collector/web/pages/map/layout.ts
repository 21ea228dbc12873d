import type { TopologyLink, TopologyNode } from '@rollcall/shared/api/topology.ts'
import { type Forest, inOrder, type Tree } from './forest.ts'

export type Box = {
  node: TopologyNode
  x: number
  y: number
  width: number
  height: number
  /** The x position of a wire down to children that are not in the first row. */
  side: number
}
/** A link as a list of corners. */
export type Wire = { link: TopologyLink; points: readonly (readonly [number, number])[] }
export type Scene = { boxes: Box[]; wires: Wire[]; width: number; height: number }

export const size = { width: 168, head: 32, cell: 10, cellsInRow: 15, pad: 8, row: 16 } as const
const gap = { x: 28, y: 18, level: 44, tree: 72 } as const
/** The width of a screen relative to its height. */
const aspect = 1.7

/** A tree with its boxes, from 0, 0. */
type Block = { width: number; height: number; boxes: Box[] }

/**
 * Lays out the map from the core down to the edge. Edge switches stand in columns below their parent, as there may be
 * fifty of them; switches with children get a place beside the columns. `unfolded` has the extra rows of unfolded
 * switches.
 */
export function layOut(forest: Forest, unfolded: ReadonlyMap<string, number>): Scene {
  const heightOf = (node: TopologyNode) => {
    const ports = node.ports.length
    const cells = Math.ceil(ports / size.cellsInRow) * size.cell
    return size.head + (ports > 0 ? cells + size.pad : 0) + (unfolded.get(node.id) ?? 0) * size.row
  }
  const blocks = forest.trees.map((tree) => blockOf(tree, heightOf))
  const alone = forest.isolated.map((node): Tree => ({ node, up: undefined, children: [], size: 1 }))
  if (alone.length > 0) blocks.push(columnsOf(alone, heightOf))
  const scene = inRows(blocks, gap.tree, gap.tree)
  const byId = new Map(scene.boxes.map((box) => [box.node.id, box]))
  return { ...scene, wires: [...treeWires(forest.trees, byId), ...otherWires(forest.others, byId)] }
}

type HeightOf = (node: TopologyNode) => number

function blockOf(root: Tree, heightOf: HeightOf): Block {
  const done = new Map<Tree, Block>()
  // Children are placed first, without recursion, as a chain may be long.
  for (const tree of inOrder([root]).toReversed()) {
    const leaves = tree.children.filter(({ children }) => children.length === 0)
    const branches = tree.children.flatMap((child) => (child.children.length > 0 ? (done.get(child) ?? []) : []))
    const below = [...branches, ...(leaves.length > 0 ? [columnsOf(leaves, heightOf)] : [])]
    done.set(tree, above(tree.node, heightOf(tree.node), below))
  }
  return done.get(root) as Block
}

function above(node: TopologyNode, height: number, below: readonly Block[]): Block {
  const rows = inRows(below, gap.x, gap.level)
  const width = Math.max(rows.width + gap.x, size.width)
  const top: Box = { node, x: (width - size.width) / 2, y: 0, width: size.width, height, side: gap.x / 2 }
  const boxes = rows.boxes.map((box) => moved(box, gap.x, height + gap.level))
  return { width, height: height + (below.length > 0 ? gap.level + rows.height : 0), boxes: [top, ...boxes] }
}

const moved = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: box.x + dx,
  y: box.y + dy,
  side: box.side + dx,
})

/** Arranges leaves in columns, about as wide as high. */
function columnsOf(leaves: readonly Tree[], heightOf: HeightOf): Block {
  const heights = leaves.map(({ node }) => heightOf(node) + gap.y)
  const area = heights.reduce((sum, height) => sum + height, 0) * (size.width + gap.x)
  const columns = Math.max(1, Math.min(leaves.length, Math.round(Math.sqrt(area * aspect) / (size.width + gap.x))))
  const inColumn = Math.ceil(leaves.length / columns)
  const boxes: Box[] = []
  let height = 0
  for (let column = 0; column * inColumn < leaves.length; column++) {
    let y = 0
    for (const { node } of leaves.slice(column * inColumn, (column + 1) * inColumn)) {
      boxes.push({ node, x: column * (size.width + gap.x), y, width: size.width, height: heightOf(node), side: 0 })
      y += heightOf(node) + gap.y
    }
    height = Math.max(height, y - gap.y)
  }
  const width = Math.ceil(leaves.length / inColumn) * (size.width + gap.x) - gap.x
  return { width, height, boxes }
}

/** Arranges blocks in rows, as close to the screen's shape as possible. */
function inRows(blocks: readonly Block[], across: number, down: number): Block {
  let [end, best] = [0, shelved([], 0, across, down)]
  for (const { width } of blocks) {
    end += width + across
    const tried = shelved(blocks, end, across, down)
    if (best.positions.length === 0 || unlikeScreen(tried) < unlikeScreen(best)) best = tried
  }
  const boxes = blocks.flatMap((block, at) => {
    const [x = 0, y = 0] = best.positions[at] ?? []
    return block.boxes.map((box) => moved(box, x, y))
  })
  return { boxes, width: best.width, height: best.height }
}

const unlikeScreen = ({ width, height }: { width: number; height: number }): number =>
  Math.abs(Math.log(width / Math.max(height, 1) / aspect))

/** Places blocks in rows of a width. A wider block gets its own row. */
function shelved(blocks: readonly Block[], widest: number, across: number, down: number) {
  const positions: [number, number][] = []
  let [x, y, row, width] = [0, 0, 0, 0]
  for (const block of blocks) {
    if (x > 0 && x + block.width > widest) [x, y, row] = [0, y + row + down, 0]
    positions.push([x, y])
    row = Math.max(row, block.height)
    width = Math.max(width, x + block.width)
    x += block.width + across
  }
  return { positions, width, height: y + row }
}

/** Wires from a switch down to a horizontal line above its children, then into each from the side or from above. */
function treeWires(trees: readonly Tree[], byId: ReadonlyMap<string, Box>): Wire[] {
  return inOrder(trees).flatMap(({ node, children }) => {
    const parent = byId.get(node.id)
    const below = children.map((child) => ({ child, box: byId.get(child.node.id) }))
    // The columns of edge switches are one block.
    const edgeTop = Math.min(...below.flatMap(({ child, box }) => (box && child.children.length === 0 ? box.y : [])))
    return below.flatMap(({ child, box }): Wire[] => {
      if (!parent || !box || !child.up) return []
      const isBranch = child.children.length > 0
      const bus = (isBranch ? box.y : edgeTop) - gap.level / 2
      return [{ link: child.up, points: [...downTo(parent, bus), ...into(box, bus, isBranch)] }]
    })
  })
}

type Points = (readonly [number, number])[]

function downTo(parent: Box, bus: number): Points {
  const x = parent.x + parent.width / 2
  const bottom = parent.y + parent.height
  const first = bottom + gap.level / 2
  const way: Points = [
    [x, bottom],
    [x, first],
  ]
  if (bus - first < 1) return way
  way.push([parent.side, first], [parent.side, bus])
  return way
}

function into(box: Box, bus: number, fromAbove: boolean): Points {
  if (fromAbove) {
    const x = box.x + box.width / 2
    return [
      [x, bus],
      [x, box.y],
    ]
  }
  const x = box.x - gap.x / 2
  const middle = box.y + size.head / 2
  return [
    [x, bus],
    [x, middle],
    [box.x, middle],
  ]
}

const otherWires = (links: readonly TopologyLink[], byId: ReadonlyMap<string, Box>): Wire[] =>
  links.flatMap((link): Wire[] => {
    const [a, b] = [byId.get(link.a.node), byId.get(link.b.node)]
    const middleOf = (box: Box) => [box.x + box.width / 2, box.y + size.head / 2] as const
    return a && b ? [{ link, points: [middleOf(a), middleOf(b)] }] : []
  })
