import { walk } from './walk.ts'

/** Returns the cuts `….slice(0, …Max)` of lists in a source text. Those of texts, whose limit counts characters, stay. */
export function cutsIn(source: string): string[] {
  const found: string[] = []
  walk(source, (node) => {
    if (node.type !== 'CallExpression') return
    const [from, limit] = (node as unknown as Call).arguments
    const { property } = (node as unknown as Call).callee
    if (property?.name === 'slice' && from?.value === 0 && /(?<!chars)Max$/i.test(limit?.name ?? ''))
      found.push(limit?.name ?? '')
  })
  return found
}

type Call = { callee: { property?: { name?: string } }; arguments: { value?: unknown; name?: string }[] }
