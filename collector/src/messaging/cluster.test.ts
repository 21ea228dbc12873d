import { setTimeout } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { createUser } from '@nats-io/nkeys'
import { AuthorizationError } from '@nats-io/transport-node'
import { newId } from '@rollcall/shared/ids.ts'
import {
  inboxPrefix,
  resultStream,
  resultSubject,
  taskStream,
  wireBytesMax,
} from '@rollcall/shared/messages/subjects.ts'
import { connectForever, connectOnce } from '@rollcall/shared/node/nats-connect.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { natsServerProgram } from '../../../test/harness/nats.ts'
import { claimsDir, type NatsCluster, startNatsCluster } from '../../../test/harness/nats-cluster.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { loadMessagingKeys, seedText } from './keys.ts'
import { trustLines } from './server-config.ts'
import { currentClaims } from './service-accounts.ts'
import type { Messaging } from './start.ts'
import { openTestMessaging, type TestMessaging } from './testing/messaging.ts'

const guardMs = 60_000

let test: TestMessaging
let cluster: NatsCluster
let messaging: Messaging

beforeAll(async () => {
  test = await openTestMessaging()
  const keys = await loadMessagingKeys(test.ctx)
  cluster = await startNatsCluster({
    program: natsServerProgram(),
    folder: test.folder,
    certFile: test.embedded.certFile,
    keyFile: test.embedded.keyFile,
    trustLines: await trustLines(keys, await currentClaims(test.ctx, keys, []), claimsDir),
  })
  messaging = await test.start({}, { kind: 'own', servers: cluster.urls, caPem: test.caPem })
  await waitFor(() => messaging.isConnected(), { what: 'the collector to be connected', timeoutMs: 30_000 })
  const { nc } = await test.connectAsCollector(cluster.urls)
  const readTasks = async () => (await jetstreamManager(nc)).streams.info(taskStream)
  await waitFor(() => readTasks().catch(() => undefined), { what: 'JetStream to be ready', timeoutMs: 30_000 })
}, guardMs)
afterAll(async () => {
  await test?.stop()
  await cluster?.stopAll()
})

type Answer = 'admitted' | 'refused' | 'away'

/** Connects a service to each server separately. */
async function admitEverywhere() {
  const user = createUser()
  const service = { serviceId: newId(), userPublicKey: user.getPublicKey() }
  test.services.push(service)
  const { userJwt } = await messaging.admitService(service)
  const optionsFor = (url: string) => ({
    servers: [url],
    caPem: test.caPem,
    userJwt,
    userSeed: seedText(user),
    name: 'test',
    inboxPrefix: inboxPrefix(service.serviceId),
  })
  const connect = (url: string) =>
    connectForever(optionsFor(url), { log: test.ctx.log, signal: AbortSignal.timeout(20_000) })
  const links = await Promise.all(cluster.urls.map(connect))
  const dial = async (url: string): Promise<Answer> => {
    try {
      const { nc } = await connectOnce(optionsFor(url), test.ctx.log)
      await nc.close()
      return 'admitted'
    } catch (error) {
      return error instanceof AuthorizationError ? 'refused' : 'away'
    }
  }
  return {
    ...service,
    links,
    /** Opens a new connection to each server. */
    answers: () => Promise.all(cluster.urls.map(dial)),
    close: () => Promise.all(links.map(({ nc }) => nc.close())),
  }
}

type Everywhere = Awaited<ReturnType<typeof admitEverywhere>>

async function removeService(serviceId: string): Promise<void> {
  test.remove(serviceId)
  const revoke = async () => messaging.outboxHandlers['revoke']?.(serviceId, AbortSignal.timeout(20_000))
  // Retries like the outbox, while the collector moves to another server.
  await waitFor(
    () =>
      revoke().then(
        () => true,
        () => false,
      ),
    { what: 'the access to be revoked', timeoutMs: guardMs },
  )
}

/** Waits until each server gives this answer, and repeats the query to see that it lasts. */
async function expectAnswers({ answers }: Everywhere, expected: Answer[]): Promise<void> {
  const isSo = async () => (await answers()).join() === expected.join()
  await waitFor(isSo, { what: `the servers to answer ${expected}`, timeoutMs: guardMs })
  for (let time = 0; time < 5; time += 1) expect(await answers()).toEqual(expected)
}

/** Publishes a result over each connection. Returns the errors. */
async function publishEverywhere({ serviceId, links }: Everywhere): Promise<string[]> {
  const publish = ({ nc }: (typeof links)[number]) =>
    jetstream(nc)
      .publish(resultSubject(serviceId, newId()), 'a result')
      .then(() => [])
      .catch((error: unknown) => [String(error)])
  return (await Promise.all(links.map(publish))).flat()
}

it(
  'admits services on every server at once, with streams on three servers',
  async () => {
    const failures: string[] = []
    for (let round = 0; round < 10; round += 1) {
      const service = await admitEverywhere()
      failures.push(...(await publishEverywhere(service)))
      await service.close()
    }
    expect(failures).toEqual([])
    const jsm = await jetstreamManager((await test.connectAsCollector(cluster.urls)).nc)
    const names = [taskStream, ...test.services.map(({ serviceId }) => resultStream(serviceId))]
    for (const name of names) expect((await jsm.streams.info(name)).config.num_replicas).toBe(3)
  },
  guardMs,
)

it('takes messages of the largest size on servers with the printed configuration', async () => {
  const { nc } = await test.connectAsCollector(cluster.urls)
  expect(nc.info?.max_payload).toBe(wireBytesMax)
})

it(
  'renews the access of a service without interrupting it',
  async () => {
    const service = await admitEverywhere()
    const failures: string[] = []
    let isRenewing = true
    const publishing = (async () => {
      while (isRenewing) failures.push(...(await publishEverywhere(service)))
    })()
    for (let renewal = 0; renewal < 20; renewal += 1) {
      await messaging.admitService(service)
      // Claims with the time of their creation would differ in each second.
      await setTimeout(100)
    }
    isRenewing = false
    await publishing
    expect(failures).toEqual([])
    await service.close()
  },
  guardMs,
)

it(
  'disconnects a deleted service on every server, and no other service',
  async () => {
    const [removed, other] = [await admitEverywhere(), await admitEverywhere()]
    await removeService(removed.serviceId)
    await waitFor(() => removed.links.every((link) => !link.isConnected()), { what: 'the service to be cut off' })
    await expectAnswers(removed, ['refused', 'refused', 'refused'])
    expect(other.links.map((link) => link.isConnected())).toEqual([true, true, true])
    await removed.close()
    await other.close()
  },
  guardMs,
)

it(
  'rejects a service deleted while a server was down, on that server and after a restart of all',
  async () => {
    const [removed, other] = [await admitEverywhere(), await admitEverywhere()]
    // It counts toward the few connections of a service.
    await other.close()
    await cluster.stop(2)
    await removeService(removed.serviceId)
    await expectAnswers(removed, ['refused', 'refused', 'away'])
    await cluster.start(2)
    await expectAnswers(removed, ['refused', 'refused', 'refused'])
    await cluster.stopAll()
    await cluster.startAll()
    await expectAnswers(removed, ['refused', 'refused', 'refused'])
    await expectAnswers(other, ['admitted', 'admitted', 'admitted'])
    await removed.close()
  },
  3 * guardMs,
)
