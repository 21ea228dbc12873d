import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commands } from '../../cli/src/main.ts'

const root = join(import.meta.dirname, '..', '..')
const files = execFileSync('git', ['ls-files', 'README.md', 'CONTRIBUTING.md', 'docs/*.md', 'deploy/*.yaml'], {
  cwd: root,
})
  .toString()
  .trim()
  .split('\n')

const program = new Command('rollcall').version('0').helpCommand(true)
for (const addTo of commands) addTo(program)

/** Returns the calls of `rollcall` in code: lines of blocks, spans in backticks, and whole files that are no documents. */
function callsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\\\n\s*/g, '')
  const code = file.endsWith('.md')
    ? [...text.matchAll(/^```\w*\n([\s\S]*?)^```|`([^`\n]+)`/gm)].map(([, block, span]) => block ?? span ?? '')
    : [text]
  return code.flatMap((each) =>
    [...each.matchAll(/(?:^|[\s/"])rollcall ([a-z][a-z-]*(?: [^\n;&|)"#]*)?)/gm)].map(([, call = '']) => call.trim()),
  )
}

/** Says what a call names that the command line does not have; undefined if it has all. */
function problemOf(call: string): string | undefined {
  let command = program
  const words = call.split(/\s+/)
  while (words[0] !== undefined) {
    const next = command.commands.find((each) => each.name() === words[0])
    if (next === undefined) break
    command = next
    words.shift()
  }
  if (command === program || (command.commands.length > 0 && /^[a-z]/.test(words[0] ?? '')))
    return `no command: ${call}`
  const flags = words.flatMap((word) => /^--[a-z-]+/.exec(word) ?? [])
  const known = new Set(['--help', ...command.options.map(({ long }) => long)])
  const unknown = flags.filter((flag) => !known.has(flag))
  return unknown.length > 0 ? `no ${unknown.join(', ')}: ${call}` : undefined
}

test.each(files)('%s calls only commands and options that exist', (file) => {
  expect(callsIn(file).flatMap((call) => problemOf(call) ?? [])).toEqual([])
})

test('commands and options that do not exist are found', () => {
  expect(['collector stat', 'collector status --jsn', 'collector status --json'].map(problemOf)).toEqual([
    'no command: collector stat',
    'no --jsn: collector status --jsn',
    undefined,
  ])
  expect(callsIn('docs/operations.md').length).toBeGreaterThan(20)
})

test('the help shows no empty list as a default', () => {
  const allOf = (command: Command): Command[] => [command, ...command.commands.flatMap(allOf)]
  const shown = allOf(program).filter((command) => command.helpInformation().includes('default: []'))
  expect(shown.map((command) => command.name())).toEqual([])
})
