import type { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { HostAudit } from '@rollcall/shared/messages/host-audit.ts'
import type { Actor } from '../../lib/context.ts'
import type { PackedPayload } from '../../snapshots/write/raw-payloads.ts'
import type { Tx } from '../../store/store.ts'
import type { PreparedObservation } from '../reading/observed.ts'

/** One observation for the inventory, and its origin. */
export type Delivery = Origin & { observation: Observation }
/** A prepared observation for the inventory, and its origin. */
export type PreparedDelivery = Origin & { prepared: PreparedObservation }

/** Everything about a delivery except the observation. */
export type Origin = {
  siteId: string
  /** Payload as the origin sent it, to be stored unchanged. */
  raw?: Buffer
  /** Payload as the origin sent it, already compressed. */
  packed?: PackedPayload
  auditServiceId?: string
  agentId?: string
  /** Hash of the bearer token that an agent's delivery came with. */
  agentTokenHash?: string
  /** Version of the agent's program, if reported. */
  agentVersion?: string
  /** Id of the agent's previous snapshot, if reported. */
  agentPreviousId?: string
  agentReport?: { osName: string | null; truncated: readonly string[]; clockAheadMs: number }
  task?: { taskId: string; address: string; audit: HostAudit }
  segmentId?: string
  /** Schedule that requested the observation. */
  scheduleId?: string
  autoTagId?: string
  /** Name of a tag to attach. It is added to the catalog if missing. */
  autoTag?: string
  /** Shown in the change log. */
  actor: string
  /** Stores nothing if the device exists: the outcome is `known`. */
  onlyNew?: true
  /**
   * Set if the observation was completed from the device's newest audit of its source; null if it had none. If that
   * audit is no longer the newest, nothing is stored and the outcome is `outdated`.
   */
  laidOver?: {
    deviceId: string
    snapshotId: string | null
    /** Time of that audit. The observation counts as later, whatever the two clocks show. */
    after?: string
  }
  /** Set for an observation that a caller imports or writes by hand. */
  caller?: Pick<Actor, 'kind' | 'id'>
  /**
   * Runs in the transaction before anything is stored, once for all deliveries of a group with this very function. A
   * delivery with an error in its result is not stored, and its `submit` rejects with that error.
   */
  admit?: (tx: Tx, deliveries: readonly Origin[]) => Promise<ReadonlyMap<Origin, DomainError>>
  /**
   * Runs in the transaction that stores the observations, also for duplicates, once for all deliveries of a group with
   * this very function. It may run more than once before a commit, so it changes nothing but the database.
   */
  onStored?: (tx: Tx, stored: readonly Stored[]) => Promise<void>
  /** Runs instead of `onStored` for observations that the Ignore List keeps out. Nothing of them is stored. */
  onIgnored?: (tx: Tx, ignored: readonly Origin[]) => Promise<void>
}

type Stored = { delivery: Origin; outcome: IngestOutcome }

export type IngestOutcome = {
  /**
   * `duplicate`: this observation was stored before. `known`: the observation was to create a device that exists.
   * `outdated`: the audit that completed the observation is no longer the newest. Nothing changed.
   */
  status: 'stored' | 'duplicate' | 'known' | 'outdated'
  deviceId: string
  /** null if the observation only shows that the device is there. */
  snapshotId: string | null
  /** Set if the observation created the device. */
  isNew: boolean
}
