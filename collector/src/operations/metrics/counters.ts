import { taskStatusSchema } from '@rollcall/shared/api/task.ts'
import { snapshotSourceSchema } from '@rollcall/shared/inventory/device-type.ts'
import { taskKindSchema } from '@rollcall/shared/messages/task.ts'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Metrics, ObservationOutcome } from '../../lib/metrics.ts'
import { outboxKinds } from '../../outbox/backlog.ts'
import type { HeartbeatCache } from './heartbeats.ts'

/** Methods with a label of their own; a stranger may send any other. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const outcomes: readonly ObservationOutcome[] = [
  'new',
  'changed',
  'unchanged',
  'sighting',
  'repeated',
  'ignored',
  'rejected',
]
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const groupBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const groupSizeBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** Counts work in a registry of Prometheus metrics. */
export function createCounters(registry: Registry, heartbeats: HeartbeatCache): Metrics {
  const registers = [registry]
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })

  const requests = counter(
    'rollcall_http_requests_total',
    'HTTPS requests by pattern of the path, method and class of the status.',
    ...['route', 'method', 'status'],
  )
  const requestSeconds = new Histogram({
    name: 'rollcall_http_request_duration_seconds',
    help: 'Time from the headers of a request to the start of its response.',
    labelNames: ['route', 'method'],
    buckets: requestBuckets,
    registers,
  })
  const inFlight = new Gauge({
    name: 'rollcall_http_requests_in_flight',
    help: 'Requests whose response has not started.',
    registers,
  })
  const bodiesRefused = counter(
    'rollcall_bodies_refused_total',
    'Bodies of agents, imports and results that were not read, by error code.',
    'code',
  )
  const groupSeconds = new Histogram({
    name: 'rollcall_ingest_group_duration_seconds',
    help: 'Time to store one group of observations, until it is on disk.',
    buckets: groupBuckets,
    registers,
  })
  const groupSize = new Histogram({
    name: 'rollcall_ingest_group_observations',
    help: 'Observations stored in one group.',
    buckets: groupSizeBuckets,
    registers,
  })
  const observations = counter(
    'rollcall_observations_total',
    'Observations by origin and outcome: new, changed or unchanged device, sighting without a snapshot, repeated, ignored or rejected.',
    ...['source', 'outcome'],
  )
  const packed = counter('rollcall_snapshots_packed_total', 'Snapshots stored as a difference from an earlier one.')
  const attempts = counter(
    'rollcall_outbox_attempts_total',
    'Attempts to send a message of the outbox, by kind and result.',
    ...['kind', 'result'],
  )
  const deliveries = counter(
    'rollcall_deliveries_total',
    'Attempts to deliver mail and webhooks: sent, waiting for another attempt, or failed for good.',
    ...['channel', 'result'],
  )
  const events = counter('rollcall_events_total', 'Events of all sites, by type.', 'type')
  const tasks = counter('rollcall_task_changes_total', 'Tasks that reached a status, by kind.', ...['kind', 'status'])
  const parked = counter('rollcall_results_parked_total', 'Results of Audit Services that can never be stored.')

  // A counter that first appears with its first event hides this event from `increase` and `rate`.
  for (const source of snapshotSourceSchema.options) {
    for (const outcome of outcomes) observations.inc({ source, outcome }, 0)
  }
  for (const kind of outboxKinds) {
    for (const result of ['sent', 'failed']) attempts.inc({ kind, result }, 0)
  }
  for (const channel of ['mail', 'webhook']) {
    for (const result of ['sent', 'waiting', 'failed']) deliveries.inc({ channel, result }, 0)
  }
  for (const kind of taskKindSchema.options) {
    for (const status of taskStatusSchema.options) tasks.inc({ kind, status }, 0)
  }

  return {
    requestStarted: () => inFlight.inc(),
    requestEnded({ method, route, status, seconds }) {
      const common = { route, method: methods.has(method) ? method : 'OTHER' }
      inFlight.dec()
      requests.inc({ ...common, status: `${Math.floor(status / 100)}xx` })
      requestSeconds.observe(common, seconds)
    },
    bodyRefused: (code) => bodiesRefused.inc({ code }),
    groupStored({ observations, seconds }) {
      groupSeconds.observe(seconds)
      groupSize.observe(observations)
    },
    observationEnded: (source, outcome) => observations.inc({ source, outcome }),
    snapshotsPacked: (count) => packed.inc(count),
    messageAttempted: (kind, isSent) => attempts.inc({ kind, result: isSent ? 'sent' : 'failed' }),
    deliveryAttempted: (channel, status) => deliveries.inc({ channel, result: status.toLowerCase() }),
    eventSequenced(type, { kind, status }) {
      events.inc({ type })
      if (type === 'task.changed') tasks.inc({ kind: String(kind), status: String(status) })
    },
    resultParked: () => parked.inc(),
    heartbeatReceived: heartbeats.add,
  }
}
