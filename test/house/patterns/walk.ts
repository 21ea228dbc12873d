import { parseAst } from 'vitest/node'

type Node = { type: string; [field: string]: unknown }

/** Calls a function with each node of a source text in ESTree: an object with a `type`, which holds nodes or lists of them. */
export function walk(source: string, onNode: (node: Node) => void): void {
  visit(parseAst(source, { lang: 'ts' }), onNode)
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') onNode(value as Node)
  for (const part of Object.values(value)) visit(part, onNode)
}
