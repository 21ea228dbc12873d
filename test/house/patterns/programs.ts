import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { walk } from './walk.ts'

/** Sources of macOS, by their paths. */
const ofMac = /(^|\/)macos|ifconfig|netstat|plist|homebrew-macos|system-host-name/
/** Calls that take the name of a program, and the position of that argument. */
const calls = new Map([
  ['run', 0],
  ['hasProgram', 0],
  ['runText', 1],
])

/** Returns the names of the programs that sources of Linux run: literals of calls, of `program:` and of `programs = […]`. */
export function programsOfLinux(root: string): string[] {
  const folder = join(root, 'agent', 'src', 'inventory')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing\/|windows/.test(file) && !ofMac.test(file),
  )
  return [...new Set(files.flatMap((file) => programsIn(readFileSync(join(folder, file), 'utf8'))))].sort()
}

type Literal = { type: string; value?: unknown }

export function programsIn(source: string): string[] {
  const found: (Literal | undefined)[] = []
  walk(source, (node) => {
    if (node.type === 'CallExpression') {
      const { callee, arguments: given } = node as unknown as {
        callee: { name?: string; property?: { name?: string } }
        arguments: Literal[]
      }
      const position = calls.get(callee.property?.name ?? callee.name ?? '')
      if (position !== undefined) found.push(given[position])
    }
    if (node.type === 'Property' && (node['key'] as { name?: string }).name === 'program')
      found.push(node['value'] as Literal)
    if (node.type === 'VariableDeclarator' && (node['id'] as { name?: string }).name === 'programs')
      found.push(...((node['init'] as { elements?: Literal[] } | null)?.elements ?? []))
  })
  return found.flatMap((each) => (each?.type === 'Literal' && typeof each.value === 'string' ? each.value : []))
}
