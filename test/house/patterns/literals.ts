import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

export type Pattern = { file: string; source: string; flags: string }

/** Every regular expression that is written in the source files of a part, each once. */
export function patternsOf(root: string, files: readonly string[]): Pattern[] {
  const found = new Map<string, Pattern>()
  for (const file of files) {
    visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), ({ pattern, flags }) =>
      found.set(`${pattern} ${flags}`, { file, source: pattern, flags }),
    )
  }
  return [...found.values()]
}

/** Walks ESTree: a node is an object with a `type`, and what it holds are nodes or lists of them. */
function visit(node: unknown, onPattern: (regex: { pattern: string; flags: string }) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, onPattern)
  if (typeof node !== 'object' || node === null) return
  if (isPattern(node)) onPattern(node.regex)
  else for (const value of Object.values(node)) visit(value, onPattern)
}

const isPattern = (node: object): node is { regex: { pattern: string; flags: string } } =>
  'type' in node && node.type === 'Literal' && 'regex' in node
