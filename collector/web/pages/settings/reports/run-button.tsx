import { ActionIcon } from '@mantine/core'
import type { Report } from '@rollcall/shared/api/report.ts'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { reports, runReport } from '../../../api/views.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Runs a report now. */
export function RunButton({ report: { id, name }, isWide = false }: { report: Report; isWide?: boolean }) {
  const queryClient = useQueryClient()
  const running = useAction(`${name} was not run`, async () => {
    await runReport(id)
    await queryClient.invalidateQueries({ queryKey: [reports.name] })
    notifyDone(`${name} is being sent.`)
  })
  const button = { loading: running.isPending, onClick: () => running.mutate() }
  if (isWide) {
    return <ActionButton label="Run now" icon={IconSend} {...button} />
  }
  return (
    <ActionIcon aria-label={`Run ${name} now`} {...button}>
      <IconSend size={16} aria-hidden />
    </ActionIcon>
  )
}
