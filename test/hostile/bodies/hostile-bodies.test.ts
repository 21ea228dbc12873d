import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { megabytesOf } from '../../bench/process-memory.ts'
import { startUp } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { beginUpload, joinAgents, measureWhile, percentile, send, snapshotOf } from './attack.ts'

const up = await startUp({ args: ['--no-agent'] })
afterAll(() => up.stop())
const [hostile, other] = await joinAgents(up, 2)
if (!hostile || !other) throw new Error('two agents join')
const { token } = hostile

const post = (body: Buffer, headers = {}) => send(up, '/api/agent/snapshots', { token, body, headers })
const postOther = () =>
  send(up, '/api/agent/snapshots', { token: other.token, body: snapshotOf(other, [{ name: 'bash', version: '5' }]) })
const gzip = { 'Content-Encoding': 'gzip' }
const rss = () => megabytesOf(up.pidOf('collector'), 'VmRSS')
/** A collector at rest has some 150 MiB; attacks take it to 400 MiB. */
const rssAtRestMax = 240

/** Runs an attack; the health of the collector and another agent's snapshots are asked for meanwhile. */
async function duringAttack(attack: () => Promise<unknown>) {
  await postOther()
  const rssBefore = rss()
  let rssMax = rssBefore
  const sampling = setInterval(() => {
    rssMax = Math.max(rssMax, rss())
  }, 50)
  const attacking = attack()
  const [health, others] = await Promise.all([
    measureWhile(attacking, () => send(up, '/healthz'), 20),
    measureWhile(attacking, postOther, 50),
  ])
  clearInterval(sampling)
  await attacking
  const p99 = percentile(
    health.map(({ ms }) => ms),
    0.99,
  )
  const slowest = Math.max(...others.map(({ ms }) => ms))
  const figures = `healthz p99 ${p99.toFixed(0)} ms; slowest snapshot of another agent ${slowest.toFixed(0)} ms; RSS ${rssBefore.toFixed(0)} to ${rssMax.toFixed(0)} MiB`
  console.log(`${expect.getState().currentTestName}: ${figures}`)
  expect(new Set(health.map(({ status }) => status)), figures).toEqual(new Set([200]))
  expect(new Set(others.map(({ status }) => status)), figures).toEqual(new Set([201]))
  // Guards against a collector that stands still; the figures say more.
  expect(slowest, figures).toBeLessThan(15_000)
  expect(rssMax - rssBefore, figures).toBeLessThan(300)
}

const empties = (count: number) => Buffer.from(`[${'{},'.repeat(count)}{}]`)
const invalid = Array.from({ length: 100_000 }, () => ({}))
const bombs: [string, Buffer, number[]][] = [
  ['15 KB of gzip with 5 million empty objects', gzipSync(empties(5_000_000)), [413]],
  ['60 MiB of spaces in gzip', gzipSync(Buffer.alloc(60 * 1024 * 1024, ' ')), [413]],
  ['100,000 levels', gzipSync(Buffer.from('['.repeat(100_000))), [400]],
  ['a million fields', gzipSync(Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":0`)}}`)), [413]],
  ['100,000 invalid packages', gzipSync(snapshotOf(hostile, invalid)), [200, 201, 413, 429]],
  ['100,000 invalid probes', gzipSync(snapshotOf(hostile, [], { probes: invalid })), [200, 201, 400, 413, 429]],
  ['a name of 30 MiB', gzipSync(snapshotOf(hostile, [], { name: 'x'.repeat(30 * 1024 * 1024) })), [413]],
]

test.each(bombs)('%s delay no other caller', async (_, body, statuses) => {
  await duringAttack(async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => post(body, gzip)))
      for (const { status, body: text } of answers) expect(statuses, text).toContain(status)
    }
  })
})

test('endless uploads lock nobody out', async () => {
  await duringAttack(async () => {
    const uploads = Array.from({ length: 5 }, () =>
      beginUpload(up, { token, body: Buffer.alloc(20 * 1024 * 1024, ' ') }),
    )
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    for (const end of uploads) end()
  })
})

test('the collector frees the memory of hostile bodies', { timeout: 120_000 }, async () => {
  const isBack = () => {
    if (rss() > rssAtRestMax) throw new Error(`it has ${rss().toFixed(0)} MiB`)
    return true
  }
  await waitFor(isBack, { what: `${rssAtRestMax} MiB at most`, timeoutMs: 90_000 })
})

test.each([
  ['/api/agent/join', 5 * 1024 * 1024, {}],
  ['/api/agent/snapshots', 70 * 1024 * 1024, {}],
  ['/api/agent/snapshots', 70 * 1024 * 1024, { 'Transfer-Encoding': 'chunked' }],
  ['/api/agent/join', 5 * 1024 * 1024, { 'Transfer-Encoding': 'chunked' }],
])('a client that sends all bytes receives the 413 of %s for %i bytes', async (path, bytes, headers) => {
  const { status, body } = await send(up, path, { token, body: Buffer.alloc(bytes, ' '), headers })
  expect([status, JSON.parse(body).code]).toEqual([413, 'payload_too_large'])
})
