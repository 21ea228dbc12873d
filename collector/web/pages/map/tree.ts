import type { TopologyLink, TopologyNode } from '@rollcall/shared/api/topology.ts'

/** A switch with the link to its parent and its children. */
export type Tree = { node: TopologyNode; up: TopologyLink | undefined; children: Tree[]; size: number }

/** Returns all nodes of the trees, each before its children. */
export function inOrder(trees: readonly Tree[]): Tree[] {
  const found: Tree[] = []
  const open = trees.toReversed()
  for (let tree = open.pop(); tree; tree = open.pop()) {
    found.push(tree)
    open.push(...tree.children.toReversed())
  }
  return found
}
