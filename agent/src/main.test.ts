import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { agentSelfPath } from '@rollcall/shared/messages/agent-protocol.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../test/harness/ports.ts'
import { otherRunExitCode, readConfig } from './config.ts'
import { join } from './join.ts'
import { leaveOutPath, writeLeaveOut } from './leave-out-setting.ts'
import { runOnce } from './main.ts'
import { status } from './status.ts'
import { type Answer, type Received, startTestCollector, type TestCollector } from './submit/testing/collector.ts'

const agentId = '01990000-0000-7000-8000-00000000000a'
const siteId = '01990000-0000-7000-8000-00000000000b'
const secret = 'a-join-secret-of-some-length'

let collector: TestCollector
let stateDir: string
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector.stop())
beforeEach(async () => {
  stateDir = joinPath(await mkdtemp(joinPath(tmpdir(), 'agent-test-')), 'state')
  collector.received.length = 0
  isDeleted = false
  collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } })))
})
afterEach(() => rm(joinPath(stateDir, '..'), { recursive: true }))

/** Returns answers of a collector that accepts the join and answers snapshots as given. */
const lets =
  (snapshots: () => Answer, joined: { agentId?: string; token?: string; leaveOut?: string } = {}) =>
  ({ path, authorization }: Received): Answer => {
    if (path === agentSelfPath) return { status: isDeleted || authorization === deletedToken ? 401 : 200 }
    if (path !== '/api/agent/join') return snapshots()
    return { status: 201, body: { agentId, siteId, token: 'agent-token', caPem: collector.caPem, ...joined } }
  }
/** The collector has deleted every agent. */
let isDeleted = false
const deletedToken = 'Bearer deleted-token'
const token = () => formatJoinToken({ secret, pin: collector.pin, kind: 'agent' })
const warnings: string[] = []
const log = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) }

