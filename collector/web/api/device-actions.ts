import type { PatchDevice } from '@rollcall/shared/api/device.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { devicesPath } from './devices.ts'
import { request } from './request.ts'

const at = (id: string) => `${devicesPath}/${id}`

export const auditDevice = (id: string) => request<TaskAccepted>(`${at(id)}/audit`, { method: 'POST' })
export const ignoreDevice = (id: string) => request(`${at(id)}/ignore`, { method: 'POST' })
export const deleteDevice = (id: string) => request(at(id), { method: 'DELETE' })
export const attachTag = (id: string, tagId: string) => request(`${at(id)}/tags`, { method: 'POST', json: { tagId } })
export const detachTag = (id: string, tagId: string) => request(`${at(id)}/tags/${tagId}`, { method: 'DELETE' })
export const updateDevice = (id: string, json: PatchDevice) => request(at(id), { method: 'PATCH', json })
