import { DomainError } from '@rollcall/shared/errors.ts'
import { later } from '../../lib/shift-time.ts'
import { sizeOf } from '../../snapshots/sections/sections.ts'
import type { RawPayloadRow } from '../../snapshots/write/insert-snapshots.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import { type PreparedObservation, prepareObservation } from '../reading/observed.ts'
import { plausible } from '../reading/plausible-times.ts'
import type { Delivery, Origin, PreparedDelivery } from './delivery.ts'

/** A delivery with everything that can be worked out from it alone, before its transaction. */
export type Prepared = PreparedObservation & {
  delivery: Origin
  /**
   * Time of the observation: never after now, so that a wrong clock cannot make a device's state last for years, but
   * later than the audit that completed it.
   */
  observedAt: string
  /** Approximate bytes it takes in memory and in the transaction. */
  size: number
}

export function prepare(delivery: Delivery | PreparedDelivery, now: string): Prepared {
  const { raw, packed, laidOver } = delivery
  const prepared = 'prepared' in delivery ? delivery.prepared : prepareObservation(plausible(delivery.observation, now))
  const { head, reported, sections } = prepared
  if (reported.length === 0 && isDocument({ head, delivery })) throw notIdentifiable
  const seenAt = head.observedAt
  const rawBytes = packed?.content.length ?? raw?.length ?? 0
  return {
    ...prepared,
    delivery,
    observedAt: laidOver?.after !== undefined && seenAt <= laidOver.after ? later(laidOver.after, 1) : seenAt,
    size: [...sections.values()].reduce((sum, section) => sum + sizeOf(section), rawBytes) + overheadBytes,
  }
}

/** Compressed raw payloads of a group. */
export type Payloads = ReadonlyMap<Prepared, PackedPayload>

/** Compresses the raw payloads of a group. To be called before its transaction. */
export async function packPayloads(group: readonly Prepared[]): Promise<Payloads> {
  const packed = await Promise.all(
    group.map(async (item) => {
      const { raw, packed = raw && (await packPayload(raw)) } = item.delivery
      return packed ? [[item, packed] as const] : []
    }),
  )
  return new Map(packed.flat())
}

export function payloadRow(payloads: Payloads, item: Prepared, snapshotId: string): RawPayloadRow[] {
  const payload = payloads.get(item)
  return payload ? [{ snapshotId, ...payload }] : []
}

/**
 * Detects documents, each of which would create a new device if it identifies none. An answer from the network or a
 * device made by hand may create one.
 */
export const isDocument = ({ head, delivery }: Pick<Prepared, 'head' | 'delivery'>): boolean =>
  (head.source === 'Import' || head.source === 'Manual') && !delivery.onlyNew

export const notIdentifiable = new DomainError(
  'not_identifiable',
  'This does not identify a device. Add a serial number with its manufacturer, a UUID, a MAC address, an address or a name of its own.',
)

const overheadBytes = 1024
