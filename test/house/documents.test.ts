import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
const pages = tracked.filter((file) => /^(README|CONTRIBUTING|docs\/.+)\.?.*\.md$/.test(file))

const wordsOfCode = new Set(
  tracked
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b[A-Za-z]+[a-z][A-Z]\w+/g) ?? []),
)

const exists = (path: string) =>
  tracked.some((file) => file === path || file.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))

test.each(pages)('%s names only files and folders that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`([a-z][\w@./-]*?(?:\.tsx?|\.mjs|\/))`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !exists(path.replace(/\/$/, '')))).toEqual([])
})

test.each(pages)('%s names each file by a path that fits no other file', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`([a-z][\w@./-]*\.(?:tsx?|mjs))`/g)].map(([, path = '']) => path)
  const fitting = (path: string) => tracked.filter((file) => file.endsWith(`/${path}`))
  expect(named.filter((path) => !tracked.includes(path) && fitting(path).length > 1)).toEqual([])
})

test.each(pages)('%s names only declarations that are in the file beside them', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`(\w+)`(?:,? (?:in|of)\s+| \()`([a-z][\w@./-]*\.(?:tsx?|mjs))`/g)]
  const wrong = named.filter(([, name, path = '']) => {
    const file = tracked.find((each) => each === path || each.endsWith(`/${path}`)) ?? ''
    return !new RegExp(`^export .*(?:function\\*?|const|class|type|interface) ${name}\\b`, 'm').test(
      readFileSync(join(root, file), 'utf8'),
    )
  })
  expect(wrong.map(([found]) => found)).toEqual([])
})

const designPages = pages.filter((page) => /^(CONTRIBUTING|docs\/(architecture|design\/.+))\.md$/.test(page))

test.each(designPages)('%s names only functions and types that the code has', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`([A-Za-z]+[a-z][A-Z]\w+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !wordsOfCode.has(name))).toEqual([])
})

test.each(pages)('%s links only to pages and headings that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)]*)?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(page, '..', path)
    if (!exists(target)) return true
    return anchor !== undefined && !headingsOf(readFileSync(join(root, target), 'utf8')).includes(anchor.slice(1))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

/** Anchors of the headings, as code hosts make them. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
