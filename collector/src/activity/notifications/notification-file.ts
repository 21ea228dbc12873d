import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, eq, notExists } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import type { Tx } from '../../store/store.ts'

/** CSV or XLSX file that is sent with a notification. */
export type NotificationFile = { name: string; content: Buffer }

const isWorkbook = (name: string): boolean => name.endsWith('.xlsx')

/** Media type of a file by its name. */
export const fileType = (name: string): string =>
  isWorkbook(name) ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv; charset=utf-8'

/** The content of a file as JSON has it: CSV as text, XLSX in base64. */
export const fileInJson = (file: NotificationFile | undefined): { csv: string | null; xlsx: string | null } => ({
  csv: file && !isWorkbook(file.name) ? file.content.toString('utf8') : null,
  xlsx: file && isWorkbook(file.name) ? file.content.toString('base64') : null,
})

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

export async function packFile({ name, content }: NotificationFile): Promise<NotificationFile> {
  return { name, content: await compress(content) }
}

/** Reads the file of a notification; undefined if it has none. */
export async function findFile(
  { store }: Pick<SystemContext, 'store'>,
  notificationId: string,
): Promise<NotificationFile | undefined> {
  const [row] = await store.read((db) => {
    const { notificationFiles } = db.tables(notificationTables)
    return db.select().from(notificationFiles).where(eq(notificationFiles.notificationId, notificationId))
  })
  return row && { name: row.name, content: await decompress(row.content) }
}

/** Deletes the file of a notification if none of its deliveries needs it any longer. */
export async function dropFileOnceDelivered(tx: Tx, notificationId: string): Promise<void> {
  const { deliveries, notificationFiles } = tx.tables(notificationTables)
  const waiting = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.notificationId, notificationId), eq(deliveries.status, 'Waiting')))
  await tx
    .delete(notificationFiles)
    .where(and(eq(notificationFiles.notificationId, notificationId), notExists(waiting)))
}
