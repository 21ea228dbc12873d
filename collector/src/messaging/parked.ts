import { Spool } from '@rollcall/shared/node/spool.ts'
import type { Parked } from './results.ts'

/** A quarter of it is what is kept; the oldest goes first. */
const bytesMax = 256 * 1024 * 1024

/** Keeps poison in `<folder>/bad`, each with a `.reason` file beside it. */
export async function openParking(folder: string): Promise<(poison: Parked) => Promise<void>> {
  const spool = await Spool.open(folder, { bytesMax })
  return async ({ subject, data, reason }) => {
    const id = await spool.append('result', data)
    await spool.park(id, `${subject}: ${reason}`)
  }
}
