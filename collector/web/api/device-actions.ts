import type { List } from '@rollcall/shared/api/common.ts'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { devicesPath } from './devices.ts'
import { request } from './request.ts'

const at = (id: string) => `${devicesPath}/${id}`

export const auditDevice = (id: string) => request<TaskAccepted>(`${at(id)}/audit`, { method: 'POST' })
/** Ignores a device and resolves to the new entries of the Ignore List. */
export const ignoreDevice = async (id: string): Promise<IgnoreEntry[]> =>
  (await request<List<IgnoreEntry>>(`${at(id)}/ignore`, { method: 'POST' })).items
export const stopIgnoring = (entryId: string) => request<void>(`/api/v1/ignore-list/${entryId}`, { method: 'DELETE' })
export const archiveDevice = (id: string) => request<Device>(`${at(id)}/archive`, { method: 'POST' })
export const restoreDevice = (id: string) => request<Device>(`${at(id)}/restore`, { method: 'POST' })
export const deleteDevice = (id: string) => request(at(id), { method: 'DELETE' })
export const attachTag = (id: string, tagId: string) => request(`${at(id)}/tags`, { method: 'POST', json: { tagId } })
export const detachTag = (id: string, tagId: string) => request(`${at(id)}/tags/${tagId}`, { method: 'DELETE' })
