import { notifications } from '@mantine/notifications'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Selection } from '../../table/selection.ts'
import { useAction } from '../../ui/use-action.ts'
import { failuresInWords } from './failures-in-words.ts'
import { forEach } from './for-each.ts'

/** From so many on, how far it is stands on the page. */
const toldFrom = 10

type Work = {
  devices: readonly DeviceListItem[]
  /** As in `3 devices tagged Office`. */
  done: string
  run: (id: string) => Promise<unknown>
  /** Says what was done, where all of it went well. */
  notify: (message: string) => void
}

/** The same for each chosen device. What fails for some is done for the others; those are named, and stay chosen. */
export function useEach({ only }: Selection) {
  const queryClient = useQueryClient()
  return useAction('It was not begun', async ({ devices, done, run, notify }: Work) => {
    const progress = beginProgress(devices.length, done)
    const failed = await forEach(devices, ({ id }) => run(id), progress.tell)
    progress.end()
    const count = devices.length - failed.length
    if (failed.length > 0) {
      notifications.show({
        title: `${count} of ${devices.length} devices ${done}`,
        message: failuresInWords(failed),
        color: 'red',
        autoClose: false,
      })
    } else notify(`${count} ${count === 1 ? 'device' : 'devices'} ${done}`)
    await queryClient.invalidateQueries({ queryKey: ['devices'] })
    only(failed.map(({ item }) => item.id))
  })
}

/** A notification that stands until the end, of work that takes a while. */
function beginProgress(total: number, done: string) {
  if (total < toldFrom) return { tell: () => undefined, end: () => undefined }
  const wordsOf = (count: number) => `${count} of ${total} devices ${done}`
  const shown = { loading: true, autoClose: false, withCloseButton: false } as const
  const id = notifications.show({ ...shown, message: wordsOf(0) })
  return {
    tell: (count: number) => notifications.update({ ...shown, id, message: wordsOf(count) }),
    end: () => notifications.hide(id),
  }
}