describe('agent', () => {
  it('joins, protects its secret, and sends one valid snapshot per run', async () => {
    expect(await status({ stateDir })).toEqual({ joined: false, stateDir })
    expect(await join({ url: `${collector.url}/`, token: token(), stateDir })).toEqual({
      agentId,
      siteId,
      collectorUrl: collector.url,
      stateDir,
      isKept: false,
      discarded: 0,
    })
    expect(collector.received[0]).toMatchObject({
      path: '/api/agent/join',
      body: { secret, version: expect.any(String) },
    })
    expect((await stat(joinPath(stateDir, 'agent.json'))).mode & 0o777).toBe(0o600)

    expect(await runOnce({ stateDir, log })).toEqual({ sent: 1, parked: 0, waiting: 0, deviceId: 'd' })
    expect(await runOnce({ stateDir, log })).toEqual({ sent: 1, parked: 0, waiting: 0, deviceId: 'd' })
    const [first, second] = collector.received.slice(1)
    expect(first?.authorization).toBe('Bearer agent-token')
    const observation = observationSchema.parse(first?.body)
    expect([observation.source, observation.identity.agentId]).toEqual(['Agent', agentId])
    expect(observationSchema.parse(second?.body).id > observation.id).toBe(true)
    expect(await status({ stateDir })).toMatchObject({ joined: true, agentId, waiting: 0, spoolBytes: 0 })
  })

  it('obeys the interval of its site, which each answer has', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    const answers = (schedule: object) =>
      collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd', ...schedule } })))
    const timer = () => runOnce({ stateDir, log, ifDue: true })
    const often = () => existsSync(joinPath(stateDir, 'often'))

    expect(await timer()).toMatchObject({ sent: 1 })
    answers({ intervalMinutes: 720, jitterMinutes: 0 })
    expect(await timer()).toMatchObject({ sent: 1 })
    expect(await readConfig(stateDir)).toMatchObject({ intervalMinutes: 720, jitterMinutes: 0 })
    expect(await timer()).toEqual({ sent: 0, parked: 0, waiting: 0, notDue: true })
    expect(often()).toBe(false)

    // A run that a person starts is never left out.
    answers({ intervalMinutes: 15 })
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 1 })
    expect((await readConfig(stateDir))?.jitterMinutes).toBeUndefined()
    await rm(joinPath(stateDir, 'last-run'))
    await timer()
    expect(often()).toBe(true)

    answers({})
    await rm(joinPath(stateDir, 'last-run'))
    await timer()
    expect((await readConfig(stateDir))?.intervalMinutes).toBeUndefined()
    expect(often()).toBe(false)
    expect(await timer()).toMatchObject({ sent: 1 })
  })

  describe('leaves out data about people', () => {
    const people = async () => {
      const before = collector.received.length
      const result = await runOnce({ stateDir, log })
      const { hardware, network, probes } = observationSchema.parse(collector.received[before]?.body)
      const users = [...(hardware?.systemServices ?? []), ...(network?.listeners ?? [])].map(({ user }) => user)
      return {
        result,
        accounts: hardware?.accounts?.length ?? 0,
        signIns: hardware?.accounts?.filter((account) => account.isSignedIn !== undefined).length ?? 0,
        users: users.filter((user) => user !== undefined).length,
        isNamed: probes.some(({ probe }) => probe === 'privacy'),
      }
    }
    const answers = (settings: object, joined: object = {}) =>
      collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd', ...settings } }), joined))
    const leftOut = async () => {
      const found = await status({ stateDir })
      return found.joined ? found.leaveOut : 'not joined'
    }

    it('from the first snapshot on, as the answer to the join says', async () => {
      answers({}, { leaveOut: 'accounts' })
      await join({ url: collector.url, token: token(), stateDir })
      expect(await leftOut()).toBe('accounts')
      expect(await people()).toMatchObject({ accounts: 0, users: 0, isNamed: true })
      // The answer to that snapshot ends the setting.
      expect(await leftOut()).toBeUndefined()
      expect(await people()).toMatchObject({ accounts: expect.any(Number), isNamed: false })
    })

    it('as each answer says, and the most if it does not know the choice', async () => {
      await join({ url: collector.url, token: token(), stateDir })
      answers({ leaveOut: 'sign-ins' })
      const all = await people()
      expect(all.accounts).toBeGreaterThan(0)
      expect(all.signIns).toBe(all.accounts)
      expect(all.isNamed).toBe(false)
      answers({ leaveOut: 'everything that is new' })
      expect(await people()).toMatchObject({ accounts: all.accounts, signIns: 0, isNamed: true })
      expect(await people()).toMatchObject({ accounts: 0, users: 0, isNamed: true })
    })

    it('as this machine says, whatever its site says, also after another join', async () => {
      answers({ leaveOut: 'sign-ins' })
      await join({ url: collector.url, token: token(), stateDir })
      await writeLeaveOut(stateDir, 'accounts')
      expect(await people()).toMatchObject({ accounts: 0, users: 0 })
      expect(await leftOut()).toBe('accounts')
      answers({}, { agentId: '01990000-0000-7000-8000-00000000000c' })
      await join({
        url: collector.url,
        token: formatJoinToken({ secret: `${secret}-2`, pin: collector.pin, kind: 'agent' }),
        stateDir,
      })
      expect(await people()).toMatchObject({ accounts: 0, users: 0 })
      await writeLeaveOut(stateDir, undefined)
      expect((await people()).accounts).toBeGreaterThan(0)
    })

    it.each(['', 'acounts', 'sign-ins accounts', 'nothing'])(
      'and reads nothing if the file of the choice has "%s"',
      async (text) => {
        await join({ url: collector.url, token: token(), stateDir })
        await writeFile(leaveOutPath(stateDir), text, { mode: 0o600 })
        collector.received.length = 0
        await expect(runOnce({ stateDir, log })).rejects.toThrow(
          /leave-out must hold sign-ins or accounts: write one of them, or delete the file$/,
        )
        expect(collector.received).toEqual([])
      },
    )
  })

  it('sends what waits, also if it can take no snapshot', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 503, headers: { 'retry-after': '3600' } })))
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 0, waiting: 1 })
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } })))
    await writeFile(leaveOutPath(stateDir), 'odd', { mode: 0o600 })
    await expect(runOnce({ stateDir, log })).rejects.toThrow('leave-out must hold')
    await rm(leaveOutPath(stateDir))
    expect(await status({ stateDir })).toMatchObject({ waiting: 0 })
  })

  it('sends what waits, without another snapshot, before it is due', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd', intervalMinutes: 1440 } })))
    await runOnce({ stateDir, log })
    collector.answer(lets(() => ({ status: 503, headers: { 'retry-after': '3600' } })))
    expect(await runOnce({ stateDir, log })).toMatchObject({ waiting: 1 })
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd', intervalMinutes: 1440 } })))
    expect(await runOnce({ stateDir, log, ifDue: true })).toMatchObject({ sent: 1, waiting: 0 })
    expect(await runOnce({ stateDir, log, ifDue: true })).toMatchObject({ notDue: true })
  })

  it('ends at once with a fixed exit code while another run is in progress, and sends nothing twice', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    const runs = await Promise.allSettled([runOnce({ stateDir, log }), runOnce({ stateDir, log })])
    expect(runs.map((run) => (run.status === 'fulfilled' ? run.value.sent : run.reason))).toEqual(
      expect.arrayContaining([
        1,
        expect.objectContaining({
          exitCode: otherRunExitCode,
          message: `another run of this agent uses ${stateDir} (process ${process.pid}): wait for it to end, or stop it`,
        }),
      ]),
    )
    expect(collector.received.filter(({ path }) => path !== '/api/agent/join')).toHaveLength(1)
  })

  it('keeps snapshots while the collector is unreachable, and sends them later in order', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    // Far longer than a run waits.
    collector.answer(lets(() => ({ status: 503, headers: { 'Retry-After': '7200' } })))
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 0, waiting: 1 })
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 0, waiting: 2 })
    expect(warnings.at(-1)).toBe('2 snapshots are waiting on disk: the collector answered 503')
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } })))
    collector.received.length = 0
    expect(await runOnce({ stateDir, log })).toEqual({ sent: 3, parked: 0, waiting: 0, deviceId: 'd' })
    const times = collector.received.map(({ body }) => observationSchema.parse(body).observedAt)
    expect(times).toEqual(times.toSorted())
  })

  it('stores no more snapshots once it was deleted at the collector, and says how to join again', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 401 })))
    isDeleted = true
    const line = /was deleted at the collector .*: join it again with "rollcall agent join --url URL --token TOKEN"/
    await expect(runOnce({ stateDir, log })).rejects.toThrow(line)
    const first = await status({ stateDir })
    expect(first).toMatchObject({ waiting: 1, deletedAt: expect.stringMatching(/^\d{4}-/) })
    for (let run = 0; run < 3; run += 1) await expect(runOnce({ stateDir, log })).rejects.toThrow(line)
    expect(await status({ stateDir })).toEqual(first)
  })

  it('stores nothing either if the collector that deleted it does not answer any more', async () => {
    const other = await startTestCollector()
    other.answer(({ path }) =>
      path === '/api/agent/join'
        ? { status: 201, body: { agentId, siteId, token: 'agent-token', caPem: other.caPem } }
        : { status: 401 },
    )
    const otherToken = formatJoinToken({ secret, pin: other.pin, kind: 'agent' })
    await join({ url: other.url, token: otherToken, stateDir })
    await expect(runOnce({ stateDir, log })).rejects.toThrow(/was deleted/)
    await other.stop()
    await expect(runOnce({ stateDir, log })).rejects.toThrow(/was deleted/)
    expect(await status({ stateDir })).toMatchObject({ waiting: 1 })
  })

  it('sends again when the collector has it again, such as after a restore', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 401 })))
    isDeleted = true
    await expect(runOnce({ stateDir, log })).rejects.toThrow(/was deleted/)
    isDeleted = false
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } })))
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 2, waiting: 0 })
    expect(await status({ stateDir })).not.toHaveProperty('deletedAt')
  })

  it('follows its collector to another address that the collector sent', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    const port = new URL(collector.url).port
    const [gone, renamed] = [`https://127.0.0.1:${await freePort()}`, `https://localhost:${port}`]
    const answer = (collectorUrls: string[]) => ({
      status: 201,
      body: { snapshotId: 's', deviceId: 'd', collectorUrls },
    })
    collector.answer(lets(() => answer([gone, renamed])))
    await runOnce({ stateDir, log })
    expect(await status({ stateDir })).toMatchObject({ collectorUrl: collector.url, otherUrls: [gone, renamed] })

    const file = joinPath(stateDir, 'agent.json')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace(collector.url, `https://127.0.0.1:${await freePort()}`),
    )
    collector.answer(lets(() => answer([renamed])))
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 1, waiting: 0 })
    expect(await status({ stateDir })).toMatchObject({ collectorUrl: renamed, otherUrls: [] })
  })

  it('sends nothing to an address that another machine has', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    const other = await startTestCollector()
    other.answer(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } }))
    const file = joinPath(stateDir, 'agent.json')
    const config = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...config, collectorUrl: other.url, otherUrls: [collector.url] }))
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 1, waiting: 0 })
    expect(other.received).toEqual([])
    expect(await status({ stateDir })).toMatchObject({ collectorUrl: collector.url })
    await other.stop()
  })

  it('names the remedy before the join, and for a damaged file', async () => {
    await expect(runOnce({ stateDir, log })).rejects.toThrow(/has not joined .*rollcall agent join --url URL/)
    await mkdir(stateDir, { recursive: true })
    await writeFile(joinPath(stateDir, 'agent.json'), '{"collectorUrl": "http://x"}')
    await expect(runOnce({ stateDir, log })).rejects.toThrow(
      /agent\.json is damaged .*collectorUrl.*join this agent again/,
    )
    await writeFile(joinPath(stateDir, 'agent.json'), '{')
    await expect(status({ stateDir })).rejects.toThrow(/not JSON/)
  })
})

