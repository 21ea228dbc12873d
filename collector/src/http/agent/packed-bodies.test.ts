import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRegistration } from '../../access/registrations/create-registration.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { sqliteDatabases, type TestDatabases } from '../../store/testing/databases.ts'
import { testApp } from '../testing/app.ts'

type Packer = (bytes: Buffer) => Buffer

const brotli: Packer = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
const packers: Record<string, Packer> = {
  gzip: (bytes) => gzipSync(bytes),
  zlib: (bytes) => deflateSync(bytes),
  brotli,
  zstd: (bytes) => zstdCompressSync(bytes),
  'raw deflate': (bytes) => deflateRawSync(bytes),
}

type Door = { path: string; packing: string; headers: Record<string, string> }
/** All routes that unpack a body over HTTP. Results of Audit Services are unpacked by the same code. */
const openDoors: Door[] = [
  ...['/api/agent/snapshots', '/api/v1/imports', '/api/v1/snapshots'].map((path) => ({
    path,
    packing: 'gzip',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  })),
  ...[
    ['gzip', 'gzip'],
    ['zlib', 'zlib'],
    ['brotli', 'br'],
  ].map(([packing = '', type]) => ({
    path: '/api/glpi-agent',
    packing,
    headers: { 'Content-Type': `application/x-compress-${type}` },
  })),
]

const mebibyte = 2 ** 20
const empties = (count: number): Buffer => Buffer.from(`[${'{},'.repeat(count - 1)}{}]`)
const repeated = (part: Buffer, times: number): Buffer => Buffer.concat(Array.from({ length: times }, () => part))

const bombs: Record<string, Buffer> = {
  spaces: Buffer.alloc(20 * mebibyte, ' '),
  objects: empties(2_000_000),
  'bytes that are no JSON': Buffer.alloc(20 * mebibyte),
}

let databases: TestDatabases
let store: Store
let app: Awaited<ReturnType<typeof testApp>>
let authorizations: Record<string, string>

beforeAll(async () => {
  databases = await sqliteDatabases()
  store = await openStore(await databases.create())
  await store.migrate(await readMigrations('sqlite'))
  app = await testApp(store)
  const { secret } = await createJoinToken(app.ctx, { for: 'agent', uses: 1, ttlSeconds: 3600 })
  const agent = await joinAgent(app.ctx, { secret, hostname: 'pc-1', version: '0.1.0' })
  const fields = { name: 'GLPI agents', enabled: true, expiresAt: null, capabilities: ['EditInventory' as const] }
  const { clientId, clientSecret } = await createRegistration(app.ctx, fields)
  authorizations = {
    '/api/agent/snapshots': `Bearer ${agent.token}`,
    '/api/glpi-agent': `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
  }
})

afterAll(async () => {
  await store.close()
  await databases.close()
})

async function post(path: string, body: Buffer, headers: Record<string, string>) {
  const Authorization = authorizations[path] ?? 'Bearer administrator'
  const answer = await app.call('POST', path, { headers: { ...headers, Authorization }, body: new Uint8Array(body) })
  return { status: answer.status, problem: (await answer.json()) as { code?: string; detail?: string } }
}

describe.each(openDoors)('$path with $packing', ({ path, packing, headers }) => {
  const pack = packers[packing] as Packer

  it.each(Object.keys(bombs))('refuses a bomb of %s', async (name) => {
    const { status, problem } = await post(path, pack(bombs[name] as Buffer), headers)
    expect([status, problem.code]).toEqual([413, 'payload_too_large'])
  })

  it('refuses a bomb that is split into many frames', async () => {
    const frames = repeated(pack(Buffer.alloc(mebibyte, ' ')), 20)
    const { status } = await post(path, frames, headers)
    // Only gzip allows bodies of several frames; for the others, nothing may follow the first frame.
    expect(packing === 'gzip' ? [413] : [400]).toContain(status)
  })

  it('unpacks once, and refuses a compressed body within a compressed one', async () => {
    const { status, problem } = await post(path, pack(pack(Buffer.from('{}'))), headers)
    expect([status, problem.code]).toEqual([400, 'malformed_json'])
  })

  it.each(Object.keys(packers).filter((name) => name !== packing))('refuses a body that is %s', async (other) => {
    const { status, problem } = await post(path, packers[other]?.(empties(10)) ?? Buffer.alloc(0), headers)
    expect([status, problem.code]).toEqual([400, 'validation_failed'])
  })

  it('refuses a truncated body, and one with trailing data', async () => {
    const packed = pack(Buffer.from(JSON.stringify({ id: newId(), text: 'x'.repeat(2_000) })))
    expect((await post(path, packed.subarray(0, -10), headers)).status).toBe(400)
    expect((await post(path, Buffer.concat([packed, Buffer.from('more')]), headers)).status).toBe(400)
  })
})

const encodings = [
  'br',
  'zstd',
  'deflate',
  'compress',
  'x-gzip',
  'gzip, gzip',
  'gzip, br',
  'identity, gzip',
  'nonsense',
]

it('refuses every Content-Encoding but gzip on routes that unpack', async () => {
  for (const path of new Set(openDoors.map((door) => door.path))) {
    if (path === '/api/glpi-agent') continue
    for (const encoding of encodings) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      expect([path, encoding, (await post(path, gzipSync('{}'), headers)).status]).toEqual([path, encoding, 415])
    }
  }
})

it('unpacks no body on any other route', async () => {
  const paths = new Set(
    app.routes.flatMap(({ method, path }) => (['POST', 'PATCH', 'PUT'].includes(method) ? `${method} ${path}` : [])),
  )
  // The API has at least this many operations.
  expect(paths.size).toBeGreaterThan(60)
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  for (const each of paths) {
    const [method = '', route = ''] = each.split(' ')
    if (openDoors.some(({ path }) => path === route)) continue
    const path = route.replaceAll(/:[a-zA-Z]+(?:\{[^}]*\})?/g, newId).replaceAll('*', 'x')
    const answers = [gzipSync('{}'), gzipSync('{'), Buffer.from('noise')].map((body) =>
      app.call(method, path, { headers, body: new Uint8Array(body) }),
    )
    const [status, ...others] = (await Promise.all(answers)).map((answer) => answer.status)
    // The content makes no difference.
    expect(others, each).toEqual([status, status])
    expect(status, each).toBeLessThan(500)
  }
})
