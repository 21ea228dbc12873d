import { Spool } from '@rollcall/shared/node/spool.ts'
import { spoolPath } from './config.ts'

/** Room for weeks of hourly snapshots of some 50 KB each. */
const spoolBytesMax = 128 * 1024 * 1024

/** Opens the snapshots that wait for the collector. */
export const openSpool = (stateDir: string): Promise<Spool> =>
  Spool.open(spoolPath(stateDir), { bytesMax: spoolBytesMax })
