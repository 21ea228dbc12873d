import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { notifyFailure, useAction } from '../../ui/use-action.ts'

const atOnce = 4

type Work = { ids: readonly string[]; done: string; run: (id: string) => Promise<unknown> }

/** The same for each chosen device, a few at once. What fails for one is told, and done for the others. */
export function useEach(onDone: () => void) {
  const queryClient = useQueryClient()
  return useAction('It was not begun', async ({ ids, done, run }: Work) => {
    const waiting = [...ids]
    const errors: unknown[] = []
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await run(id).catch((error: unknown) => errors.push(error))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const succeeded = ids.length - errors.length
    if (errors.length > 0) notifyFailure(`${succeeded} of ${ids.length} devices ${done}`, errors[0])
    else notifications.show({ message: `${succeeded} ${succeeded === 1 ? 'device' : 'devices'} ${done}` })
    await queryClient.invalidateQueries({ queryKey: ['devices'] })
    onDone()
  })
}
