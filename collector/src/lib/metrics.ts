import type { ErrorCode } from '@rollcall/shared/errors.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Heartbeat } from '@rollcall/shared/messages/enrollment.ts'

/**
 * Result of one observation. `sighting`: the device was seen, without a snapshot. `unchanged`: the snapshot changed
 * nothing about the device. `repeated`: it was stored before, or the device exists. `ignored`: by the Ignore List.
 */
export type ObservationOutcome = 'new' | 'changed' | 'unchanged' | 'sighting' | 'repeated' | 'ignored' | 'rejected'

export type EndedRequest = { method: string; route: string; status: number; seconds: number }

/**
 * Counts work for monitoring. Each call is cheap and never throws. Called after the commit of the work, since a
 * transaction may be rolled back or run again.
 */
export type Metrics = {
  requestStarted(): void
  /** `route` is the pattern of the path, never the path itself. */
  requestEnded(request: EndedRequest): void
  bodyRefused(code: ErrorCode): void
  groupStored(group: { observations: number; seconds: number }): void
  observationEnded(source: SnapshotSource, outcome: ObservationOutcome): void
  snapshotsPacked(count: number): void
  /** One attempt to send a message of the outbox. */
  messageAttempted(kind: string, isSent: boolean): void
  /** One attempt to deliver mail or an event: `Waiting` if another attempt follows. */
  deliveryAttempted(channel: string, status: 'Sent' | 'Waiting' | 'Failed'): void
  eventSequenced(type: string, data: Readonly<Record<string, unknown>>): void
  resultParked(): void
  heartbeatReceived(serviceId: string, heartbeat: Heartbeat): void
}

const nothing = () => undefined

/** Counts nothing: monitoring is off. */
export const noMetrics: Metrics = {
  requestStarted: nothing,
  requestEnded: nothing,
  bodyRefused: nothing,
  groupStored: nothing,
  observationEnded: nothing,
  snapshotsPacked: nothing,
  messageAttempted: nothing,
  deliveryAttempted: nothing,
  eventSequenced: nothing,
  resultParked: nothing,
  heartbeatReceived: nothing,
}
