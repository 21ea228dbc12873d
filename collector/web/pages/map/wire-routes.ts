import type { TopologyLink } from '@rollcall/shared/api/topology.ts'
import { endsAt, type Forest } from './forest.ts'
import { type Box, gap, isLeaf, portsHeight, size } from './layout.ts'
import { inOrder, type Tree } from './tree.ts'

export type Points = readonly (readonly [number, number])[]
/** A route through points. */
export const route = (...points: Points): Points => points

/** A link as a list of corners, with the nodes whose boxes it leads around. */
export type Wire = { link: TopologyLink; points: Points; around: readonly string[]; isRedundant: boolean }

/** A node of a tree with its box, its parent, and the height of the horizontal line above it. */
type Placed = { tree: Tree; box: Box; parent: Placed | undefined; bus: number }

/** Distance of redundant links from those of the tree, which they follow. */
const lane = 6

/** Routes all links through the free space between the boxes. */
export function wiresOf({ trees, others }: Forest, boxes: readonly Box[]): Wire[] {
  const places = placesOf(trees, boxes)
  const treeWires = [...places.values()].flatMap((place): Wire[] => {
    const { parent, tree } = place
    if (!parent || !tree.up) return []
    const around = [tree.node.id, parent.tree.node.id]
    return [{ link: tree.up, points: treeRoute(place, parent), around, isRedundant: false }]
  })
  const redundant = others.flatMap((link): Wire[] => {
    const [a, b] = [places.get(link.a.node), places.get(link.b.node)]
    return a && b ? [{ link, ...redundantRoute(a, b), isRedundant: true }] : []
  })
  return [...treeWires, ...redundant]
}

function placesOf(trees: readonly Tree[], boxes: readonly Box[]): ReadonlyMap<string, Placed> {
  const byId = new Map(boxes.map((box) => [box.node.id, box]))
  const places = new Map<string, Placed>()
  for (const tree of inOrder(trees)) {
    const box = byId.get(tree.node.id) as Box
    if (!places.has(tree.node.id))
      places.set(tree.node.id, { tree, box, parent: undefined, bus: box.y - gap.level / 2 })
    const parent = places.get(tree.node.id) as Placed
    const below = tree.children.map((child) => ({ tree: child, box: byId.get(child.node.id) as Box }))
    // The columns of edge switches are one block.
    const edgeTop = Math.min(
      ...below.filter((child) => isLeaf(child.tree) && !child.box.within).map(({ box }) => box.y),
    )
    for (const child of below) {
      const top = isLeaf(child.tree) && !child.box.within ? edgeTop : child.box.y
      places.set(child.tree.node.id, { ...child, parent, bus: top - gap.level / 2 })
    }
  }
  return places
}

/** Returns the x position of a port of a switch. Unknown ports are in the middle. */
export function portX({ node, x, width }: Box, port: string | null): number {
  const at = port === null ? -1 : node.ports.findIndex(({ name }) => name === port)
  if (at < 0) return x + width / 2
  return x + size.pad + (at % size.cellsInRow) * size.cell + (size.cell - 2) / 2
}

/** Leads from the port of the parent down to the line above its children, then into the child. */
function treeRoute({ tree, box, bus }: Placed, { box: parent }: Placed): Points {
  const port = tree.up ? endsAt(tree.up, tree.node.id).far.port : null
  const x = portX(parent, port)
  if (box.within !== undefined) {
    const [portsEnd, trunk, middle] = [parent.y + size.head + portsHeight(parent.node), parent.x + 14, middleOf(box)]
    return route(
      [x, portsEnd - size.pad],
      [x, portsEnd - size.pad / 2],
      [trunk, portsEnd - size.pad / 2],
      [trunk, middle],
      [box.x, middle],
    )
  }
  const first = parent.y + parent.height + gap.level / 2
  const down = route([x, parent.y + parent.height], [x, first])
  const around: Points = bus - first < 1 ? [] : route([parent.side, first], [parent.side, bus])
  return [...down, ...around, ...into(tree, box, bus)]
}

function into(tree: Tree, box: Box, bus: number): Points {
  if (!isLeaf(tree)) {
    const x = box.x + box.width / 2
    return route([x, bus], [x, box.y])
  }
  const x = box.x - gap.x / 2
  return route([x, bus], [x, middleOf(box)], [box.x, middleOf(box)])
}

const middleOf = ({ y }: Box): number => y + size.point / 2 + 2

/**
 * Leads from one node up to the common ancestor and down to the other, beside the links of the tree: around each switch
 * on the way, never through it.
 */
function redundantRoute(a: Placed, b: Placed): Pick<Wire, 'points' | 'around'> {
  const [one, other] = [outside(a), outside(b)]
  const [fromA, fromB] = [pathUp(one), pathUp(other)]
  const common = fromA.find((place) => fromB.includes(place))
  if (!common) return { points: [], around: [] }
  const [aboveA, aboveB] = [fromA, fromB].map((path) => path.slice(0, path.indexOf(common))) as [Placed[], Placed[]]
  const [up, down] = [climb(aboveA), climb(aboveB)]
  const [start, end] = [up.at(-1) ?? exitOf(common), down.at(-1) ?? exitOf(common)]
  const side = common.box.side + lane
  const across: Points = start[1] === end[1] ? [] : route([side, start[1]], [side, end[1]])
  const points = [
    ...(up.length > 0 ? up : bottomOf(common)),
    ...across,
    ...(down.length > 0 ? down : bottomOf(common)).toReversed(),
  ]
  return { points, around: [...aboveA, ...aboveB, common].map(({ tree }) => tree.node.id) }
}

/** Returns the switch that an access point stands in. */
const outside = (place: Placed): Placed => (place.box.within !== undefined && place.parent ? place.parent : place)

function pathUp(from: Placed): Placed[] {
  const path: Placed[] = []
  for (let place: Placed | undefined = from; place; place = place.parent) path.push(place)
  return path
}

const exitOf = ({ box }: Placed): Points[number] => [
  box.x + box.width / 2 + lane,
  box.y + box.height + gap.level / 2 + lane,
]

function bottomOf(place: Placed): Points {
  const [x, y] = exitOf(place)
  return route([x, place.box.y + place.box.height], [x, y])
}

/** Leads out of a node to its left, then up past each switch of the path. */
function climb(path: readonly Placed[]): Points {
  return path.flatMap(({ box, bus }, at): Points => {
    const left = at === 0 ? box.x - gap.x / 2 + lane : box.side + lane
    const start: Points =
      at === 0
        ? route([box.x, middleOf(box) + lane], [left, middleOf(box) + lane])
        : [[left, (path[at - 1]?.bus ?? 0) + lane]]
    return [...start, [left, bus + lane]]
  })
}
