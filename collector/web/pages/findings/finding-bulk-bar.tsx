import { Button, Menu } from '@mantine/core'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import { IconCheck, IconClockPause, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { BulkBar } from '../../table/bulk/bulk-bar.tsx'
import type { Selection } from '../../table/bulk/selection.ts'
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
            {snoozePeriods.map(({ label, days }) => (
              <Menu.Item key={days} onClick={() => change.mutate(snoozeFor(ids, days))}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {!areOpen && (
          <Button
            variant="default"
            leftSection={<IconRotate size={15} aria-hidden />}
            onClick={() => change.mutate({ ids, action: 'reopen' })}
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
          onConfirm={(note) => change.mutate({ ids, action: 'acknowledge', ...(note && { note }) })}
        />
      )}
    </>
  )
}
