import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '@rollcall/shared/counted.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const folders = ['shared/src', 'agent/src', 'audit-service/src', 'collector/src', 'collector/web', 'cli/src', 'scripts']

/** Nouns that are counted in texts, where they have no number of their own. */
const nouns =
  'addresses agents attempts cables calls computers cores credentials days devices documents enterprises entries errors events fields grants hosts hours inodes instances items machines migrations minutes nodes objects packages pages ports results rows seconds sections segments services snapshots targets tasks tests tries users versions'
const adjectives = 'further|held|known|live|matching|more|new|of its|of the|other|waiting'
/** A value in a text and a plural, perhaps with adjectives between them: right for every number but one. */
const uncounted = new RegExp(
  String.raw`\{([^{}]*)\}(?: (?:${adjectives}))* (?:${nouns.replaceAll(' ', '|')})\b(?!=)`,
  'g',
)
/** Limits are never one, and names are no numbers. */
const exempt = /max\b|Max\b|Min\b|name$|counted\(/

/** Returns the texts of a source that say "1 snapshots" if the value is one. */
const uncountedIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => !line.includes('=== 1 ?'))
    .flatMap((line) => [...line.matchAll(uncounted)])
    .flatMap(([text, value = '']) => (exempt.test(value) ? [] : [text]))

test('texts count with `counted`, which knows the singular', () => {
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: root })
    .toString()
    .trim()
    .split('\n')
  const sources = files.filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.|\/testing\//.test(file) && existsSync(join(root, file)),
  )
  expect(sources.length).toBeGreaterThan(500)
  const wrong = sources.flatMap((file) =>
    uncountedIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(wrong).toEqual([])
})

test('finds a plural behind a value, with words between them', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
  expect(uncountedIn('`${sent} snapshots sent`')).toEqual(['{sent} snapshots'])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
  expect(uncountedIn('`of ${count} live known devices`')).toHaveLength(1)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
  expect(uncountedIn("`${counted(sent, 'snapshot')} sent, at most ${rowsMax} rows`")).toEqual([])
})

test('a count is written with the singular for one, and with the plural otherwise', () => {
  expect([0, 1, 2].map((count) => counted(count, 'snapshot'))).toEqual(['0 snapshots', '1 snapshot', '2 snapshots'])
  expect(counted(1n, 'address', 'addresses')).toBe('1 address')
  expect(counted(2_000, 'host is', 'hosts are', (count) => count.toLocaleString('en'))).toBe('2,000 hosts are')
})
