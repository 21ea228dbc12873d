import { Alert, Text } from '@mantine/core'
import type { Report } from '@rollcall/shared/api/report.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from '../../../api/me.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { reports, takeOverReport } from '../../../api/views.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { pauseWords } from './words.ts'

/** Names the owner of a report and the reason of a pause, and offers to take the report over. */
export function Ownership({ report: { id, owner, paused }, onDone }: { report: Report; onDone: () => void }) {
  const { data: me } = useSuspenseQuery(meOptions)
  const refresh = useRefresh(reports.name)
  const takingOver = useAction('The report was not taken over', async () => {
    await takeOverReport(id)
    await refresh()
    onDone()
  })
  const isOwn = owner?.kind === 'user' && owner.id === me.id
  if (isOwn && !paused) return null
  const takeOver = <ActionButton label={isOwn ? 'Resume' : 'Take over'} action={takingOver} size="compact-sm" />
  return (
    <Alert variant="light" color={paused ? 'yellow' : 'gray'} title={paused ? 'Paused' : undefined}>
      <Text size="sm" mb={8}>
        {paused ? pauseWords[paused.reason] : `It runs with the rights of ${owner?.name ?? 'a removed user'}.`}
      </Text>
      {paused?.reason !== 'view_unavailable' && takeOver}
    </Alert>
  )
}
