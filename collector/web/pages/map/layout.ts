import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import type { Forest } from './forest.ts'
import { inOrder, type Tree } from './tree.ts'

export type Box = {
  node: TopologyNode
  x: number
  y: number
  width: number
  height: number
  /** The x position of a wire down to children that are not in the first row. */
  side: number
  /** The switch that an access point stands in. */
  within?: string
}

export const size = { width: 176, head: 34, cell: 12, cellsInRow: 13, pad: 10, row: 16, point: 24 } as const
/** The distances between boxes: across, down a column, between levels, and between trees. */
export const gap = { x: 28, y: 18, level: 44, tree: 72 } as const
/** The width of a screen relative to its height. */
const aspect = 1.7

/** Boxes from 0, 0. */
type Block = { width: number; height: number; boxes: Box[] }
/** The extra rows of unfolded nodes, by id. */
type Unfolded = ReadonlyMap<string, number>

/**
 * Lays out the map from the core down to the edge. Edge switches stand in columns below their parent, as there may be
 * fifty of them; switches with children get a place beside the columns. Access points stand inside their switch, below
 * its ports.
 */
export function layOut(forest: Forest, unfolded: Unfolded): Block {
  const blocks = forest.trees.map((tree) => blockOf(tree, unfolded))
  const alone = forest.isolated.map((node): Tree => ({ node, up: undefined, children: [], size: 1 }))
  if (alone.length > 0) blocks.push(columnsOf(alone, unfolded))
  return inRows(blocks, gap.tree, gap.tree)
}

/** Returns the access points that stand inside their switch, and the other children. */
function partsOf({ children }: Tree): { points: Tree[]; below: Tree[] } {
  const isPoint = ({ node, children: own }: Tree) => node.type === 'access-point' && own.length === 0
  return { points: children.filter(isPoint), below: children.filter((child) => !isPoint(child)) }
}

/** Returns the height of the rows of ports. */
export const portsHeight = ({ ports }: TopologyNode): number =>
  ports.length > 0 ? Math.ceil(ports.length / size.cellsInRow) * size.cell + size.pad : 0

const rowsHeight = (node: TopologyNode, unfolded: Unfolded) => (unfolded.get(node.id) ?? 0) * size.row
const pointHeight = (node: TopologyNode, unfolded: Unfolded) => size.point + rowsHeight(node, unfolded)

/** Places a switch at 0, 0 with its access points below its ports. */
function boxesOf(tree: Tree, unfolded: Unfolded): [Box, ...Box[]] {
  const { node } = tree
  let y = size.head + portsHeight(node)
  const inside = partsOf(tree).points.map(({ node: point }): Box => {
    const height = pointHeight(point, unfolded)
    const box = { node: point, x: 26, y, width: size.width - 26 - size.pad, height, side: 0, within: node.id }
    y += height + 6
    return box
  })
  const height = y + rowsHeight(node, unfolded)
  return [{ node, x: 0, y: 0, width: size.width, height, side: 0 }, ...inside]
}

function blockOf(root: Tree, unfolded: Unfolded): Block {
  const done = new Map<Tree, Block>()
  // Children are placed first, without recursion, as a chain may be long.
  for (const tree of inOrder([root]).toReversed()) {
    const { below } = partsOf(tree)
    const leaves = below.filter(isLeaf)
    const branches = below.flatMap((child) => (isLeaf(child) ? [] : (done.get(child) ?? [])))
    const blocks = [...branches, ...(leaves.length > 0 ? [columnsOf(leaves, unfolded)] : [])]
    done.set(tree, above(boxesOf(tree, unfolded), blocks))
  }
  return done.get(root) as Block
}

/** A leaf has no switches below it. */
export const isLeaf = (tree: Tree): boolean => partsOf(tree).below.length === 0

function above(own: [Box, ...Box[]], below: readonly Block[]): Block {
  const [{ height }] = own
  const rows = inRows(below, gap.x, gap.level)
  // Links pass the switch on its left.
  const width = Math.max(rows.width + gap.x, size.width + 2 * gap.x)
  const top = own.map((box) => ({ ...moved(box, (width - size.width) / 2, 0), side: gap.x / 2 }))
  const boxes = rows.boxes.map((box) => moved(box, gap.x, height + gap.level))
  return { width, height: height + (below.length > 0 ? gap.level + rows.height : 0), boxes: [...top, ...boxes] }
}

export const moved = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: box.x + dx,
  y: box.y + dy,
  side: box.side + dx,
})

/** Arranges leaves in columns, about as wide as high. */
function columnsOf(leaves: readonly Tree[], unfolded: Unfolded): Block {
  const all = leaves.map((leaf) => boxesOf(leaf, unfolded))
  const area = all.reduce((sum, [{ height }]) => sum + height + gap.y, 0) * (size.width + gap.x)
  const columns = Math.max(1, Math.min(all.length, Math.round(Math.sqrt(area * aspect) / (size.width + gap.x))))
  const inColumn = Math.ceil(all.length / columns)
  const boxes: Box[] = []
  let height = 0
  for (let column = 0; column * inColumn < all.length; column++) {
    let y = 0
    for (const own of all.slice(column * inColumn, (column + 1) * inColumn)) {
      boxes.push(...own.map((box) => moved(box, column * (size.width + gap.x), y)))
      y += own[0].height + gap.y
    }
    height = Math.max(height, y - gap.y)
  }
  const width = Math.ceil(all.length / inColumn) * (size.width + gap.x) - gap.x
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
