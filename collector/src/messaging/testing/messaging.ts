import { join } from 'node:path'
import { createUser } from '@nats-io/nkeys'
import { newId } from '@rollcall/shared/ids.ts'
import { inboxPrefix } from '@rollcall/shared/messages/subjects.ts'
import { connectForever, type Link, type NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import { type MessagingContext, messagingContext, natsServerProgram } from '../../../../test/harness/nats.ts'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { resultReader } from '../../ingest/reading/result-reader.ts'
import { ensureCertificates } from '../../operations/certificates/ensure-certificates.ts'
import { collectorCredentials, type ServiceUser } from '../accounts.ts'
import { loadMessagingKeys, seedText } from '../keys.ts'
import { type Messaging, type MessagingOptions, type MessagingPorts, startMessaging } from '../start.ts'

type AdmittedService = ServiceUser & { link: Link }

export type TestMessaging = {
  folder: string
  ctx: MessagingContext
  caPem: string
  /** Audit Services of the inventory. */
  services: ServiceUser[]
  /** Options of the embedded server. */
  embedded: Extract<MessagingOptions['server'], { kind: 'embedded' }>
  ports: MessagingPorts
  /** Removes a service from the inventory. */
  remove(serviceId: string): void
  /** Starts messaging with the embedded server, or on other servers. The first one parks in `parked-1`. */
  start(ports?: Partial<MessagingPorts>, server?: MessagingOptions['server']): Promise<Messaging>
  /** Admits a service like a join, and connects as that service. */
  admit(messaging: Messaging, options?: { serviceId?: string; servers?: string[] }): Promise<AdmittedService>
  connectAsCollector(servers: string[]): Promise<Link>
  stop(): Promise<void>
}

/**
 * For tests: opens the collector's messaging without the rest of the collector, on its own database in a temporary
 * folder.
 */
export async function openTestMessaging(): Promise<TestMessaging> {
  const folder: TmpFolder = await tmpFolder()
  const ctx = await messagingContext(folder.path)
  const certificates = await ensureCertificates({
    dataDir: folder.path,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  const { caPem } = certificates
  const stops: (() => Promise<unknown>)[] = []
  let starts = 0
  const services: ServiceUser[] = []
  const ports: MessagingPorts = {
    listServices: async () => [...services],
    resendTasks: async () => undefined,
    loadForDispatch: async () => undefined,
    recordDispatch: async () => undefined,
    dispatchedTo: async () => undefined,
    failTask: async () => undefined,
    onHeartbeat: async () => undefined,
    onProgress: async () => undefined,
    readResult: (...result) => resultReader(createReader(ctx), ctx)(...result),
    results: {
      started: async () => undefined,
      host: async () => undefined,
      hosts: async () => undefined,
      tested: async () => undefined,
      finished: async () => undefined,
    },
  }
  const remove = (serviceId: string) => {
    const index = services.findIndex((each) => each.serviceId === serviceId)
    if (index >= 0) services.splice(index, 1)
  }
  const connect = async (options: Omit<NatsOptions, 'caPem' | 'name'>) => {
    const signal = AbortSignal.timeout(20_000)
    const link = await connectForever({ ...options, caPem, name: 'test' }, { log: ctx.log, signal })
    stops.push(() => link.nc.close())
    return link
  }
  const embedded: TestMessaging['embedded'] = {
    kind: 'embedded',
    natsServerPath: natsServerProgram(),
    dir: join(folder.path, 'nats'),
    host: '127.0.0.1',
    port: 0,
    certFile: certificates.chainFile,
    keyFile: certificates.keyFile,
    caPem,
  }

  return {
    folder: folder.path,
    ctx,
    caPem,
    services,
    embedded,
    ports,
    remove,
    async start(changed = {}, server = embedded) {
      starts += 1
      const parkedDir = join(folder.path, `parked-${starts}`)
      const messaging = await startMessaging(ctx, { parkedDir, server }, { ...ports, ...changed })
      stops.push(() => messaging.stop())
      return messaging
    },
    async admit(messaging, { serviceId = newId(), servers = messaging.servers } = {}) {
      const user = createUser()
      const service = { serviceId, userPublicKey: user.getPublicKey() }
      remove(serviceId)
      services.push(service)
      const { userJwt } = await messaging.admitService(service)
      const link = await connect({ servers, userJwt, userSeed: seedText(user), inboxPrefix: inboxPrefix(serviceId) })
      return { ...service, link }
    },
    connectAsCollector: async (servers) =>
      connect({ servers, ...(await collectorCredentials(await loadMessagingKeys(ctx))) }),
    async stop() {
      for (const stop of stops.splice(0).reverse()) await stop()
      await ctx.store.close()
      await folder.remove()
    },
  }
}
