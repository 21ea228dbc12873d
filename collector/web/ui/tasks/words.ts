import type { TaskRecord } from '@rollcall/shared/api/task.ts'

export const kindNames: Record<TaskRecord['kind'], string> = {
  scan: 'Scan',
  audit: 'Audit',
  'credential-test': 'Credential test',
}

export const statusNames: Record<TaskRecord['status'], string> = {
  Queued: 'Waiting',
  Running: 'Running',
  Success: 'Done',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
  Expired: 'Expired',
}

/** Returns the title of a task. Deleted segments and devices have no name. */
export function titleOf({ kind, segmentId, deviceId, deviceName }: TaskRecord, segmentName?: string): string {
  const segment = segmentId === null ? undefined : (segmentName ?? 'a deleted segment')
  if (kind === 'scan') return `Scan of ${segment ?? 'addresses'}`
  if (kind === 'credential-test') return segment === undefined ? 'Credential test' : `Credential test in ${segment}`
  if (deviceId !== null) return `Audit of ${deviceName ?? 'a deleted device'}`
  return segment === undefined ? 'Audit of several devices' : `Audit of devices in ${segment}`
}

export function percentOf({ progress: { addressesDone, addressesTotal } }: Pick<TaskRecord, 'progress'>): number {
  return addressesTotal > 0 ? Math.floor((addressesDone / addressesTotal) * 100) : 0
}
