import { dayMs } from '@rollcall/shared/durations.ts'
import { changeFindings, type FindingAction } from '../../api/findings.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { counted } from '../../ui/amounts.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'

const inWords: Record<FindingAction, string> = { acknowledge: 'acknowledged', snooze: 'snoozed', reopen: 'reopened' }

type Change = { ids: string[]; action: FindingAction; note?: string; until?: string }

/** Acknowledges, snoozes or reopens findings. All but the last can be undone. */
export function useChangeFindings(onDone?: () => void) {
  const refresh = useRefresh('findings')
  return useAction('The findings were not changed', async ({ ids, action, ...rest }: Change) => {
    const { changed } = await changeFindings(action, { ids, ...rest })
    await refresh()
    onDone?.()
    const message = `${counted(changed, 'finding')} ${inWords[action]}`
    if (action === 'reopen' || changed === 0) return notifyDone(message)
    notifyDone(message, () => changeFindings('reopen', { ids }).then(refresh))
  })
}

/** Periods for which findings are snoozed. */
export const snoozePeriods = [
  { label: '1 day', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
]

/** The change that snoozes findings for some days from now. */
export const snoozeFor = (ids: string[], days: number): Change => ({
  ids,
  action: 'snooze',
  until: new Date(Date.now() + days * dayMs).toISOString(),
})
