import { join } from 'node:path'
import { Spool } from '@rollcall/shared/node/spool.ts'
import type { Parked } from './results.ts'

/** Limit for each Audit Service. A quarter of it is kept; the oldest messages are deleted first. */
const bytesMax = 64 * 1024 * 1024

/** Stores poison messages of each Audit Service in `<folder>/<its id>/bad`, each with a `.reason` file. */
export function openParking(folder: string): (poison: Parked) => Promise<void> {
  const spools = new Map<string, Promise<Spool>>()
  const spoolOf = (name: string) => {
    const spool = spools.get(name) ?? Spool.open(join(folder, name), { bytesMax })
    spools.set(name, spool)
    // The disk may be full only for now.
    spool.catch(() => spools.delete(name))
    return spool
  }
  return async ({ serviceId, subject, data, reason }) => {
    const spool = await spoolOf(serviceId ?? 'unknown')
    const id = await spool.append('result', data)
    await spool.park(id, `${subject}: ${reason}`)
  }
}
