import { Group } from '@mantine/core'
import type { ReportRun } from '@rollcall/shared/api/report.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { runStates } from './words.ts'

/** Returns the reasons of a run that was not sent as usual: its own, and those of its deliveries. */
export const reasonsOf = ({ detail, deliveries }: ReportRun): string[] => [
  ...(detail === null ? [] : [detail]),
  ...deliveries.flatMap(({ target, status, lastError }) =>
    status === 'Sent' || lastError === null ? [] : [`${target}: ${lastError}`],
  ),
]

/** Shows the result of a run and its time, with the reasons as tooltip. */
export function RunState({ run }: { run: ReportRun }) {
  const { kind, label } = runStates[run.status]
  return (
    <Group gap={6} wrap="nowrap" title={reasonsOf(run).join('\n')}>
      <StateWord kind={kind}>{label}</StateWord>
      <Time value={run.dueAt} />
    </Group>
  )
}
