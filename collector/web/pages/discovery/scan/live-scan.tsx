import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segments } from '../../../api/segments.ts'
import { hostsShownMax, isActive, taskHostsPath } from '../../../api/tasks.ts'
import { useTaskHosts } from '../../../api/use-task.ts'
import { ExportButton } from '../../../table/export-button.tsx'
import { count } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { TaskError } from '../tasks/task-error.tsx'
import { Counters } from './counters.tsx'
import { HostTable } from './host-table.tsx'
import { ScanStrip } from './scan-strip.tsx'
import type { HostKind } from './sorted-hosts.ts'
import { TaskProgress } from './task-progress.tsx'

/** A running or finished task: progress, address strip and hosts. */
export function LiveScan({ task }: { task: TaskRecord }) {
  const goesOn = isActive(task)
  const [kind, setKind] = useState<HostKind>('hostsFound')
  const hosts = useTaskHosts(task)
  const { data: segment } = useQuery({
    ...segments.oneOptions(task.segmentId ?? ''),
    enabled: task.kind === 'scan' && task.segmentId !== null,
  })
  return (
    <>
      <TaskProgress task={task} />
      <TaskError task={task} />
      <Counters progress={task.progress} filter={kind} onFilter={setKind} />
      <Loaded query={hosts} label="The hosts">
        {({ hosts: items }) => (
          <>
            {segment && <ScanStrip addresses={segment.value.addresses} hosts={items} task={task} />}
            <Section
              title={goesOn ? 'Last devices found' : 'Hosts that answered'}
              aside={<ExportButton path={taskHostsPath(task.id)} />}
            >
              <HostTable hosts={items} task={task} kind={kind} />
              {items.length >= hostsShownMax && (
                <Dimmed mt="xs">Showing the first {count(hostsShownMax)} hosts only.</Dimmed>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}
