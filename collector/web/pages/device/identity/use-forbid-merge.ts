import { allowMerge, forbidMerge } from '../../../api/identity.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { useIdentityAction } from './use-identity-action.ts'

type Named = { id: string; name: string }

/** Marks devices as "do not merge" with each other, with undo. */
export function useForbidMerge() {
  return useIdentityAction('The decision was not saved', async (devices: readonly Named[], refresh) => {
    const pairs = devices.flatMap(({ id }, at) => devices.slice(at + 1).map((other) => [id, other.id] as const))
    for (const [id, otherId] of pairs) await forbidMerge(id, otherId)
    notifyDone(`${devices.map(({ name }) => name).join(' and ')} will not be merged.`, async () => {
      for (const [id, otherId] of pairs) await allowMerge(id, otherId)
      await refresh()
    })
    await refresh()
  })
}
