import { nowOf, type SystemContext } from '../../lib/context.ts'
import type { ReadResult } from './read-result.ts'
import type { Reader } from './reader.ts'

/** Reads what Audit Services sent, each with its own share of the reader. */
export function resultReader(
  reader: Reader,
  ctx: Pick<SystemContext, 'clock'>,
): (serviceId: string, bytes: Uint8Array) => Promise<ReadResult> {
  return (serviceId, bytes) => {
    const sender = { siteId: serviceId, id: serviceId, name: `Audit Service ${serviceId}` }
    // Copied, since a message that cannot be read is parked.
    return reader.read('result', { sender, bytes: Buffer.from(bytes), packing: 'zstd' }, { now: nowOf(ctx) })
  }
}
