import { setImmediate } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { createUser } from '@nats-io/nkeys'
import { PermissionViolationError } from '@nats-io/transport-node'
import { newId } from '@rollcall/shared/ids.ts'
import {
  controlSubject,
  heartbeatSubject,
  inboxPrefix,
  progressSubject,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
} from '@rollcall/shared/messages/subjects.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { revokeServiceUser } from '../secrets/revocations.ts'
import { collectorCredentials, mintServiceUser } from './accounts.ts'
import { pushAccountClaims } from './claims.ts'
import { seedText } from './keys.ts'
import { ensureServiceConsumer, ensureStreams } from './streams.ts'

let nats: TestNats
const taskId = newId()

beforeAll(async () => {
  nats = await startTestNats()
  const { nc } = await nats.connect(await collectorCredentials(nats.keys))
  await ensureStreams(await jetstreamManager(nc))
})
afterAll(() => nats.stop())

/** A service with its user and its queue. */
async function newService() {
  const id = newId()
  const user = createUser()
  const userPublicKey = user.getPublicKey()
  const { nc: collector } = await nats.connect(await collectorCredentials(nats.keys))
  await ensureServiceConsumer(await jetstreamManager(collector), id)
  const credentials = {
    userJwt: await mintServiceUser(nats.keys, { serviceId: id, userPublicKey }),
    userSeed: seedText(user),
  }
  const connect = () => nats.connect(credentials, { inboxPrefix: inboxPrefix(id) })
  return { id, userPublicKey, connect, link: await connect(), collector }
}

type Service = Awaited<ReturnType<typeof newService>>

/** What the server says to a publish: undefined when it takes it. */
async function publishError({ link: { nc } }: Service, subject: string): Promise<string | undefined> {
  const status = nc.status()
  nc.publish(subject, 'x')
  await nc.flush()
  // The server's refusal comes before its answer to the flush.
  for await (const event of withEnd(status)) if (event.type === 'error') return event.error.message
  return undefined
}

/** The events that are there already. */
async function* withEnd<T>(events: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = events[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([iterator.next(), setImmediate(undefined)])
    if (!next || next.done) return
    yield next.value
  }
}

/** What the server says to a subscription: undefined when it takes it. */
async function subscribeError({ link: { nc } }: Service, subject: string): Promise<Error | undefined> {
  let refused: Error | undefined
  nc.subscribe(subject, {
    callback: (error) => {
      refused ??= error ?? undefined
    },
  })
  await nc.flush()
  return refused
}

describe('the user of an Audit Service', () => {
  it('does what its work needs', async () => {
    const service = await newService()
    const { nc } = service.link
    const ack = await jetstream(nc).publish(resultSubject(service.id, taskId), 'result')
    expect(ack.stream).toBe('ROLLCALL_RESULTS')
    expect(await publishError(service, progressSubject(service.id, taskId))).toBeUndefined()
    expect(await publishError(service, heartbeatSubject(service.id))).toBeUndefined()
    expect(await subscribeError(service, controlSubject(service.id))).toBeUndefined()

    await jetstream(service.collector).publish(taskSubject(service.id), 'task')
    const consumer = await jetstream(nc).consumers.get(taskStream, taskConsumer(service.id))
    const message = await consumer.next({ expires: 5000 })
    expect(message?.string()).toBe('task')
    message?.working()
    expect(await message?.ackAck()).toBe(true)
    expect((await consumer.info()).num_ack_pending).toBe(0)
  })

  it('publishes nothing under the id of another', async () => {
    const [a, b] = [await newService(), await newService()]
    for (const subject of [
      resultSubject(b.id, taskId),
      progressSubject(b.id, taskId),
      heartbeatSubject(b.id),
      controlSubject(b.id),
      controlSubject(a.id),
      taskSubject(a.id),
      taskSubject(b.id),
      `${inboxPrefix(b.id)}.guess`,
      `$JS.API.CONSUMER.MSG.NEXT.${taskStream}.${taskConsumer(b.id)}`,
      `$JS.API.CONSUMER.DELETE.${taskStream}.${taskConsumer(a.id)}`,
      `$JS.API.STREAM.MSG.GET.${taskStream}`,
      `$JS.API.STREAM.PURGE.${taskStream}`,
      `$JS.ACK.${taskStream}.${taskConsumer(b.id)}.1.1.1.1.0`,
      '$SYS.REQ.CLAIMS.UPDATE',
    ]) {
      expect(await publishError(a, subject), subject).toMatch(/Permissions Violation/)
    }
  })

  it('listens to nothing of another', async () => {
    const [a, b] = [await newService(), await newService()]
    for (const subject of [
      `${inboxPrefix(b.id)}.>`,
      '_INBOX.>',
      '>',
      controlSubject(b.id),
      taskSubject(a.id),
      taskSubject(b.id),
      resultSubject(b.id, '*'),
      '$JS.EVENT.>',
    ]) {
      expect(await subscribeError(a, subject), subject).toBeInstanceOf(PermissionViolationError)
    }
  })

  it('is cut off at once when it is revoked, and stays out after a restart, while others stay in', async () => {
    const [revoked, other] = [await newService(), await newService()]
    const now = nats.ctx.clock.now().toISOString()
    const user = { serviceId: revoked.id, userPublicKey: revoked.userPublicKey }
    await nats.ctx.store.write((tx) => revokeServiceUser(nats.ctx, tx, user, now))
    const server = { servers: [nats.url], caPem: nats.caPem }
    await pushAccountClaims(nats.ctx, nats.keys, server)
    await waitFor(() => !revoked.link.isConnected(), { what: 'the revoked user to be cut off' })
    expect(other.link.isConnected()).toBe(true)

    await nats.stopServer()
    await nats.startServer()
    await waitFor(() => other.link.isConnected(), { what: 'the other service to be back' })
    await other.link.nc.flush()
    expect(revoked.link.isConnected()).toBe(false)
  }, 30_000)
})
