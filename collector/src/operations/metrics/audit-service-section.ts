import type { SystemContext } from '../../lib/context.ts'
import type { Messaging } from '../../messaging/start.ts'
import { listServiceContacts } from '../../scanning/audit-services/read-audit-services.ts'
import { allSites } from '../../sites/read.ts'
import type { HeartbeatCache } from './heartbeats.ts'
import type { Sample, Section } from './sections.ts'

/** Audit Services with metrics of their own, the oldest first. */
const servicesMax = 1_000
const freshMs = 15_000
const labels = ['site', 'audit_service'] as const

type Service = Awaited<ReturnType<typeof listServiceContacts>>[number] & { siteName: string }
type Backlog = Awaited<ReturnType<Messaging['resultBacklogs']>>[number]
type Facts = { now: number; services: Service[]; backlogs: ReadonlyMap<string, Backlog> }

export type ServiceSources = {
  heartbeats: HeartbeatCache
  /** Undefined until messaging has started. */
  messaging(): Pick<Messaging, 'resultBacklogs'> | undefined
}

/** Creates the gauges of Audit Services: their state in the inventory. */
export const serviceSection = (
  { store, clock }: Pick<SystemContext, 'store' | 'clock'>,
  { heartbeats }: Pick<ServiceSources, 'heartbeats'>,
): Section<Omit<Facts, 'backlogs'>> => ({
  name: 'audit services',
  freshMs,
  read: () => readServices({ store, clock }),
  gauges: {
    rollcall_audit_services: {
      help: 'Audit Services by status, up to 1,000.',
      labels: ['status'],
      values: ({ services }) =>
        (['Active', 'Inactive', 'Outdated', 'Pending'] as const).map((status) => [
          { status },
          services.filter((each) => each.status === status).length,
        ]),
    },
    rollcall_audit_service_last_heartbeat_timestamp_seconds: {
      help: 'Last heartbeat of an Audit Service, in seconds since 1970. Absent until the first one.',
      labels,
      values: ({ services }) =>
        latest(services, ({ lastSeen }) => (lastSeen === null ? undefined : Date.parse(lastSeen) / 1000)),
    },
    rollcall_audit_service_spool_bytes: {
      help: 'Results that an Audit Service keeps on its disk until NATS has them, as of its last heartbeat.',
      labels,
      values: ({ services }) => latest(services, ({ id }) => heartbeats.find(id)?.spoolBytes),
    },
    rollcall_audit_service_spool_limit_bytes: {
      help: 'Size at which an Audit Service pauses its scans (ROLLCALL_SPOOL_BYTES_MAX).',
      labels,
      values: ({ services }) => latest(services, ({ id }) => heartbeats.find(id)?.spoolBytesMax),
    },
    rollcall_audit_service_running_tasks: {
      help: 'Scans and audits that an Audit Service runs, as of its last heartbeat.',
      labels,
      values: ({ services }) => latest(services, ({ id }) => heartbeats.find(id)?.runningTasks),
    },
  },
})

/** Creates the gauges of results that wait in NATS. */
export const resultSection = (
  system: Pick<SystemContext, 'store' | 'clock'>,
  { messaging }: Pick<ServiceSources, 'messaging'>,
): Section<Facts> => ({
  name: 'results',
  freshMs,
  async read() {
    const backlogs = await messaging()?.resultBacklogs()
    if (!backlogs) throw new Error('messaging has not started')
    return { ...(await readServices(system)), backlogs: new Map(backlogs.map((each) => [each.serviceId, each])) }
  },
  gauges: {
    rollcall_result_stream_messages: {
      help: 'Results of an Audit Service that NATS holds and the collector has not stored.',
      labels,
      values: ({ services, backlogs }) => latest(services, ({ id }) => backlogs.get(id)?.messages),
    },
    rollcall_result_stream_bytes: {
      help: 'Size of those results. A stream holds 64 MiB.',
      labels,
      values: ({ services, backlogs }) => latest(services, ({ id }) => backlogs.get(id)?.bytes),
    },
    rollcall_result_stream_oldest_age_seconds: {
      help: 'Age of the oldest of those results; 0 if there is none.',
      labels,
      values: ({ services, backlogs, now }) =>
        latest(services, ({ id }) => {
          const backlog = backlogs.get(id)
          return backlog && (backlog.oldest ? Math.max(0, (now - backlog.oldest.getTime()) / 1000) : 0)
        }),
    },
  },
})

async function readServices({ store, clock }: Pick<SystemContext, 'store' | 'clock'>) {
  const now = clock.now()
  const names = new Map((await allSites({ store })).map(({ id, name }) => [id, name]))
  const services = await store.read((db) => listServiceContacts(db, now, servicesMax))
  return {
    now: now.getTime(),
    services: services.map((service) => ({ ...service, siteName: names.get(service.siteId) ?? '' })),
  }
}

/** Returns a sample for each service with a value. Of services with one name, the highest value counts. */
function latest(services: readonly Service[], valueFrom: (service: Service) => number | undefined): Sample[] {
  const samples = new Map<string, Sample>()
  for (const service of services) {
    const value = valueFrom(service)
    const { siteName: site, name } = service
    const key = JSON.stringify([site, name])
    if (value !== undefined && value > (samples.get(key)?.[1] ?? Number.NEGATIVE_INFINITY)) {
      samples.set(key, [{ site, audit_service: name }, value])
    }
  }
  return [...samples.values()]
}
