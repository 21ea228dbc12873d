import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import { changeDevice, replacedBy } from '../../api/change-device.ts'
import { notifyDone } from '../../ui/notify-done.tsx'

/**
 * Changes what people keep of a device, and offers to take it back. Neither goes over what somebody else has written
 * since: `shown` is the device as it was when the change was begun.
 */
export function useChangeDevice() {
  const queryClient = useQueryClient()
  const write = (shown: Device, patch: PatchDevice) =>
    changeDevice(shown, patch).finally(() => queryClient.invalidateQueries({ queryKey: ['devices'] }))
  return async (shown: Device, patch: PatchDevice, done: string) => {
    const changed = await write(shown, patch)
    notifyDone(done, () => write(changed, replacedBy(patch, shown)))
  }
}
