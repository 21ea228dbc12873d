import type { TopologyLink } from '@rollcall/shared/api/topology.ts'
import { inOrder, type Tree } from './tree.ts'

const sweeps = 4

/**
 * Reorders the children of each switch so that redundant links become short: each moves towards the mean
 * position (barycentre) of the switches that redundant links from its branch lead to. Children without such links keep their
 * place. Of several rounds, the order with the shortest links wins.
 */
export function shortenLinks(trees: readonly Tree[], others: readonly TopologyLink[]): void {
  if (others.length === 0) return
  const parents = new Map<string, Tree>()
  for (const tree of inOrder(trees)) for (const child of tree.children) parents.set(child.node.id, tree)
  const ends = others.map(({ a, b }) => branchesOf(a.node, b.node, parents))
  let best: { length: number; orders: Map<Tree, Tree[]> } | undefined
  for (let sweep = 0; sweep <= sweeps; sweep++) {
    const all = inOrder(trees)
    const ranks = new Map(all.map(({ node }, at) => [node.id, at]))
    const rankOf = (id: string) => ranks.get(id) ?? 0
    const length = others.reduce((sum, { a, b }) => sum + Math.abs(rankOf(a.node) - rankOf(b.node)), 0)
    if (!best || length < best.length) best = { length, orders: new Map(all.map((tree) => [tree, tree.children])) }
    if (sweep < sweeps) reorder(all, ends, rankOf)
  }
  for (const [tree, children] of best?.orders ?? []) tree.children = children
}

type Ends = { id: string; branches: string[] }[]

function reorder(all: readonly Tree[], links: readonly Ends[], rankOf: (id: string) => number): void {
  const pulls = new Map<string, number[]>()
  for (const [one, other] of links) {
    if (!one || !other) continue
    for (const id of one.branches) pulls.set(id, [...(pulls.get(id) ?? []), rankOf(other.id)])
    for (const id of other.branches) pulls.set(id, [...(pulls.get(id) ?? []), rankOf(one.id)])
  }
  const targetOf = ({ node: { id }, size }: Tree): number => {
    const own = rankOf(id) + (size - 1) / 2
    const pulling = pulls.get(id) ?? []
    // The own place counts too: otherwise the two ends of a link would only swap places.
    return pulling.reduce((sum, rank) => sum + rank, own) / (pulling.length + 1)
  }
  for (const tree of all) {
    if (!tree.children.some(({ node }) => pulls.has(node.id))) continue
    const targets = new Map(tree.children.map((child) => [child, targetOf(child)]))
    tree.children = tree.children.toSorted((a, b) => (targets.get(a) ?? 0) - (targets.get(b) ?? 0))
  }
}

/** Returns both ends of a link, each with the branches that contain it below the common ancestor. */
function branchesOf(a: string, b: string, parents: ReadonlyMap<string, Tree>): Ends {
  const [fromA, fromB] = [pathUp(a, parents), pathUp(b, parents)]
  const [aboveA, aboveB] = [new Set(fromA), new Set(fromB)]
  return [
    { id: a, branches: fromA.filter((id) => !aboveB.has(id)) },
    { id: b, branches: fromB.filter((id) => !aboveA.has(id)) },
  ]
}

function pathUp(id: string, parents: ReadonlyMap<string, Tree>): string[] {
  const path = [id]
  for (let parent = parents.get(id); parent; parent = parents.get(parent.node.id)) path.push(parent.node.id)
  return path
}
