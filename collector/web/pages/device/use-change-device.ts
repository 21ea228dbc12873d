import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import { changeDevice, replacedBy } from '../../api/change-device.ts'
import { inTurn } from '../../api/in-turn.ts'
import { notifyDone } from '../../ui/notify-done.tsx'

/**
 * Changes a device's editable fields, with undo. Neither overwrites somebody else's change: `shown` is the device as it
 * was when the edit began.
 */
export function useChangeDevice() {
  const queryClient = useQueryClient()
  const write = (shown: Device, patch: PatchDevice) =>
    inTurn(queryClient, shown.id, () => changeDevice(shown, patch)).finally(() =>
      queryClient.invalidateQueries({ queryKey: ['devices'] }),
    )
  return async (shown: Device, patch: PatchDevice, done: string) => {
    const changed = await write(shown, patch)
    notifyDone(done, () => write(changed, replacedBy(patch, shown)))
  }
}
