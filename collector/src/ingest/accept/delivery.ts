import type { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Actor } from '../../lib/context.ts'
import type { PackedPayload } from '../../snapshots/write/raw-payloads.ts'
import type { Tx } from '../../store/store.ts'
import type { Look } from '../reading/observed.ts'

/** One observation for the inventory, and who it came from. */
export type Delivery = Origin & { observation: Observation }
/** The same of which a look was taken already. */
export type SeenDelivery = Origin & { look: Look }

/** All of a delivery but what was observed. */
export type Origin = {
  siteId: string
  /** What the origin sent, to be kept as it is. */
  raw?: Buffer
  /** The same, compressed already. */
  packed?: PackedPayload
  auditServiceId?: string
  agentId?: string
  /** Of the agent's program, where it told. */
  agentVersion?: string
  /** The snapshot that the agent sent before, where it told. */
  agentPreviousId?: string
  task?: { taskId: string; address: string }
  segmentId?: string
  /** The schedule that asked for it. */
  scheduleId?: string
  autoTagId?: string
  /** Name of a tag; the catalog gets it where it lacks it. */
  autoTag?: string
  /** Shown in the change log. */
  actor: string
  /** Nothing is stored where the device is known: the outcome is `known`. */
  onlyNew?: true
  /**
   * Set where the observation was completed from the device's newest audit of its source, null where it had none. Where
   * that is another one by then nothing is stored: the outcome is `outdated`.
   */
  laidOver?: {
    deviceId: string
    snapshotId: string | null
    /** When that audit was. The observation counts as later, whatever the clocks that made their times say. */
    after?: string
  }
  /** Set for what a caller imports or writes by hand. */
  caller?: Pick<Actor, 'kind' | 'id'>
  /**
   * Runs in the transaction before anything is stored, once for all of a group that have this very function: nothing is
   * stored of those it gives an error for, and their `submit` rejects with it.
   */
  admit?: (tx: Tx, deliveries: readonly Origin[]) => Promise<ReadonlyMap<Origin, DomainError>>
  /**
   * Runs in the same transaction as what it tells of, for duplicates too, once for all of a group that have this very
   * function. It may run more than once before a commit, so it changes nothing but the database.
   */
  onStored?: (tx: Tx, stored: readonly Stored[]) => Promise<void>
  /** The same where the Ignore List keeps observations out: then nothing of them is stored. */
  onIgnored?: (tx: Tx, ignored: readonly Origin[]) => Promise<void>
}

export type Stored = { delivery: Origin; outcome: IngestOutcome }

export type IngestOutcome = {
  /**
   * `duplicate`: this observation was stored before. `known`: it was to make a device that is there. `outdated`: what it
   * was completed from is no longer the newest. Nothing changed.
   */
  status: 'stored' | 'duplicate' | 'known' | 'outdated'
  deviceId: string
  /** null where there was nothing to keep but that the device is there. */
  snapshotId: string | null
  /** The device was not known before. */
  isNew: boolean
}
