import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Not known to the compiler: its types would bring those of a browser, which these sources do not have.
const page: string = '../../collector/web/ui/change-pages.ts'
const { changePages } = (await import(page)) as { changePages: Readonly<Record<string, unknown>> }

const source = join(import.meta.dirname, '..', '..', 'collector', 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'),
)

/** Returns the kinds of records that a source writes to the change log. */
const kindsIn = (source: string): string[] =>
  [...source.matchAll(/(?:\bentity: |\bmodifiedFields\(\s*)((?:'[A-Z][\w -]*'(?: \| )?)+)/g)].flatMap(
    ([, kinds = '']) => kinds.split(' | ').map((kind) => kind.slice(1, -1)),
  )

test('every kind of record that the collector logs can be filtered, and no other, so that each has a page or none', () => {
  const written = new Set(files.flatMap((file) => kindsIn(readFileSync(join(source, file), 'utf8'))))
  expect(Object.keys(changePages).sort()).toEqual([...written].sort())
})
