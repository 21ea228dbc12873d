import { bringTogether, keepApart } from '../../../api/identity.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { useIdentityAction } from './use-identity-action.ts'

type Named = { id: string; name: string }

/** Says of devices that each is another one. */
export function useKeepApart() {
  return useIdentityAction('They are not kept apart', async (devices: readonly Named[], refresh) => {
    const pairs = devices.flatMap(({ id }, at) => devices.slice(at + 1).map((other) => [id, other.id] as const))
    for (const [id, otherId] of pairs) await keepApart(id, otherId)
    notifyDone(`${devices.map(({ name }) => name).join(' and ')} are kept apart.`, async () => {
      for (const [id, otherId] of pairs) await bringTogether(id, otherId)
      await refresh()
    })
    await refresh()
  })
}
