import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { joinAuditService } from '@rollcall/audit-service/messaging/join.ts'
import type { ServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { accountHash, collectorCredentials } from '@rollcall/collector/messaging/accounts.ts'
import { loadMessagingKeys, type MessagingKeys } from '@rollcall/collector/messaging/keys.ts'
import { openStore } from '@rollcall/collector/store/open.ts'
import { openVault } from '@rollcall/collector/store/vault.ts'
import { alertListSchema } from '@rollcall/shared/api/alert.ts'
import { siteSchema } from '@rollcall/shared/api/site.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { controlSubject, inboxPrefix, resultStream, taskStream } from '@rollcall/shared/messages/subjects.ts'
import { connectForever, type Link } from '@rollcall/shared/node/nats-connect.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type SimulatedNetwork, startSimulatedNetwork } from '../../faults/support/simulated-network.ts'
import { requestScan } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { foreignSubscriptions, type HostileTarget, publishFamilies } from '../../harness/hostile-nats.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { connectOptions, illFormed, wellFormed } from './raw-families.ts'
import { connectRaw } from './raw-nats.ts'

const deviceCount = 12

let folder: TmpFolder
let network: SimulatedNetwork
let up: Up
let hostile: ServiceFile
let keys: MessagingKeys
const links: Link[] = []

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startSimulatedNetwork(deviceCount)
  const dataDir = join(folder.path, 'data')
  up = await startUp({ dataDir, args: ['--no-agent'] })
  const site = await up.api.create('/api/v1/sites', { name: 'Hostile' }, siteSchema)
  const made = await up.cli('join-token', 'create', '--for', 'audit-service', '--site', site.id, '--json')
  const { token } = z.object({ token: z.string() }).parse(made.json())
  const stateDir = join(folder.path, 'hostile')
  const joined = await joinAuditService({ url: up.facts.url, token, stateDir, name: 'hostile', version: '1.0.0' })
  hostile = joined.service
  keys = await readKeys(dataDir)
})
afterAll(async () => {
  for (const { nc } of links) await nc.close()
  await up?.stop()
  await network?.[Symbol.asyncDispose]()
  await folder?.remove()
})

test('an Audit Service of another site reaches no task of a site, whatever it sends', async () => {
  const other = up.facts.auditServiceId
  const jsm = await jetstreamManager((await connectAs(await collectorCredentials(keys))).nc)
  const names = [taskStream, resultStream(other), resultStream(hostile.auditServiceId), 'ROLLCALL_ADVISORIES']
  const before = await made(jsm, names)
  const target: HostileTarget = {
    own: hostile.auditServiceId,
    other,
    streams: names,
    accountHash: accountHash(keys.account.getPublicKey()),
    msgIds: [newId(), newId()],
  }
  const taskId = await requestScan(up.api, await network.createSegment(up))
  await waitFor(async () => (await readTask(up.api, taskId)).status === 'Running', { what: 'the scan to run' })

  const received = [await attackByLibrary(target), ...(await attackByHand(target))].join('\n')
  const task = await taskEnd(up.api, taskId, 60_000)

  expect(task).toMatchObject({ status: 'Success', error: null, progress: { hostsFound: deviceCount } })
  expect(task.progress.new + task.progress.known).toBe(deviceCount)
  // Neither a task, nor a result, nor an answer of the JetStream API; only answers to what it may send.
  const subjects = [...received.matchAll(/^H?MSG (\S+)/gm)].map(([, subject = '']) => subject)
  expect(new Set(subjects.filter((subject) => !isOwn(target, subject)))).toEqual(new Set())
  const canaries = [taskId, 'io.nats.jetstream.api'].filter((canary) => received.includes(canary))
  expect(canaries).toEqual([])
  expect(await made(jsm, names)).toEqual(before)
  expect((await up.api.read('/api/v1/alerts', alertListSchema)).items).toEqual([])
  expect((await up.api.get('/readyz')).status).toBe(200)
})

const isOwn = ({ own }: HostileTarget, subject: string) =>
  subject === controlSubject(own) || subject.startsWith(`${inboxPrefix(own)}.`)

/** Sends the families of a client library. Gives what it could read. */
async function attackByLibrary(target: HostileTarget): Promise<string> {
  const { nc } = await connectAs(hostile, inboxPrefix(target.own))
  const read: string[] = []
  for (const subject of foreignSubscriptions(target)) {
    nc.subscribe(subject, {
      callback: (error, message) => {
        if (!error) read.push(`MSG ${message.subject} ${message.string()}`)
      },
    })
  }
  await publishFamilies(nc, target)
  await nc.flush()
  return read.join('\n')
}

/** Sends what no client library would. Gives what each connection could read. */
async function attackByHand(target: HostileTarget): Promise<string[]> {
  const { userJwt, userSeed, caPem } = hostile
  const open = (options?: Record<string, unknown>) =>
    connectRaw({ url: up.facts.natsUrl, caPem, userJwt, userSeed, ...(options ? { options } : {}) })
  const received: string[] = []
  const attack = async (messages: readonly string[], options?: Record<string, unknown>) => {
    const client = await open(options)
    for (const message of messages) client.send(message)
    await client.settled()
    received.push(client.received())
    await client.close()
  }
  const all = wellFormed(target)
  await attack(all)
  // The server closes a connection that subscribes too often: the messages after that are sent over another.
  await attack(all.filter((message) => !message.startsWith('SUB ')))
  const sample = all.filter((_, index) => index % 16 === 0)
  for (const options of connectOptions) await attack(sample, options)
  for (const message of illFormed(target)) await attack([message])
  return received
}

/** Times and settings of streams and consumers. */
async function made(jsm: JetStreamManager, names: readonly string[]) {
  const streams = []
  for (const name of names) {
    const { created, config } = await jsm.streams.info(name)
    const consumers = []
    for await (const each of jsm.consumers.list(name)) consumers.push([each.name, each.created, each.config])
    streams.push({ name, created, config, consumers: consumers.sort() })
  }
  return streams
}

async function connectAs(user: { userJwt: string; userSeed: string }, inbox?: string): Promise<Link> {
  const link = await connectForever(
    {
      servers: [up.facts.natsUrl],
      caPem: await readFile(up.facts.caFile, 'utf8'),
      userJwt: user.userJwt,
      userSeed: user.userSeed,
      name: 'test',
      ...(inbox ? { inboxPrefix: inbox } : {}),
    },
    { log: pino({ level: 'silent' }), signal: AbortSignal.timeout(20_000) },
  )
  links.push(link)
  return link
}

/** The collector's keys, from its database: they show the test what stands on the server. */
async function readKeys(dataDir: string): Promise<MessagingKeys> {
  const store = await openStore({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') })
  try {
    const vault = openVault(join(dataDir, 'master.key'))
    return await loadMessagingKeys({ store, vault, clock: { now: () => new Date() } })
  } finally {
    await store.close()
  }
}
