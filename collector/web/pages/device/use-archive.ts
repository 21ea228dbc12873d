import type { Device } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import { archiveDevice, restoreDevice } from '../../api/device-actions.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Archives and restores a device, each with undo. */
export function useArchive({ id, name }: Device) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries()
  const toArchive = () => archiveDevice(id).then(refresh)
  const back = () => restoreDevice(id).then(refresh)
  const archive = useAction('The device was not archived', async () => {
    await toArchive()
    notifyDone(`${name} archived.`, back)
  })
  const restore = useAction('The device was not restored', async () => {
    await back()
    notifyDone(`${name} restored.`, toArchive)
  })
  return { archive, restore }
}
