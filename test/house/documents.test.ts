import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
const pages = tracked.filter((file) => /^(README|CONTRIBUTING|docs\/.+)\.?.*\.md$/.test(file))

const exists = (path: string) =>
  tracked.some((file) => file === path || file.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))

test.each(pages)('%s names only files and folders that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`([a-z][\w@./-]*?(?:\.tsx?|\.mjs|\/))`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !exists(path.replace(/\/$/, '')))).toEqual([])
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
