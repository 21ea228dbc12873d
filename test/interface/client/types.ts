/** Resources of the interface, in the words of its text. */
export type List<T> = { items: T[]; total: number }
export type Named = { id: string; name: string }
export type Source = 'Service' | 'Agent' | 'Import' | 'Manual'
export type Group = 'Regular' | 'Required' | 'Forbidden'

export type Token = { access_token: string; token_type: string; expires_in: number }

export type DeviceItem = Named & {
  dnsName: string | null
  macAddress: string | null
  ipAddress: string | null
  serialNumber: string | null
  assetTag: string | null
  type: string
  lastSeen: string
  tags: Named[]
}
export type Device = DeviceItem & {
  auditId: string
  auditDate: string
  auditSource: Source
  auditSchedule: string | null
  customFields: Record<string, unknown>
  data: SnapshotData
}

export type SnapshotItem = {
  id: string
  deviceId: string
  auditDate: string
  source: Source
  scheduleId: string | null
  auditServiceId: string | null
  agentId: string | null
}
export type SnapshotData = {
  hardware: Record<string, unknown>
  software: { name: string; version: string }[]
  network: Record<string, unknown>
  customFields: Record<string, unknown>
}
export type Snapshot = Pick<SnapshotItem, 'id' | 'deviceId' | 'auditDate' | 'source'> & { data: SnapshotData }
export type SectionDiff = { added: unknown[]; removed: unknown[]; changed: unknown[] }

export type SegmentItem = Named & {
  type: string
  auditServiceId: string | null
  autoTagId: string | null
  deviceCount: number
  lastScan: string | null
}
export type Segment = Omit<SegmentItem, 'deviceCount' | 'lastScan'> & {
  addresses: string[]
  credentialIds: string[]
  scanScheduleId: string | null
  auditScheduleId: string | null
}

export type Accepted = { taskId: string; status: string }
export type Task = {
  id: string
  kind: 'scan' | 'audit'
  status: string
  segmentId: string | null
  deviceId: string | null
  auditServiceId: string | null
  requestedBy: string
  progress: Record<string, number>
  error: string | null
}

export type ProductItem = Named & { version?: string; publisher: string; softwareGroup: Group; installations: number }
export type Product = ProductItem & {
  firstSeen: string
  lastSeen: string
  versions: { version: string; installations: number; firstSeen: string; lastSeen: string }[]
}
export type Installation = {
  deviceId: string
  deviceName: string
  installedVersion: string
  installDate: string | null
}
export type Change = {
  verb: 'Added' | 'Modified' | 'Deleted'
  entity: string
  entityId: string
  field: string | null
  from: string | null
  to: string | null
  actor: string
  timestamp: string
}

export type Registration = Named & {
  clientId: string
  enabled: boolean
  expiresAt: string | null
  capabilities: string[]
  siteIds: string[]
}
export type NewRegistration = Registration & { clientSecret: string }

/** Older family. With columns a record has only those, and id. */
export type AuditedRecord = { id: string; data: { network?: { ipAddress?: string } } } & Record<string, unknown>
export type AuditedPage = { data: AuditedRecord[]; nextOffset: number | null }

/** RFC 9457. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: { path: string; message: string }[]
}
