import type { TaskRecord } from '@rollcall/shared/api/task.ts'

export const kindNames: Record<TaskRecord['kind'], string> = { scan: 'Scan', audit: 'Audit' }

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
  if (deviceId !== null) return `Audit of ${deviceName ?? 'a deleted device'}`
  return segment === undefined ? 'Audit of several devices' : `Audit of devices in ${segment}`
}

export function percentOf({ progress: { addressesDone, addressesTotal } }: Pick<TaskRecord, 'progress'>): number {
  return addressesTotal > 0 ? Math.floor((addressesDone / addressesTotal) * 100) : 0
}

/** Advice by error text. The texts come from the Audit Service and the collector. */
const advice: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /No Audit Service (took|accepted)|expired at .* before it was started|not heard for an hour|no heartbeat for an hour/,
    'Check that the Audit Service is Active and its clock is right, then start the task again.',
  ],
  [/no longer runs it/, 'The Audit Service stopped or lost the task. Start the task again.'],
  [/update it/, 'Update the Audit Service to the version of the collector.'],
  [
    /no credential of kind|could be read: is there a credential/,
    'Add a credential to the segment that works on its hosts.',
  ],
  [/refuses/, 'Check the segment’s credential and the permissions of its account.'],
  [/nothing answered/, 'Check that the host is on and that the Audit Service can reach its address.'],
  [/at most \d+ (addresses )?are (taken|allowed)|too large to (be sent|send)/, 'Split the segment into several.'],
  [/no address to scan|not scanned:|have no address/, 'Check the names and the DNS server of the Audit Service.'],
  [/cannot connect|cannot be reached/, 'Check the address and firewalls between it and the Audit Service.'],
  [/host key/, 'Check whether the host was reinstalled. If so, remove its old key on the Audit Service.'],
]

export const adviceFor = (error: string): string | undefined => advice.find(([pattern]) => pattern.test(error))?.[1]
