import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { changeShown } from './change-shown.ts'
import { devicesPath } from './devices.ts'
import { request, requestTagged } from './request.ts'

/** What a device has where a patch writes, as a patch that writes it again. */
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

/** Resolves to the device as it is then. Rejects with a 412 where what is replaced is no longer as it was shown. */
export function changeDevice(shown: Device, patch: PatchDevice): Promise<Device> {
  const path = `${devicesPath}/${shown.id}`
  return changeShown({
    read: () => requestTagged<Device>(path),
    shown,
    edited: (device) => replacedBy(patch, device),
    write: (ifMatch) => request<Device>(path, { method: 'PATCH', json: patch, ifMatch }),
  })
}
