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

/** What a task does, in words; of what is gone only that it was there. */
export function titleOf({ kind, segmentId, deviceId, deviceName }: TaskRecord, segmentName?: string): string {
  const segment = segmentId === null ? undefined : (segmentName ?? 'a segment that is gone')
  if (kind === 'scan') return `Scan of ${segment ?? 'addresses'}`
  if (deviceId !== null) return `Audit of ${deviceName ?? 'a device that is gone'}`
  return segment === undefined ? 'Audit of several devices' : `Audit of devices of ${segment}`
}

export function percentOf({ progress: { addressesDone, addressesTotal } }: Pick<TaskRecord, 'progress'>): number {
  return addressesTotal > 0 ? Math.floor((addressesDone / addressesTotal) * 100) : 0
}

/** What to do about an error, by its words, which are those of the Audit Service and of the collector. */
const advice: readonly (readonly [said: RegExp, todo: string])[] = [
  [
    /No Audit Service took|expired at .* before it was started|not heard for an hour/,
    'Check that its Audit Service runs and is Active, then start it again. A clock that is wrong there does the same.',
  ],
  [/no longer runs it/, 'The Audit Service was stopped or lost it. Start it again.'],
  [/update it/, 'Bring the Audit Service to the version of the collector.'],
  [/no credential of kind|could be read: is there a credential/, 'Give the segment a credential that its hosts take.'],
  [/refuses/, 'Check the credential of the segment, and what its account may do.'],
  [/nothing answered/, 'Check that it is switched on, and that the Audit Service reaches its address.'],
  [/at most \d+ (addresses )?are (taken|allowed)|too large to be sent/, 'Divide the segment into several.'],
  [/no address to scan|not scanned:|have no address/, 'Check the names, and the DNS that the Audit Service uses.'],
  [/cannot connect|cannot be reached/, 'Check the address, and that the Audit Service may connect to it.'],
  [/host key/, 'Look whether the host was set up anew. If it was, forget its key on the Audit Service.'],
]

export const adviceFor = (error: string): string | undefined => advice.find(([said]) => said.test(error))?.[1]
