import { inArray } from 'drizzle-orm'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import { valueChunks } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/** For devices that are deleted: their agents have none until their next snapshot makes one. */
export async function forgetDevices(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { agents } = tx.tables(enrolmentTables)
  for (const chunk of valueChunks(deviceIds)) {
    await tx.update(agents).set({ deviceId: null }).where(inArray(agents.deviceId, chunk))
  }
}
