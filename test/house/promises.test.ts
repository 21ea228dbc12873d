import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each(['security.md', 'reliability.md'])('docs/%s names an existing test beside each promise', (name) => {
  const text = readFileSync(join(root, 'docs', name), 'utf8')
  const tables = text.split(/^#+ /m).filter((part) => part.includes('| Promise | Test |'))
  const rows = tables.flatMap((part) =>
    part.split('\n').filter((line) => /^\| (?!Promise|---)/.test(line) && !line.startsWith('|---')),
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const paths = [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length, row).toBeGreaterThan(0)
    for (const path of paths) expect(existsSync(join(root, path)), `${path} of ${row}`).toBe(true)
  }
})