describe('join', () => {
  it.each([
    ['half a token', () => ({ token: token().slice(0, 40) }), /not a complete join token/],
    [
      'a token for something else',
      () => ({ token: formatJoinToken({ secret, pin: collector.pin, kind: 'audit-service' }) }),
      /--for agent/,
    ],
    ['no https', () => ({ url: 'http://127.0.0.1:1' }), /not the address of a collector/],
    ['no address', () => ({ url: 'collector' }), /not the address of a collector/],
    [
      'another server',
      () => ({ token: formatJoinToken({ secret, pin: 'A'.repeat(43).concat('='), kind: 'agent' }) }),
      /not the collector that issued this join token/,
    ],
  ])('refuses %s before it sends anything', async (_what, change, message) => {
    await expect(join({ url: collector.url, token: token(), stateDir, ...change() })).rejects.toThrow(message)
    expect(collector.received).toEqual([])
    expect(await status({ stateDir })).toMatchObject({ joined: false })
  })

  it('shows the reason of the collector', async () => {
    collector.answer(() => ({ status: 403, body: { detail: 'This join token is used up.' } }))
    await expect(join({ url: collector.url, token: token(), stateDir })).rejects.toThrow(
      /403 This join token is used up\./,
    )
    collector.answer(() => ({ status: 201, body: { hello: 1 } }))
    await expect(join({ url: collector.url, token: token(), stateDir })).rejects.toThrow(/has an unknown format/)
  })

  const joins = () => collector.received.filter(({ path }) => path === '/api/agent/join')
  const newToken = () =>
    formatJoinToken({ secret: 'another-join-secret-of-some-length', pin: collector.pin, kind: 'agent' })

  it('joins once with a token: a second time would spend it and lose the first identity', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    expect(await join({ url: collector.url, token: token(), stateDir })).toMatchObject({ agentId, isKept: true })
    expect(joins()).toHaveLength(1)
  })

  it('joins again with another token, and discards what names the former agent', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 503, headers: { 'Retry-After': '7200' } })))
    await runOnce({ stateDir, log })
    const other = '01990000-0000-7000-8000-00000000000c'
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } }), { agentId: other }))
    const joined = await join({ url: collector.url, token: newToken(), stateDir })
    expect(joined).toMatchObject({ agentId: other, isKept: false, discarded: 1 })
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 1, parked: 0 })
  })

  it('keeps its waiting snapshots with a token that lets it join again under its id', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    collector.answer(lets(() => ({ status: 503, headers: { 'Retry-After': '7200' } })))
    await runOnce({ stateDir, log })
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } }), { token: 'new-token' }))
    const joined = await join({ url: collector.url, token: newToken(), stateDir })
    expect(joined).toMatchObject({ agentId, isKept: true, discarded: 0 })
    expect(joins()).toHaveLength(2)
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 2, parked: 0 })
  })

  it('joins again with the same token if the collector has deleted the agent', async () => {
    collector.answer(lets(() => ({ status: 401 }), { token: 'deleted-token' }))
    await join({ url: collector.url, token: token(), stateDir })
    await expect(runOnce({ stateDir, log })).rejects.toThrow(/was deleted/)
    const other = '01990000-0000-7000-8000-00000000000c'
    collector.answer(lets(() => ({ status: 201, body: { snapshotId: 's', deviceId: 'd' } }), { agentId: other }))
    const joined = await join({ url: collector.url, token: token(), stateDir })
    expect(joined).toMatchObject({ agentId: other, isKept: false, discarded: 1 })
    expect(joins()).toHaveLength(2)
    expect(await status({ stateDir })).not.toHaveProperty('deletedAt')
    expect(await runOnce({ stateDir, log })).toMatchObject({ sent: 1 })
  })

  it('takes another address of its collector without a token, and only of its collector', async () => {
    await join({ url: collector.url, token: token(), stateDir })
    const renamed = collector.url.replace('127.0.0.1', 'localhost')
    expect(await join({ url: renamed, stateDir })).toMatchObject({ agentId, collectorUrl: renamed, isKept: true })
    const other = await startTestCollector()
    await expect(join({ url: other.url, stateDir })).rejects.toThrow(
      /If another collector is there, join it with a token/,
    )
    await other.stop()
    expect(await status({ stateDir })).toMatchObject({ collectorUrl: renamed })
    isDeleted = true
    await expect(join({ url: renamed, stateDir })).rejects.toThrow(/does not have this agent: create a token/)
  })

  it('checks that its state can be stored before it spends the token', async () => {
    await writeFile(stateDir, 'a file, not a folder')
    const spent = collector.received.length
    await expect(join({ url: collector.url, token: token(), stateDir })).rejects.toThrow(/cannot write to the state/)
    expect(collector.received).toHaveLength(spent)
  })

  it('replaces a damaged configuration', async () => {
    await mkdir(stateDir, { recursive: true })
    await writeFile(joinPath(stateDir, 'agent.json'), 'old', { mode: 0o644 })
    await join({ url: collector.url, token: token(), stateDir })
    expect((await stat(joinPath(stateDir, 'agent.json'))).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(joinPath(stateDir, 'agent.json'), 'utf8'))).toMatchObject({
      agentId,
      token: 'agent-token',
    })
  })
})
