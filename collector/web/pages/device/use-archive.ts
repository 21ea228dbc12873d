import type { Device } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import { archiveDevice, restoreDevice } from '../../api/device-actions.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'

/** To the archive and back; each takes the other back. */
export function useArchive({ id, name }: Device) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries()
  const toArchive = () => archiveDevice(id).then(refresh)
  const back = () => restoreDevice(id).then(refresh)
  const archive = useAction('The device is not archived', async () => {
    await toArchive()
    notifyDone(`${name} is archived.`, back)
  })
  const restore = useAction('The device is still archived', async () => {
    await back()
    notifyDone(`${name} is listed again.`, toArchive)
  })
  return { archive, restore }
}
