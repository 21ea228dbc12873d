import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { encodeUser } from '@nats-io/jwt'
import { createUser } from '@nats-io/nkeys'
import { AuthorizationError } from '@nats-io/transport-node'
import { openTaskQueue } from '@rollcall/audit-service/messaging/task-queue.ts'
import { newId } from '@rollcall/shared/ids.ts'
import {
  controlSubject,
  heartbeatSubject,
  inboxPrefix,
  ingestConsumer,
  progressSubject,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
  wireBytesMax,
} from '@rollcall/shared/messages/subjects.ts'
import { connectOnce, type NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignSubscriptions, type HostileTarget, publishFamilies } from '../../../test/harness/hostile-nats.ts'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { accountHash, collectorCredentials, systemCredentials } from './accounts.ts'
import { createClaims } from './claims.ts'
import { seedText } from './keys.ts'
import { loadServiceAccount } from './service-accounts.ts'
import { ensureServiceQueues, ensureStreams } from './streams.ts'

let nats: TestNats
let collector: Awaited<ReturnType<TestNats['connect']>>
const taskId = newId()

describe.each([
  { name: 'the embedded server', isCluster: false, isOverHttps: false },
  { name: 'the embedded server over WebSocket', isCluster: false, isOverHttps: true },
  { name: "a customer's cluster of three servers", isCluster: true, isOverHttps: false },
])('on $name', ({ isCluster, isOverHttps }) => {
  /** The way of Audit Services to the server. */
  let way: Partial<NatsOptions> = {}

  beforeAll(async () => {
    nats = await startTestNats({ isCluster })
    if (isOverHttps) way = await nats.overHttps()
    collector = await nats.connect(await collectorCredentials(nats.keys))
    // JetStream of a cluster is ready after its servers have elected a leader.
    await waitFor(async () => (await jetstreamManager(collector.nc).then(ensureStreams, () => 'later')) === undefined, {
      what: 'JetStream',
      timeoutMs: 30_000,
    })
  })
  afterAll(() => nats.stop())

  /** Creates a service with its account, its user and its queue. */
  async function newService() {
    const id = newId()
    const user = createUser()
    const service = { serviceId: id, userPublicKey: user.getPublicKey() }
    await ensureServiceQueues(await jetstreamManager(collector.nc), id)
    const credentials = { userJwt: await nats.admit(service), userSeed: seedText(user) }
    const connect = () => nats.connect(credentials, { inboxPrefix: inboxPrefix(id), ...way })
    /**
     * Connects a user without permissions of its own in the service's account, so that only the account restricts it.
     */
    const connectUnfenced = async () => {
      const free = createUser()
      const userJwt = await encodeUser('free', free, await loadServiceAccount(nats.ctx, service), {})
      return nats.connect({ userJwt, userSeed: seedText(free) }, { inboxPrefix: inboxPrefix(id), ...way })
    }
    const connectNow = () =>
      connectOnce({ servers: [nats.url], caPem: nats.caPem, name: 'once', ...way, ...credentials }, nats.ctx.log)
    return { ...service, id, connect, connectNow, connectUnfenced, link: await connect() }
  }

  describe('the user of an Audit Service', () => {
    it('can do its work', async () => {
      const service = await newService()
      const { nc } = service.link
      const errors: string[] = []
      void (async () => {
        for await (const event of nc.status()) if (event.type === 'error') errors.push(event.error.message)
      })()
      const ack = await jetstream(nc).publish(resultSubject(service.id, taskId), 'result')
      expect(ack.stream).toMatch(/^ROLLCALL_RESULTS/)
      const largest = new Uint8Array(wireBytesMax - 1024)
      expect((await jetstream(nc).publish(resultSubject(service.id, taskId), largest)).seq).toBeGreaterThan(ack.seq)
      const live = new Set<string>()
      const take = { callback: (_: unknown, { subject }: { subject: string }) => void live.add(subject) }
      for (const subject of [progressSubject('*', '*'), heartbeatSubject('*')]) collector.nc.subscribe(subject, take)
      // Another server of a cluster learns of a subscription after some time, and drops what comes before.
      const reportLive = () => {
        nc.publish(progressSubject(service.id, taskId), '{}')
        nc.publish(heartbeatSubject(service.id), '{}')
        return live.size === 2
      }
      await waitFor(reportLive, { what: 'progress and heartbeat' })
      const received: string[] = []
      nc.subscribe(controlSubject(service.id), { callback: (_, { subject }) => void received.push(subject) })
      const control = () => {
        collector.nc.publish(controlSubject(service.id), 'stop')
        return received.length > 0
      }
      await waitFor(control, { what: 'a control message' })

      await jetstream(collector.nc).publish(taskSubject(service.id), 'task')
      const consumer = openTaskQueue(nc, service.id)
      const message = await consumer.next({ expires: 5000 })
      expect(message?.string()).toBe('task')
      message?.working()
      expect(await message?.ackAck()).toBe(true)
      const queue = await (await jetstreamManager(collector.nc)).consumers.info(taskStream, taskConsumer(service.id))
      expect(queue.num_ack_pending).toBe(0)
      expect(errors).toEqual([])
    })

    it.each(['its permissions', 'its account alone'])(
      'reaches only its own subjects, restricted by %s, with any subject and reply subject',
      async (fence) => {
        const [hostile, other] = [await newService(), await newService()]
        const jsm = await jetstreamManager(collector.nc)
        const js = jetstream(collector.nc)
        const { stream: otherResults } = await jetstream(other.link.nc).publish(
          resultSubject(other.id, taskId),
          'canary',
        )
        const sequences: number[] = []
        for (const n of [1, 2, 3]) sequences.push((await js.publish(taskSubject(other.id), `canary task ${n}`)).seq)
        await js.publish(taskSubject(hostile.id), 'own task')
        const msgIds = [newId(), newId()]
        const names = [...new Set([taskStream, otherResults, 'ROLLCALL_ADVISORIES'])]
        const target: HostileTarget = {
          own: hostile.id,
          other: other.id,
          streams: names,
          accountHash: accountHash(nats.keys.account.getPublicKey()),
          msgIds,
        }
        const state = async () => ({
          streams: await Promise.all(
            names.map(async (name) => {
              const { created, config } = await jsm.streams.info(name)
              return { created, config }
            }),
          ),
          otherTasks: await Promise.all(
            sequences.map(async (seq) => (await jsm.streams.getMessage(taskStream, { seq }))?.string()),
          ),
          otherResults: (await jsm.streams.info(otherResults, { subjects_filter: resultSubject(other.id, '*') })).state
            .subjects,
          consumers: await Promise.all(
            [
              [taskStream, taskConsumer(other.id)],
              [otherResults, ingestConsumer],
            ].map(async ([stream = '', consumer = '']) => {
              const { created, config, delivered, ack_floor, num_ack_pending, num_redelivered } =
                await jsm.consumers.info(stream, consumer)
              return { created, config, delivered, ack_floor, num_ack_pending, num_redelivered }
            }),
          ),
        })
        const before = await state()

        const spied: string[] = []
        const spy = (nc: typeof collector.nc, subject: string) =>
          nc.subscribe(subject, { callback: (_, { subject }) => void spied.push(subject) })
        for (const subject of [controlSubject(other.id), `${inboxPrefix(other.id)}.>`]) spy(other.link.nc, subject)
        const forged = new Set<string>()
        for (const subject of [controlSubject('*'), heartbeatSubject(other.id), progressSubject(other.id, '*')]) {
          collector.nc.subscribe(subject, { callback: (_, { subject: on }) => void forged.add(on) })
        }
        await collector.nc.flush()
        const link = fence === 'its permissions' ? await hostile.connect() : await hostile.connectUnfenced()
        const read: string[] = []
        for (const subject of foreignSubscriptions(target)) {
          for (const options of [{}, { queue: 'collectors' }]) {
            link.nc.subscribe(subject, {
              ...options,
              callback: (error, message) => {
                if (!error && message.string().includes('canary')) read.push(message.subject)
              },
            })
          }
        }
        const sent = await publishFamilies(link.nc, target)
        expect(sent).toBeGreaterThan(3000)
        // Waits until the server has processed the messages above.
        await link.nc.flush()
        await collector.nc.flush()
        await jsm.streams.info(taskStream)

        expect(await state()).toEqual(before)
        expect(read).toEqual([])
        expect(spied).toEqual([])
        expect([...forged]).toEqual([])
        // An id that the hostile service has used does not make the other's result a duplicate.
        for (const msgID of msgIds) {
          const ack = await jetstream(other.link.nc).publish(resultSubject(other.id, taskId), 'later', { msgID })
          expect(ack.duplicate).toBe(false)
        }
        const consumer = openTaskQueue(other.link.nc, other.id)
        for (const n of [1, 2, 3]) {
          const message = await consumer.next({ expires: 5000 })
          expect([message?.string(), message?.info.deliveryCount]).toEqual([`canary task ${n}`, 1])
          message?.ack()
        }
      },
      60_000,
    )

    it.each(['this collector', 'another collector'])(
      'stays out when it is deleted while %s restores all accounts with an older inventory',
      async (restoring) => {
        const [removed, other] = [await newService(), await newService()]
        const system = await nats.connect(await systemCredentials(nats.keys))
        const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        let isHeld = false
        const claims = createClaims(nats.ctx, nats.keys, {
          listServices: async () => [...nats.services],
          // Stops at the first claims, when the inventory has been read.
          connection: () =>
            Object.assign(Object.create(system.nc), {
              async requestMany(...args: Parameters<typeof system.nc.requestMany>) {
                if (args[0] === '$SYS.REQ.CLAIMS.UPDATE' && !isHeld) {
                  isHeld = true
                  reached.resolve()
                  await released.promise
                }
                return system.nc.requestMany(...args)
              },
            }),
        })
        const restored = claims.repair()
        await reached.promise
        nats.services.splice(0, nats.services.length, other)
        await (restoring === 'this collector' ? claims : nats.claims).repair()
        await waitFor(() => !removed.link.isConnected(), { what: 'the removed service to be cut off' })
        released.resolve()
        await restored
        const refusal = await removed.connectNow().then(
          () => 'admitted',
          (error: unknown) => error,
        )
        expect(refusal).toBeInstanceOf(AuthorizationError)
        expect(other.link.isConnected()).toBe(true)
      },
      30_000,
    )

    it('is disconnected at once when deleted and stays out after a restart, while others stay connected', async () => {
      const [removed, other] = [await newService(), await newService()]
      nats.services.splice(0, nats.services.length, other)
      await nats.claims.repair()
      await waitFor(() => !removed.link.isConnected(), { what: 'the removed service to be cut off' })
      expect(other.link.isConnected()).toBe(true)

      await nats.stopServer()
      await nats.startServer()
      await waitFor(() => other.link.isConnected(), { what: 'the other service to be back' })
      await other.link.nc.flush()
      expect(removed.link.isConnected()).toBe(false)
    })
  })
})
