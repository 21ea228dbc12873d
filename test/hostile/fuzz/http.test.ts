import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Answer, fetchToken } from '../../harness/api-client.ts'
import { startUp } from '../../harness/rollcall.ts'
import { callOnce } from '../authorization/call.ts'
import { fill, type RequestTemplate, requests } from '../authorization/requests.ts'
import { createSiteObjects, idsOf } from '../authorization/site-objects.ts'
import { fuzzed, fuzzGuard, mutatedBytes, mutatedJson } from './mutations.ts'

const up = await startUp({ args: ['--no-agent'] })
afterAll(() => up.stop())
const call = callOnce({ url: up.facts.url, caPem: await readFile(up.facts.caFile, 'utf8') })
const made = await up.cli('app-registration', 'create', '--name', 'fuzz', '--capability', 'Administrator', '--json')
const token = await fetchToken(call, createdAppRegistrationSchema.parse(made.json()))
const site = createSiteObjects({ call, token, origin: up.facts.url }, { siteId: up.facts.siteId, mark: 'fuzz' })
const agent = await site.agent()
const idleBytes = await residentBytes()

/** The body of an agent, as the schema of an observation has it. */
const observation = {
  schemaVersion: 1,
  id: '0197f3c2-7a10-7000-8000-000000000001',
  source: 'Agent',
  observedAt: '2026-11-20T08:00:00.000Z',
  type: 'computer',
  name: 'pc-17',
  depth: 'audit',
  identity: {
    agentId: agent.agentId,
    serialNumber: '8XK2PL3',
    manufacturer: 'Example',
    macAddresses: ['00:1b:21:3c:9d:f8'],
    ipAddresses: ['192.0.2.17'],
  },
  hardware: { os: { name: 'Debian GNU/Linux', version: '12' }, memoryBytes: 17_179_869_184 },
  software: [{ name: 'openssl', version: '3.0.17', publisher: 'Debian' }],
  network: { interfaces: [{ name: 'eth0', macAddress: '00:1b:21:3c:9d:f8', ipAddresses: ['192.0.2.17'] }] },
}

const bodies = Object.entries(requests).filter(
  // Some settings would change what later requests get: a quota that is used up, a site that signs in elsewhere.
  ([id, { body }]) =>
    body !== undefined && !['updateSiteSettings', 'updateSignInSettings', 'testSignInSettings'].includes(id),
)

test.each(bodies)(
  'answers every mutation of the body of %s, and names each refused field',
  fuzzGuard,
  async (_, template) => {
    const ids = idsOf(site)
    const { path, body } = await fill(template, async (name) =>
      name === 'new' ? site.newText() : name === 'ownSession' ? '' : ids(name),
    )
    await fc.assert(
      fc.asyncProperty(mutatedJson(body), async (mutated) => {
        expectAnswered(template, mutated, await call(template.method, path, { token, body: mutated }))
      }),
      fuzzed(5),
    )
  },
)

test.each([
  { what: 'snapshots of an agent', path: '/api/agent/snapshots', sender: agent.token, body: observation },
  { what: 'imported documents', path: '/api/v1/imports', sender: token, body: requests['importDocument']?.body },
])('answers every mutation of $what, plain and compressed', fuzzGuard, async ({ path, sender, body }) => {
  const template: RequestTemplate = { method: 'POST', path }
  const json = Buffer.from(JSON.stringify(body))
  const accepted = await call('POST', path, { token: sender, body })
  expect(accepted.status, accepted.body.toString('utf8')).toBeLessThan(300)
  await fc.assert(
    fc.asyncProperty(mutatedJson(body), async (mutated) => {
      expectAnswered(template, mutated, await call('POST', path, { token: sender, body: mutated }))
    }),
    fuzzed(20),
  )
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  await fc.assert(
    fc.asyncProperty(mutatedBytes([gzipSync(json)]), async (bytes) => {
      expectAnswered(template, bytes, await call('POST', path, { token: sender, headers, body: bytes }))
    }),
    fuzzed(15),
  )
})

test('holds at most twice the memory of an idle collector afterwards', async () => {
  expect(await residentBytes()).toBeLessThan(2 * idleBytes)
  expect((await call('GET', '/readyz')).status).toBe(200)
})

/** A success, or a problem document that says what is wrong and where: never an error of the server. */
function expectAnswered({ method, path }: RequestTemplate, sent: unknown, answer: Answer): void {
  const what = `${method} ${path} ${JSON.stringify(sent)?.slice(0, 500)}: ${answer.status} ${answer.body.toString('utf8').slice(0, 500)}`
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status < 400) return
  const problem = problemSchema.parse(answer.json())
  expect(problem.detail, what).not.toBe('')
  if (problem.code !== 'validation_failed') return
  expect(problem.errors?.length, what).toBeGreaterThan(0)
  expect(problem.errors?.length, what).toBeLessThanOrEqual(100)
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${up.pidOf('collector')}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}
