import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { unauditedOf } from '../../device-records/unaudited-devices.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { findSegment } from '../segments/list-segments.ts'
import { devicesPerAuditMax, queueAudit } from './queue-audit.ts'

type EndedScan = {
  id: string
  siteId: string
  segmentId: string | null
  scheduleId: string | null
  requestedBy: string
}

/**
 * After a scan with `audit: true`, queues an audit of the devices that the scan found first and could not read itself,
 * if the segment permits it (not pingOnly, and with a credential). Part of the transaction in which the scan ends.
 */
export async function auditNewDevices(tx: Tx, scan: EndedScan, now: string): Promise<void> {
  const segment = scan.segmentId === null ? undefined : await findSegment(tx, scan.siteId, scan.segmentId)
  if (!segment || segment.scanOptions.pingOnly || segment.credentialIds.length === 0) return
  const addresses = await unreadAddresses(tx, scan)
  const { siteId, scheduleId, requestedBy } = scan
  for (let from = 0; from < addresses.length; from += devicesPerAuditMax) {
    const part = addresses.slice(from, from + devicesPerAuditMax)
    const audit = { segment, addresses: part, deviceId: null, activeKey: `audit:${scan.id}:${from}` }
    try {
      await queueAudit(tx, audit, { siteId, scheduleId, requestedBy, now })
    } catch (error) {
      // The segment changed meanwhile: it has no Audit Service, or no longer these addresses. The scan still ends well.
      if (!(error instanceof DomainError)) throw error
    }
  }
}

async function unreadAddresses(tx: Tx, { id, siteId }: EndedScan): Promise<string[]> {
  const { taskHosts } = tx.tables(taskTables)
  const rows = await tx
    .select({ address: taskHosts.address, deviceId: taskHosts.deviceId })
    .from(taskHosts)
    .where(and(eq(taskHosts.taskId, id), eq(taskHosts.outcome, 'new'), isNotNull(taskHosts.deviceId)))
    .orderBy(asc(taskHosts.address))
  const unaudited = await unauditedOf(
    tx,
    siteId,
    rows.flatMap(({ deviceId }) => deviceId ?? []),
  )
  return rows.flatMap(({ address, deviceId }) => (deviceId !== null && unaudited.has(deviceId) ? [address] : []))
}
