import { join } from 'node:path'
import { Spool } from '@rollcall/shared/node/spool.ts'
import type { Parked } from './results.ts'

/** For each Audit Service. A quarter of it is what is kept; the oldest goes first. */
const bytesMax = 64 * 1024 * 1024

/** Keeps poison of each Audit Service in `<folder>/<its id>/bad`, each with a `.reason` file beside it. */
export function openParking(folder: string): (poison: Parked) => Promise<void> {
  const spools = new Map<string, Promise<Spool>>()
  const spoolOf = (name: string) => {
    const spool = spools.get(name) ?? Spool.open(join(folder, name), { bytesMax })
    spools.set(name, spool)
    // A disk that is full now may have room later.
    spool.catch(() => spools.delete(name))
    return spool
  }
  return async ({ serviceId, subject, data, reason }) => {
    const spool = await spoolOf(serviceId ?? 'unknown')
    const id = await spool.append('result', data)
    await spool.park(id, `${subject}: ${reason}`)
  }
}
