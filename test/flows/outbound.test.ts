import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { mailTestSchema } from '@rollcall/shared/api/notification.ts'
import { signInTestSchema } from '@rollcall/shared/api/sign-in-settings.ts'
import { snapshotStorageTestSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { proves } from '../interface/proves.ts'

const canary = 'canary-of-a-foreign-server'
/** Answers every protocol with a line that must not be seen by whoever set its address. */
async function startForeignServer(banner: string) {
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.end(banner)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections: () => connections, close: () => server.close() }
}
type ForeignServer = Awaited<ReturnType<typeof startForeignServer>>

const http = (body: string) =>
  `HTTP/1.1 403 ${canary}\r\nServer: ${canary}\r\nContent-Type: application/xml\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`

let closed: ForeignServer
let open: ForeignServer[]
let silentPort: number
let up: Up

beforeAll(async () => {
  closed = await startForeignServer(`220 ${canary}\r\n`)
  open = await Promise.all([
    startForeignServer(`554 ${canary}\r\n`),
    startForeignServer(`SSH-2.0-${canary}\r\n`),
    startForeignServer(http(`<Error><Code>${canary}</Code><Message>${canary}</Message></Error>`)),
    startForeignServer(http(JSON.stringify({ issuer: canary, error: canary })).replace('403', '200')),
  ])
  silentPort = await freePort()
  up = await startUp({ env: { ROLLCALL_OUTBOUND_ALLOW: open.map(({ port }) => `127.0.0.1:${port}`).join(',') } })
})
afterAll(async () => {
  await up?.stop()
  for (const server of [closed, ...open]) server?.close()
})

const settings = async (body: object) => {
  const answer = await up.api.call('PATCH', '/api/v1/site/settings', { body })
  expect(answer.status).toBe(200)
}

/** Each test of a site's settings against one address: what it answers as text. */
const tests = {
  async mail(host: string, port: number) {
    const smtp = { host, port, security: 'none', from: 'rollcall@example.org' }
    await settings({ notifications: { smtp, recipients: ['it@example.org'] } })
    return up.api.create('/api/v1/site/settings/notifications/test', undefined, mailTestSchema)
  },
  storage: (host: string, port: number) =>
    up.api.create(
      '/api/v1/site/settings/snapshot-storage/test',
      { endpoint: `http://${host}:${port}`, bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' },
      snapshotStorageTestSchema,
    ),
  signIn: (host: string, port: number) =>
    up.api.create(
      '/api/v1/sign-in-settings/test',
      { oidc: { issuer: `http://${host}:${port}`, clientId: 'c', clientSecret: 's', label: 'Office', grants: [] } },
      signInTestSchema,
    ),
}

describe.each(Object.entries(tests))('the %s test', (_name, run) => {
  test('refuses a forbidden address with the same response whether something listens there or not', async () => {
    const [listening, silent] = [await run('127.0.0.1', closed.port), await run('127.0.0.1', silentPort)]
    expect(listening.ok).toBe(false)
    expect(listening.detail).toContain('ROLLCALL_OUTBOUND_ALLOW')
    expect(JSON.stringify(listening).replaceAll(String(closed.port), 'PORT')).toBe(
      JSON.stringify(silent).replaceAll(String(silentPort), 'PORT'),
    )
    expect(closed.connections()).toBe(0)
  })

  test('reports on an allowed address without text from the server', async () => {
    for (const server of open) {
      const before = server.connections()
      const result = await run('127.0.0.1', server.port)
      expect(result.ok).toBe(false)
      expect(result.detail).toMatch(/\w/)
      expect(JSON.stringify(result)).not.toContain(canary)
      expect(server.connections()).toBeGreaterThan(before)
    }
  })
})

test('no webhook reaches this machine, whatever the settings of the site', proves('webhooks.addresses'), async () => {
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', '10.0.0.1', '169.254.169.254']) {
    const webhook = { name: 'elsewhere', url: `https://${host}:${closed.port}/hook`, enabled: true, events: ['*'] }
    const body = { notifications: { allowPrivateWebhooks: true, webhooks: [webhook] } }
    const answer = await up.api.call('PATCH', '/api/v1/site/settings', { body })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      errors: [
        { path: '/notifications/webhooks/0/url', message: expect.stringContaining('which is closed to webhooks') },
      ],
    })
  }
  expect(closed.connections()).toBe(0)
})
