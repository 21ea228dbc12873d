import { ActionIcon, Indicator, Popover, Progress, Stack, Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { runningTasksOptions } from '../../api/tasks.ts'
import { Failure } from '../states/failure.tsx'
import { Time } from '../time.tsx'

/** What Audit Services are at, with how far each has got. */
export function RunningTasks() {
  const { data, error } = useQuery(runningTasksOptions)
  const total = data?.total ?? 0
  return (
    <Popover position="bottom-end" width={320}>
      <Indicator label={total} size={15} disabled={total === 0} offset={4}>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={total === 0 ? 'Running tasks: none' : `Running tasks: ${total}`}>
            <IconActivity size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        {error && !data ? (
          <Failure error={error} what="Running tasks" />
        ) : total === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing is being scanned or audited now.
          </Text>
        ) : (
          <Stack gap="sm">
            {data?.items.map((task) => (
              <TaskLine key={task.id} task={task} />
            ))}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const kinds: Record<TaskRecord['kind'], string> = { scan: 'Scan', audit: 'Audit' }

function TaskLine({ task: { kind, status, createdAt, requestedBy, progress } }: { task: TaskRecord }) {
  const { addressesTotal, addressesDone, hostsFound } = progress
  const percent = addressesTotal > 0 ? (addressesDone / addressesTotal) * 100 : 0
  return (
    <div>
      <Text size="sm" className="told">
        {kinds[kind]} for {requestedBy}, {status === 'Queued' ? 'waiting' : 'began'} <Time value={createdAt} />
      </Text>
      <Progress
        value={percent}
        size="sm"
        my={4}
        aria-label={`${kinds[kind]}: ${Math.floor(percent)} percent`}
        animated={status === 'Running'}
      />
      <Text size="xs" c="dimmed" className="number">
        {addressesDone} of {addressesTotal} addresses, {hostsFound} {hostsFound === 1 ? 'host' : 'hosts'} found
      </Text>
    </div>
  )
}
