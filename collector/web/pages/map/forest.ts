import type { Topology, TopologyLink, TopologyNode } from '@rollcall/shared/api/topology.ts'
import { shortenLinks } from './shorten-links.ts'
import type { Tree } from './tree.ts'

/** The trees, largest first; redundant links; and switches without links. */
export type Forest = { trees: Tree[]; others: TopologyLink[]; isolated: TopologyNode[] }

type Neighbor = { id: string; link: TopologyLink }

/** Builds trees from a network. The root is its middle, which is mostly its core. */
export function forestOf({ nodes, links }: Pick<Topology, 'nodes' | 'links'>): Forest {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const drawn = links.filter(({ a, b }) => a.node !== b.node && byId.has(a.node) && byId.has(b.node))
  const around = neighborsOf(drawn)
  const seen = new Set<string>()
  const used = new Set<TopologyLink>()
  const trees: Tree[] = []
  const alone: TopologyNode[] = []
  for (const node of nodes) {
    if (seen.has(node.id)) continue
    if (!around.has(node.id)) alone.push(node)
    else trees.push(grow(rootOf(reached(node.id, around), byId, around), { byId, around, seen, used }))
  }
  trees.sort((a, b) => b.size - a.size)
  const others = drawn.filter((link) => !used.has(link))
  shortenLinks(trees, others)
  return { trees, others, isolated: alone }
}

/** Returns the end of a link at a node, and the far end. */
export const endsAt = ({ a, b }: TopologyLink, id: string) => (a.node === id ? { own: a, far: b } : { own: b, far: a })

function neighborsOf(links: readonly TopologyLink[]) {
  const around = new Map<string, Neighbor[]>()
  const add = (from: string, to: string, link: TopologyLink) =>
    around.set(from, [...(around.get(from) ?? []), { id: to, link }])
  for (const link of links) {
    add(link.a.node, link.b.node, link)
    add(link.b.node, link.a.node, link)
  }
  return around
}

/** Returns all nodes reachable from a node, nearest first. */
function reached(from: string, around: ReadonlyMap<string, readonly Neighbor[]>): string[] {
  const found = new Set([from])
  for (const id of found) for (const next of around.get(id) ?? []) found.add(next.id)
  return [...found]
}

/** Returns the middle of a network. Access points are no part of the way to the core. */
function rootOf(
  ids: readonly string[],
  byId: ReadonlyMap<string, TopologyNode>,
  around: ReadonlyMap<string, readonly Neighbor[]>,
): string {
  const isSwitch = (id: string) => byId.get(id)?.type !== 'access-point'
  const switches = ids.filter(isSwitch)
  if (switches.length === 0) return middleOf(ids, around)
  const between = new Map(switches.map((id) => [id, (around.get(id) ?? []).filter((next) => isSwitch(next.id))]))
  const seen = new Set<string>()
  // An access point may be the only link between two parts: the larger one has the core.
  const parts = switches.flatMap((id) => {
    const part = seen.has(id) ? [] : reached(id, between)
    for (const each of part) seen.add(each)
    return part.length > 0 ? [part] : []
  })
  return middleOf(
    parts.reduce((best, part) => (part.length > best.length ? part : best)),
    between,
  )
}

/** Returns the node in the middle of the longest of the shortest paths; of equal ones, the node with most links. */
function middleOf(ids: readonly string[], around: ReadonlyMap<string, readonly Neighbor[]>): string {
  const one = reached(ids[0] ?? '', around).at(-1) ?? ''
  const other = reached(one, around).at(-1) ?? ''
  const [fromOne, fromOther] = [distancesFrom(one, around), distancesFrom(other, around)]
  const farthest = (id: string) => Math.max(fromOne.get(id) ?? 0, fromOther.get(id) ?? 0)
  const degree = (id: string) => around.get(id)?.length ?? 0
  return [...ids].sort((a, b) => farthest(a) - farthest(b) || degree(b) - degree(a) || (a < b ? -1 : 1))[0] ?? ''
}

function distancesFrom(from: string, around: ReadonlyMap<string, readonly Neighbor[]>): Map<string, number> {
  const distances = new Map([[from, 0]])
  for (const [id, distance] of distances) {
    for (const next of around.get(id) ?? []) if (!distances.has(next.id)) distances.set(next.id, distance + 1)
  }
  return distances
}

type Growing = {
  byId: ReadonlyMap<string, TopologyNode>
  around: ReadonlyMap<string, readonly Neighbor[]>
  seen: Set<string>
  used: Set<TopologyLink>
}

/** Grows a tree breadth-first, so that each node is as close to the root as possible. */
function grow(root: string, { byId, around, seen, used }: Growing): Tree {
  const treeOf = (id: string, up: TopologyLink | undefined): Tree => ({
    node: byId.get(id) as TopologyNode,
    up,
    children: [],
    size: 1,
  })
  const top = treeOf(root, undefined)
  seen.add(root)
  const all = [top]
  for (const tree of all) {
    for (const { id, link } of around.get(tree.node.id) ?? []) {
      if (seen.has(id)) continue
      seen.add(id)
      used.add(link)
      const child = treeOf(id, link)
      tree.children.push(child)
      all.push(child)
    }
  }
  // Goes from the leaves back, as a parent comes before its children.
  for (const tree of all.toReversed()) {
    tree.children.sort((a, b) => byPort(tree.node, a, b) || b.size - a.size || byName(a.node, b.node))
    tree.size += tree.children.reduce((sum, child) => sum + child.size, 0)
  }
  return top
}

const collator = new Intl.Collator('en', { numeric: true })

/** Sorts children by the port of their parent, so that links do not cross on the way down. Unknown ports come last. */
function byPort({ id }: TopologyNode, one: Tree, other: Tree): number {
  const [a, b] = [one, other].map(({ up }) => (up ? endsAt(up, id).own.port : null))
  if (a == null || b == null) return Number(a == null) - Number(b == null)
  return collator.compare(a, b)
}

const byName = (a: TopologyNode, b: TopologyNode): number => collator.compare(nameOf(a), nameOf(b))

export const nameOf = ({ name, kind }: Pick<TopologyNode, 'name' | 'kind'>): string =>
  name ?? (kind === 'unmanaged' ? 'Unmanaged switch' : 'Unnamed switch')
