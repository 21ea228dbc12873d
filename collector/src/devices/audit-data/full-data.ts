import { auditCheck, auditEnableStatus, deviceTypeId, type FullDeviceData } from '@rollcall/shared/api/audit-data.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { asc } from 'drizzle-orm'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { agentOfDevice } from '../../enrollment/agents/fields-of-origin.ts'
import type { Context } from '../../lib/context.ts'
import { shown } from '../../matching/shown-value.ts'
import { hasAuditService } from '../../scanning/segments/find-segments.ts'
import { type AuditOfSnapshot, auditOfSnapshot } from '../../snapshots/read/fields-of-audit.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { shownIdentifiersOf } from '../detail/list-identifiers.ts'
import { tagsOfRows } from '../tags/tags-of-devices.ts'
import { modifierInfo } from './modifier-info.ts'

type Device = Awaited<ReturnType<typeof requireDevice>>

/** All data of one audited device for the older family. `not_found` if it was never audited. */
export async function fullDeviceData(ctx: Context, id: string): Promise<FullDeviceData> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, id)
    const hardware = (await shownReadingsOf(db, [device.id], 'hardware')).get(device.id)
    const audit = device.auditId === null ? undefined : await auditOfSnapshot(db, device.auditId, hardware?.snapshotId)
    if (!audit || device.auditId === null) throw new DomainError('not_found', 'This device was never audited.')
    const agent = await agentOfDevice(db, device.id)
    const canBeScanned = await hasAuditService(db, device.lastSegmentId)
    return {
      id: device.id,
      name: device.name,
      networkAddress: device.ipAddress ?? '',
      macAddress: device.macAddress ?? '',
      hypervisorPlatform: hypervisorPlatform(device, audit),
      auditId: device.auditId,
      dnsName: device.dnsName ?? '',
      domainWorkgroup: audit.domain ?? '',
      ...ipv4Of(device, audit),
      manufacturer: device.manufacturer ?? '',
      snmpVersion: audit.snmpVersion,
      snmpSysObjectId: audit.sysObjectId,
      tags: (await tagsOfRows(db, [device])).get(device.id) ?? [],
      ...enabledBy(agent !== null, canBeScanned),
      auditAgentData: agent,
      auditStatus: auditStatus(device, audit, agent !== null),
      deviceIds: await deviceIds(db, device.id),
      segmentId: device.lastSegmentId,
      deviceTypeId: deviceTypeId(device.type),
      deviceSubTypeId: null,
      auditDataId: device.auditId,
      modifierInfo: modifierInfo(device.modifiedBy),
      modified: device.modifiedAt,
    }
  })
}

function hypervisorPlatform({ type }: Device, { osName }: AuditOfSnapshot): string | null {
  if (type === 'vmware-esxi') return 'VMware ESXi'
  return type === 'hypervisor' ? osName : null
}

/** Address for the DNS name: the name is found by a query for the device's address, so it belongs to that address. */
function ipv4Of(device: Device, audit: AuditOfSnapshot) {
  const isIpv4 = (address: string) => !address.includes(':')
  const ipv4Address = [device.ipAddress ?? '', ...audit.ipAddresses].find((each) => each !== '' && isIpv4(each)) ?? ''
  return { ipv4Address, resolvedIpv4Address: device.dnsName === null ? '' : ipv4Address }
}

function enabledBy(hasAgent: boolean, canBeScanned: boolean) {
  if (hasAgent || canBeScanned) {
    return { auditEnableStatus: auditEnableStatus.enabled, auditEnableErrorMessage: '' }
  }
  return {
    auditEnableStatus: auditEnableStatus.notPossible,
    auditEnableErrorMessage: 'No agent runs on the device, and its segment has no Audit Service.',
  }
}

function auditStatus(device: Device, audit: AuditOfSnapshot, hasAgent: boolean): FullDeviceData['auditStatus'] {
  const byService = device.auditSource === 'Service'
  const outcomes = audit.probes.map(({ outcome }) => outcome)
  const ofProbes = (failure: (typeof outcomes)[number][]) => {
    if (!byService) return auditCheck.notApplicable
    if (outcomes.includes('ok')) return auditCheck.succeeded
    return outcomes.some((outcome) => failure.includes(outcome)) ? auditCheck.failed : auditCheck.notTried
  }
  return {
    dnsCheck: device.dnsName === null ? (byService ? auditCheck.failed : auditCheck.notTried) : auditCheck.succeeded,
    agent: hasAgent ? auditCheck.succeeded : auditCheck.notTried,
    deviceType: device.type === 'unknown' ? auditCheck.failed : auditCheck.succeeded,
    testConnection: ofProbes(['no-answer', 'refused', 'failed']),
    // Audits use their own credentials: neither the trust of a domain nor remote PowerShell.
    trustedConnection: auditCheck.notApplicable,
    accessError: ofProbes(['refused']),
    psRemoting: auditCheck.notApplicable,
  }
}

async function deviceIds(db: Db, deviceId: string): Promise<FullDeviceData['deviceIds']> {
  const { deviceIdentifiers } = db.tables(deviceTables)
  const { kind, value, reported, manufacturer } = deviceIdentifiers
  const rows = await db
    .select({ kind, value, reported, manufacturer })
    .from(deviceIdentifiers)
    .where(shownIdentifiersOf(db, deviceId))
    .orderBy(asc(kind), asc(value))
  return rows.map((row) => ({ origin: row.kind, value: shown(row).value }))
}
