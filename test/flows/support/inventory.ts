import { type Device, type DeviceListItem, deviceListSchema, deviceSchema } from '@rollcall/shared/api/device.ts'
import {
  type Snapshot,
  type SnapshotListItem,
  snapshotListSchema,
  snapshotSchema,
} from '@rollcall/shared/api/snapshot.ts'
import { type TaskRecord, taskRecordSchema, terminalStatuses } from '@rollcall/shared/api/task.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { waitFor } from '../../harness/wait.ts'

/** Every device, with as many snapshots as it has. */
export async function allDevices(api: ApiClient): Promise<DeviceListItem[]> {
  const { items, total } = await api.read('/api/v1/devices?limit=1000', deviceListSchema)
  if (items.length !== total) throw new Error(`${total} devices, but ${items.length} on a page of 1000`)
  return items
}

export function readDevice(api: ApiClient, id: string): Promise<Device> {
  return api.read(`/api/v1/devices/${id}`, deviceSchema)
}

/** The only device with this address. */
export async function deviceAt(api: ApiClient, address: string): Promise<Device> {
  const found = (await allDevices(api)).filter((device) => device.ipAddress === address)
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`${found.length} devices have the address ${address}`)
  return readDevice(api, only.id)
}

export async function snapshotsOf(api: ApiClient, deviceId: string): Promise<SnapshotListItem[]> {
  const { items } = await api.read(`/api/v1/devices/${deviceId}/snapshots?limit=1000`, snapshotListSchema)
  return items
}

export function readSnapshot(api: ApiClient, id: string): Promise<Snapshot> {
  return api.read(`/api/v1/snapshots/${id}`, snapshotSchema)
}

export function readTask(api: ApiClient, taskId: string): Promise<TaskRecord> {
  return api.read(`/api/v1/tasks/${taskId}`, taskRecordSchema)
}

/** The task once it has ended, however it did. */
export function taskEnd(api: ApiClient, taskId: string, timeoutMs = 60_000): Promise<TaskRecord> {
  const check = async () => {
    const task = await readTask(api, taskId)
    // What is thrown is shown when the wait fails.
    if (!terminalStatuses.includes(task.status)) throw new Error(`it is ${task.status}: ${JSON.stringify(task)}`)
    return task
  }
  return waitFor(check, { what: `task ${taskId} to end`, timeoutMs, intervalMs: 50 })
}
