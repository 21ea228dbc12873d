import { ActionIcon } from '@mantine/core'
import type { Report } from '@rollcall/shared/api/report.ts'
import { IconSend } from '@tabler/icons-react'
import { useRefresh } from '../../../api/use-refresh.ts'
import { reports, runReport } from '../../../api/views.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Runs a report now. */
export function RunButton({ report: { id, name }, isWide = false }: { report: Report; isWide?: boolean }) {
  const refresh = useRefresh(reports.name)
  const running = useAction(`${name} was not run`, async () => {
    await runReport(id)
    await refresh()
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
