import { Text } from '@mantine/core'
import type { ReportRun } from '@rollcall/shared/api/report.ts'
import { useQuery } from '@tanstack/react-query'
import { reportRunsOptions } from '../../../api/views.ts'
import { LoadedTable } from '../../../table/loaded-table.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { RunState, reasonsOf } from './run-state.tsx'

const refreshMs = 5_000

/** The last runs of a report, with their reasons. */
export function RunHistory({ reportId }: { reportId: string }) {
  const query = useQuery({ ...reportRunsOptions(reportId), refetchInterval: refreshMs })
  return (
    <Section title="Last runs">
      <LoadedTable
        name="Last runs"
        label="The runs"
        query={query}
        empty={<Dimmed>It has not run yet.</Dimmed>}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </Section>
  )
}

const columns = [
  {
    header: 'Run',
    render: (run: ReportRun) => (
      <>
        <RunState run={run} />
        {reasonsOf(run).map((reason) => (
          <Text key={reason} size="xs" c="dimmed" className="wrap">
            {reason}
          </Text>
        ))}
      </>
    ),
  },
  { header: 'Rows', align: 'right' as const, render: ({ rows }: ReportRun) => rows },
  { header: 'Started by', render: ({ trigger }: ReportRun) => (trigger === 'manual' ? 'A person' : 'Schedule') },
]
