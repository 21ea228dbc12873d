import { ActionIcon, Menu } from '@mantine/core'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import { IconCheck, IconClockPause, IconDots, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { findingText } from '../../ui/finding-words.ts'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { snoozeFor, snoozePeriods, useChangeFindings } from './use-change-findings.ts'

/** Actions on one finding. */
export function FindingMenu({ finding }: { finding: Finding }) {
  const { id, state } = finding
  const [asksNote, setAsksNote] = useState(false)
  const change = useChangeFindings(() => setAsksNote(false))
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${findingText(finding)}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCheck size={15} aria-hidden />} onClick={() => setAsksNote(true)}>
            Acknowledge…
          </Menu.Item>
          {snoozePeriods.map(({ label, days }) => (
            <Menu.Item
              key={days}
              leftSection={<IconClockPause size={15} aria-hidden />}
              onClick={() => change.mutate(snoozeFor([id], days))}
            >
              Snooze for {label}
            </Menu.Item>
          ))}
          {state !== 'open' && (
            <Menu.Item
              leftSection={<IconRotate size={15} aria-hidden />}
              onClick={() => change.mutate({ ids: [id], action: 'reopen' })}
            >
              Reopen
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asksNote && (
        <AcknowledgeDialog
          count={1}
          isPending={change.isPending}
          onClose={() => setAsksNote(false)}
          onConfirm={(note) => change.mutate({ ids: [id], action: 'acknowledge', ...(note && { note }) })}
        />
      )}
    </>
  )
}
