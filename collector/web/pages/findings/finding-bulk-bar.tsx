import { Button, Menu } from '@mantine/core'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { IconCheck, IconClockPause, IconRotate } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeFindings, type FindingAction } from '../../api/findings.ts'
import { BulkBar } from '../../table/bulk/bulk-bar.tsx'
import type { Selection } from '../../table/bulk/selection.ts'
import { counted } from '../../ui/amounts.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'

const periods = [
  { label: '1 day', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
]
const inWords: Record<FindingAction, string> = { acknowledge: 'acknowledged', snooze: 'snoozed', reopen: 'reopened' }

type Change = { action: FindingAction; note?: string; until?: string }

/** Actions on the selected findings. */
export function FindingBulkBar({ findings, selection }: { findings: readonly Finding[]; selection: Selection }) {
  const queryClient = useQueryClient()
  const [asksNote, setAsksNote] = useState(false)
  const chosen = findings.filter(({ id }) => selection.ids.has(id))
  const change = useAction('The findings were not changed', async ({ action, ...rest }: Change) => {
    const ids = chosen.map(({ id }) => id)
    const { changed } = await changeFindings(action, { ids, ...rest })
    await queryClient.invalidateQueries({ queryKey: ['findings'] })
    selection.clear()
    setAsksNote(false)
    const message = `${counted(changed, 'finding')} ${inWords[action]}`
    if (action === 'reopen' || changed === 0) return notifyDone(message)
    notifyDone(message, async () => {
      await changeFindings('reopen', { ids })
      await queryClient.invalidateQueries({ queryKey: ['findings'] })
    })
  })
  const areOpen = chosen.every(({ state }) => state === 'open')
  return (
    <>
      <BulkBar count={chosen.length} onClear={selection.clear}>
        <Button leftSection={<IconCheck size={15} aria-hidden />} onClick={() => setAsksNote(true)}>
          Acknowledge…
        </Button>
        <Menu position="top-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconClockPause size={15} aria-hidden />}>
              Snooze
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {periods.map(({ label, days }) => (
              <Menu.Item
                key={days}
                onClick={() =>
                  change.mutate({ action: 'snooze', until: new Date(Date.now() + days * dayMs).toISOString() })
                }
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {!areOpen && (
          <Button
            variant="default"
            leftSection={<IconRotate size={15} aria-hidden />}
            onClick={() => change.mutate({ action: 'reopen' })}
          >
            Reopen
          </Button>
        )}
      </BulkBar>
      {asksNote && (
        <AcknowledgeDialog
          count={chosen.length}
          isPending={change.isPending}
          onClose={() => setAsksNote(false)}
          onConfirm={(note) => change.mutate({ action: 'acknowledge', ...(note && { note }) })}
        />
      )}
    </>
  )
}
