import { parseAst } from 'vitest/node'

/** Returns the cuts `….slice(0, …Max)` of lists in a source text. Those of texts, whose limit counts characters, stay. */
export function cutsIn(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang: 'ts' }), (node) => {
    const [from, limit] = node.arguments
    if (node.callee.property?.name === 'slice' && from?.value === 0 && /(?<!chars)Max$/i.test(limit?.name ?? ''))
      found.push(limit?.name ?? '')
  })
  return found
}

type Call = { callee: { property?: { name?: string } }; arguments: { value?: unknown; name?: string }[] }

/** Walks ESTree: a node is an object with a `type`, and what it holds are nodes or lists of them. */
function visit(node: unknown, onCall: (call: Call) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'CallExpression') onCall(node as unknown as Call)
  for (const value of Object.values(node)) visit(value, onCall)
}
