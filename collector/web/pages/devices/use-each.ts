import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { notifyFailure, useAction } from '../../ui/use-action.ts'

const atOnce = 4
/** From so many on, how far it is stands on the page. */
const toldFrom = 10

type Work = {
  ids: readonly string[]
  /** As in `3 devices tagged Office`. */
  done: string
  run: (id: string) => Promise<unknown>
  /** Says what was done, where all of it went well. */
  notify: (message: string) => void
}

/** The same for each chosen device, a few at once. What fails for one is told, and done for the others. */
export function useEach(onDone: () => void) {
  const queryClient = useQueryClient()
  return useAction('It was not begun', async ({ ids, done, run, notify }: Work) => {
    const progress = beginProgress(ids.length, done)
    const waiting = [...ids]
    let succeeded = 0
    const errors: unknown[] = []
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await run(id).then(
          () => {
            succeeded += 1
          },
          (error: unknown) => errors.push(error),
        )
        progress.tell(succeeded + errors.length)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    progress.end()
    if (errors.length > 0) notifyFailure(`${succeeded} of ${ids.length} devices ${done}`, errors[0])
    else notify(`${succeeded} ${succeeded === 1 ? 'device' : 'devices'} ${done}`)
    await queryClient.invalidateQueries({ queryKey: ['devices'] })
    onDone()
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
