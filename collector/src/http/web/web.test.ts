import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { sessionCookieName } from '../../access/sign-in/session-token.ts'
import type { Environment } from '../environment.ts'
import { webInterface } from './web.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

/** A build of three files, the script compressed as well. */
async function build() {
  await mkdir(join(folder.path, 'assets'))
  const files = {
    'index.html': '<style nonce="{{nonce}}"></style><meta nonce="{{nonce}}">',
    'colour-scheme.js': 'first()',
    'assets/main-1a2b.js': 'start()',
    'assets/main-1a2b.js.br': 'in brotli',
    'assets/main-1a2b.js.gz': 'in gzip',
    'assets/notes.txt': 'no part of it',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content)
}

function serve() {
  const app = new OpenAPIHono<Environment>()
  webInterface(app, folder.path)
  return (path: string, headers: Record<string, string> = {}, method = 'GET') => app.request(path, { method, headers })
}

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

it('serves the page at every address of a page, with a nonce for one use', async () => {
  await build()
  const get = serve()
  const [first, second] = [await get('/'), await get('/devices/019a7c1e/software?q=x', browser)]
  const page = await first.text()
  const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(nonce.length).toBeGreaterThanOrEqual(22)
  expect(page).not.toContain('{{')
  const policy = first.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect([second.status, second.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(await second.text()).not.toContain(nonce)
  expect(first.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(first.headers.get('Referrer-Policy')).toBe('no-referrer')
})

it('asks a browser with a session to load the user beside the scripts, and no other', async () => {
  await build()
  const get = serve()
  const preloaded = (await get('/', { ...browser, Cookie: `${sessionCookieName}=token.signature` })).headers.get('Link')
  expect(preloaded).toBe('</api/v1/me>; rel=preload; as=fetch; crossorigin')
  expect((await get('/', browser)).headers.get('Link')).toBe(null)
})

it('serves files named by their content as immutable, in the best encoding of the browser', async () => {
  await build()
  const get = serve()
  const forms = ['gzip, deflate, br', 'gzip', 'br;q=0, gzip', 'deflate', ''].map(async (accepted) => {
    const answer = await get('/assets/main-1a2b.js', { 'Accept-Encoding': accepted })
    return [answer.headers.get('Content-Encoding'), await answer.text()]
  })
  expect(await Promise.all(forms)).toEqual([
    ['br', 'in brotli'],
    ['gzip', 'in gzip'],
    ['gzip', 'in gzip'],
    [null, 'start()'],
    [null, 'start()'],
  ])
  const { headers } = await get('/assets/main-1a2b.js')
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('Vary')).toBe('Accept-Encoding')
  expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
})

it('responds with 304 for a current file, and to HEAD without a body', async () => {
  await build()
  const get = serve()
  const first = await get('/colour-scheme.js')
  const etag = first.headers.get('ETag') ?? ''
  expect(first.headers.get('Cache-Control')).toBe('no-cache')
  const again = await get('/colour-scheme.js', { 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const compressed = await get('/assets/main-1a2b.js', { 'Accept-Encoding': 'br' })
  expect(compressed.headers.get('ETag')).not.toBe((await get('/assets/main-1a2b.js')).headers.get('ETag'))
  const head = await get('/', {}, 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
})

it.each([
  '/api/v1/no-such',
  '/api',
  '/audit-data/x',
  '/identity-server/x',
  '/assets/main-of-an-older-build.js',
  '/assets/notes.txt',
])('serves no page at %s', async (path) => {
  await build()
  expect((await serve()(path, browser)).status).toBe(404)
})

it('responds with a 404 problem to a program', async () => {
  await build()
  expect((await serve()('/device', { Accept: '*/*' })).status).toBe(404)
})

it('explains how to make a missing build, and serves it once it exists', async () => {
  const get = serve()
  const missing = await get('/')
  expect(missing.status).toBe(503)
  expect(await missing.text()).toContain('npm run build')
  await build()
  expect((await get('/')).status).toBe(200)
})
