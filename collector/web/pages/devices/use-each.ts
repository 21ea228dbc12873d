import { notifications } from '@mantine/notifications'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Selection } from '../../table/selection.ts'
import { counted } from '../../ui/amounts.ts'
import { useAction } from '../../ui/use-action.ts'
import { failuresInWords } from './failures-in-words.ts'
import { forEach } from './for-each.ts'

/** The number of devices from which progress is shown. */
const progressFrom = 10

type Work = {
  devices: readonly DeviceListItem[]
  /** The action in the past tense, such as in `3 devices tagged Office`. */
  done: string
  run: (id: string) => Promise<unknown>
  /** Reports success after all devices are done. */
  notify: (message: string) => void
}

/** Runs one action for each selected device. Failed devices are named and stay selected. */
export function useEach({ only }: Selection) {
  const queryClient = useQueryClient()
  return useAction('The action was not started', async ({ devices, done, run, notify }: Work) => {
    const progress = beginProgress(devices.length, done)
    const failed = await forEach(devices, ({ id }) => run(id), progress.report)
    progress.end()
    const count = devices.length - failed.length
    if (failed.length > 0) {
      notifications.show({
        title: `${count} of ${counted(devices.length, 'device')} ${done}`,
        message: failuresInWords(failed),
        color: 'red',
        autoClose: false,
      })
    } else notify(`${counted(count, 'device')} ${done}`)
    await queryClient.invalidateQueries({ queryKey: ['devices'] })
    only(failed.map(({ item }) => item.id))
  })
}

/** Shows a notification with progress until the work ends. */
function beginProgress(total: number, done: string) {
  if (total < progressFrom) return { report: () => undefined, end: () => undefined }
  const wordsOf = (count: number) => `${count} of ${counted(total, 'device')} ${done}`
  const shown = { loading: true, autoClose: false, withCloseButton: false } as const
  const id = notifications.show({ ...shown, message: wordsOf(0) })
  return {
    report: (count: number) => notifications.update({ ...shown, id, message: wordsOf(count) }),
    end: () => notifications.hide(id),
  }
}
