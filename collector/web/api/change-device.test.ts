import type { Device } from '@rollcall/shared/api/device.ts'
import { expect, it } from 'vitest'
import { replacedBy } from './change-device.ts'

it('returns the previous values of the patched fields only', () => {
  const device = {
    assetTag: 'INV-1',
    auditScheduleId: null,
    customFields: { owner: 'Ada', floor: 3 },
  } as unknown as Device
  expect(replacedBy({ assetTag: 'INV-2' }, device)).toEqual({ assetTag: 'INV-1' })
  expect(replacedBy({ auditScheduleId: 'nightly' }, device)).toEqual({ auditScheduleId: null })
  expect(replacedBy({ customFields: { floor: 4, room: 'B7' } }, device)).toEqual({
    customFields: { floor: 3, room: null },
  })
})
