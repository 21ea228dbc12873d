import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { changeShown } from './change-shown.ts'
import { devicesPath } from './devices.ts'
import { request, requestTagged } from './request.ts'

/** Returns a patch that restores the fields of a patch to the values of a device. */
export function replacedBy({ customFields, ...fields }: PatchDevice, device: Device): PatchDevice {
  const { assetTag, auditScheduleId } = device
  const keys = Object.keys(customFields ?? {})
  return {
    ...('assetTag' in fields ? { assetTag } : {}),
    ...('auditScheduleId' in fields ? { auditScheduleId } : {}),
    ...(customFields
      ? { customFields: Object.fromEntries(keys.map((key) => [key, device.customFields[key] ?? null])) }
      : {}),
  }
}

/** Changes a device and resolves to its new state. Rejects with 412 if the changed fields differ from `shown`. */
export function changeDevice(shown: Device, patch: PatchDevice): Promise<Device> {
  const path = `${devicesPath}/${shown.id}`
  return changeShown({
    read: () => requestTagged<Device>(path),
    shown,
    edited: (device) => replacedBy(patch, device),
    write: (ifMatch) => request<Device>(path, { method: 'PATCH', json: patch, ifMatch }),
  })
}
