import { Menu } from '@mantine/core'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import { IconCheck, IconClockPause, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { BulkBar } from '../../table/bulk/bulk-bar.tsx'
import type { Selection } from '../../table/bulk/selection.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { snoozeFor, snoozePeriods, useChangeFindings } from './use-change-findings.ts'

/** Actions on the selected findings. */
export function FindingBulkBar({ findings, selection }: { findings: readonly Finding[]; selection: Selection }) {
  const [asksNote, setAsksNote] = useState(false)
  const chosen = findings.filter(({ id }) => selection.ids.has(id))
  const ids = chosen.map(({ id }) => id)
  const change = useChangeFindings(() => {
    selection.clear()
    setAsksNote(false)
  })
  const areOpen = chosen.every(({ state }) => state === 'open')
  return (
    <>
      <BulkBar count={chosen.length} onClear={selection.clear}>
        <ActionButton label="Acknowledge…" variant="filled" icon={IconCheck} onClick={() => setAsksNote(true)} />
        <Menu position="top-start">
          <Menu.Target>
            <ActionButton label="Snooze" icon={IconClockPause} />
          </Menu.Target>
          <Menu.Dropdown>
            {snoozePeriods.map(({ label, days }) => (
              <Menu.Item key={days} onClick={() => change.mutate(snoozeFor(ids, days))}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {!areOpen && (
          <ActionButton label="Reopen" icon={IconRotate} onClick={() => change.mutate({ ids, action: 'reopen' })} />
        )}
      </BulkBar>
      {asksNote && (
        <AcknowledgeDialog
          count={chosen.length}
          isPending={change.isPending}
          onClose={() => setAsksNote(false)}
          onConfirm={(note) => change.mutate({ ids, action: 'acknowledge', ...(note && { note }) })}
        />
      )}
    </>
  )
}
