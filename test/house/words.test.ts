import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Everyday words for which docs/glossary.md has a standard term, as parts of a name in camel case. */
const retiredWord =
  /^(told|tells?|telling|said|says?|hears?|heard|hearing|noted?|notes|known|knows?|knowing|looks?|looked|looking|kept|keeps?|keeping|resettles?|settles?|settled|placed?|places|placing|marks?|marked|makers?|neighbours?|lanes?|asks?|asked|asking|apart|departed|world|stretch|remember(s|ed)?|divided?)$/i
/** Openings of a comment that does not stand alone. */
const riddle = /^(What|Of|Those|The same|How|When|Where|Whether|Which|Who|Whose|Why)\b/

/**
 * Violations that are allowed in each folder. A folder with zero is clean and stays so. The other numbers are what was
 * left when this test was written: lower them after cleaning up, and never raise one.
 */
const ceilings: readonly { folder: string; names: number; comments: number }[] = [
  { folder: 'shared', names: 0, comments: 0 },
  { folder: 'audit-service', names: 0, comments: 0 },
  { folder: 'agent', names: 0, comments: 0 },
  { folder: 'cli', names: 0, comments: 0 },
  { folder: 'collector/src', names: 0, comments: 0 },
  { folder: 'collector/web', names: 0, comments: 0 },
  { folder: 'client/src', names: 0, comments: 0 },
  { folder: 'test', names: 0, comments: 0 },
  { folder: 'scripts', names: 0, comments: 0 },
]

/** Returns the exported names of a module that contain a retired word. */
function retiredNames(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
  )
  return [...declared]
    .map(([, name = '']) => name)
    .filter((name) => {
      const words = wordsOf(name)
      // `found` is retired as a noun for a result; `isFound` and `notFound` stay.
      return words[0]?.toLowerCase() === 'found' || words.some((word) => retiredWord.test(word))
    })
}

const wordsOf = (name: string): string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []

/** Returns the first lines of doc comments that begin with a riddle; comments in quoted text do not count. */
function riddles(source: string): string[] {
  const openings = source.matchAll(/(?<!')\/\*\*(?:[ \t]*\n[ \t]*\*)?[ \t]+(\S[^\n]*)/g)
  return [...openings].map(([, text = '']) => text).filter((text) => riddle.test(text))
}

/** Has the names of the API, which stay. */
const generated = 'client/src/api.ts'

/** Returns the violations in a folder, each with its file. */
function violations(folder: string, find: (source: string) => string[]): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(node_modules|dist|generated-client)\//.test(file))
    .filter((file) => join(folder, file) !== generated)
    .flatMap((file) => find(readFileSync(join(root, folder, file), 'utf8')).map((text) => `${folder}/${file}: ${text}`))
}

test.each(ceilings)('$folder: exported names use the terms of the glossary', ({ folder, names }) => {
  const found = violations(folder, retiredNames)
  expect(found.length, `at most ${names}; use the standard term:\n${found.join('\n')}`).toBeLessThanOrEqual(names)
})

test.each(ceilings)('$folder: doc comments begin with a verb or a noun', ({ folder, comments }) => {
  const found = violations(folder, riddles)
  expect(found.length, `at most ${comments}; write a sentence:\n${found.join('\n')}`).toBeLessThanOrEqual(comments)
})

test('finds retired words in exported names, and leaves other names alone', () => {
  const source = [
    'export const toldNames = 1',
    'export async function readNeighbours() {}',
    'export type FoundHost = string',
    'export class SNMPMaker {}',
    'export const isNotFound = 1',
    'export const foundry = 1',
    'export const replaceMarkdown = 1',
    'const heard = 1',
  ].join('\n')
  expect(retiredNames(source)).toEqual(['toldNames', 'readNeighbours', 'FoundHost', 'SNMPMaker'])
})

test('finds riddles at the start of doc comments of one line and of several', () => {
  const source = [
    '/** What a device says. */',
    '/**\n * Of a host: its name.\n */',
    '/** The same as above. */',
    "const quoted = '/** Of a host. */'",
    '/** Whatever the device sends. */',
    '/** Returns what a device reports. */',
    '// Those that are left.',
  ].join('\n')
  expect(riddles(source)).toEqual(['What a device says. */', 'Of a host: its name.', 'The same as above. */'])
})
