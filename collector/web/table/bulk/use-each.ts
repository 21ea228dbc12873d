import { notifications } from '@mantine/notifications'
import { useRefresh } from '../../api/use-refresh.ts'
import { counted } from '../../ui/amounts.ts'
import { failuresInWords } from '../../ui/bulk/failures-in-words.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'
import { forEach } from './for-each.ts'
import type { Selection } from './selection.ts'

/** The number of items from which progress is shown. */
const progressFrom = 10

/** `noun` names one item, such as `device`; `key` is the first part of the query keys of their lists. */
type Kind = { noun: string; key: string }
type Item = { id: string; name: string }
type Work = {
  items: readonly Item[]
  /** The action in the past tense, such as in `3 devices tagged Office`. */
  done: string
  run: (id: string) => Promise<unknown>
}

/** Runs one action for each selected item. Items for which it failed are named and stay selected. */
export function useEach({ only }: Selection, { noun, key }: Kind) {
  const refresh = useRefresh(key)
  return useAction('The action was not started', async ({ items, done, run }: Work) => {
    const wordsOf = (count: number) => `${count} of ${counted(items.length, noun)} ${done}`
    const progress = beginProgress(items.length, wordsOf)
    const failed = await forEach(items, ({ id }) => run(id), progress.report)
    progress.end()
    const count = items.length - failed.length
    if (failed.length > 0) {
      notifications.show({
        title: wordsOf(count),
        message: failuresInWords(failed),
        color: 'red',
        autoClose: false,
      })
    } else notifyDone(`${counted(count, noun)} ${done}`)
    await refresh()
    only(failed.map(({ item }) => item.id))
  })
}

/** Shows a notification with progress until the work ends. */
function beginProgress(total: number, wordsOf: (count: number) => string) {
  if (total < progressFrom) return { report: () => undefined, end: () => undefined }
  const shown = { loading: true, autoClose: false, withCloseButton: false } as const
  const id = notifications.show({ ...shown, message: wordsOf(0) })
  return {
    report: (count: number) => notifications.update({ ...shown, id, message: wordsOf(count) }),
    end: () => notifications.hide(id),
  }
}
